import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('create_task', (open) => {
  it('adds a task for the owner of the contact, due in calendar days', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test', assigned_to: 'grace@acme.test' })
    expect(await run('create_task', { title: ' Call ', type: 'call', due_in_days: 2 }, { contact: id })).toMatchObject({ done: {} })
    expect((await api.tasks.list({ contact_id: id })).tasks).toMatchObject([
      {
        title: 'Call',
        type: 'call',
        priority: 'medium',
        owner_email: 'grace@acme.test',
        due_at: '2026-01-17T09:00:00.000Z',
        source: 'workflow',
        lead_id: id,
        deal_id: null,
      },
    ])
    expect(await eventsOf('create_task', { title: 'Write' }, { contact: id })).toEqual(['task.created'])
  })

  it('belongs to the owner of the workflow where there is no contact, and to the deal that the run is of', async () => {
    const { api, run } = await openBench(open)
    const deal = await api.deals.create({ name: 'Engine' })
    await run('create_task', { title: 'Plan', priority: 'high' })
    await run('create_task', { title: 'Offer' }, { record: { type: 'deal', id: deal.id } })
    const { tasks } = await api.tasks.list({ sort: 'created_at' })
    expect(tasks.find(({ title }) => title === 'Plan')).toMatchObject({ owner_email: 'ada@acme.test', type: 'todo', priority: 'high' })
    expect(tasks.find(({ title }) => title === 'Offer')).toMatchObject({ deal_id: deal.id })
  })

  it('fails where the title is blank once it is filled in, and is refused for a bad configuration', async () => {
    const { run } = await openBench(open)
    await expect(run('create_task', { title: ' ' })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ path: '/title' }] },
    })
    expect(faultsAtSave('create_task', {})).toEqual(['/title required'])
    expect(faultsAtSave('create_task', { title: '' })).toEqual(['/title too_short'])
    expect(faultsAtSave('create_task', { title: 'x', due_in_days: -1 })).toEqual(['/due_in_days too_small'])
    expect(faultsAtSave('create_task', { title: 'x', priority: 'huge' })).toEqual(['/priority not_allowed'])
  })
})
