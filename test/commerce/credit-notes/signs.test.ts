import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages('a credit note of a source that writes negative amounts', (open) => {
  it('has positive ones, alone, in a set and when it is sent again', async () => {
    const { api } = await open()
    const source = { source_totals: true, currency: 'EUR', status: 'issued' as const, issue_date: '2026-01-10' }
    const note = {
      ...source,
      number: 'G-1',
      total_excl_tax: -100,
      tax_total: -20,
      total_incl_tax: -120,
      lines: [
        { name: 'Returned', quantity: -2, unit_price: 60, total_excl_tax: -120, tax_amount: -24 },
        { name: 'Fee', quantity: 1, unit_price: 20, total_excl_tax: 20, tax_amount: 4 },
      ],
    }
    const positive = {
      total_excl_tax: 100,
      tax_total: 20,
      total_incl_tax: 120,
      lines: [
        { quantity: 2, unit_price: 60, total_excl_tax: 120 },
        { quantity: 1, unit_price: -20, total_excl_tax: -20 },
      ],
    }
    const made = await api.creditNotes.create(note)
    expect(made).toMatchObject(positive)
    expect(await api.creditNotes.create(note)).toMatchObject({ id: made.id, ...positive })
    const { created } = await api.creditNotes.bulkUpsert({ records: [{ ...note, number: 'G-2' }] })
    expect(created).toBe(1)
    const [second] = (await api.creditNotes.list({ number: 'G-2' })).credit_notes
    expect(await api.creditNotes.get({ id: second!.id })).toMatchObject(positive)
    expect(
      await api.creditNotes.update({ id: made.id, total_excl_tax: -50, tax_total: -10, total_incl_tax: -60, lines: [] }),
    ).toMatchObject({
      total_excl_tax: 50,
      total_incl_tax: 60,
    })
    expect(await api.creditNotes.create({ ...source, number: 'G-3', total_incl_tax: 30 })).toMatchObject({ total_incl_tax: 30 })
  })
})
