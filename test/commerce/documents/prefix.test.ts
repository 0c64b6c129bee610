import { expect, it, onTestFinished } from 'vitest'
import { describeStorages, newPlace } from '../../support/storages.ts'

describeStorages('Tables with a prefix, in the database of another app', (open, name) => {
  it('hold invoices, their numbers, products and overdue tasks as well', async () => {
    const place = await newPlace(name)
    onTestFinished(() => place.remove())
    const { api, engine, clock } = await open({ storage: { ...place.storage(), tablePrefix: 'crm_' } })
    await api.products.create({ sku: 'A-1', name: 'Chair', price: 10 })
    const made = [
      await api.invoices.create({ status: 'sent', lines: [{ sku: 'A-1' }] }),
      await api.invoices.create({ status: 'sent', lines: [{ sku: 'A-1', quantity: 2 }] }),
    ]
    expect(made.map(({ number, total_incl_tax }) => [number, total_incl_tax])).toEqual([
      ['INV-2026-00001', 10],
      ['INV-2026-00002', 20],
    ])
    expect((await api.invoices.list({ unpaid: true })).invoices).toHaveLength(2)
    await api.tasks.create({ title: 'Call', due_at: '2026-01-15T10:00:00Z' })
    clock.advance('1 day')
    await engine.tick()
    expect((await api.events.list({ type: 'task.overdue' })).events).toHaveLength(1)
  })
})
