import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

const faults = (path: string, code: string) => ({ details: { errors: [{ path, code }] } })

describeStorages(
  'Custom properties',
  (open) => {
    it('are listed page by page, the standard ones first; what is made or goes meanwhile hides none', async () => {
      const { api } = await open()
      for (const name of ['a', 'b', 'c']) await api.properties.create({ object: 'tasks', name, type: 'text' })
      const first = await api.properties.list({ object: 'tasks', custom: true, limit: 2 })
      expect(first.properties.map(({ name }) => name)).toEqual(['a', 'b'])
      await api.properties.delete({ object: 'tasks', name: 'b' })
      await api.properties.create({ object: 'tasks', name: 'd', type: 'text' })
      const next = await api.properties.list({ object: 'tasks', custom: true, limit: 2, cursor: first.next_cursor! })
      expect([next.properties.map(({ name }) => name), next.next_cursor]).toEqual([['c', 'd'], null])
      const { properties } = await api.properties.list({ object: 'tasks', limit: 5 })
      expect(properties.map(({ custom }) => custom)).toEqual([false, false, false, false, false])
      await expect(api.properties.list({ object: 'tasks', cursor: 'x' })).rejects.toMatchObject({
        details: { errors: [{ path: '/cursor', code: 'invalid_cursor' }] },
      })
    })

    it('are listed beside the standard ones, with type, options, group and what identifies a person', async () => {
      const { api } = await open()
      const made = await api.properties.create({ object: 'contact', name: 'shoe_size', type: 'number', group: 'fashion', pii: true })
      expect(made).toMatchObject({ object: 'contacts', name: 'shoe_size', field: 'custom.shoe_size', label: 'Shoe size', custom: true })
      const { properties } = await api.properties.list({ object: 'contacts', limit: 200 })
      expect(properties.find(({ name }) => name === 'shoe_size')).toEqual(made)
      expect(properties.find(({ name }) => name === 'primary_email')).toMatchObject({
        type: 'email',
        pii: true,
        custom: false,
        group: 'standard',
      })
      expect(properties.find(({ name }) => name === 'lifecycle_stage')).toMatchObject({
        type: 'select',
        options: expect.arrayContaining([{ value: 'lead' }]),
      })
      expect((await api.properties.list({ object: 'contacts', custom: true })).properties).toEqual([made])
      expect(await api.properties.get({ object: 'contacts', name: 'shoe_size' })).toMatchObject({ ...made, usage: [] })
      await expect(api.properties.list({ object: 'webhooks' })).rejects.toMatchObject({ code: 'not_found' })
      await expect(api.properties.get({ object: 'contacts', name: 'nothing' })).rejects.toMatchObject({ code: 'not_found' })
    })

    it('refuse a definition that means nothing', async () => {
      const { api } = await open()
      const refused = (input: object, path: string, code: string) =>
        expect(api.properties.create({ object: 'deals', name: 'x', ...input } as never)).rejects.toMatchObject(faults(path, code))
      await refused({ type: 'select' }, '/options', 'required')
      await refused({ type: 'number', options: [{ value: 'a' }] }, '/options', 'not_allowed')
      await refused({ type: 'select', options: [{ value: 'a' }, { value: 'A ' }] }, '/options/1/value', 'duplicate')
      await refused({ type: 'multi_select', options: [{ value: 'a' }], unique: true }, '/unique', 'not_allowed')
      await refused({ type: 'long_text', indexed: true }, '/indexed', 'not_allowed')
      await refused({ type: 'number', validation: { min: 2, max: 1 } }, '/validation/max', 'too_small')
      await refused({ type: 'colour' }, '/type', 'not_allowed')
      await refused({ type: 'text', name: ' ' }, '/name', 'too_short')
      for (const name of ['__proto__', 'constructor']) await refused({ type: 'text', name }, '/name', 'not_allowed')
      const { id } = await api.properties.create({ object: 'deals', name: 'x', type: 'text' })
      await expect(api.properties.create({ object: 'deals', name: 'x', type: 'text' })).rejects.toMatchObject({
        code: 'already_exists',
        details: { existing_id: id },
      })
    })

    const values: readonly (readonly [type: string, good: unknown, stored: unknown, bad: unknown, code: string, more?: object])[] = [
      ['text', 'x', 'x', 1, 'invalid_type'],
      ['long_text', 'y'.repeat(5000), 'y'.repeat(5000), ['a'], 'invalid_type'],
      ['number', 1.5, 1.5, '1.5', 'invalid_type'],
      ['number', 5, 5, 11, 'too_big', { validation: { min: 1, max: 10 } }],
      ['money', 10.123456, 10.1235, 'ten', 'invalid_type'],
      ['boolean', false, false, 'yes', 'invalid_type'],
      ['date', '2026-02-28', '2026-02-28', '2026-02-30', 'invalid_format'],
      ['datetime', '2026-02-28T12:00:00+02:00', '2026-02-28T10:00:00.000Z', '2026-02-28', 'invalid_format'],
      ['select', 'red', 'red', 'green', 'not_allowed', { options: [{ value: 'red' }, { value: 'blue' }] }],
      [
        'multi_select',
        ['red', 'red', 'blue'],
        ['red', 'blue'],
        ['green'],
        'not_allowed',
        { options: [{ value: 'red' }, { value: 'blue' }] },
      ],
      ['email', ' Ada@Acme.test ', 'ada@acme.test', 'ada', 'invalid_format'],
      ['url', 'https://acme.test/a', 'https://acme.test/a', 'nowhere', 'invalid_format'],
      ['url', 'HTTP://acme.test/a', 'HTTP://acme.test/a', 'javascript:alert(1)', 'invalid_format'],
      ['phone', '+49 30 123456', '+4930123456', 'call me', 'invalid_format'],
      ['text', 'abc', 'abc', 'abcd', 'too_long', { validation: { max_length: 3 } }],
    ]
    it('are judged by their type on create, update and bulk, and stored in one form', async () => {
      const { api } = await open()
      for (const [at, [type, good, stored, bad, code, more]] of values.entries()) {
        const name = `p${at}`
        await api.properties.create({ object: 'contacts', name, type: type as 'text', ...more })
        const { id, custom_properties } = await api.contacts.create({ first_name: name, custom: { [name]: good, other: 1 } as never })
        expect(custom_properties).toEqual({ [name]: stored, other: 1 })
        const refused = faults(`/custom/${name}`, code)
        await expect(api.contacts.create({ first_name: 'B', custom: { [name]: bad } as never })).rejects.toMatchObject(refused)
        await expect(api.contacts.update({ id, custom: { [name]: bad } as never })).rejects.toMatchObject(refused)
        const { rejected, created } = await api.contacts.bulkUpsert({
          records: [
            { first_name: 'C', custom: { [name]: bad } as never },
            { first_name: 'D', custom: { [name]: good } as never },
          ],
        })
        expect({ rejected, created }).toEqual({
          created: 1,
          rejected: [expect.objectContaining({ index: 0, code, field: `custom.${name}` })],
        })
        expect((await api.contacts.update({ id, custom: { [name]: null } })).custom_properties).toEqual({ other: 1 })
      }
    })

    it('find, order and page records by their own type, in conditions and sorts', async () => {
      const { api } = await open()
      for (const [name, type] of [
        ['size', 'number'],
        ['born', 'date'],
        ['seen', 'datetime'],
        ['vip', 'boolean'],
        ['nick', 'text'],
      ] as const)
        for (const indexed of [false, true])
          if (!indexed || type !== 'boolean')
            await api.properties.create({ object: 'contacts', name: indexed ? `${name}_i` : name, type, indexed })
      const both = (custom: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(custom).flatMap(([key, each]) =>
            key === 'vip'
              ? [[key, each]]
              : [
                  [key, each],
                  [`${key}_i`, each],
                ],
          ),
        )
      const people: Record<string, unknown>[] = [
        { size: 9, born: '1990-01-01', seen: '2026-01-01T10:00:00Z', vip: true, nick: 'Zoë' },
        { size: 10, born: '1980-06-01', seen: '2026-01-02T10:00:00Z', vip: false, nick: 'ada' },
        { size: 100, born: '2000-12-31', seen: '2026-01-03T10:00:00Z', nick: 'Bob' },
        {},
      ]
      for (const [at, custom] of people.entries()) await api.contacts.create({ first_name: `P${at}`, custom: both(custom) as never })
      const found = async (field: string, op: string, value?: unknown) => {
        const { contacts } = await api.contacts.search({ filter: { field, op, value } as never, sort: 'first_name' })
        return contacts.map(({ first_name }) => first_name).join(' ')
      }
      for (const suffix of ['', '_i']) {
        expect(await found(`custom.size${suffix}`, 'gt', 9)).toBe('P1 P2')
        expect(await found(`custom_properties.size${suffix}`, 'eq', '10')).toBe('P1')
        expect(await found(`custom.size${suffix}`, 'neq', 10)).toBe('P0 P2 P3')
        expect(await found(`custom.size${suffix}`, 'in', [9, 100])).toBe('P0 P2')
        expect(await found(`custom.born${suffix}`, 'lt', '1990-01-01')).toBe('P1')
        expect(await found(`custom.seen${suffix}`, 'eq', '2026-01-02')).toBe('P1')
        expect(await found(`custom.seen${suffix}`, 'gte', '2026-01-02T10:00:00Z')).toBe('P1 P2')
        expect(await found(`custom.nick${suffix}`, 'eq', 'ADA')).toBe('P1')
        expect(await found(`custom.nick${suffix}`, 'contains', 'o')).toBe('P0 P2')
        expect(await found(`custom.nick${suffix}`, 'is_not_set')).toBe('P3')
        const sorted = async (sort: string) => {
          const names: (string | null)[] = []
          for (let cursor: string | undefined; ;) {
            const page = await api.contacts.search({ sort, limit: 1, ...(cursor !== undefined && { cursor }) })
            names.push(...page.contacts.map(({ first_name }) => first_name))
            if (page.next_cursor === null) return names.join(' ')
            cursor = page.next_cursor
          }
        }
        expect(await sorted(`custom.size${suffix}`)).toBe('P0 P1 P2 P3')
        expect(await sorted(`-custom.born${suffix}`)).toBe('P3 P2 P0 P1')
        expect(await sorted(`custom.seen${suffix}`)).toBe('P0 P1 P2 P3')
        expect(await sorted(`custom.nick${suffix}`)).toBe('P3 P1 P2 P0')
      }
      expect(await found('custom.vip', 'eq', false)).toBe('P1 P2 P3')
      await expect(found('custom.size', 'contains', 'x')).rejects.toMatchObject(faults('/filter/op', 'not_allowed'))
      await expect(found('custom.size', 'eq', 'x')).rejects.toMatchObject(faults('/filter/value', 'invalid_type'))
      const changed = await api.contacts.bulkUpdate({
        filter: { field: 'custom.size', op: 'gte', value: 10 } as never,
        set: { title: 'Tall' },
      })
      expect(changed).toEqual({ matched: 2, updated: 2 })
    })

    it('are unique among live records: also in one set, after a delete, a restore and a change', async () => {
      const { api } = await open()
      await api.properties.create({ object: 'companies', name: 'badge', type: 'text', unique: true })
      const first = await api.companies.create({ name: 'A', custom: { badge: 'X-1' } })
      const taken = { code: 'already_exists', details: { existing_id: first.id, errors: [{ path: '/custom/badge', code: 'taken' }] } }
      await expect(api.companies.create({ name: 'B', custom: { badge: ' x-1' } })).rejects.toMatchObject(taken)
      const { rejected } = await api.companies.bulkUpsert({
        records: [
          { name: 'C', custom: { badge: 'X-2' } },
          { name: 'D', custom: { badge: 'x-2' } },
          { name: 'E', custom: { badge: 'X-1' } },
        ],
      })
      expect(rejected).toEqual([
        expect.objectContaining({ index: 1, code: 'taken', field: 'custom.badge' }),
        expect.objectContaining({ index: 2, code: 'taken', field: 'custom.badge', existing_id: first.id }),
      ])
      await api.companies.delete({ id: first.id })
      const heir = await api.companies.create({ name: 'F', custom: { badge: 'X-1' } })
      await expect(api.companies.restore({ id: first.id })).rejects.toMatchObject({
        code: 'already_exists',
        details: { existing_id: heir.id },
      })
      await api.companies.update({ id: heir.id, custom: { badge: 'X-3' } })
      expect((await api.companies.restore({ id: first.id })).custom).toEqual({ badge: 'X-1' })
      await expect(api.companies.update({ id: heir.id, custom: { badge: 'X-1' } })).rejects.toMatchObject(taken)
    })

    it('are unique for writers who come at once, too', async () => {
      const { engine, api } = await open()
      await api.properties.create({ object: 'deals', name: 'ticket', type: 'number', unique: true })
      const outcomes = await Promise.allSettled(
        Array.from({ length: 12 }, (_, at) => api.deals.create({ name: `D${at}`, custom: { ticket: 7 } })),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const each of outcomes) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'already_exists' })
      expect((await api.deals.search({ filter: { field: 'custom.ticket', op: 'eq', value: 7 } as never, count: true })).total).toBe(1)
      expect(engine).toBeDefined()
    })

    it('take over what records hold under their name already, where it fits', async () => {
      const { api } = await open()
      for (const [at, size] of ['41', 42, 'large'].entries()) await api.contacts.create({ first_name: `P${at}`, custom: { size } })
      expect((await api.properties.create({ object: 'contacts', name: 'size', type: 'number', indexed: true })).job_id).toBeUndefined()
      const { contacts } = await api.contacts.search({ sort: 'first_name', fields: ['custom_properties'] })
      expect(contacts.map((each) => each.custom_properties)).toEqual([{ size: 41 }, { size: 42 }, { size: 'large' }])
      const { total } = await api.contacts.search({ filter: { field: 'custom.size', op: 'lt', value: 100 } as never, count: true })
      expect(total).toBe(2)
      await api.contacts.create({ first_name: 'Q', custom: { code: 'a' } })
      await api.contacts.create({ first_name: 'R', custom: { code: 'A' } })
      await expect(api.properties.create({ object: 'contacts', name: 'code', type: 'text', unique: true })).rejects.toMatchObject({
        code: 'already_exists',
      })
      expect((await api.properties.list({ object: 'contacts', custom: true })).properties.map(({ name }) => name)).toEqual(['size'])
    })

    it('rename an option in all records that hold it, and keep one that is held', async () => {
      const { api } = await open()
      const options = [{ value: 'rot', label: 'Rot' }, { value: 'blau' }]
      await api.properties.create({ object: 'contacts', name: 'colour', type: 'select', options, indexed: true })
      await api.properties.create({ object: 'contacts', name: 'colours', type: 'multi_select', options })
      const { id } = await api.contacts.create({ first_name: 'A', custom: { colour: 'rot', colours: ['blau', 'rot'] } })
      const held = api.properties.update({ object: 'contacts', name: 'colour', options: [{ value: 'blau' }] })
      await expect(held).rejects.toMatchObject({ code: 'conflict', ...faults('/options', 'in_use') })
      const renamed = await api.properties.update({ object: 'contacts', name: 'colour', rename_options: [{ from: 'rot', to: 'red' }] })
      expect(renamed).toMatchObject({ options: [{ value: 'red', label: 'Rot' }, { value: 'blau' }], version: 2 })
      await api.properties.update({ object: 'contacts', name: 'colours', rename_options: [{ from: 'rot', to: 'blau' }] })
      expect((await api.contacts.get({ id })).custom_properties).toEqual({ colour: 'red', colours: ['blau'] })
      const { contacts } = await api.contacts.search({ filter: { field: 'custom.colour', op: 'eq', value: 'red' } as never })
      expect(contacts).toHaveLength(1)
      const unknown = api.properties.update({ object: 'contacts', name: 'colour', rename_options: [{ from: 'grün', to: 'green' }] })
      await expect(unknown).rejects.toMatchObject(faults('/rename_options/0/from', 'not_allowed'))
    })

    it('rename an option in more than 500 records as a job', async () => {
      const { api, engine } = await open()
      await api.properties.create({ object: 'contacts', name: 'c', type: 'select', options: [{ value: 'a' }], indexed: true })
      await api.contacts.bulkUpsert({ records: Array.from({ length: 620 }, (_, at) => ({ first_name: `P${at}`, custom: { c: 'a' } })) })
      const { job_id } = await api.properties.update({ object: 'contacts', name: 'c', rename_options: [{ from: 'a', to: 'b' }] })
      await engine.tick()
      expect(await api.jobs.get({ id: job_id! })).toMatchObject({ state: 'done', done: 620, result: { unfit: 0, duplicates: 0 } })
      const { total } = await api.contacts.search({ filter: { field: 'custom.c', op: 'eq', value: 'b' } as never, count: true })
      expect(total).toBe(620)
    })

    it('are archived: the name is free, the values stay for 90 days and go then', async () => {
      const { api, engine, clock } = await open()
      await api.properties.create({ object: 'products', name: 'grade', type: 'text', unique: true })
      const { id } = await api.products.create({ name: 'P', sku: 'P', custom: { grade: 'A', other: 1 } })
      await api.properties.delete({ object: 'products', name: 'grade' })
      expect((await api.properties.list({ object: 'products', custom: true })).properties).toEqual([])
      expect((await api.properties.list({ object: 'products', deleted: 'only' })).properties).toMatchObject([
        { name: 'grade', archived_at: expect.any(String) },
      ])
      await api.products.create({ name: 'Q', sku: 'Q', custom: { grade: 'A' } })
      clock.advance(89 * 86_400_000)
      await engine.tick()
      expect((await api.products.get({ id })).custom).toEqual({ grade: 'A', other: 1 })
      clock.advance(2 * 86_400_000)
      await engine.tick()
      expect((await api.products.get({ id })).custom).toEqual({ other: 1 })
      expect((await api.properties.list({ object: 'products', deleted: 'only' })).properties).toEqual([])
    })

    it('are defined by administrators only; a standard one is nobody to change', async () => {
      const { engine, api } = await open()
      const member = engine.as({
        organization: 'acme',
        user: 'bob@acme.test',
        role: 'member',
        scopes: new Set(['read', 'write', 'delete']),
      })
      const made = member.properties.create({ object: 'contacts', name: 'x', type: 'text' })
      await expect(made).rejects.toMatchObject({ code: 'forbidden' })
      await expect(api.properties.delete({ object: 'contacts', name: 'title' })).rejects.toMatchObject({ code: 'conflict' })
      const other = engine.as({ organization: 'other', user: 'eve@other.test', role: 'admin', scopes: new Set(['read', 'write']) })
      await api.properties.create({ object: 'contacts', name: 'x', type: 'number' })
      expect((await other.contacts.create({ first_name: 'E', custom: { x: 'anything' } })).custom_properties).toEqual({ x: 'anything' })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
