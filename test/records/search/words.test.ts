import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages('words of a search', (open) => {
  it('find records by what they are called, where no index knows their texts', async () => {
    const { api } = await open()
    const task = await api.tasks.create({ title: 'Prepare the Team day' })
    await api.tasks.create({ title: 'Call the team' })
    const order = await api.orders.create({ lines: [{ name: 'Chair', unit_price: 5 }], reference: 'PO-771' })
    expect((await api.tasks.search({ q: 'team DAY' })).tasks.map(({ id }) => id)).toEqual([task.id])
    expect((await api.tasks.search({ q: 'team', filter: { field: 'title', op: 'contains', value: 'call' } })).tasks).toHaveLength(1)
    expect((await api.tasks.search({ q: '100% _' })).tasks).toEqual([])
    expect((await api.orders.search({ q: 'po-771' })).orders.map(({ id }) => id)).toEqual([order.id])
    await expect(api.tasks.search({ q: 'a b c d e f g h i' })).rejects.toMatchObject({
      details: { errors: [{ path: '/q', code: 'too_many' }] },
    })
  })

  it('find documents by their customer', async () => {
    const { api } = await open()
    const [north, other] = [await api.companies.create({ name: 'Northwind Traders' }), await api.companies.create({ name: 'Other' })]
    const lines = [{ name: 'Chair', unit_price: 5 }]
    const [quote, order, invoice] = [
      await api.quotes.create({ company_id: north.id, lines }),
      await api.orders.create({ company_id: north.id, lines }),
      await api.invoices.create({ company_id: north.id, lines }),
    ]
    await api.quotes.create({ company_id: other.id, lines })
    expect((await api.quotes.search({ q: 'northwind' })).quotes.map(({ id }) => id)).toEqual([quote.id])
    expect((await api.orders.search({ q: 'traders' })).orders.map(({ id }) => id)).toEqual([order.id])
    expect((await api.invoices.search({ q: 'Northwind Traders' })).invoices.map(({ id }) => id)).toEqual([invoice.id])
    await api.companies.update({ id: north.id, name: 'Southwind' })
    expect((await api.quotes.search({ q: 'northwind' })).quotes).toEqual([])
    expect((await api.quotes.search({ q: 'southwind' })).quotes.map(({ id }) => id)).toEqual([quote.id])
  })

  it('name the types of records in either number', async () => {
    const { api } = await open()
    const contact = await api.contacts.create({ email: 'jo@buyer.test', first_name: 'Jo' })
    const company = await api.companies.create({ name: 'Buyer' })
    expect((await api.search.all({ q: 'jo', types: ['contact'] })).results.map(({ id }) => id)).toEqual([contact.id])
    await expect(api.search.all({ q: 'jo', types: ['contcts'] })).rejects.toMatchObject({
      message: expect.stringContaining('Did you mean "contacts"?'),
    })
    const link = { from_object: 'contact', from_id: contact.id, to_object: 'company', to_id: company.id, label: 'Supplier' }
    const made = await api.associations.create(link)
    expect(made).toMatchObject({ from_object: 'contacts', to_object: 'companies' })
    const { associations } = await api.associations.list({ object: 'contact', record_id: contact.id, to_object: 'company' })
    expect(associations.map(({ id }) => id)).toContain(made.id)
    await expect(api.associations.create({ ...link, to_object: 'compny' })).rejects.toMatchObject({
      message: expect.stringContaining('compny is no type of record that can be linked'),
    })
  })

  it('are refused where a field has only others, which the answer lists, and nothing is found by a part of one alone', async () => {
    const { api } = await open()
    const deal = await api.deals.create({ name: 'Ovens', priority: 'high' })
    const find = async (field: string, op: string, value: unknown) =>
      (await api.deals.search({ filter: { field, op, value } as never })).deals
    const refused = (allowed: readonly string[]) => ({ details: { errors: [{ path: '/filter/value', code: 'not_allowed', allowed }] } })
    const priorities = ['low', 'medium', 'high', 'urgent']
    await expect(find('priority', 'eq', 'hihg')).rejects.toMatchObject(refused(priorities))
    await expect(find('priority', 'in', ['high', 'hihg'])).rejects.toMatchObject(refused(priorities))
    await expect(find('deal_type', 'eq', 'upsel')).rejects.toMatchObject({ details: { errors: [{ code: 'not_allowed' }] } })
    expect((await find('priority', 'eq', 'High')).map(({ id }) => id)).toEqual([deal.id])
    expect((await find('priority', 'contains', 'hig')).map(({ id }) => id)).toEqual([deal.id])
    expect(await find('source', 'eq', 'Nobody knows')).toEqual([])
    const states = ['draft', 'sent', 'partially_paid', 'paid', 'void', 'overdue']
    await expect(api.invoices.search({ filter: { field: 'status', op: 'eq', value: 'late' } })).rejects.toMatchObject(refused(states))
    expect((await api.invoices.search({ filter: { field: 'status', op: 'eq', value: 'overdue' } })).invoices).toEqual([])
    await api.users.invite({ email: 'ada@lovelace.test' })
    await expect(api.tasks.agenda({ owner: 'nobody' })).rejects.toMatchObject({
      details: { errors: [{ path: '/owner', code: 'unknown_user' }] },
    })
  })
})
