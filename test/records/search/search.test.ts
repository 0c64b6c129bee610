import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

const fault = (path: string, code: string) => ({ code: 'invalid_input', details: { errors: [expect.objectContaining({ path, code })] } })

describeStorages(
  'A search',
  (open) => {
    it('finds by and, or and not, by fields of the company and by custom properties', async () => {
      const { api } = await open()
      const gold = await api.companies.create({ name: 'Gold Ltd', tier: 'A' })
      const [anna, ben, cleo] = [
        await api.contacts.create({ first_name: 'Anna', company_id: gold.id, lead_score: 40, custom_properties: { size: 12 } }),
        await api.contacts.create({ first_name: 'Ben', lead_score: 80, tags: ['VIP'] }),
        await api.contacts.create({ first_name: 'Cleo', do_not_contact: true }),
      ]
      const find = async (filter: object) => (await api.contacts.search({ filter: filter as never })).contacts.map(({ id }) => id)
      expect(await find({ field: 'company.tier', op: 'eq', value: 'a' })).toEqual([anna.id])
      expect(await find({ field: 'company.tier', op: 'neq', value: 'a' })).toEqual([cleo.id, ben.id])
      expect(await find({ field: 'custom.size', op: 'gte', value: '12' })).toEqual([anna.id])
      expect(
        await find({ and: [{ field: 'lead_score', op: 'gt', value: 10 }, { not: { field: 'tags', op: 'contains', value: 'vip' } }] }),
      ).toEqual([anna.id])
      expect(
        await find({
          or: [
            { field: 'first_name', op: 'contains', value: 'LEO' },
            { field: 'tags', op: 'in', value: 'x, vip' },
          ],
        }),
      ).toEqual([cleo.id, ben.id])
      expect(await find({ field: 'do_not_contact', op: 'eq', value: false })).toEqual([ben.id, anna.id])
    })

    it('finds all by all of no conditions, and nothing by one of none', async () => {
      const { api } = await open()
      const made = await api.contacts.create({ first_name: 'Anna' })
      const find = async (filter: object) => (await api.contacts.search({ filter: filter as never })).contacts.map(({ id }) => id)
      for (const all of [{ and: [] }, { not: { or: [] } }, { or: [{ and: [] }] }]) expect(await find(all)).toEqual([made.id])
      for (const none of [{ or: [] }, { not: { and: [] } }, { and: [{ or: [] }] }]) expect(await find(none)).toEqual([])
    })

    it('finds countries by name or code, as they are written', async () => {
      const { api } = await open()
      const vienna = await api.companies.create({ name: 'Donau', country: 'Autriche' })
      const [anna, ben, cleo] = [
        await api.contacts.create({ first_name: 'Anna', country: 'Germany', company_id: vienna.id }),
        await api.contacts.create({ first_name: 'Ben', country: 'es' }),
        await api.contacts.create({ first_name: 'Cleo', country: 'Norway' }),
      ]
      const find = async (field: string, op: string, value: unknown) => {
        const { contacts } = await api.contacts.search({ filter: { field, op, value } as never, sort: 'first_name' })
        return contacts.map(({ id }) => id)
      }
      for (const said of ['DE', 'de', 'Germany', ' deutschland ', 'DEU']) expect(await find('country', 'eq', said)).toEqual([anna.id])
      expect(await find('country', 'neq', 'Allemagne')).toEqual([ben.id, cleo.id])
      expect(await find('country', 'in', 'España, norvège')).toEqual([ben.id, cleo.id])
      expect(await find('company.country', 'eq', 'Austria')).toEqual([anna.id])
      // A part of a value is no name.
      expect(await find('country', 'contains', 'Germany')).toEqual([])
    })

    it('shows what a write has just changed, and what is deleted no more', async () => {
      const { api } = await open()
      const { id } = await api.contacts.create({ first_name: 'Anna' })
      const filter = { field: 'first_name', op: 'eq', value: 'anne' } as const
      expect((await api.contacts.search({ filter, count: true })).total).toBe(0)
      await api.contacts.update({ id, first_name: 'ANNE' })
      expect((await api.contacts.search({ filter })).contacts).toHaveLength(1)
      await api.contacts.delete({ id })
      expect(await api.contacts.search({ filter, count: true })).toEqual({ contacts: [], next_cursor: null, total: 0 })
    })

    it('sorts by what is computed, by fields of related records and by aliases, page by page and with what has no value last', async () => {
      const { api } = await open()
      const [small, large] = [
        await api.companies.create({ name: 'Örtel', employees: 5 }),
        await api.companies.create({ name: 'Birch', employees: 500 }),
      ]
      const made = [
        await api.contacts.create({ first_name: 'Anna', company_id: small.id }),
        await api.contacts.create({ first_name: 'Ben', company_id: large.id, email: 'ben@birch.test' }),
        await api.contacts.create({ first_name: 'Cleo' }),
      ]
      await api.deals.create({ name: 'D', amount: 10.5, primary_lead_id: made[2]!.id })
      await api.deals.create({ name: 'E', amount: 4, primary_lead_id: made[0]!.id })
      await api.activities.logCall({ contact_id: made[1]!.id })
      const sorted = async (sort: string) => {
        const names: (string | null)[] = []
        let cursor: string | undefined
        do {
          const page = await api.contacts.search({ sort, limit: 1, ...(cursor !== undefined && { cursor }) })
          names.push(...page.contacts.map(({ first_name }) => first_name?.[0] ?? null))
          cursor = page.next_cursor ?? undefined
        } while (cursor !== undefined)
        return names.join('')
      }
      expect(await sorted('company.name')).toBe('CBA')
      expect(await sorted('company.employees')).toBe('ABC')
      expect(await sorted('-company.created_at')).toBe('CBA')
      expect(await sorted('-open_deals_amount')).toBe('CAB')
      expect(await sorted('deal.amount')).toBe('ACB')
      expect(await sorted('days_since_last_contact')).toMatch(/^B/)
      expect(await sorted('-email')).toMatch(/^B/)
      const { contacts } = await api.contacts.search({ filter: { field: 'days_since_last_contact', op: 'lt', value: 1 } })
      expect(contacts.map(({ id }) => id)).toEqual([made[1]!.id])
    })

    it('walks pages that neither repeat nor hide a record when others are added, and counts all of them', async () => {
      const { api } = await open()
      const add = async (...scores: number[]) => {
        for (const lead_score of scores) await api.contacts.create({ first_name: `S${lead_score}`, lead_score })
      }
      await add(1, 2, 3, 4, 5)
      const search = { filter: { field: 'lead_score', op: 'gte', value: 2 }, sort: '-lead_score', limit: 2, count: true } as const
      const first = await api.contacts.search(search)
      await add(9, 4)
      const second = await api.contacts.search({ ...search, cursor: first.next_cursor! })
      expect([first, second].map((page) => page.contacts.map(({ lead_score }) => lead_score))).toEqual([
        [5, 4],
        [3, 2],
      ])
      expect([first.total, second.total, second.next_cursor]).toEqual([4, 6, null])
      await expect(api.contacts.search({ ...search, sort: 'city', cursor: first.next_cursor! })).rejects.toMatchObject(
        fault('/cursor', 'invalid_cursor'),
      )
    })

    it('shows only the fields that are asked for, and related records beside them', async () => {
      const { api } = await open()
      const { id, company_id } = await api.contacts.create({ first_name: 'Anna', company: 'Gold Ltd' })
      const { contacts } = await api.contacts.search({ fields: ['first_name'], include: ['company'] })
      expect(contacts).toEqual([
        { id, first_name: 'Anna', included: { company: expect.objectContaining({ id: company_id, name: 'Gold Ltd' }) } },
      ])
      expect((await api.contacts.search({ fields: 'first_name' })).contacts).toEqual([{ id, first_name: 'Anna' }])
    })

    it('never leaves the organization, not even by a related record', async () => {
      const { api, engine } = await open()
      const other = engine.as({ ...ada, organization: 'other', user: 'eve@other.test' })
      await api.contacts.create({ first_name: 'Anna', company: 'Gold Ltd' })
      await other.contacts.create({ first_name: 'Eve', company: 'Gold Ltd' })
      const filter = { field: 'company.name', op: 'eq', value: 'gold ltd' } as const
      expect((await other.contacts.search({ filter, count: true })).contacts.map(({ first_name }) => first_name)).toEqual(['Eve'])
      expect((await other.contacts.search({ filter, count: true })).total).toBe(1)
    })

    it('refuses what it cannot mean, with the place and what could be meant', async () => {
      const { api } = await open()
      const refused = (filter: unknown, path: string, code: string) =>
        expect(api.contacts.search({ filter: filter as never })).rejects.toMatchObject(fault(path, code))
      await refused({ field: 'shoe_size', op: 'eq', value: 1 }, '/filter/field', 'unknown_field')
      await expect(api.contacts.search({ filter: { field: 'shoe_size', op: 'eq', value: 1 } })).rejects.toMatchObject({
        details: { errors: [{ allowed: expect.arrayContaining(['first_name', 'company.tier', 'custom_properties.<name>']) }] },
      })
      await refused({ and: [{ field: 'title', op: 'gt', value: 'a' }] }, '/filter/and/0/op', 'not_allowed')
      await refused({ or: [{ not: { field: 'lead_score', op: 'gt', value: '1,000' } }] }, '/filter/or/0/not/value', 'invalid_type')
      await refused({ field: 'title', op: 'eq', value: ' ' }, '/filter/value', 'required')
      await refused({ field: 'title', op: 'eq', value: { a: 1 } }, '/filter/value', 'invalid_type')
      await refused({ field: 'lifecycle_stage', op: 'eq', value: 'gone' }, '/filter/value', 'not_allowed')
      await refused({ field: 'company_id', op: 'eq', value: 'x' }, '/filter/value', 'invalid_format')
      await refused({ field: 'created_at', op: 'gt', value: 'someday' }, '/filter/value', 'invalid_format')
      await refused({ and: [{ field: 'title' }] }, '/filter/and/0/op', 'required')
      await refused({ and: 1 }, '/filter/and', 'invalid_type')
      await refused({ and: [], or: [] }, '/filter/or', 'unknown_field')
      await refused(['title'], '/filter', 'invalid_type')
      const one = { field: 'title', op: 'is_set' }
      await refused({ and: Array.from({ length: 101 }, () => one) }, '/filter/and/100', 'too_many')
      await refused(
        Array.from({ length: 9 }).reduce((inner) => ({ not: inner }), one),
        `/filter${'/not'.repeat(9)}`,
        'too_deep',
      )
      await refused({ field: 'lead_score', op: 'in', value: Array.from({ length: 1001 }, (_, at) => at) }, '/filter/value', 'too_many')
      const many = { field: 'lead_score', op: 'in', value: Array.from({ length: 800 }, (_, at) => at) }
      await refused({ or: [many, many, many] }, '/filter/or/2/value', 'too_many')
      await refused({ or: Array.from({ length: 201 }, () => ({ and: [] })) }, '/filter/or/199/and', 'too_many')
      await refused({ field: 'title', op: 'eq', value: 'x'.repeat(1001) }, '/filter/value', 'too_long')
      await expect(api.contacts.search({ sort: 'tags' })).rejects.toMatchObject(fault('/sort', 'not_allowed'))
    })

    it('takes as many values as one comparison may have, of every type', async () => {
      const { api } = await open()
      const about = (email: string) => ({ email, custom_properties: { size: 7, colour: 'Red', isOpen: true } })
      const { id } = await api.contacts.create({ ...about('many@values.test'), lead_score: 7, tags: ['n7'], title: 'n7' })
      const texts = Array.from({ length: 1000 }, (_, at) => `n${at}`)
      const numbers = texts.map((_, at) => at)
      const days = numbers.map((at) => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10))
      const found = async (field: string, value: readonly unknown[]) => {
        const both = [
          { field, op: 'in', value },
          { field: 'email', op: 'eq', value: 'many@values.test' },
        ] as const
        return (await api.contacts.search({ filter: { and: both } })).contacts.map((each) => each.id)
      }
      for (const field of ['lead_score', 'custom.size']) expect([field, await found(field, numbers)]).toEqual([field, [id]])
      for (const field of ['title', 'tags']) expect([field, await found(field, texts)]).toEqual([field, [id]])
      expect(await found('custom.colour', [...texts.slice(1), 'red'])).toEqual([id])
      expect(await found('custom.isOpen', [...texts.slice(1), true])).toEqual([id])
      for (const field of ['custom.size', 'custom.colour']) expect([field, await found(field, texts)]).toEqual([field, []])
      expect(await found('created_at', days)).toEqual([])
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
