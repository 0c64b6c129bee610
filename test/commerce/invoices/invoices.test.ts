import { randomUUID } from 'node:crypto'
import { Reply } from 'rapport-crm'
import { expect, it } from 'vitest'
import { ada, describeStorages, type Opened } from '../../support/storages.ts'

const lines = [
  { sku: 'A-1', name: 'Chair', quantity: 3, unit_price: 33.335, tax_rate: 20 },
  { sku: 'A-2', name: 'Lamp', unit_price: 50, tax_rate: 5.5, custom: { colour: 'red' } },
]

const numbers = async (api: Opened['api'], query: Parameters<Opened['api']['invoices']['list']>[0]) =>
  (await api.invoices.list({ sort: 'number', ...query })).invoices.map(({ number }) => number)

describeStorages('Invoices', (open) => {
  it('are made with lines, totals and a provisional number', async () => {
    const { api } = await open()
    const invoice = await api.invoices.create({ lines })
    expect(invoice).toMatchObject({
      number: 'DRAFT-00001',
      status: 'draft',
      issue_date: '2026-01-15',
      currency: 'EUR',
      total_excl_tax: 150.01,
      tax_total: 22.75,
      total_incl_tax: 172.76,
      amount_paid: 0,
      balance_due: 172.76,
      days_overdue: 0,
      source_totals: false,
      totals_difference: null,
      credit_note_ids: [],
      taxes: [
        { tax_rate: 5.5, taxable: 50, tax: 2.75 },
        { tax_rate: 20, taxable: 100.01, tax: 20 },
      ],
    })
    expect(invoice.lines).toMatchObject([
      {
        position: 1,
        sku: 'A-1',
        name: 'Chair',
        product_id: null,
        quantity: 3,
        total_excl_tax: 100.01,
        tax_amount: 20,
        total_incl_tax: 120.01,
      },
      { position: 2, sku: 'A-2', quantity: 1, total_excl_tax: 50, tax_amount: 2.75, total_incl_tax: 52.75, custom: { colour: 'red' } },
    ])
    expect(await api.invoices.get({ id: invoice.id })).toEqual(invoice)
    expect((await api.invoices.create({})).number).toBe('DRAFT-00002')
  })

  it('take what is left out from the company', async () => {
    const { api } = await open()
    const billing_address = { street: '1 Quai', postal_code: '69001', city: 'Lyon', region: null, country: 'FR' }
    const company = await api.companies.create({
      name: 'Atelier',
      currency: 'CHF',
      payment_terms_days: 30,
      billing_address,
      tax_exempt: true,
    })
    const invoice = await api.invoices.create({ company_id: company.id, lines: [{ name: 'Work', unit_price: 100 }] })
    expect(invoice).toMatchObject({ currency: 'CHF', due_date: '2026-02-14', billing_address, tax_total: 0 })
    await api.companies.update({ id: company.id, billing_address: { city: 'Paris' } })
    expect(await api.invoices.get({ id: invoice.id })).toMatchObject({ billing_address })
  })

  it('of an order or quote take what is left out from it, alone and in sets', async () => {
    const { api } = await open()
    const company = await api.companies.create({ name: 'C', payment_terms_days: 14 })
    const order = await api.orders.create({ company_id: company.id, reference: 'PO-1', discount_percent: 10, lines, status: 'confirmed' })
    const taken = { company_id: company.id, reference: 'PO-1', discount_percent: 10, due_date: '2026-01-29' }
    const whole = await api.invoices.create({ order_id: order.id })
    expect(whole).toMatchObject({ ...taken, order_id: order.id, total_incl_tax: order.total_incl_tax })
    expect(whole.lines.map(({ sku, custom }) => [sku, custom])).toEqual([
      ['A-1', {}],
      ['A-2', { colour: 'red' }],
    ])
    await api.invoices.update({ id: whole.id, status: 'void' })
    const part = await api.invoices.create({ order_id: order.id, lines: lines.slice(1), reference: 'PO-2' })
    expect(part).toMatchObject({ company_id: company.id, reference: 'PO-2', discount_percent: null, total_excl_tax: 50 })
    expect((await api.orders.get({ id: order.id })).invoice_ids).toEqual([whole.id, part.id])
    const quote = await api.quotes.send({ id: (await api.quotes.create({ company_id: company.id, lines })).id })
    const { created } = await api.invoices.bulkUpsert({ records: [{ number: 'Q', quote_id: quote.id }, { number: 'N' }] })
    expect([created, (await api.invoices.list({ number: 'Q' })).invoices[0]?.total_incl_tax]).toEqual([2, quote.total_incl_tax])
    expect(await api.invoices.create({ number: 'N', order_id: order.id })).toMatchObject({ total_incl_tax: 0, lines: [] })
    const source = await api.invoices.create({ number: 'S', order_id: order.id, source_totals: true, total_incl_tax: 5 })
    expect(source).toMatchObject({ company_id: null, lines: [], total_incl_tax: 5 })
  })

  it('bill the whole of an order or quote once, and again once that invoice is void', async () => {
    const { api } = await open()
    const bills = async (work: Promise<unknown>) =>
      await work.then(
        () => 'made',
        ({ code }: { code: string }) => code,
      )
    const order = await api.orders.create({ lines, status: 'confirmed' })
    const both = await Promise.all([1, 2].map(() => bills(api.invoices.create({ order_id: order.id }))))
    expect(both.toSorted()).toEqual(['conflict', 'made'])
    expect(await bills(api.invoices.create({ order_id: order.id, lines: lines.slice(1) }))).toBe('conflict')
    const dry = await api.invoices.bulkUpsert({ records: [{ number: 'D', order_id: order.id }], dry_run: true })
    expect(dry.rejected).toMatchObject([{ index: 0, code: 'conflict' }])
    const sent = async () => api.quotes.send({ id: (await api.quotes.create({ lines })).id })
    const quote = await sent()
    const first = await api.invoices.create({ quote_id: quote.id, status: 'sent' })
    expect((await api.quotes.get({ id: quote.id })).invoice_id).toBe(first.id)
    expect(await bills(api.quotes.convert({ id: quote.id, to: 'invoice' }))).toBe('conflict')
    await api.invoices.update({ id: first.id, status: 'void' })
    const { invoice } = await api.quotes.convert({ id: quote.id, to: 'invoice' })
    expect((await api.quotes.get({ id: quote.id })).invoice_id).toBe(invoice?.id)
    const ordered = await sent()
    const { order: made } = await api.quotes.convert({ id: ordered.id, to: 'order' })
    await api.invoices.create({ order_id: made?.id ?? '', lines: lines.slice(1) })
    expect(await bills(api.quotes.convert({ id: ordered.id, to: 'invoice' }))).toBe('conflict')
    expect(await bills(api.invoices.create({ order_id: made?.id ?? '' }))).toBe('conflict')
  })

  it('of the document of a source have the totals of its lines, even if the catalog has changed since', async () => {
    const { api } = await open()
    await api.products.create({ sku: 'TILE', name: 'Tile', price: 99, tax_rate: 7 })
    const source = { source_totals: true, currency: 'EUR' }
    const order = await api.orders.create({
      ...source,
      number: 'E-1',
      lines: [
        { sku: 'TILE', quantity: 2, total_excl_tax: 100, tax_amount: 20 },
        { sku: 'TILE', quantity: 1000, total_excl_tax: 100.01, tax_amount: 5.5 },
        { name: 'Rebate', quantity: -1, unit_price: 20, tax_rate: 20, total_excl_tax: -20 },
        { name: 'Freight', quantity: 0, total_excl_tax: 7 },
        { name: 'Set', quantity: 3, unit_price: 12, discount_percent: 10, tax_rate: 20, total_excl_tax: 30 },
        { name: 'Hour', quantity: 1.5, unit_price: 12, discount_percent: 10, tax_rate: 20, total_excl_tax: 16.2 },
      ],
    })
    const { lines, ...invoice } = await api.invoices.create({ order_id: order.id })
    const told = lines.map((line) => [line.quantity, line.unit_price, line.discount_amount, line.tax_rate, line.total_excl_tax])
    expect(told).toEqual([
      [2, 50, null, 20, 100],
      [1000, 0.1001, 0.09, 5.5, 100.01],
      [1, -20, null, 20, -20],
      [1, 7, null, 0, 7],
      [3, 10, null, 20, 30],
      [1.5, 12, null, 20, 16.2],
    ])
    expect([invoice.total_excl_tax, order.total_excl_tax]).toEqual([233.21, 233.21])
  })

  it('of a source that gives only the tax of the whole are credited with that tax', async () => {
    const { api } = await open()
    const totals = { total_excl_tax: 100, tax_total: 20, total_incl_tax: 120, source_totals: true, currency: 'EUR' }
    const lines = [
      { sku: 'A', quantity: 3, total_excl_tax: 60 },
      { sku: 'B', total_excl_tax: 40 },
    ]
    const { id } = await api.invoices.create({ ...totals, number: 'E-1', status: 'sent', lines })
    expect(await api.creditNotes.create({ invoice_id: id, status: 'issued' })).toMatchObject({
      total_incl_tax: 120,
      status: 'applied',
      lines: [{ quantity: 3, unit_price: 20 }, { unit_price: 40 }],
    })
    const rounded = await api.invoices.create({ ...totals, number: 'E-2', tax_total: 19.99, total_incl_tax: 119.99, status: 'sent', lines })
    expect((await api.creditNotes.create({ invoice_id: rounded.id })).tax_total).toBe(19.99)
  })

  it('have their lines in the order of the given positions, and name the field of a line that is refused', async () => {
    const { api } = await open()
    const placed = [{ name: 'C', position: 7 }, { name: 'B' }, { name: 'A', position: 1 }].map((each) => ({ ...each, unit_price: 1 }))
    const { id, lines: stored } = await api.invoices.create({ lines: placed })
    expect(stored.map(({ name, position }) => [name, position])).toEqual([
      ['A', 1],
      ['B', 2],
      ['C', 3],
    ])
    const refused = {
      details: {
        errors: [
          { path: '/lines/0/id', code: 'read_only' },
          { path: '/lines/0/price_rule_id', code: 'read_only' },
          { path: '/lines/0/from_catalog', code: 'read_only' },
          { path: '/lines/0/margin', code: 'read_only' },
        ],
      },
    }
    const [line] = stored
    const { total_excl_tax: _net, tax_amount: _tax, total_incl_tax: _gross, ...shown } = line!
    await expect(api.invoices.update({ id, lines: [shown as never] })).rejects.toMatchObject(refused)
  })

  it('take what a line leaves out from the product, by quantity; an unknown sku is kept', async () => {
    const { api } = await open()
    const product = await api.products.create({
      sku: 'A-1',
      name: 'Chair',
      unit: 'pcs',
      price: 100,
      tax_rate: 20,
      cost: 40,
      price_tiers: [
        { min_quantity: 10, price: 90 },
        { min_quantity: 50, price: 80 },
      ],
    })
    const invoice = await api.invoices.create({
      lines: [
        { sku: 'A-1' },
        { product_id: product.id, quantity: 20 },
        { sku: 'A-1', unit_price: 1, tax_rate: 7 },
        { sku: 'Z', unit_price: 5 },
      ],
    })
    expect(invoice.lines).toMatchObject([
      { product_id: product.id, sku: 'A-1', name: 'Chair', unit: 'pcs', unit_price: 100, tax_rate: 20, cost: 40 },
      { product_id: product.id, sku: 'A-1', unit_price: 90, total_excl_tax: 1800 },
      { unit_price: 1, tax_rate: 7 },
      { product_id: null, sku: 'Z', unit_price: 5, tax_rate: 0 },
    ])
  })

  it('refuse lines without a price, unknown records, and totals that are given', async () => {
    const { api } = await open()
    await api.products.create({ sku: 'USD', name: 'Imported', price: 10, currency: 'USD' })
    const fault = async (input: Parameters<typeof api.invoices.create>[0]) => {
      const error: unknown = await api.invoices.create(input).then(
        () => null,
        (reason: unknown) => reason,
      )
      return (error as { details?: { errors?: { path: string; code: string }[] } } | null)?.details?.errors?.map(
        ({ path, code }) => `${path} ${code}`,
      )
    }
    expect(await fault({ lines: [{ sku: 'Z' }] })).toEqual(['/lines/0/unit_price required'])
    expect(await fault({ lines: [{ sku: 'USD' }] })).toEqual(['/lines/0/unit_price required'])
    expect(await fault({ lines: [{ product_id: randomUUID() }] })).toEqual(['/lines/0/product_id unknown_record'])
    expect(await fault({ lines: [{ unit_price: 1, quantity: -1 }] })).toEqual(['/lines/0/quantity too_small'])
    expect(await fault({ lines: [{ unit_price: 1, total_excl_tax: 2 }] })).toEqual(['/lines/0/total_excl_tax read_only'])
    expect(await fault({ total_incl_tax: 2 })).toEqual(['/total_incl_tax read_only'])
    expect(await fault({ amount_paid: 2 })).toEqual(['/amount_paid read_only'])
    expect(await fault({ status: 'void' })).toEqual(['/status not_allowed'])
    expect(await fault({ lines: [{ unit_price: 1 }, { unit_price: -2 }] })).toEqual(['/lines too_small'])
    expect(await fault({ discount_amount: 2, lines: [{ unit_price: 1 }] })).toEqual(['/discount_amount too_big'])
    expect(await fault({ lines: [{ unit_price: 900_719_925_474, quantity: 2 }] })).toEqual(['/lines too_big'])
    expect(await fault({ company_id: randomUUID() })).toEqual(['/company_id unknown_record'])
    expect(await fault({ contact_id: randomUUID() })).toEqual(['/contact_id unknown_record'])
    for (const link of ['deal_id', 'order_id', 'quote_id'])
      expect(await fault({ [link]: randomUUID() })).toEqual([`/${link} unknown_record`])
    expect((await api.invoices.list()).invoices).toEqual([])
    expect((await api.invoices.create({})).number).toBe('DRAFT-00001')
  })

  it('of a source keep their totals, lines and negative amounts, and show the difference', async () => {
    const { api } = await open()
    const invoice = await api.invoices.create({
      number: 'F-17',
      source_totals: true,
      status: 'sent',
      issue_date: '2025-12-01',
      currency: 'EUR',
      total_excl_tax: 90,
      total_incl_tax: 108.02,
      amount_paid: 8.02,
      lines: [
        { sku: 'A-1', quantity: 2, unit_price: 50, tax_rate: 20, total_excl_tax: 100 },
        { sku: 'R', quantity: -1, total_excl_tax: -10, tax_rate: 20 },
      ],
    })
    expect(invoice).toMatchObject({
      number: 'F-17',
      status: 'partially_paid',
      total_excl_tax: 90,
      tax_total: 18.02,
      total_incl_tax: 108.02,
      balance_due: 100,
      totals_difference: { total_excl_tax: 0, tax_total: 0.02, total_incl_tax: 0.02 },
    })
    expect(await api.invoices.get({ id: invoice.id })).toEqual(invoice)
    expect(await api.invoices.create({ number: 'F-18', source_totals: true })).toMatchObject({
      currency: null,
      issue_date: null,
      total_incl_tax: null,
      balance_due: null,
    })
  })

  it('are overdue from the day after the due date until they are paid', async () => {
    const { api, clock } = await open()
    const { id } = await api.invoices.create({ number: 'A', status: 'sent', due_date: '2026-01-20', lines })
    await api.invoices.create({ number: 'B', due_date: '2026-01-20', lines })
    await api.invoices.create({ number: 'C', status: 'sent', lines })
    clock.set('2026-01-20T23:59:00Z')
    expect(await api.invoices.get({ id })).toMatchObject({ status: 'sent', days_overdue: 0 })
    expect(await numbers(api, { status: 'sent' })).toEqual(['A', 'C'])
    clock.set('2026-01-23T00:00:00Z')
    expect(await api.invoices.get({ id })).toMatchObject({ status: 'overdue', days_overdue: 3 })
    expect(await numbers(api, { status: 'overdue' })).toEqual(['A'])
    expect(await numbers(api, { status: 'sent' })).toEqual(['C'])
    expect(await numbers(api, { overdue: true })).toEqual(['A'])
    const found = async (value: string) => {
      const { invoices } = await api.invoices.search({ filter: { field: 'status', op: 'eq', value }, sort: 'number' })
      return invoices.map(({ number }) => number)
    }
    for (const status of ['overdue', 'sent', 'draft'] as const) expect(await found(status)).toEqual(await numbers(api, { status }))
    const { rows } = await api.reports.query({ object: 'invoices', group_by: [{ field: 'status' }] })
    expect(rows).toContainEqual({ status: 'overdue', count: 1 })
    expect(await numbers(api, { overdue: false })).toEqual(['B', 'C'])
    expect(await numbers(api, { unpaid: true })).toEqual(['A', 'C'])
    expect(await numbers(api, { unpaid: false })).toEqual(['B'])
    const paid = await api.invoices.update({ id, status: 'paid' })
    expect(paid).toMatchObject({ status: 'paid', balance_due: 0, amount_paid: 172.76, days_overdue: 0, paid_at: clock.now().toISOString() })
    expect(paid.payments).toMatchObject([{ amount: 172.76, date: '2026-01-23' }])
    expect(await numbers(api, { unpaid: true })).toEqual(['C'])
  })

  it('are matched by number and external id, and completed while they are drafts or imported', async () => {
    const { api } = await open()
    const external_ids = [{ provider: 'custom:erp', id: '17' }]
    const { id, lines: before } = await api.invoices.create({ number: 'F-1', lines })
    const reply = new Reply()
    const again = await api.invoices.create({ number: 'F-1', external_ids, lines: [{ ...lines[0], quantity: 6 }] }, { reply })
    expect(reply.matchedBy).toBe('number')
    expect(again).toMatchObject({ id, version: 2, total_excl_tax: 200.01, external_ids })
    expect(again.lines).toMatchObject([{ id: before[0]?.id, position: 1, quantity: 6 }])
    expect(await api.invoices.create({ external_ids, notes: 'Thanks' }, { reply })).toMatchObject({
      id,
      notes: 'Thanks',
      total_excl_tax: 200.01,
    })
    expect(reply.matchedBy).toBe('external_id')
    expect(await api.invoices.get({ id })).toMatchObject({ lines: [{ quantity: 6 }] })
    expect((await api.invoices.list()).invoices).toHaveLength(1)
  })

  it('get a new version when only a line changes, even at the same moment', async () => {
    const { api } = await open()
    const { id, version } = await api.invoices.create({ lines })
    const changed = await api.invoices.update({ id, lines: [lines[0] ?? {}, { ...lines[1], name: 'Lamp, red' }] })
    expect(changed.lines[1]).toMatchObject({ name: 'Lamp, red' })
    expect(changed.version).toBeGreaterThan(version)
    await expect(api.invoices.update({ id, notes: 'Late' }, { ifMatch: version })).rejects.toMatchObject({ code: 'version_mismatch' })
    expect((await api.invoices.update({ id, lines: [lines[0] ?? {}, { ...lines[1], name: 'Lamp, red' }] })).version).toBe(changed.version)
  })

  it('store country codes in addresses; the name of the same country is no change', async () => {
    const { api } = await open()
    const billing_address = { city: 'Bonn', country: 'Germany' }
    const made = await api.invoices.create({ status: 'sent', billing_address, lines: [{ name: 'Flour', unit_price: 1 }] })
    expect(made.billing_address).toEqual({ city: 'Bonn', country: 'DE' })
    expect((await api.invoices.update({ id: made.id, billing_address })).version).toBe(1)
  })

  it('cannot be changed or deleted once issued; sending the same values again is no change', async () => {
    const { api } = await open()
    const issued = await api.invoices.create({ number: 'F-1', status: 'sent', lines })
    expect(await api.invoices.create({ number: 'F-1', lines })).toEqual(issued)
    const conflict = { code: 'conflict', details: { existing_id: issued.id } }
    await expect(api.invoices.create({ number: 'F-1', lines: [{ ...lines[0], quantity: 4 }] })).rejects.toMatchObject(conflict)
    await expect(api.invoices.update({ id: issued.id, currency: 'USD' })).rejects.toMatchObject(conflict)
    await expect(api.invoices.delete({ id: issued.id })).rejects.toMatchObject(conflict)
    await expect(api.invoices.update({ id: issued.id, status: 'draft' })).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await api.invoices.get({ id: issued.id })).toEqual(issued)
    expect(await api.invoices.update({ id: issued.id, due_date: '2026-03-01', notes: 'Late' })).toMatchObject({
      due_date: '2026-03-01',
      version: 2,
    })
    expect(await api.invoices.update({ id: issued.id, status: 'void' })).toMatchObject({ status: 'void' })
  })

  it('name crediting as the alternative to a change, and nothing for a void invoice', async () => {
    const { api } = await open()
    const { id } = await api.invoices.create({ lines, status: 'sent' })
    const note = await api.creditNotes.create({ lines, status: 'issued' })
    const said = (work: Promise<unknown>) => work.then(String, (error: Error) => error.message)
    expect(await said(api.invoices.delete({ id }))).toBe('Invoice INV-2026-00001 is sent and cannot be deleted: credit it instead')
    await api.invoices.update({ id, status: 'void' })
    expect(await said(api.invoices.delete({ id }))).toBe('Invoice INV-2026-00001 is void and cannot be deleted')
    expect(await said(api.creditNotes.delete({ id: note.id }))).toBe(
      'Credit note CN-2026-00001 is issued and cannot be deleted: void it instead',
    )
    await api.creditNotes.update({ id: note.id, status: 'void' })
    expect(await said(api.creditNotes.delete({ id: note.id }))).toBe('Credit note CN-2026-00001 is void and cannot be deleted')
  })

  it('round the discounts of lines to the decimals of their currency, also of a new currency', async () => {
    const { api } = await open()
    const { id } = await api.invoices.create({ currency: 'EUR', lines: [{ quantity: 3, unit_price: 9.99, discount_amount: 0.554 }] })
    const shown = async (currency: string) => (await api.invoices.update({ id, currency })).lines[0]
    expect(await shown('KWD')).toMatchObject({ discount_amount: 0.55, total_excl_tax: 29.42 })
    expect(await shown('JPY')).toMatchObject({ discount_amount: 1, total_excl_tax: 29 })
    expect(await shown('EUR')).toMatchObject({ discount_amount: 1, total_excl_tax: 28.97 })
  })

  it('are deleted as drafts, which frees their number, and restored with their lines', async () => {
    const { api } = await open()
    const { id } = await api.invoices.create({ number: 'F-1', lines })
    expect(await api.invoices.delete({ id })).toEqual({ deleted: true })
    await expect(api.invoices.get({ id })).rejects.toMatchObject({ code: 'not_found' })
    const second = await api.invoices.create({ number: 'F-1' })
    expect(second.id).not.toBe(id)
    await expect(api.invoices.restore({ id })).rejects.toMatchObject({ code: 'already_exists', details: { existing_id: second.id } })
    await api.invoices.delete({ id: second.id })
    expect(await api.invoices.restore({ id })).toMatchObject({ id, deleted_at: null, lines: [{ sku: 'A-1' }, { sku: 'A-2' }] })
  })

  it('are listed without lines, by company, contact, date and period', async () => {
    const { api, clock } = await open()
    const contact = await api.contacts.create({ email: 'bo@example-1.com' })
    await api.invoices.create({ number: 'A', issue_date: '2026-01-02', contact_id: contact.id, company_id: contact.company_id, lines })
    await api.invoices.create({ number: 'B', issue_date: '2025-12-31', tags: ['vip'] })
    await api.invoices.create({ number: 'C', issue_date: '2024-06-01', reference: 'PO-1', assigned_to: 'bo@acme.test' })
    await api.invoices.create({ number: 'D', source_totals: true })
    const { invoices } = await api.invoices.list()
    expect(invoices.map((each) => 'lines' in each)).toEqual([false, false, false, false])
    expect(await numbers(api, { contact_id: contact.id })).toEqual(['A'])
    expect(await numbers(api, { company_id: contact.company_id ?? '' })).toEqual(['A'])
    expect(await numbers(api, { issued_from: '2025-12-31', issued_to: '2026-01-01' })).toEqual(['B'])
    expect(await numbers(api, { period: 'month' })).toEqual(['A'])
    expect(await numbers(api, { period: 'last_quarter' })).toEqual(['B'])
    expect(await numbers(api, { period: 'm12' })).toEqual(['A', 'B'])
    expect(await numbers(api, { period: 'all' })).toEqual(['A', 'B', 'C', 'D'])
    expect(await numbers(api, { tag: 'vip' })).toEqual(['B'])
    expect(await numbers(api, { owner: 'bo@acme.test' })).toEqual(['C'])
    expect(await numbers(api, { reference: 'PO-1' })).toEqual(['C'])
    expect(await numbers(api, { sort: 'issue_date' })).toEqual(['C', 'B', 'A', 'D'])
    expect(await numbers(api, { updated_since: clock.now().toISOString() })).toHaveLength(4)
  })

  it('are numbered without a gap over failures, imported numbers and parallel callers', async () => {
    const { api } = await open()
    await api.invoices.create({ number: 'INV-2026-00002', source_totals: true })
    const sent = { lines, status: 'sent' as const }
    const made = await Promise.all([1, 2, 3, 4].map(() => api.invoices.create(sent)))
    await api.invoices.create({ ...sent, lines: [{ sku: 'no price' }] }).catch(() => {})
    made.push(await api.invoices.create(sent))
    expect(made.map(({ number }) => number).toSorted()).toEqual(
      ['00001', '00003', '00004', '00005', '00006'].map((each) => `INV-2026-${each}`),
    )
    expect((await api.invoices.create({ ...sent, issue_date: '2027-01-01' })).number).toBe('INV-2027-00001')
  })

  it('belong to one organization, with their numbers', async () => {
    const { api, engine } = await open()
    const { id } = await api.invoices.create({ lines })
    const other = engine.as({ ...ada, organization: 'other' })
    await expect(other.invoices.get({ id })).rejects.toMatchObject({ code: 'not_found' })
    expect((await other.invoices.create({ lines, status: 'sent' })).number).toBe('INV-2026-00001')
  })
})
