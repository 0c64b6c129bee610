import { Reply } from 'rapport-crm'
import { expect, it } from 'vitest'
import { ada, describeStorages, type Opened } from '../../support/storages.ts'

const lines = [{ name: 'Work', unit_price: 100, tax_rate: 20 }]
const at = (path: string, code: string) => ({ code: 'invalid_input', details: { errors: [{ path, code }] } })

async function three({ api }: Pick<Opened, 'api'>) {
  const { id: company_id } = await api.companies.create({ name: 'Lac SA' })
  const make = async (more: object = {}) => (await api.invoices.create({ company_id, currency: 'EUR', status: 'sent', lines, ...more })).id
  return { company_id, make, ids: [await make(), await make(), await make()] as [string, string, string] }
}

describeStorages('A payment of several invoices', (open) => {
  it('is allocated to the cent, once per reference, and undone whole', async () => {
    const opened = await open()
    const { api } = opened
    const { ids, company_id } = await three(opened)
    const [a, b, c] = ids
    const allocations = [
      { invoice_id: c, amount: 120 },
      { invoice_id: a.toUpperCase(), amount: 79.9 },
    ]
    const payment = { amount: 199.9, reference: 'Bank 7', method: 'transfer', allocations }
    const made = await api.invoices.allocatePayment(payment)
    expect(made).toMatchObject({ company_id, currency: 'EUR', amount: 199.9, date: '2026-01-15', reference: 'Bank 7' })
    expect(made.invoices.map(({ invoice_id, balance_due, status }) => [invoice_id, balance_due, status])).toEqual([
      [c, 0, 'paid'],
      [a, 40.1, 'partially_paid'],
    ])
    const share = { id: made.id, reference: 'Bank 7', invoice_ids: [c, a] }
    expect((await api.invoices.get({ id: a })).payments).toMatchObject([{ ...share, amount: 79.9 }])
    const reply = new Reply()
    expect(await api.invoices.allocatePayment(payment, { reply })).toEqual(made)
    expect(reply.matchedBy).toBe('reference')
    const others = [
      { amount: 1, allocations: [{ invoice_id: a, amount: 1 }] },
      { ...payment, amount: 130, allocations: [allocations[0]!, { invoice_id: b, amount: 10 }] },
    ]
    for (const other of others)
      await expect(api.invoices.allocatePayment({ ...other, reference: 'Bank 7' })).rejects.toMatchObject({ code: 'conflict' })
    // A credit note waits for something to be due.
    const { id: note } = await api.creditNotes.create({
      invoice_id: c,
      status: 'issued',
      reason: 'discount',
      lines: [{ name: 'Less', unit_price: 25, tax_rate: 20 }],
    })
    expect(await api.companies.get({ id: company_id })).toMatchObject({ open_credit_amount: 30, unpaid_amount: 160.1 })
    expect(await api.companies.summary({ id: company_id })).toMatchObject({ open_credit_amount: 30 })
    const owed = { filter: { field: 'open_credit_amount', op: 'gte', value: 30 } } as const
    expect((await api.companies.search(owed)).companies).toMatchObject([{ id: company_id }])

    const undone = await api.invoices.undoPayment({ id: a, paymentId: made.id })
    expect(undone.invoices.map(({ invoice_id, balance_due, status }) => [invoice_id, balance_due, status]).toSorted()).toEqual(
      [
        [a, 120, 'sent'],
        [c, 90, 'partially_paid'],
      ].toSorted(),
    )
    expect(await api.creditNotes.get({ id: note })).toMatchObject({ status: 'applied', remaining_amount: 0 })
    expect((await api.invoices.get({ id: c })).payments).toEqual([])
    expect(await api.companies.get({ id: company_id })).toMatchObject({ open_credit_amount: 0 })
    await expect(api.invoices.undoPayment({ id: a, paymentId: made.id })).rejects.toMatchObject({ code: 'not_found' })
    // A payment of one invoice is undone by the same call, unless it was given back.
    const single = await api.invoices.recordPayment({ id: b, amount: 50 })
    await api.invoices.recordPayment({ id: b, amount: -50 })
    const one = { id: b, paymentId: single.payments[0]!.id }
    await expect(api.invoices.undoPayment(one)).rejects.toMatchObject({ code: 'conflict' })
    expect((await api.invoices.undoPayment({ id: b, paymentId: (await api.invoices.get({ id: b })).payments[1]!.id })).amount).toBe(-50)
    expect((await api.invoices.undoPayment(one)).invoices).toMatchObject([{ balance_due: 120, status: 'sent' }])
  })

  it('is refused as a whole for what is not due, of another customer or currency, or not its amount', async () => {
    const opened = await open()
    const { api, engine } = opened
    const { ids, make } = await three(opened)
    const [a, b] = ids
    const pay = (amount: number, ...shares: readonly (readonly [string, number])[]) =>
      api.invoices.allocatePayment({ amount, allocations: shares.map(([invoice_id, share]) => ({ invoice_id, amount: share })) })
    await expect(pay(240.01, [a, 120], [b, 120.01])).rejects.toMatchObject(at('/allocations/1/amount', 'too_big'))
    await expect(pay(200, [a, 120], [b, 90])).rejects.toMatchObject(at('/allocations', 'too_big'))
    await expect(pay(200, [a, 120], [b, 70])).rejects.toMatchObject(at('/allocations', 'too_small'))
    await expect(pay(2, [a, 1], [a, 1])).rejects.toMatchObject(at('/allocations/1/invoice_id', 'taken'))
    await expect(pay(1.002, [a, 1], [b, 0.002])).rejects.toMatchObject(at('/allocations/1/amount', 'not_allowed'))
    const dollars = await make({ currency: 'USD' })
    await expect(pay(2, [a, 1], [dollars, 1])).rejects.toMatchObject(at('/allocations/1/invoice_id', 'not_allowed'))
    const { id: company_id } = await api.companies.create({ name: 'Other' })
    const foreign = await make({ company_id })
    await expect(pay(2, [a, 1], [foreign, 1])).rejects.toMatchObject(at('/allocations/1/invoice_id', 'not_allowed'))
    const nobody = await make({ company_id: null })
    await expect(pay(1, [nobody, 1])).rejects.toMatchObject(at('/allocations/0/invoice_id', 'not_allowed'))
    const draft = await make({ status: 'draft' })
    await expect(pay(2, [a, 1], [draft, 1])).rejects.toMatchObject({ code: 'conflict' })
    const strange = await engine.as({ ...ada, organization: 'other' }).invoices.create({ status: 'sent', lines })
    await expect(pay(2, [a, 1], [strange.id, 1])).rejects.toMatchObject({ code: 'not_found' })
    expect(await api.invoices.get({ id: a })).toMatchObject({ amount_paid: 0, payments: [] })
    // Who does not see all of its invoices does not undo it either.
    const mine = await make({ owner_email: 'bob@acme.test' })
    const { id } = await pay(20, [a, 10], [mine, 10])
    const bob = engine.as({ ...ada, user: 'bob@acme.test', role: 'member', visibility: 'own' })
    await expect(bob.invoices.undoPayment({ id: mine, paymentId: id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      bob.invoices.allocatePayment({
        amount: 2,
        allocations: [
          { invoice_id: a, amount: 1 },
          { invoice_id: mine, amount: 1 },
        ],
      }),
    ).rejects.toMatchObject({ code: 'not_found' })
    expect(await api.invoices.get({ id: mine })).toMatchObject({ amount_paid: 10 })
  })

  it('waits for another of the same invoices, in whatever order they are named, and counts once', async () => {
    const opened = await open()
    const { api } = opened
    const { ids } = await three(opened)
    const pay = (order: readonly string[], amount: number) =>
      api.invoices.allocatePayment({ amount: amount * 3, allocations: order.map((invoice_id) => ({ invoice_id, amount })) })
    const calls = [pay(ids, 70), pay(ids.toReversed(), 70), pay(ids, 30), pay(ids.toReversed(), 30)]
    const settled = await Promise.allSettled(calls)
    const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    const tooBig = { code: 'invalid_input', details: { errors: [{ path: '/allocations/0/amount', code: 'too_big' }] } }
    expect(refused).toMatchObject([tooBig, tooBig])
    const paid = new Set(await Promise.all(ids.map(async (id) => (await api.invoices.get({ id })).amount_paid)))
    expect(paid.size).toBe(1)
    expect([60, 100]).toContain([...paid][0])
    const [share] = (await api.invoices.get({ id: ids[0] })).payments
    const undone = await Promise.allSettled([ids[0], ids[2]].map((id) => api.invoices.undoPayment({ id, paymentId: share!.id })))
    expect(undone.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const left = await Promise.all(ids.map(async (id) => (await api.invoices.get({ id })).amount_paid))
    expect(left).toEqual(ids.map(() => [...paid][0]! - share!.amount))
  })
})
