import { Reply } from 'rapport-crm'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages(
  'Lists',
  (open) => {
    it('are static with ids: members are added, paged and removed, with the time they joined', async () => {
      const { api, clock } = await open()
      const ids: string[] = []
      for (const first_name of ['A', 'B', 'C']) ids.push((await api.contacts.create({ first_name })).id)
      const list = await api.lists.create({ name: 'VIP', object: 'contacts', ids: [ids[0]!] })
      expect(list).toMatchObject({ type: 'static', filter: null, members_count: 1, version: 1 })
      const first = clock.now().toISOString()
      clock.advance(1000)
      expect(await api.lists.addMembers({ id: list.id, ids: [ids[0]!, ids[1]!, ids[1]!] })).toEqual({ matched: 3, added: 1 })
      const filter = { field: 'first_name', op: 'eq', value: 'c' } as const
      expect(await api.lists.addMembers({ id: list.id, filter })).toEqual({ matched: 1, added: 1 })
      const one = await api.lists.members({ id: list.id, sort: 'first_name', limit: 1 })
      expect(one.members).toMatchObject([{ id: ids[0], joined_at: first, record: { first_name: 'A' } }])
      const rest = await api.lists.members({ id: list.id, sort: 'first_name', cursor: one.next_cursor! })
      expect(rest).toMatchObject({ members: [{ id: ids[1] }, { id: ids[2] }], next_cursor: null })
      expect(await api.lists.removeMembers({ id: list.id, ids: [ids[0]!, ids[0]!] })).toEqual({ removed: 1 })
      expect((await api.lists.list({ type: 'static' })).lists).toMatchObject([{ id: list.id, members_count: 2 }])
      // A filter that says nothing would add everybody.
      for (const empty of [{ and: [] }, { or: [] }])
        await expect(api.lists.addMembers({ id: list.id, filter: empty })).rejects.toMatchObject({
          details: { errors: [{ path: '/filter', code: 'required' }] },
        })
      const unknown = api.lists.addMembers({ id: list.id, ids: [ids[0]!, list.id] })
      await expect(unknown).rejects.toMatchObject({ details: { errors: [{ path: '/ids/1', code: 'unknown_record' }] } })
    })

    it('are found by conditions under another name, too, and not taken away from under these', async () => {
      const { api } = await open()
      const [one, two] = [await api.contacts.create({ first_name: 'A' }), await api.contacts.create({ first_name: 'B' })]
      const vip = await api.lists.create({ name: 'VIP', object: 'contacts', ids: [one.id] })
      const fair = await api.lists.create({ name: 'Fair', object: 'contacts', ids: [two.id] })
      const said = (value: string) => ({ field: 'lists', op: 'contains', value }) as const
      const segment = await api.lists.create({ name: 'Both', object: 'contacts', filter: { or: [said('vip'), said(fair.id)] } })
      const found = async () => (await api.lists.members({ id: segment.id, sort: 'first_name' })).members.map(({ id }) => id)
      await api.lists.update({ id: vip.id, name: 'Most valued' })
      expect(await found()).toEqual([one.id, two.id])
      const inUse = (path: string) => ({
        code: 'conflict',
        details: { errors: [{ path, code: 'in_use', message: expect.stringContaining('Both') }] },
      })
      for (const { id } of [vip, fair]) await expect(api.lists.delete({ id })).rejects.toMatchObject(inUse('/force'))
      const dynamic = { type: 'dynamic', filter: { field: 'first_name', op: 'eq', value: 'A' } } as const
      await expect(api.lists.update({ id: vip.id, ...dynamic })).rejects.toMatchObject(inUse('/type'))
      await api.lists.delete({ id: vip.id, force: true })
      expect(await found()).toEqual([two.id])
      await api.lists.update({ id: segment.id, filter: dynamic.filter })
      await api.lists.delete({ id: fair.id })
    })

    it('stay right when members are deleted, restored, merged and unmerged', async () => {
      const { api } = await open()
      const [a, b, c] = [
        await api.contacts.create({ first_name: 'A' }),
        await api.contacts.create({ first_name: 'B' }),
        await api.contacts.create({ first_name: 'C' }),
      ]
      const { id } = await api.lists.create({ name: 'L', object: 'contacts', ids: [a.id, b.id] })
      const members = async () => (await api.lists.members({ id, sort: 'first_name' })).members.map((each) => each.id)
      await api.contacts.delete({ id: a.id })
      expect(await members()).toEqual([b.id])
      expect((await api.lists.get({ id })).members_count).toBe(1)
      await api.contacts.restore({ id: a.id })
      expect(await members()).toEqual([a.id, b.id])
      await api.contacts.merge({ id: c.id, merge_ids: [b.id] })
      expect(await members()).toEqual([a.id, c.id])
      const [merge] = (await api.merges.list({})).merges
      await api.merges.undo({ id: merge!.id })
      expect(await members()).toEqual([a.id, b.id])
      await api.contacts.merge({ id: a.id, merge_ids: [b.id] })
      expect((await api.lists.get({ id })).members_count).toBe(1)
      expect(await api.lists.removeMembers({ id, ids: [b.id] })).toEqual({ removed: 1 })
      expect(await members()).toEqual([])
    })

    it('are dynamic with a filter, and become static with whom it finds by then', async () => {
      const { api } = await open()
      const filter = { field: 'amount', op: 'gte', value: 100 } as const
      const big = await api.deals.create({ name: 'Big', amount: 500 })
      await api.deals.create({ name: 'Small', amount: 5 })
      expect(await api.lists.preview({ object: 'deals', filter })).toMatchObject({ count: 1, sample: [{ id: big.id, name: 'Big' }] })
      const list = await api.lists.create({ name: 'Big ones', object: 'deals', filter })
      expect(list).toMatchObject({ type: 'dynamic', filter, members_count: 1 })
      const second = await api.deals.create({ name: 'Second', amount: 100 })
      expect((await api.lists.members({ id: list.id })).members).toMatchObject([{ id: second.id, joined_at: null }, { id: big.id }])
      await expect(api.lists.addMembers({ id: list.id, ids: [big.id] })).rejects.toMatchObject({ code: 'conflict' })
      const now = await api.lists.update({ id: list.id, type: 'static', name: 'Frozen' })
      expect(now).toMatchObject({ type: 'static', filter: null, name: 'Frozen', members_count: 2, version: 2 })
      await api.deals.create({ name: 'Third', amount: 900 })
      expect((await api.lists.get({ id: list.id })).members_count).toBe(2)
    })

    it('know custom properties by their types, and the property knows them', async () => {
      const { api } = await open()
      await api.properties.create({ object: 'contacts', name: 'size', type: 'number' })
      await api.contacts.create({ first_name: 'A', custom: { size: 10 } })
      const filter = { field: 'custom.size', op: 'gt', value: 9 } as const
      const { id, members_count } = await api.lists.create({ name: 'Tall', object: 'contacts', filter })
      expect(members_count).toBe(1)
      expect((await api.properties.get({ object: 'contacts', name: 'size' })).usage).toEqual([{ type: 'list', id, name: 'Tall' }])
    })

    it('that campaigns use mean whom they mean, whatever somebody wants who sees only some records', async () => {
      const { api, engine } = await open()
      const filter = { field: 'email', op: 'is_set' } as const
      const used = await api.lists.create({
        name: 'Readers',
        object: 'contacts',
        filter,
        external_ids: [{ provider: 'custom:x', id: '1' }],
      })
      await api.campaigns.create({ name: 'News', subject: 'Hello', text: 'Hi', audience: { list_ids: [used.id] } })
      const sam = engine.as({ ...ada, user: 'sam@acme.test', role: 'member', visibility: 'own' })
      for (const call of [
        () => sam.lists.update({ id: used.id, filter: { field: 'first_name', op: 'is_set' } }),
        () => sam.lists.update({ id: used.id, type: 'static' }),
        () =>
          sam.lists.create({
            name: 'Mine',
            object: 'contacts',
            ids: [],
            external_ids: [{ provider: 'custom:x', id: '1' }],
            type: 'static',
          }),
        () => sam.lists.delete({ id: used.id, force: true }),
      ])
        await expect(call()).rejects.toMatchObject({ code: 'forbidden' })
      const own = await sam.lists.create({ name: 'Own', object: 'contacts', filter })
      expect(await sam.lists.update({ id: own.id, filter: { field: 'first_name', op: 'is_set' } })).toMatchObject({ version: 2 })
      expect(await sam.lists.delete({ id: own.id })).toEqual({ deleted: true })
      expect(await api.lists.update({ id: used.id, type: 'static' })).toMatchObject({ type: 'static' })
    })

    it('refuse what contradicts their type, and filters that mean nothing', async () => {
      const { api } = await open()
      const refused = (input: object, path: string) =>
        expect(api.lists.create({ name: 'L', object: 'contacts', ...input } as never)).rejects.toMatchObject({
          details: { errors: [{ path }] },
        })
      await refused({ type: 'dynamic' }, '/filter')
      await refused({ type: 'static', filter: { and: [] } }, '/filter')
      await refused({ filter: { field: 'shoe', op: 'eq', value: 1 } }, '/filter/field')
      await refused({ object: 'webhooks' }, '/object')
      const given = { name: 'L', object: 'contacts', members_count: 3 }
      await expect(api.lists.create(given as never)).rejects.toMatchObject({ details: { errors: [{ code: 'read_only' }] } })
      const { id } = await api.lists.create({ name: 'L', object: 'contacts' })
      expect(await api.lists.delete({ id })).toEqual({ deleted: true })
      await expect(api.lists.get({ id })).rejects.toMatchObject({ code: 'not_found' })
    })

    it('are matched by external id, and changed by what is given', async () => {
      const { api } = await open()
      const [a, b] = [await api.contacts.create({ first_name: 'A' }), await api.contacts.create({ first_name: 'B' })]
      const external_ids = [{ provider: 'custom:mailer', id: 'L1' }]
      const { id } = await api.lists.create({ name: 'L', object: 'contacts', ids: [a.id], external_ids })
      const reply = new Reply()
      const same = await api.lists.create({ name: 'Renamed', object: 'contacts', ids: [a.id, b.id], external_ids }, { reply })
      expect([reply.matchedBy, same]).toMatchObject(['external_id', { id, name: 'Renamed', type: 'static', members_count: 2 }])
      const filter = { field: 'first_name', op: 'eq', value: 'a' } as const
      expect(await api.lists.create({ name: 'L', object: 'contacts', filter, external_ids })).toMatchObject({ id, type: 'dynamic' })
      await expect(api.lists.create({ name: 'L', object: 'deals', external_ids })).rejects.toMatchObject({
        code: 'conflict',
        details: { existing_id: id },
      })
    })

    it('are restored with the members that they had, and deleted for good with them', async () => {
      const { api, engine } = await open()
      const { id: member } = await api.contacts.create({ first_name: 'A' })
      const { id } = await api.lists.create({ name: 'L', object: 'contacts', ids: [member] })
      await api.lists.delete({ id })
      expect(await api.lists.restore({ id })).toMatchObject({ name: 'L', members_count: 1, deleted_at: null, version: 3 })
      const member_of_team = engine.as({ ...ada, user: 'bob@acme.test', role: 'member' })
      await expect(member_of_team.lists.delete({ id, purge: true })).rejects.toMatchObject({ code: 'forbidden' })
      await api.lists.delete({ id })
      expect(await api.lists.delete({ id, purge: true })).toEqual({ deleted: true })
      await expect(api.lists.restore({ id })).rejects.toMatchObject({ code: 'not_found' })
      expect((await api.lists.list({ deleted: 'only' })).lists).toEqual([])
    })

    it('are deleted although a file of their members was made', async () => {
      const { api, engine } = await open()
      const { id } = await api.lists.create({ name: 'L', object: 'contacts' })
      await api.exports.create({ list_id: id })
      await engine.tick()
      expect(await api.lists.delete({ id })).toEqual({ deleted: true })
    })

    it('take more than 5,000 members as a job', async () => {
      const { api, engine } = await open()
      for (const from of [0, 1])
        await api.companies.bulkUpsert({ records: Array.from({ length: 2501 }, (_, at) => ({ name: `C${from}-${at}` })) })
      const { id } = await api.lists.create({ name: 'All', object: 'companies' })
      const { matched, job_id } = await api.lists.addMembers({ id, filter: { field: 'id', op: 'is_set' } })
      expect(matched).toBe(5002)
      await engine.tick()
      expect(await api.jobs.get({ id: job_id! })).toMatchObject({ state: 'done', result: { added: 5002 } })
      expect((await api.lists.get({ id })).members_count).toBe(5002)
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
