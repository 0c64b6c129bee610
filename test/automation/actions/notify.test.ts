import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'
import { faultsAtSave, leave, openBench } from './run-action.ts'

describeStorages('notify', (open) => {
  it('notifies the owner of the contact, else of the workflow, else the teammate that it names', async () => {
    const { api, engine, run, eventsOf } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test', assigned_to: 'grace@acme.test' })
    const config = { title: 'New lead', body: 'Call her' }
    expect(await run('notify', config, { contact: id })).toMatchObject({ done: { recipient: 'grace@acme.test' } })
    const grace = engine.as({ ...ada, user: 'grace@acme.test' })
    const [notice] = (await grace.notifications.list({})).notifications
    expect(notice).toMatchObject({ ...config, entity_type: 'contact', entity_id: id })
    expect(await run('notify', config)).toMatchObject({ done: { recipient: 'ada@acme.test' } })
    expect(await run('notify', { ...config, recipient: 'Bob@acme.test' })).toMatchObject({ done: { recipient: 'bob@acme.test' } })
    expect(await eventsOf('notify', config, { contact: id })).toEqual([])
  })

  it('leaves out who has left, and fails without a title', async () => {
    const { api, run } = await openBench(open)
    await leave(api, 'left@acme.test')
    expect(await run('notify', { title: 'Hello', recipient: 'left@acme.test' })).toEqual({ skipped: 'inactive' })
    expect(await run('notify', { title: 'Hello', recipient: 'nobody@acme.test' })).toEqual({ skipped: 'inactive' })
    await api.users.invite({ email: 'grace@acme.test' })
    await expect(run('notify', { title: ' ', recipient: 'grace@acme.test' })).rejects.toMatchObject({ code: 'invalid_input' })
    expect(faultsAtSave('notify', {})).toEqual(['/title required'])
  })
})
