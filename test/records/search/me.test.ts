import { expect, it } from 'vitest'
import type { Filter } from '../../../core/records/search/grammar/condition.ts'
import { ada, describeStorages } from '../../support/storages.ts'

const on = (field: string, op: string, value: unknown) => ({ field, op, value }) as Filter

describeStorages(
  '`me` as an owner',
  (open) => {
    it('is the caller in conditions, also on owners of related records and beside others', async () => {
      const { api, engine } = await open()
      const bob = engine.as({ ...ada, user: 'Bob@acme.test' })
      const contact = await bob.contacts.create({ first_name: 'Bo', assigned_to: 'bob@acme.test' })
      await api.deals.create({ name: 'A' })
      await bob.deals.create({ name: 'B', contact_id: contact.id })
      await api.deals.create({ name: 'C', owner_email: 'cleo@acme.test' })
      const found = async (by: typeof api, filter: Filter) =>
        (await by.deals.search({ filter, sort: 'name' })).deals.map(({ name }) => name)
      for (const field of ['owner_email', 'owner', 'assigned_to', 'deal.owner_email']) {
        expect(await found(api, on(field, 'eq', ' ME '))).toEqual(['A'])
        expect(await found(bob, on(field, 'eq', 'me'))).toEqual(['B'])
      }
      expect(await found(bob, on('owner', 'neq', 'me'))).toEqual(['A', 'C'])
      expect(await found(bob, on('owner', 'in', 'me, cleo@acme.test'))).toEqual(['B', 'C'])
      expect(await found(bob, on('contact.assigned_to', 'eq', 'me'))).toEqual(['B'])
      expect((await bob.reports.query({ object: 'deals', filter: on('owner', 'eq', 'me') })).rows).toEqual([{ count: 1 }])
    })

    it('is the caller in filters of lists, of boards, agendas and analyses', async () => {
      const { api, engine, clock } = await open()
      const bob = engine.as({ ...ada, user: 'bob@acme.test' })
      const contact = await bob.contacts.create({ first_name: 'Bo', owner_email: 'bob@acme.test' })
      await api.contacts.create({ first_name: 'Other' })
      const deal = await bob.deals.create({ name: 'B', amount: 10, currency: 'EUR' })
      await api.deals.create({ name: 'A', amount: 5, currency: 'EUR' })
      const task = await bob.tasks.create({ title: 'Call', due_at: clock.now().toISOString() })
      await api.tasks.create({ title: 'Else', due_at: clock.now().toISOString() })
      expect((await bob.contacts.list({ owner: 'me' })).contacts).toMatchObject([{ id: contact.id }])
      expect((await bob.deals.list({ owner: 'Me' })).deals).toMatchObject([{ id: deal.id }])
      expect((await bob.tasks.list({ owner: 'me' })).tasks).toMatchObject([{ id: task.id }])
      const stages = (await bob.deals.board({ owner: 'me' })).stages.flatMap(({ deals }) => deals)
      expect(stages).toMatchObject([{ id: deal.id }])
      expect((await bob.tasks.agenda({ owner: 'me' })).today).toMatchObject([{ id: task.id }])
      expect(await bob.analytics.pipeline({ owner: 'me' })).toMatchObject({ count: 1, amount: 10 })
      expect((await bob.analytics.velocity({ owner: 'me' })).open).toBe(1)
    })

    it('is kept in lists as who said it, so that they hold the same for everybody', async () => {
      const { api, engine } = await open()
      const bob = engine.as({ ...ada, user: 'bob@acme.test' })
      await bob.deals.create({ name: 'B' })
      const list = await bob.lists.create({ name: 'Mine', object: 'deals', filter: on('owner', 'eq', 'me') })
      expect(list.filter).toEqual(on('owner', 'eq', 'bob@acme.test'))
      expect((await api.lists.get({ id: list.id })).members_count).toBe(1)
    })

    it('is the caller who writes it, alone and in sets', async () => {
      const { api, engine } = await open()
      const bob = engine.as({ ...ada, user: 'Bob@acme.test' })
      const lines = [{ name: 'Licence', quantity: 1, unit_price: 10 }]
      const deal = await bob.deals.create({ name: 'D', owner_email: ' Me ' })
      const made = [
        deal,
        await bob.companies.create({ name: 'C', assigned_to: 'me' }),
        await bob.tasks.create({ title: 'T', owner_email: 'me' }),
        await bob.quotes.create({ owner_email: 'me', lines }),
      ]
      expect(made.map(({ owner_email }) => owner_email)).toEqual(Array(4).fill('bob@acme.test'))
      const contact = await bob.contacts.create({ first_name: 'Bo', owner_email: 'me' })
      expect(contact.assigned_to).toBe('bob@acme.test')
      expect(await api.deals.update({ id: deal.id, owner_email: 'me' })).toMatchObject({ owner_email: 'ada@acme.test' })
      await api.contacts.bulkUpdate({ ids: [contact.id], set: { assigned_to: 'me' } })
      expect((await api.contacts.list({ owner: 'me' })).contacts).toMatchObject([{ assigned_to: 'ada@acme.test' }])
      await bob.deals.bulkUpsert({
        records: [
          { id: deal.id, owner_email: 'me' },
          { name: 'E', owner_email: 'me' },
        ],
      })
      expect((await bob.deals.list({ owner: 'me' })).deals).toHaveLength(2)
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
