import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../support/event-probe.ts'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages(
  'Tags',
  (open) => {
    it('are listed with their numbers by object, those that only records know included', async () => {
      const { api } = await open()
      await api.contacts.create({ first_name: 'A', tags: ['VIP', 'new'] })
      await api.contacts.create({ first_name: 'B', tags: ['vip'] })
      await api.companies.create({ name: 'C', tags: ['VIP'] })
      await api.tags.create({ name: 'Later', color: '#00f' })
      const { tags, next_cursor } = await api.tags.list({})
      expect(tags).toMatchObject([
        { name: 'Later', color: '#00f', counts: {}, total: 0 },
        { name: 'new', color: null, counts: { contacts: 1 }, total: 1 },
        { name: 'VIP', counts: { contacts: 2, companies: 1 }, total: 3 },
      ])
      expect(next_cursor).toBeNull()
      const page = await api.tags.list({ limit: 2 })
      expect((await api.tags.list({ cursor: page.next_cursor! })).tags.map(({ name }) => name)).toEqual(['VIP'])
      expect((await api.tags.list({ object: 'companies' })).tags.map(({ total }) => total)).toEqual([1])
      // No version of theirs was shown, which a caller could expect.
      await expect(api.tags.update({ id: tags[1]!.id, color: 'red' }, { ifMatch: 1 })).rejects.toMatchObject({ code: 'version_mismatch' })
      expect((await api.tags.create({ name: 'vip', color: 'red' })).id).toBe(tags[2]!.id)
      await expect(api.tags.list({ object: 'webhooks' })).rejects.toMatchObject({ details: { errors: [{ path: '/object' }] } })
    })

    it('keep the spelling and order that a record has, whoever writes them otherwise: nothing has changed', async () => {
      const { engine, api } = await open(withEvents)
      const { id, version } = await api.contacts.create({ first_name: 'A', tags: ['VIP', 'new'] })
      const same = { tags: ['NEW', 'vip', 'Vip'] }
      expect(await api.contacts.update({ id, ...same })).toMatchObject({ tags: ['VIP', 'new'], version })
      expect(await api.contacts.bulkUpdate({ ids: [id], set: same })).toMatchObject({ updated: 0 })
      expect(await api.contacts.bulkUpsert({ records: [{ id, ...same }] })).toMatchObject({ unchanged: 1 })
      expect(await api.contacts.update({ id, tags: ['x', 'vip'] })).toMatchObject({ tags: ['x', 'VIP'] })
      const events = await eventsOf(engine, 'contact.tags_changed')
      expect(events.map(({ payload }) => payload)).toMatchObject([{ added: ['x'], removed: ['new'] }])
    })

    it('are renamed and deleted everywhere by those alone who see everything', async () => {
      const { engine, api } = await open()
      const { id } = await api.tags.create({ name: 'VIP' })
      const filter = { field: 'tags', op: 'contains', value: 'VIP' } as const
      const list = await api.lists.create({ name: 'Important', object: 'contacts', filter })
      const sam = engine.as({ ...ada, user: 'sam@acme.test', role: 'member', visibility: 'own' })
      await expect(sam.tags.update({ id, name: 'Nobody' })).rejects.toMatchObject({ code: 'forbidden' })
      await expect(sam.tags.delete({ id })).rejects.toMatchObject({ code: 'forbidden' })
      expect(await api.lists.get({ id: list.id })).toMatchObject({ filter })
      expect((await api.tags.list({})).tags).toMatchObject([{ name: 'VIP' }])
    })

    it('are renamed in all records, deleted ones included, and tell of it only when asked', async () => {
      const { engine, api } = await open(withEvents)
      const a = await api.contacts.create({ first_name: 'A', tags: ['Old', 'x'] })
      const gone = await api.contacts.create({ first_name: 'B', tags: ['old'] })
      await api.contacts.delete({ id: gone.id })
      const [old] = (await api.tags.list({ q: 'OLD' })).tags
      const renamed = await api.tags.update({ id: old!.id, name: 'New' })
      expect(renamed).toMatchObject({ id: old!.id, name: 'New', counts: { contacts: 1 } })
      expect((await api.contacts.get({ id: a.id })).tags).toEqual(['New', 'x'])
      expect((await api.contacts.restore({ id: gone.id })).tags).toEqual(['New'])
      expect(await eventsOf(engine, 'contact.tags_changed')).toHaveLength(0)
      expect((await api.contacts.search({ q: 'New' })).contacts).toHaveLength(2)
      await api.tags.update({ id: old!.id, name: 'Newer', emit_events: true })
      const events = await eventsOf(engine, 'contact.tags_changed')
      expect(events.map(({ payload }) => payload)).toMatchObject([
        { added: ['Newer'], removed: ['New'] },
        { added: ['Newer'], removed: ['New'] },
      ])
      await api.contacts.create({ first_name: 'C', tags: ['old'] })
      const again = (await api.tags.list({})).tags
      expect(new Set(again.map(({ id }) => id)).size).toBe(again.length)
      await expect(api.tags.update({ id: old!.id, name: 'X' })).rejects.toMatchObject({ code: 'already_exists' })
      expect(await api.tags.update({ id: old!.id, name: 'X', merge: true })).toMatchObject({ name: 'X', total: 2 })
      expect((await api.contacts.get({ id: a.id })).tags).toEqual(['X'])
    })

    it('are taken from all records when they are deleted', async () => {
      const { engine, api } = await open(withEvents)
      const { id } = await api.contacts.create({ first_name: 'A', tags: ['a', 'b'] })
      const tag = await api.tags.create({ name: 'A' })
      expect(await api.tags.delete({ id: tag.id })).toEqual({ deleted: true })
      expect((await api.contacts.get({ id })).tags).toEqual(['b'])
      expect(await eventsOf(engine, 'contact.tags_changed')).toHaveLength(1)
      await expect(api.tags.delete({ id: tag.id })).rejects.toMatchObject({ code: 'not_found' })
    })

    it('are assigned to many records of one object, by ids or a filter; what is so already is not updated', async () => {
      const { api } = await open()
      const made = [await api.deals.create({ name: 'A', tags: ['hot'] }), await api.deals.create({ name: 'B', tags: ['cold'] })]
      const ids = made.map(({ id }) => id)
      expect(await api.tags.assign({ object: 'deals', ids, add_tags: ['HOT'], remove_tags: ['Cold'] })).toEqual({ matched: 2, updated: 1 })
      const filter = { field: 'tags', op: 'contains', value: 'hot' } as const
      expect(await api.tags.assign({ object: 'deals', filter, add_tags: ['q4'] })).toEqual({ matched: 2, updated: 2 })
      expect((await api.deals.get({ id: ids[1]! })).tags).toEqual(['HOT', 'q4'])
      const refused = (input: object, path: string) =>
        expect(api.tags.assign({ object: 'deals', ...input } as never)).rejects.toMatchObject({ details: { errors: [{ path }] } })
      await refused({ add_tags: ['x'] }, '/ids')
      await refused({ ids }, '/add_tags')
      await refused({ object: 'jobs', ids, add_tags: ['x'] }, '/object')
    })

    it('go to or are renamed in more than 500 records as a job', async () => {
      const { engine, api } = await open()
      await api.contacts.bulkUpsert({ records: Array.from({ length: 510 }, (_, at) => ({ first_name: `P${at}` })) })
      const assigned = await api.tags.assign({ object: 'contacts', filter: { field: 'id', op: 'is_set' }, add_tags: ['many'] })
      await engine.tick()
      expect(await api.jobs.get({ id: assigned.job_id! })).toMatchObject({ state: 'done', result: { updated: 510 } })
      const [tag] = (await api.tags.list({})).tags
      const renamed = await api.tags.update({ id: tag!.id, name: 'lots' })
      await engine.tick()
      expect(await api.jobs.get({ id: renamed.job_id! })).toMatchObject({ state: 'done', done: 510 })
      expect((await api.tags.list({})).tags).toMatchObject([{ name: 'lots', total: 510 }])
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
