import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages(
  'Records by their tags',
  (open) => {
    it('are found by lists and searches whatever a tag is made of, and however much else is said of them', async () => {
      const { api } = await open()
      // Full-text search keeps 400 words of a record; its tags may lie behind them.
      const many = Array.from({ length: 190 }, (_, at) => `Label number ${at}`)
      const tagged = {
        plain: ['Key Account'],
        long: [...many, 'key account'],
        sign: ['★'],
        accent: ['Clé'],
        bare: ['Cle'],
        part: ['key', 'account'],
      }
      for (const [first_name, tags] of Object.entries(tagged)) await api.contacts.create({ first_name, tags })
      const gone = await api.contacts.create({ first_name: 'gone', tags: ['Key Account'] })
      await api.contacts.delete({ id: gone.id })
      const listed = async (query: object) =>
        (await api.contacts.list({ sort: 'created_at', ...query })).contacts.map((each) => each.first_name)
      const searched = async (op: 'contains' | 'in' | 'not_contains', value: string | string[]) => {
        const { contacts } = await api.contacts.search({ filter: { and: [{ field: 'tags', op, value }] }, sort: 'created_at' })
        return contacts.map((each) => each.first_name)
      }
      expect(await listed({ tag: 'KEY ACCOUNT' })).toEqual(['plain', 'long'])
      expect(await listed({ tag: 'KEY ACCOUNT', deleted: 'only' })).toEqual(['gone'])
      expect(await listed({ tag: '★' })).toEqual(['sign'])
      expect(await listed({ tag: 'clé' })).toEqual(['accent'])
      expect(await listed({ tag: 'nothing' })).toEqual([])
      expect(await searched('contains', 'key account')).toEqual(['plain', 'long'])
      expect(await searched('in', ['Label number 189', 'cle'])).toEqual(['long', 'bare'])
      expect(await searched('in', ['Label number 189'])).toEqual(['long'])
      expect(await searched('not_contains', 'key account')).toEqual(['sign', 'accent', 'bare', 'part'])
      expect((await api.contacts.list({ filter: { tags: { contains: 'Label number 3' } } })).contacts).toHaveLength(1)
    })

    it('go on page by page, in the order that is asked for, and only those that somebody sees', async () => {
      const { api, engine } = await open()
      const bob = engine.as({ ...ada, user: 'bob@acme.test', role: 'member', visibility: 'own' })
      const records = Array.from({ length: 7 }, (_, at) => ({ last_name: `N${6 - at}`, tags: at % 2 ? ['odd'] : ['even', 'rare'] }))
      await api.contacts.bulkUpsert({ records })
      await bob.contacts.create({ last_name: 'Own', tags: ['rare'] })
      const names: (string | null)[] = []
      let cursor: string | null | undefined
      do {
        const page = await api.contacts.list({ tag: 'rare', sort: 'last_name', limit: 2, ...(cursor && { cursor }) })
        names.push(...page.contacts.map(({ last_name }) => last_name))
        cursor = page.next_cursor
      } while (cursor)
      expect(names).toEqual(['N0', 'N2', 'N4', 'N6', 'Own'])
      expect((await bob.contacts.list({ tag: 'RARE' })).contacts).toMatchObject([{ last_name: 'Own' }])
      expect((await bob.contacts.search({ filter: { field: 'tags', op: 'contains', value: 'rare' } })).contacts).toHaveLength(1)
    })

    it('of every type that has tags are found by them, also those that full-text search does not know', async () => {
      const { api } = await open()
      const tags = ['Rare']
      const lines = [{ name: 'Licence', quantity: 1, unit_price: 10 }]
      await api.companies.create({ name: 'C', tags })
      await api.deals.create({ name: 'D', tags })
      await api.products.create({ sku: 'P', name: 'P', tags })
      for (const documents of [api.quotes, api.orders, api.invoices, api.creditNotes] as const) await documents.create({ lines, tags })
      const tag = 'rare'
      const found = [
        (await api.companies.list({ tag })).companies,
        (await api.deals.list({ tag })).deals,
        (await api.products.list({ tag })).products,
        (await api.quotes.list({ tag })).quotes,
        (await api.orders.list({ tag })).orders,
        (await api.invoices.list({ tag })).invoices,
        (await api.creditNotes.list({ tag })).credit_notes,
        (await api.deals.search({ filter: { field: 'tags', op: 'contains', value: tag } })).deals,
        (await api.orders.search({ filter: { field: 'tags', op: 'contains', value: tag } })).orders,
        (await api.invoices.search({ filter: { field: 'tags', op: 'contains', value: tag } })).invoices,
      ]
      expect(found.map(({ length }) => length)).toEqual(Array(10).fill(1))
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
