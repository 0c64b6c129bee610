import { Type } from '@sinclair/typebox'
import { Ids, operation, plugin, Records } from 'rapport-crm'
import { expect, it } from 'vitest'
import { sourceAmounts } from '../../../core/commerce/documents/amounts.ts'
import { CreditNote, CreditNoteLine } from '../../../core/commerce/credit-notes/entity.ts'
import { Lines, type LineValues } from '../../../core/commerce/documents/lines.ts'
import { ada, describeStorages, type Opened } from '../../support/storages.ts'

const blank = {
  product_id: null,
  name: null,
  description: null,
  unit: null,
  discount_percent: null,
  discount_amount: null,
  price_rule_id: null,
  cost: null,
  from_catalog: null,
  custom: {},
}
const header = { currency: 'EUR', discount_percent: null, discount_amount: null }

// A door for the test: credit notes come from sources, in sets.
const probe = plugin({
  name: 'credit-note-probe',
  version: '1.0.0',
  operations: {
    imports: {
      creditNote: operation({
        id: 'probeCreditNote',
        summary: 'Store a credit note as a source would',
        scope: 'write',
        route: 'POST /probe/credit-note',
        input: Type.Object({ number: Type.String(), values: Type.Record(Type.String(), Type.Unknown()) }),
        output: Type.String(),
        uses: { records: Records, ids: Ids },
        async handle({ number, values }, { records, ids, actor }) {
          const { amounts, lines } = sourceAmounts(header, {}, [
            { ...blank, sku: 'B', quantity: 1, unit_price: 20, tax_rate: 20 },
            { ...blank, sku: 'A', quantity: 2, unit_price: 10, tax_rate: 20 },
          ])
          const { fields } = CreditNote
          const initial = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.initial ?? null]))
          const common = {
            created_by: actor.user,
            created_via: 'sync:1',
            created_at: records.unit.now,
            updated_at: records.unit.now,
            version: 1,
          }
          const id = ids.next()
          const own = { id, user_from: actor.organization, number, currency: 'EUR', remaining_amount: amounts.total_incl_tax }
          await records.insert(CreditNote, [{ ...initial, ...common, ...own, ...amounts, ...values } as never])
          await new Lines(records, ids, CreditNoteLine).replace(id, [], lines as LineValues[])
          return id
        },
      }),
    },
  },
})

const store = async ({ engine }: Opened, number: string, values: Record<string, unknown> = {}): Promise<string> => {
  const door = engine.registry.byId.get('probeCreditNote')
  if (!door) throw new Error('The probe is not loaded')
  return (await engine.call(door, { number, values }, ada)) as string
}

describeStorages('Credit notes', (open) => {
  it('are read with their lines, in positive amounts', async () => {
    const opened = await open({ plugins: [probe] })
    const id = await store(opened, 'CN-1', { status: 'issued', reason: 'return', issue_date: '2026-01-10' })
    const note = await opened.api.creditNotes.get({ id })
    expect(note).toMatchObject({
      id,
      number: 'CN-1',
      status: 'issued',
      reason: 'return',
      total_excl_tax: 40,
      tax_total: 8,
      total_incl_tax: 48,
      applied_amount: 0,
      remaining_amount: 48,
      lines: [
        { position: 1, sku: 'B', quantity: 1, total_excl_tax: 20 },
        { position: 2, sku: 'A', quantity: 2, total_excl_tax: 20 },
      ],
    })
  })

  it('are listed without lines, by invoice, reason, status and date', async () => {
    const opened = await open({ plugins: [probe] })
    const { api } = opened
    const invoice = await api.invoices.create({ lines: [{ unit_price: 48 }] })
    const id = await store(opened, 'CN-1', { invoice_id: invoice.id, reason: 'refund', issue_date: '2026-01-10' })
    await store(opened, 'CN-2', { status: 'issued', issue_date: '2025-11-02' })
    const list = async (query: Parameters<typeof api.creditNotes.list>[0]) =>
      (await api.creditNotes.list({ sort: 'number', ...query })).credit_notes.map(({ number }) => number)
    expect(await list({})).toEqual(['CN-1', 'CN-2'])
    expect(await list({ invoice_id: invoice.id })).toEqual(['CN-1'])
    expect(await list({ reason: 'refund' })).toEqual(['CN-1'])
    expect(await list({ status: 'issued' })).toEqual(['CN-2'])
    expect(await list({ period: 'last_quarter' })).toEqual(['CN-2'])
    expect((await api.creditNotes.list()).credit_notes.some((each) => 'lines' in each)).toBe(false)
    expect((await api.invoices.get({ id: invoice.id })).credit_note_ids).toEqual([id])
    expect((await api.invoices.list()).invoices[0]?.credit_note_ids).toEqual([id])
  })

  it('belong to one organization', async () => {
    const opened = await open({ plugins: [probe] })
    const id = await store(opened, 'CN-1')
    await expect(opened.engine.as({ ...ada, organization: 'other' }).creditNotes.get({ id })).rejects.toMatchObject({ code: 'not_found' })
  })
})
