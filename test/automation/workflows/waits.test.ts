import { expect, it } from 'vitest'
import { Lab, step } from '../../quality/workflows/lab.ts'
import { describeStorages } from '../../support/storages.ts'

const waitFor = (event_type: string) => step('wait_for_event', { event_type, timeout_days: 3 })

describeStorages('runs that wait', (open) => {
  let kept: Promise<Lab> | undefined
  const lab = () => (kept ??= Lab.open(open))

  it('end when an exit condition comes to hold, by a change or by time alone, whatever they wait for', async () => {
    const use = await lab()
    const { api, engine, clock } = use
    const exit = (field: string, op: string, value: string) => ({ settings: { exit_conditions: [{ field, op, value }] } })
    const byChange = [
      await use.workflow([step('delay', { amount: 9, unit: 'days' })], exit('title', 'eq', 'left')),
      await use.workflow([waitFor('contact.replied')], exit('title', 'eq', 'left')),
      await use.workflow([step('wait_until', { field: 'title', op: 'eq', value: 'never' })], exit('title', 'eq', 'left')),
    ]
    const byTime = await use.workflow([step('delay', { amount: 9, unit: 'days' })], exit('days_since_created', 'gte', '2'))
    const contact = await use.contact()
    for (const id of [...byChange, byTime]) await use.enroll(id, contact)
    for (const id of byChange) expect(await use.run(id)).toMatchObject({ status: 'waiting' })
    await api.contacts.update({ id: contact, title: 'left' })
    await engine.tick()
    for (const id of byChange) expect(await use.run(id)).toMatchObject({ status: 'completed', end_reason: 'exit', wake_at: null })
    // What they waited for did not come: no row of the history waits anymore.
    for (const id of byChange) expect(await use.steps(id)).toEqual(['s1 exit'])
    clock.advance('47 hours')
    await engine.tick()
    expect(await use.run(byTime)).toMatchObject({ status: 'waiting', waiting_for: 'delay' })
    clock.advance('1 hour')
    await engine.tick()
    expect(await use.run(byTime)).toMatchObject({ status: 'completed', end_reason: 'exit' })
  })

  it('go on by an event that names their contact, and not by one of a colleague', async () => {
    const use = await lab()
    const { api, engine } = use
    const company = await api.companies.create({ name: 'Analytical Engines' })
    const [contact, colleague] = [await use.contact({ company_id: company.id }), await use.contact({ company_id: company.id })]
    const id = await use.workflow([waitFor('deal.won')])
    const ofCompany = await use.workflow([waitFor('deal.won')], { trigger: { type: 'company.created' } })
    await use.enroll(id, contact)
    await use.enroll(ofCompany, company.id)
    const win = async (primary_lead_id: string) => {
      const deal = await api.deals.create({ name: 'Engine', primary_lead_id, company_id: company.id })
      await engine.tick()
      await api.deals.win({ id: deal.id })
      await engine.tick()
    }
    await win(colleague)
    expect(await use.run(id)).toMatchObject({ status: 'waiting', waiting_for: 'deal.won' })
    expect(await use.run(ofCompany)).toMatchObject({ status: 'completed' })
    await win(contact)
    expect(await use.steps(id)).toEqual(['s1 received'])
  })

  it('go on by what happens to their own deal, and not to another one of the contact', async () => {
    const use = await lab()
    const { api, engine } = use
    const contact = await use.contact()
    const made = async () => (await api.deals.create({ name: 'Engine', primary_lead_id: contact })).id
    const [own, other] = [await made(), await made()]
    const id = await use.workflow([waitFor('deal.won')], { trigger: { type: 'deal.lost' } })
    await use.enroll(id, own)
    await api.deals.win({ id: other })
    await engine.tick()
    expect(await use.run(id)).toMatchObject({ status: 'waiting', waiting_for: 'deal.won' })
    await api.deals.win({ id: own })
    await engine.tick()
    expect(await use.steps(id)).toEqual(['s1 received'])
  })

  it('begin for the contact that has taken in the one that is named, once', async () => {
    const use = await lab()
    const [kept, merged] = [await use.contact(), await use.contact()]
    await use.api.contacts.merge({ id: kept, merge_ids: [merged] })
    const id = await use.workflow([waitFor('deal.won')])
    const unknown = '00000000-0000-7000-8000-000000000000'
    const { results } = (await use.api.workflows.enroll({ id, ids: [merged, kept, unknown] })) as { results: unknown[] }
    expect(results).toMatchObject([
      { id: merged, enrolled: true },
      { id: kept, enrolled: false, reason: 'already_active' },
      { id: unknown, enrolled: false, reason: 'no_record' },
    ])
    expect(await use.run(id)).toMatchObject({ entity: { id: kept } })
  })

  it('whose wait is skipped while they are frozen stay so, and go on behind the wait', async () => {
    const use = await lab()
    const { api, engine } = use
    const id = await use.workflow([step('delay', { amount: 9, unit: 'days' }), step('add_tag', { tag: 'late' })])
    await use.enroll(id, await use.contact())
    const run = await use.run(id)
    await api.workflowRuns.freeze({ id: run.id })
    expect(await api.workflowRuns.skipWait({ id: run.id })).toMatchObject({ status: 'frozen', waiting_for: 'resume', wake_at: null })
    await engine.tick()
    expect(await use.steps(id)).toEqual(['s1 done'])
    await api.workflowRuns.resume({ id: run.id })
    await engine.tick()
    expect(await use.run(id)).toMatchObject({ status: 'completed' })
    expect(await use.steps(id)).toEqual(['s1 done', 's2 done'])
  })

  it('leave their wait behind where their new version has none, also while they are held', async () => {
    const use = await lab()
    const { api, engine } = use
    const named = (id: string, type: string, config: object) => ({ ...step(type, { ...config }), id })
    const [wait, tag] = [named('w', 'delay', { amount: 9, unit: 'days' }), named('t', 'add_tag', { tag: 'moved' })]
    const id = await use.workflow([wait, tag])
    const runs: { readonly id: string }[] = []
    for (const isHeld of [false, true]) {
      await use.enroll(id, await use.contact())
      const run = await use.run(id)
      if (isHeld) await api.workflowRuns.freeze({ id: run.id })
      runs.push(run)
    }
    await api.workflows.update({ id, steps: [tag] })
    await api.workflows.activate({ id })
    for (const run of runs) await api.workflowRuns.migrate({ id: run.id })
    const stepsOf = async (at: number) => {
      const { status, steps } = await api.workflowRuns.get({ id: runs[at]?.id ?? '' })
      return [status, ...steps.map((each) => `${each.path} ${each.status}${each.reason === null ? '' : ` ${each.reason}`}`)]
    }
    await engine.tick()
    expect(await stepsOf(0)).toEqual(['completed', 'w skipped migrated', 't done'])
    expect(await stepsOf(1)).toEqual(['frozen', 'w skipped migrated'])
    await api.workflowRuns.resume({ id: runs[1]?.id ?? '' })
    await engine.tick()
    // It took the step at which it stood for the one that waited, and left it out.
    expect(await stepsOf(1)).toEqual(['completed', 'w skipped migrated', 't done'])
  })

  it('do not go on by what started them or what they did themselves', async () => {
    const use = await lab()
    const id = await use.workflow([step('add_tag', { tag: 'seen' }), waitFor('contact.tags_changed')], {
      trigger: { type: 'contact.tags_changed' },
    })
    const contact = await use.contact()
    await use.api.contacts.update({ id: contact, tags: ['vip'] })
    await use.engine.tick()
    expect(await use.run(id)).toMatchObject({ status: 'waiting', waiting_for: 'contact.tags_changed' })
    await use.api.contacts.update({ id: contact, tags: [] })
    await use.engine.tick()
    expect(await use.run(id)).toMatchObject({ status: 'completed' })
    await use.api.workflows.pause({ id })
  })

  it('see at once when they are resumed what came while they were held', async () => {
    const use = await lab()
    const id = await use.workflow([waitFor('contact.tags_changed')])
    const contact = await use.contact()
    await use.enroll(id, contact)
    const run = await use.run(id)
    await use.api.workflowRuns.freeze({ id: run.id })
    await use.api.contacts.update({ id: contact, tags: ['vip'] })
    await use.engine.tick()
    expect(await use.run(id)).toMatchObject({ status: 'frozen' })
    await use.api.workflowRuns.resume({ id: run.id })
    await use.engine.tick()
    expect(await use.run(id)).toMatchObject({ status: 'completed' })
  })

  it('end with their record, and do not come back with it', async () => {
    const use = await lab()
    const { api, engine } = use
    const id = await use.workflow([step('delay', { amount: 1, unit: 'days' }), step('add_note', { note: 'Late' })])
    const farewell = await use.workflow([step('delay', { amount: 1, unit: 'days' })], { trigger: { type: 'contact.deleted' } })
    const contact = await use.contact()
    await use.enroll(id, contact)
    await api.contacts.delete({ id: contact })
    await engine.tick()
    expect(await use.run(id)).toMatchObject({ status: 'cancelled', end_reason: 'record_deleted' })
    await api.contacts.restore({ id: contact })
    use.clock.advance('2 days')
    await engine.tick()
    expect(await use.steps(id)).toEqual(['s1 record_deleted'])
    expect(await use.run(farewell)).toMatchObject({ status: 'completed', end_reason: 'end' })
    expect(await api.workflows.stats({ id })).toMatchObject({ enrolled: 1, active: 0 })
  })

  it('keep others of the same record out once they are tried again', async () => {
    const use = await lab()
    const id = await use.workflow([
      step('update_contact', { field: 'lead_score', value: '{{contact.title}}' }),
      step('delay', { amount: 1, unit: 'days' }),
    ])
    const contact = await use.contact({ title: 'high' })
    await use.enroll(id, contact)
    const failed = await use.run(id)
    expect(failed).toMatchObject({ status: 'failed' })
    await use.api.contacts.update({ id: contact, title: '7' })
    await use.api.workflowRuns.retry({ id: failed.id })
    await use.engine.tick()
    const again = await use.api.workflows.enroll({ id, ids: [contact] })
    expect(again.results).toEqual([{ id: contact, enrolled: false, reason: 'already_active' }])
  })

  it('of a schedule are started in parts, for every record once', async () => {
    const use = await lab()
    const records = Array.from({ length: 450 }, (_, at) => ({ email: `scheduled.${at}@example.com`, tags: ['scheduled'] }))
    await use.api.sync.ingest({ provider: 'custom:lab', object: 'contacts', records })
    await use.engine.tick()
    const id = await use.workflow([step('stop')], {
      trigger: { type: 'schedule', config: { frequency: 'daily', time: '09:00' } },
      conditions: [{ field: 'tags', op: 'contains', value: 'scheduled' }],
    })
    use.clock.advance('1 day')
    await use.engine.tick()
    await use.engine.tick()
    expect(await use.api.workflows.stats({ id })).toMatchObject({ enrolled: 450, completed: 450 })
  })
})
