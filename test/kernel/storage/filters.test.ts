import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

const fault = (path: string, code: string) => ({ code: 'invalid_input', details: { errors: [{ path, code }] } })

describeStorages(
  'Filters and cursors of lists',
  (open) => {
    it('ask for owners, tags, addresses, domains and countries as people write them', async () => {
      const { api } = await open()
      const owner = 'Grace@Acme.test'
      const { id } = await api.contacts.create({ email: 'Ada@Lovelace.test', assigned_to: ` ${owner}`, tags: ['Très VIP'] })
      const [company] = (await api.companies.list({ domain: 'https://www.LOVELACE.test/' })).companies
      await api.companies.update({ id: company!.id, country: 'Germany', owner_email: owner })
      const deal = await api.deals.create({ name: 'D', owner_email: owner })
      const invoice = await api.invoices.create({ owner_email: owner, tags: ['Paid late'] })
      await api.deals.bulkUpsert({ records: [{ id: deal.id, assigned_to: owner.toUpperCase() }] })
      await api.sync.ingest({
        provider: 'custom:crm',
        object: 'deals',
        records: [{ id: '7', name: 'Theirs', owner_email: owner, amount: 5 }],
      })
      expect((await api.deals.list({ owner })).deals.map(({ owner_email }) => owner_email)).toEqual(['grace@acme.test', 'grace@acme.test'])
      expect((await api.deals.board({ owner })).stages[0]).toMatchObject({ count: 2 })
      const ids = async (query: Parameters<typeof api.contacts.list>[0]) => (await api.contacts.list(query)).contacts.map((each) => each.id)
      for (const query of [
        { owner },
        { owner: 'grace@acme.test ' },
        { tag: 'très vip' },
        { tag: 'TRÈS VIP' },
        { email: 'ADA@lovelace.test' },
      ])
        expect(await ids(query)).toEqual([id])
      expect(await ids({ tag: 'VIP' })).toEqual([])
      for (const query of [{ country: 'germany' }, { country: 'DE' }, { owner }])
        expect((await api.companies.list(query)).companies).toMatchObject([{ id: company!.id }])
      expect((await api.invoices.list({ tag: 'PAID LATE', owner })).invoices).toMatchObject([{ id: invoice.id }])
    })

    it('refuse a value that no record can have, instead of finding none', async () => {
      const { api } = await open()
      await expect(api.merges.list({ object: 'contact' as 'contacts' })).rejects.toMatchObject({
        details: { errors: [{ path: '/object', code: 'not_allowed', allowed: ['contacts', 'companies', 'deals'] }] },
      })
      await expect(api.invoices.list({ currency: 'EURO' })).rejects.toMatchObject({ details: { errors: [{ path: '/currency' }] } })
      await expect(api.priceRules.list({ currency: 'ZZZ' })).rejects.toMatchObject(fault('/currency', 'not_allowed'))
    })

    it('go on with a cursor in its own list and sort alone', async () => {
      const { api } = await open()
      for (const name of ['A', 'B']) await Promise.all([api.companies.create({ name }), api.products.create({ name, sku: name })])
      const { next_cursor } = await api.companies.list({ limit: 1, sort: 'name' })
      const cursor = next_cursor!
      expect((await api.companies.list({ limit: 1, sort: 'name', cursor })).companies).toMatchObject([{ name: 'B' }])
      await expect(api.products.list({ sort: 'name', cursor })).rejects.toMatchObject(fault('/cursor', 'invalid_cursor'))
      await expect(api.companies.list({ sort: '-name', cursor })).rejects.toMatchObject(fault('/cursor', 'invalid_cursor'))
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
