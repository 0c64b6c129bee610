import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages('A quote of a deal', (open) => {
  const dealIn = async ({ api }: Awaited<ReturnType<typeof open>>, currency = 'USD') => {
    const company = await api.companies.create({ name: 'Mill', domain: 'mill-of-bram.com' })
    const contact = await api.contacts.create({ email: 'ada@mill-of-bram.com', company_id: company.id })
    const product = await api.products.create({ sku: 'FLOUR', name: 'Flour' })
    const deal = await api.deals.create({ name: 'Flour for a year', currency, company_id: company.id, primary_lead_id: contact.id })
    const lines = [
      { product_id: product.id, quantity: 3, unit_price: 8, tax_rate: 20 },
      { name: 'Delivery', unit_price: 5 },
    ]
    await api.deals.replaceLines({ id: deal.id, lines })
    return { company, contact, product, deal }
  }

  it('takes company, contact, owner, currency and the lines at their prices', async () => {
    const opened = await open()
    const { company, contact, product, deal } = await dealIn(opened)
    const quote = await opened.api.quotes.create({ deal_id: deal.id })
    expect(quote).toMatchObject({
      deal_id: deal.id,
      company_id: company.id,
      lead_id: contact.id,
      owner_email: deal.owner_email,
      currency: 'USD',
      total_excl_tax: 29,
      lines: [
        { product_id: product.id, sku: 'FLOUR', quantity: 3, unit_price: 8, tax_rate: 20 },
        { name: 'Delivery', unit_price: 5 },
      ],
    })
    const { results } = await opened.api.quotes.bulkUpsert({ records: [{ deal_id: deal.id }] })
    expect(await opened.api.quotes.get({ id: String(results[0]?.id) })).toMatchObject({ company_id: company.id, total_excl_tax: 29 })
  })

  it('keeps what is given, also nothing, and takes no lines into another currency', async () => {
    const opened = await open()
    const { deal } = await dealIn(opened)
    const given = await opened.api.quotes.create({ deal_id: deal.id, company_id: null, contact_id: null, owner_email: null, lines: [] })
    expect(given).toMatchObject({ company_id: null, lead_id: null, owner_email: null, currency: 'USD', lines: [] })
    expect(await opened.api.quotes.create({ deal_id: deal.id, currency: 'EUR' })).toMatchObject({ currency: 'EUR', lines: [] })
  })

  it('leaves out a product and a contact that were deleted', async () => {
    const opened = await open()
    const { contact, product, deal } = await dealIn(opened)
    await opened.api.products.delete({ id: product.id })
    await opened.api.contacts.delete({ id: contact.id })
    const quote = await opened.api.quotes.create({ deal_id: deal.id })
    expect(quote).toMatchObject({ lead_id: null, lines: [{ product_id: null, sku: 'FLOUR', unit_price: 8 }, {}] })
  })

  it('refuses an unknown deal', async () => {
    const { api } = await open()
    const deal_id = '0199aaaa-0000-7000-8000-000000000000'
    await expect(api.quotes.create({ deal_id })).rejects.toMatchObject({ details: { errors: [{ path: '/deal_id' }] } })
  })
})

describeStorages('The timeline of a contact', (open) => {
  it('shows its deals, their tasks and its documents, and those of no other contact', async () => {
    const { api } = await open()
    const ada = await api.contacts.create({ email: 'ada@mill-of-bram.com' })
    const bob = await api.contacts.create({ email: 'bob@mill-of-bram.com' })
    const deal = await api.deals.create({ name: 'Flour for a year', primary_lead_id: ada.id })
    await api.tasks.create({ title: 'Call about flour', deal_id: deal.id })
    const quote = await api.quotes.create({ deal_id: deal.id, lines: [{ name: 'Flour', unit_price: 8 }] })
    const { timeline } = await api.contacts.timeline({ id: ada.id })
    expect(timeline.map(({ type, title }) => `${type} ${title}`)).toEqual(
      expect.arrayContaining(['event deal.created', 'task Call about flour', `quote ${quote.number}`]),
    )
    const company = await api.companies.create({ name: 'Mill' })
    const owed = await api.invoices.create({ company_id: company.id, status: 'sent', lines: [{ name: 'Flour', unit_price: 8 }] })
    const note = await api.creditNotes.create({ invoice_id: owed.id })
    const ofCompany = (await api.companies.timeline({ id: company.id })).timeline
    expect(ofCompany.filter(({ type }) => type === 'credit_note')).toMatchObject([
      { type: 'credit_note', data: { number: note.number, total_incl_tax: note.total_incl_tax } },
    ])
    const others = await api.contacts.timeline({ id: bob.id })
    expect(others.timeline.map(({ title }) => title)).toEqual(['contact.created'])
  })
})
