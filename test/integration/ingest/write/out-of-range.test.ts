import { expect, it } from 'vitest'
import { aBatch, anInvoice } from '../../../support/builders.ts'
import { describeStorages } from '../../../support/storages.ts'

describeStorages('a line whose quantity no line can have', (open) => {
  it('is stored without it', async () => {
    const { api } = await open()
    const line = { sku: 'B-1', quantity: Number.MAX_SAFE_INTEGER, unit_price: 2.5 }
    const batch = aBatch([anInvoice({ lines: [line] })]) as never
    expect((await api.sync.preview(batch)).records).toMatchObject([{ action: 'create' }])
    expect(await api.sync.ingest(batch)).toMatchObject({ created: 1, rejected: [] })
    const [invoice] = (await api.invoices.list({})).invoices
    expect(await api.invoices.get({ id: invoice?.id ?? '' })).toMatchObject({ lines: [{ sku: 'B-1', unit_price: 2.5 }] })
  })
})
