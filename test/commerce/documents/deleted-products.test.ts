import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages('documents of a product that was deleted', (open) => {
  it('become orders, invoices, credit notes and copies all the same, their lines as they stand and linked to nothing', async () => {
    const { api } = await open()
    const company = await api.companies.create({ name: 'Buyer' })
    const product = await api.products.create({ sku: 'W-1', name: 'Widget', price: 12.5, currency: 'EUR', tax_rate: 20 })
    const other = await api.products.create({ sku: 'W-2', name: 'Gadget', price: 3, currency: 'EUR' })
    const lines = [
      { product_id: product.id, quantity: 2 },
      { product_id: other.id, quantity: 1 },
    ]
    const quotes = []
    for (const _ of [1, 2]) {
      const made = await api.quotes.create({ company_id: company.id, currency: 'EUR', lines })
      await api.quotes.send({ id: made.id })
      quotes.push(await api.quotes.accept({ id: made.id, name: 'Bea', email: 'bea@buyer.test' }))
    }
    const offered = await api.quotes.create({ company_id: company.id, currency: 'EUR', lines })
    await api.quotes.send({ id: offered.id })
    await api.products.delete({ id: product.id })
    const kept = [
      { product_id: null, sku: 'W-1', name: 'Widget', quantity: 2, unit_price: 12.5, tax_rate: 20, total_excl_tax: 25 },
      { product_id: other.id, sku: 'W-2', name: 'Gadget', quantity: 1, unit_price: 3 },
    ]
    const [first, second] = quotes as [(typeof quotes)[number], (typeof quotes)[number]]
    const { order } = await api.quotes.convert({ id: first.id, to: 'order' })
    expect(order).toMatchObject({ lines: kept, total_incl_tax: first.total_incl_tax })
    const { invoice } = await api.quotes.convert({ id: second.id, to: 'invoice' })
    expect(invoice).toMatchObject({ lines: kept, total_incl_tax: second.total_incl_tax })
    expect(await api.quotes.duplicate({ id: first.id })).toMatchObject({ status: 'draft', lines: kept })
    expect(await api.quotes.duplicate({ id: offered.id, as: 'version' })).toMatchObject({ lines: kept })
    const billed = await api.invoices.create({ order_id: order!.id })
    expect(billed).toMatchObject({ lines: kept, total_incl_tax: first.total_incl_tax })
    await api.invoices.update({ id: billed.id, status: 'sent' })
    expect(await api.creditNotes.create({ invoice_id: billed.id })).toMatchObject({ lines: kept, total_incl_tax: first.total_incl_tax })
  })
})
