import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { Reply } from 'rapport-crm'
import { describe, expect, it } from 'vitest'
import { Invoice } from '../../../core/commerce/invoices/entity.ts'
import { settledBy } from '../../../core/commerce/invoices/settlement.ts'
import { sum } from '../../../core/commerce/documents/totals.ts'
import { describeStorages } from '../../support/storages.ts'

const lines = [{ name: 'Work', unit_price: 100, tax_rate: 20 }]

describeStorages('Payments and credits', (open) => {
  it('of an invoice are recorded once per reference, and settle it', async () => {
    const { api } = await open()
    const { id } = await api.invoices.create({ lines })
    await expect(api.invoices.recordPayment({ id, amount: 1 })).rejects.toMatchObject({ code: 'conflict' })
    await api.invoices.update({ id, status: 'sent' })
    const first = await api.invoices.recordPayment({ id, amount: 20.1, reference: 'T-1', method: 'transfer' })
    expect(first).toMatchObject({
      status: 'partially_paid',
      amount_paid: 20.1,
      balance_due: 99.9,
      payments: [{ amount: 20.1, date: '2026-01-15', reference: 'T-1' }],
    })
    const reply = new Reply()
    expect((await api.invoices.recordPayment({ id, amount: 20.1, reference: 'T-1' }, { reply })).payments).toHaveLength(1)
    expect(reply.matchedBy).toBe('reference')
    await expect(api.invoices.recordPayment({ id, amount: 5, reference: 'T-1' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(api.invoices.recordPayment({ id, amount: 0 })).rejects.toMatchObject({ details: { errors: [{ path: '/amount' }] } })
    await expect(api.invoices.recordPayment({ id, amount: -30 })).rejects.toMatchObject({ details: { errors: [{ path: '/amount' }] } })
    const paid = await api.invoices.recordPayment({ id, amount: 99.9, date: '2026-01-10' })
    expect(paid).toMatchObject({ status: 'paid', balance_due: 0, paid_at: '2026-01-15T09:00:00.000Z' })
    expect(await api.invoices.recordPayment({ id, amount: -99.9, reference: 'back' })).toMatchObject({
      status: 'partially_paid',
      balance_due: 99.9,
      paid_at: null,
    })
    expect((await api.invoices.payments({ id })).payments.map(({ amount }) => amount)).toEqual([20.1, 99.9, -99.9])
    const page = await api.invoices.payments({ id, limit: 2 })
    expect(page.payments.map(({ amount }) => amount)).toEqual([20.1, 99.9])
    expect(await api.invoices.payments({ id, cursor: page.next_cursor! })).toMatchObject({
      payments: [{ amount: -99.9 }],
      next_cursor: null,
    })
  })

  it('are at most what is due, unless allow_overpayment is sent', async () => {
    const { api } = await open()
    const { id } = await api.invoices.create({ lines, status: 'sent' })
    const tooBig = { code: 'invalid_input', details: { errors: [{ path: '/amount', code: 'too_big' }] } }
    await expect(api.invoices.recordPayment({ id, amount: 120.01 })).rejects.toMatchObject(tooBig)
    const both = await Promise.allSettled([70, 80].map((amount) => api.invoices.recordPayment({ id, amount })))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { balance_due } = await api.invoices.get({ id })
    expect([40, 50]).toContain(balance_due)
    const over = await api.invoices.recordPayment({ id, amount: balance_due! + 5, reference: 'T-9', allow_overpayment: true })
    expect(over).toMatchObject({ status: 'paid', balance_due: -5, amount_paid: 125 })
    expect((await api.invoices.recordPayment({ id, amount: balance_due! + 5, reference: 'T-9' })).amount_paid).toBe(125)
    await expect(api.invoices.recordPayment({ id, amount: 1 })).rejects.toMatchObject(tooBig)
    expect(await api.invoices.recordPayment({ id, amount: -5 })).toMatchObject({ status: 'paid', balance_due: 0, amount_paid: 120 })
    const refund = { source_totals: true, total_excl_tax: -10, tax_total: 0, total_incl_tax: -10, status: 'sent' as const }
    const back = await api.invoices.create({ number: 'R-1', lines, ...refund })
    await expect(api.invoices.recordPayment({ id: back.id, amount: -11 })).rejects.toMatchObject(tooBig)
    expect(await api.invoices.recordPayment({ id: back.id, amount: -10 })).toMatchObject({ status: 'paid', balance_due: 0 })
  })

  it('need lines: an invoice or credit note without them stays a draft', async () => {
    const { api } = await open()
    const required = { details: { errors: [{ path: '/lines', code: 'required' }] } }
    const { id } = await api.invoices.create({})
    await expect(api.invoices.update({ id, status: 'sent' })).rejects.toMatchObject(required)
    await expect(api.invoices.create({ status: 'paid' })).rejects.toMatchObject(required)
    await expect(api.creditNotes.create({ status: 'issued' })).rejects.toMatchObject(required)
    expect(await api.invoices.update({ id, status: 'void' })).toMatchObject({ status: 'void' })
    expect(await api.invoices.create({ number: 'E-1', source_totals: true, total_incl_tax: 12, status: 'sent' })).toMatchObject({
      status: 'sent',
      balance_due: 12,
    })
  })

  it('have at most the decimals of their currency, but for the amounts of a source', async () => {
    const { api } = await open()
    const paid = async (currency: string, amount: number, given: object = {}) => {
      const { id } = await api.invoices.create({ currency, status: 'sent', lines: [{ unit_price: 100 }], ...given })
      return await api.invoices.recordPayment({ id, amount }).then(
        ({ balance_due }) => balance_due,
        ({ details }: { details: { errors: { path: string }[] } }) => details.errors[0]?.path,
      )
    }
    expect(await paid('JPY', 99.5)).toBe('/amount')
    expect(await paid('JPY', 99)).toBe(1)
    expect(await paid('EUR', 0.125)).toBe('/amount')
    expect(await paid('KWD', 0.125)).toBe(99.875)
    const finer = { source_totals: true, total_excl_tax: 10.0045, tax_total: 0, total_incl_tax: 10.0045 }
    expect(await paid('EUR', 10.0045, finer)).toBe(0)
  })

  it('by a credit note reduce the balance, and are taken back when it is void', async () => {
    const { api } = await open()
    const company = await api.companies.create({ name: 'Lac' })
    const { id } = await api.invoices.create({ lines, company_id: company.id })
    await expect(api.creditNotes.create({ invoice_id: id, status: 'issued' })).rejects.toMatchObject({
      details: { errors: [{ path: '/invoice_id' }] },
    })
    await api.invoices.update({ id, status: 'sent' })
    const draft = await api.creditNotes.create({
      invoice_id: id,
      reason: 'discount',
      lines: [{ name: 'Rebate', unit_price: 25, tax_rate: 20 }],
    })
    expect(draft).toMatchObject({
      number: 'DRAFT-00001',
      status: 'draft',
      company_id: company.id,
      total_incl_tax: 30,
      applied_amount: 0,
      remaining_amount: 30,
    })
    expect(await api.creditNotes.update({ id: draft.id, status: 'issued' })).toMatchObject({
      status: 'applied',
      applied_amount: 30,
      remaining_amount: 0,
    })
    expect(await api.invoices.get({ id })).toMatchObject({
      amount_credited: 30,
      balance_due: 90,
      status: 'partially_paid',
      credit_note_ids: [draft.id],
    })
    await expect(api.creditNotes.create({ invoice_id: id, status: 'issued', reason: 'refund' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Invoice INV-2026-00001 is of 120 EUR, of which 90 is not credited yet: a note of 120 is more',
      details: { existing_id: id },
    })
    const rest = [{ name: 'Work', unit_price: 75, tax_rate: 20 }]
    const whole = await api.creditNotes.create({ invoice_id: id, status: 'issued', reason: 'refund', lines: rest })
    expect(whole).toMatchObject({
      total_incl_tax: 90,
      status: 'applied',
      applied_amount: 90,
      remaining_amount: 0,
      lines: [{ name: 'Work' }],
    })
    expect(await api.invoices.get({ id })).toMatchObject({ balance_due: 0, status: 'paid', amount_credited: 120 })
    expect((await api.invoices.payments({ id })).credit_notes.map(({ number, amount }) => [number, amount])).toEqual([
      ['CN-2026-00001', 30],
      ['CN-2026-00002', 90],
    ])
    await expect(api.creditNotes.update({ id: whole.id, lines: [] })).rejects.toMatchObject({ code: 'conflict' })
    await expect(api.creditNotes.delete({ id: whole.id })).rejects.toMatchObject({ code: 'conflict' })
    expect(await api.creditNotes.update({ id: whole.id, status: 'void' })).toMatchObject({ status: 'void', applied_amount: 0 })
    expect(await api.invoices.get({ id })).toMatchObject({ balance_due: 90, amount_credited: 30, paid_at: null })
  })

  it('by a credit note reduce a balance that rises again: after a refund, or when another note is void', async () => {
    const { api } = await open()
    const shown = async (id: string, ...notes: readonly { id: string }[]) => {
      const { balance_due, amount_credited, status } = await api.invoices.get({ id })
      const left = await Promise.all(notes.map(async (each) => (await api.creditNotes.get({ id: each.id })).remaining_amount))
      return [balance_due, amount_credited, status, ...left]
    }
    const paid = await api.invoices.create({ lines, status: 'paid' })
    const goods = [{ name: 'Returned', unit_price: 50, tax_rate: 20 }]
    const draft = await api.creditNotes.create({ invoice_id: paid.id, lines: goods })
    const first = await api.creditNotes.create({ invoice_id: paid.id, status: 'issued', lines: goods })
    const second = await api.creditNotes.create({ invoice_id: paid.id, status: 'issued', lines: goods })
    expect(await shown(paid.id, first, second)).toEqual([0, 0, 'paid', 60, 60])
    expect(await api.invoices.recordPayment({ id: paid.id, amount: -90 })).toMatchObject({ balance_due: 0, status: 'paid' })
    expect(await shown(paid.id, first, second, draft)).toEqual([0, 90, 'paid', 0, 30, 60])
    expect((await api.creditNotes.get({ id: first.id })).status).toBe('applied')
    await api.creditNotes.update({ id: first.id, status: 'void' })
    expect(await shown(paid.id, second)).toEqual([30, 60, 'partially_paid', 0])
    await api.creditNotes.update({ id: second.id, status: 'void' })
    expect(await shown(paid.id)).toEqual([90, 0, 'partially_paid'])
  })

  it('are refunded while notes of the invoice become void at the same time', async () => {
    const { api } = await open()
    const { id } = await api.invoices.create({ lines, status: 'paid' })
    const part = [{ name: 'Part', unit_price: 25, tax_rate: 20 }]
    const made = Array.from({ length: 5 }, () => api.creditNotes.create({ invoice_id: id, status: 'issued', lines: part }))
    const notes = (await Promise.allSettled(made)).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(notes).toHaveLength(4)
    await Promise.all([
      ...[-50, -70].map((amount) => api.invoices.recordPayment({ id, amount })),
      ...notes.slice(0, 3).map((note) => api.creditNotes.update({ id: note.id, status: 'void' })),
    ])
    expect(await api.invoices.get({ id })).toMatchObject({ amount_paid: 0, amount_credited: 30, balance_due: 90 })
    expect(await api.creditNotes.get({ id: notes[3]!.id })).toMatchObject({ status: 'applied', applied_amount: 30, remaining_amount: 0 })
  })

  it('that are missing are listed by customer, with days counted in the organization', async () => {
    const { api, engine, clock } = await open()
    await engine.access.bootstrap({ organization: 'acme' })
    await api.organization.update({ timezone: 'Pacific/Auckland' })
    const company = await api.companies.create({ name: 'Lac' })
    const invoice = async (due_date: string, unit_price: number) => {
      const { id } = await api.invoices.create({ company_id: company.id, due_date, lines: [{ unit_price }] })
      await api.invoices.update({ id, status: 'sent' })
      return id
    }
    const [late, open_] = [await invoice('2026-01-15', 10), await invoice('2026-01-16', 30)]
    await api.invoices.create({ company_id: company.id, lines: [{ unit_price: 99 }] })
    // Eleven in the evening of the 15th in UTC is noon of the 16th in New Zealand.
    clock.set('2026-01-15T23:00:00Z')
    const unpaid = await api.invoices.unpaid()
    expect(unpaid.invoices.map(({ id, status, days_overdue }) => [id, status, days_overdue])).toEqual([
      [late, 'overdue', 1],
      [open_, 'sent', 0],
    ])
    expect(unpaid.companies).toEqual([
      {
        company_id: company.id,
        company_name: 'Lac',
        currency: 'EUR',
        invoices: 2,
        balance_due: 40,
        overdue_amount: 10,
        oldest_due_date: '2026-01-15',
      },
    ])
    expect((await api.invoices.list({ overdue: true })).invoices.map(({ id }) => id)).toEqual([late])
    expect((await api.invoices.list({ status: 'overdue' })).invoices.map(({ id }) => id)).toEqual([late])
    expect(await api.invoices.get({ id: late })).toMatchObject({ status: 'overdue', days_overdue: 1 })
    const { included } = await api.companies.get({ id: company.id, include: ['invoices'] })
    expect((included?.invoices ?? []).map((each) => (each as { status: string }).status).toSorted()).toEqual(['draft', 'overdue', 'sent'])
  })

  it('of equal amounts are listed in the same order by every database, those without a customer last', async () => {
    const { api } = await open()
    const { id } = await api.companies.create({ name: 'Lac' })
    for (const company_id of [null, id])
      for (const currency of ['USD', 'CHF']) await api.invoices.create({ company_id, currency, status: 'sent', lines })
    const { companies } = await api.invoices.unpaid()
    expect(companies.map(({ company_name, currency }) => [company_name, currency])).toEqual([
      ['Lac', 'CHF'],
      ['Lac', 'USD'],
      [null, 'CHF'],
      [null, 'USD'],
    ])
  })
})

describe('The balance of an invoice', () => {
  const units = fc.integer({ min: 1, max: 10 ** 9 }).map((each) => each / 10_000)
  it('is the total less what was paid and credited, exactly, and its state follows (BR-CO-16)', () => {
    const moves = fc.array(fc.record({ field: fc.constantFrom('amount_paid' as const, 'amount_credited' as const), amount: units }), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(units, moves, (total, given) => {
        const invoice = Object.assign(new Invoice(), {
          status: 'sent',
          total_incl_tax: total,
          amount_paid: 0,
          amount_credited: 0,
          paid_at: null,
        })
        const now = new Date('2026-01-15T09:00:00Z')
        for (const { field, amount } of given) Object.assign(invoice, settledBy(invoice, { [field]: sum(invoice[field], amount) }, now))
        const gone = given.reduce((all, { amount }) => all.plus(amount), new Decimal(0))
        const balance = new Decimal(total).minus(gone)
        if (given.length > 0) expect(invoice.balance_due).toBe(balance.toNumber())
        expect(invoice.status).toBe(given.length === 0 ? 'sent' : balance.lte(0) ? 'paid' : 'partially_paid')
        expect(invoice.paid_at).toEqual(invoice.status === 'paid' ? now : null)
      }),
    )
  })
})
