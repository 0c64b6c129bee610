import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../../support/storages.ts'

describeStorages('a delay of business days', (open) => {
  it('leaves out weekends and the holidays of the organization, by its wall clock, also over the end of the year', async () => {
    const { api, engine, clock } = await open()
    await engine.access.createOrganization({ id: 'acme', admin: ada.user })
    await api.organization.update({ timezone: 'Europe/Vienna', holidays: ['2026-01-19', '2026-01-24', '2026-12-25', '2027-01-01'] })
    const { id } = await api.workflows.create({
      name: 'Later',
      trigger: { type: 'contact.created' },
      steps: [{ type: 'delay', config: { amount: 2, unit: 'business_days' } }],
    })
    await api.workflows.activate({ id })
    const wakes: unknown[] = []
    // A Friday before a holiday, a Thursday before one on a Saturday, and Christmas until the new year.
    for (const [at, email] of [
      ['2026-01-16T16:00:00.000Z', 'friday'],
      ['2026-01-22T09:00:00.000Z', 'thursday'],
      ['2026-12-24T09:00:00.000Z', 'christmas'],
      ['2026-12-30T09:00:00.000Z', 'year'],
    ] as const) {
      clock.set(at)
      await api.contacts.create({ email: `${email}@example.com` })
      await engine.tick()
      wakes.push((await api.workflowRuns.list({ workflow_id: id })).workflow_runs[0]?.wake_at)
    }
    expect(wakes).toEqual(['2026-01-21T16:00:00.000Z', '2026-01-26T09:00:00.000Z', '2026-12-29T09:00:00.000Z', '2027-01-04T09:00:00.000Z'])
  })
})
