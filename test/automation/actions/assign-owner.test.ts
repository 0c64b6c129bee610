import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, leave, openBench } from './run-action.ts'

describeStorages('assign_owner', (open) => {
  it('assigns one teammate, and fails for one who is none or has left', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    await api.users.invite({ email: 'grace@acme.test' })
    await leave(api, 'left@acme.test')
    const of = { contact: id }
    const events = await eventsOf('assign_owner', { mode: 'specific', owner: 'Grace@acme.test ' }, of)
    expect(events).toEqual(['contact.owner_changed', 'contact.property_changed'])
    expect((await api.contacts.get({ id })).assigned_to).toBe('grace@acme.test')
    expect(await run('assign_owner', { owner: 'grace@acme.test' }, of)).toEqual({ skipped: 'no_change' })
    for (const owner of ['left@acme.test', 'nobody@acme.test'])
      await expect(run('assign_owner', { owner }, of)).rejects.toMatchObject({
        details: { errors: [{ path: '/owner', code: 'unknown_user' }] },
      })
    expect(await run('assign_owner', { owner: 'grace@acme.test' })).toEqual({ skipped: 'no_contact' })
  })

  it('sets the owner of the deal where that is meant, also by the fewest open deals', async () => {
    const { api, run } = await openBench(open)
    for (const email of ['a@acme.test', 'b@acme.test']) await api.users.invite({ email })
    await api.deals.create({ name: 'Of a', owner_email: 'a@acme.test' })
    const { id } = await api.deals.create({ name: 'Of nobody' })
    const owners = { mode: 'least_loaded', owner: 'a@acme.test,b@acme.test', target: 'deal' }
    expect(await run('assign_owner', owners, { record: { type: 'deal', id } })).toMatchObject({ done: { to: 'b@acme.test' } })
    expect((await api.deals.get({ id })).owner_email).toBe('b@acme.test')
    expect(await run('assign_owner', owners)).toEqual({ skipped: 'no_deal' })
  })

  it('gives each teammate as many contacts as the others in turn, also to many at once, and when one leaves', async () => {
    const { api, run } = await openBench(open)
    const team = ['a', 'b', 'c', 'd', 'e'].map((each) => `${each}@acme.test`)
    for (const email of team) await api.users.invite({ email })
    const contacts = await Promise.all(Array.from({ length: 23 }, (_, at) => api.contacts.create({ email: `c${at}@lovelace.test` })))
    const turn = async (at: number) =>
      await run('assign_owner', { mode: 'round_robin', owner: team.join(', ') }, { contact: contacts[at]?.id ?? '' })
    await Promise.all(Array.from({ length: 12 }, (_, at) => turn(at)))
    await leave(api, 'c@acme.test')
    await Promise.all(Array.from({ length: 11 }, (_, at) => turn(12 + at)))
    const counts = new Map<string | null, number>()
    for (const { assigned_to } of (await api.contacts.list({ limit: 100 })).contacts)
      counts.set(assigned_to, (counts.get(assigned_to) ?? 0) + 1)
    const others = team.filter((each) => each !== 'c@acme.test').map((each) => counts.get(each) ?? 0)
    expect(Math.max(...others) - Math.min(...others)).toBeLessThanOrEqual(1)
    expect(counts.get('c@acme.test')).toBe(2)
  })

  it('keeps a place for each step of each workflow, and skips where nobody is left', async () => {
    const { api, run } = await openBench(open)
    for (const email of ['a@acme.test', 'b@acme.test']) await api.users.invite({ email })
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const mode = { mode: 'round_robin', owner: 'a@acme.test,b@acme.test' }
    expect(await run('assign_owner', mode, { contact: id })).toEqual({ done: { from: null, to: 'a@acme.test' } })
    expect(await run('assign_owner', mode, { contact: id, step: 's2' })).toEqual({ skipped: 'no_change' })
    expect(await run('assign_owner', mode, { contact: id })).toEqual({ done: { from: 'a@acme.test', to: 'b@acme.test' } })
    const gone = { mode: 'round_robin', owner: 'nobody@acme.test' }
    expect(await run('assign_owner', gone, { contact: id })).toEqual({ skipped: 'no_owner' })
  })

  it('assigns who owns the fewest contacts, the first one of several', async () => {
    const { api, run } = await openBench(open)
    for (const email of ['a@acme.test', 'b@acme.test', 'c@acme.test']) await api.users.invite({ email })
    await api.contacts.create({ email: 'one@lovelace.test', assigned_to: 'a@acme.test' })
    const { id } = await api.contacts.create({ email: 'two@lovelace.test' })
    const mode = { mode: 'least_loaded', owner: 'a@acme.test, c@acme.test, b@acme.test' }
    expect(await run('assign_owner', mode, { contact: id })).toEqual({ done: { from: null, to: 'b@acme.test' } })
  })

  it('is refused without a teammate, and with several where one is assigned', () => {
    expect(faultsAtSave('assign_owner', {})).toEqual(['/owner required'])
    expect(faultsAtSave('assign_owner', { mode: 'specific', owner: 'a@x.test,b@x.test' })).toEqual(['/owner too_many'])
    expect(faultsAtSave('assign_owner', { mode: 'round_robin' })).toEqual([])
    expect(faultsAtSave('assign_owner', { mode: 'random' })).toEqual(['/mode not_allowed'])
  })
})
