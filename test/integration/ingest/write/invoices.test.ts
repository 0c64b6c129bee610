import { odoo } from 'rapport-crm/plugins/odoo'
import { expect, it } from 'vitest'
import { describeStorages } from '../../../support/storages.ts'
import { counts, everything, factures, moves, rechnungen, send } from '../fixtures.ts'

const invoice = (number: string, more: object) => ({
  invoice_number: number,
  customer_name: 'Lac',
  currency: 'EUR',
  total_incl_tax: 100,
  amount_due: null,
  amount_paid: null,
  status: null,
  ...more,
})

const french = { 'N° Facture': 'F1', Date: '31/01/2026', 'Code client': 'C9', Client: 'Zola SARL', 'Montant HT': '1 000,00', 'Montant TTC': '1 200,00' } // prettier-ignore
const german = { Rechnungsnummer: 'R1', Rechnungsdatum: '01.02.2026', Kunde: 'Müller GmbH', Nettobetrag: '100,00', Bruttobetrag: '119,00' }

describeStorages('invoices', (open) => {
  it.each([
    ['French first', [french, german]],
    ['German first', [german, french]],
  ])('of two languages in one batch find the names of their customers: %s', async (_, records) => {
    const { api } = await open()
    expect(counts(await send(api, 'invoices', records))).toMatchObject({ created: 2, rejected: 0 })
    const { invoices, companies } = await everything(api)
    expect(invoices.map(({ number, total_incl_tax }) => [number, total_incl_tax]).toSorted()).toEqual([
      ['F1', 1200],
      ['R1', 119],
    ])
    expect(companies.map(({ name }) => name).toSorted()).toEqual(['Müller GmbH', 'Zola SARL'])
  })

  it('keep the totals and lines of a French package, with what is unpaid and the state that follows', async () => {
    const { api } = await open()
    expect(counts(await send(api, 'factures', factures))).toMatchObject({ created: 3, rejected: 0 })
    const { invoices } = await everything(api)
    const shown = Object.fromEntries(
      invoices.map(({ number, issue_date, status, total_excl_tax, tax_total, total_incl_tax, balance_due, amount_paid }) => [
        number,
        [issue_date, status, total_excl_tax, tax_total, total_incl_tax, balance_due, amount_paid],
      ]),
    )
    expect(shown).toEqual({
      'FA-2025-001': ['2025-03-14', 'paid', 1500, 300, 1800, 0, 1800],
      'FA-2025-002': ['2025-03-28', 'sent', 250.5, 50.1, 300.6, 300.6, 0],
      'FA-2025-003': ['2025-03-31', 'partially_paid', 80, 16, 96, 46, 50],
    })
    expect(invoices.find(({ number }) => number === 'FA-2025-001')).toMatchObject({
      source_totals: true,
      totals_difference: null,
      currency: 'EUR',
      taxes: [{ tax_rate: 20, taxable: 1500, tax: 300 }],
      custom: { source_status: 'Payée' },
      lines: [
        {
          position: 1,
          sku: 'PAIN-1',
          product_id: null,
          description: 'Farine T65',
          quantity: 2,
          unit_price: 750,
          tax_rate: 20,
          total_excl_tax: 1500,
          tax_amount: 300,
          total_incl_tax: 1800,
        },
      ],
    })
  })

  it('are read under German titles, and linked to the products that the catalog knows', async () => {
    const { api } = await open()
    const screw = await api.products.create({ sku: 'SCH-8', name: 'Schraube M8 verzinkt', unit: 'Stk' })
    expect(counts(await send(api, 'Rechnungen', rechnungen))).toMatchObject({ created: 2, rejected: 0 })
    const { invoices } = await everything(api)
    expect(invoices.find(({ number }) => number === 'RE-1001')).toMatchObject({
      issue_date: '2025-02-03',
      status: 'paid',
      balance_due: 0,
      amount_paid: 1487.5,
      lines: [{ product_id: screw.id, name: 'Schraube M8 verzinkt', unit: 'Stk', quantity: 500, unit_price: 2.5, total_excl_tax: 1250 }],
    })
    expect(invoices.find(({ number }) => number === 'RE-1002')).toMatchObject({ balance_due: 118.88, amount_paid: 0 })
  })

  it('of Odoo that are refunds become credit notes with positive totals', async () => {
    const { api } = await open({ plugins: [odoo()] })
    const answer = await send(api, 'invoices', moves, 'custom:odoo')
    expect(counts(answer)).toEqual({ created: 2, updated: 0, unchanged: 0, rejected: 0 })
    expect(await api.sync.run({ id: answer.run_id })).toMatchObject({ vocabulary: 'odoo', also_created: { companies: 1 } })
    const { invoices, notes, companies } = await everything(api)
    expect(invoices).toMatchObject([{ number: 'INV/2025/0041', due_date: '2025-05-02', balance_due: 242, lines: [{ sku: 'DESK-1' }] }])
    expect(notes).toMatchObject([
      {
        number: 'RINV/2025/0002',
        total_excl_tax: 50,
        tax_total: 10.5,
        total_incl_tax: 60.5,
        status: 'applied',
        remaining_amount: 0,
        applied_amount: 60.5,
        lines: [{ sku: 'DESK-1', quantity: 1, total_excl_tax: 50 }],
      },
    ])
    expect([invoices[0]?.company_id, notes[0]?.company_id]).toEqual([companies[0]?.id, companies[0]?.id])
    expect(counts(await send(api, 'invoices', moves, 'custom:odoo'))).toMatchObject({ unchanged: 2 })
  })

  it('that are negative stay so, with a warning', async () => {
    const { api } = await open()
    const { run_id } = await send(api, 'invoices', [
      { number: 'F-1', customer_name: 'Lac', currency: 'EUR', total_excl_tax: -10, total_tax: -2, total_incl_tax: -12 },
    ])
    expect((await everything(api)).invoices).toMatchObject([{ total_incl_tax: -12, balance_due: -12 }])
    expect((await api.sync.run({ id: run_id })).warning_samples).toMatchObject([
      { index: 0, warning: expect.stringContaining('negative') as string },
    ])
  })

  it('say what is unpaid as given, else total less paid, else nothing where they are paid; more than the total is refused', async () => {
    const { api } = await open()
    const { rejected } = await send(api, 'invoices', [
      invoice('GIVEN', { amount_due: 40 }),
      invoice('LESS', { amount_paid: 25 }),
      invoice('PAID', { status: 'Réglée' }),
      invoice('OPEN', { status: 'Offen' }),
      invoice('ODD', { amount_due: 8241.3 }),
      invoice('VOID', { status: 'storniert' }),
      invoice('DRAFT', { status: 'brouillon' }),
    ])
    expect(rejected).toMatchObject([{ index: 4, code: 'inconsistent', field: 'amount_due' }])
    const { invoices } = await everything(api)
    expect(
      Object.fromEntries(invoices.map(({ number, status, balance_due, amount_paid }) => [number, [status, balance_due, amount_paid]])),
    ).toEqual({
      GIVEN: ['partially_paid', 40, 60],
      LESS: ['partially_paid', 75, 25],
      PAID: ['paid', 0, 100],
      OPEN: ['sent', 100, 0],
      VOID: ['void', 100, 0],
      DRAFT: ['draft', 100, 0],
    })
  })

  it('become paid by a later batch that says no more than that', async () => {
    const { api } = await open()
    await send(api, 'factures', factures)
    expect(counts(await send(api, 'factures', [{ 'N° Facture': 'FA-2025-002', 'Reste à payer': '0,00', Statut: 'Payée' }]))).toEqual({
      created: 0,
      updated: 1,
      unchanged: 0,
      rejected: 0,
    })
    const paid = (await everything(api)).invoices.find(({ number }) => number === 'FA-2025-002')
    expect(paid).toMatchObject({
      status: 'paid',
      balance_due: 0,
      amount_paid: 300.6,
      total_incl_tax: 300.6,
      version: 2,
      lines: [{ sku: 'PAIN-1' }],
    })
  })

  it('keep the total that two others settle, and the difference to their lines', async () => {
    const { api } = await open()
    await send(api, 'invoices', [
      {
        number: 'F-1',
        customer_name: 'Lac',
        currency: 'EUR',
        total_excl_tax: 100,
        total_tax: 20,
        lines: [{ sku: 'A', quantity: 1, unit_price: 90, tax_rate: 20, total_excl_tax: 90 }],
      },
      {
        number: 'F-2',
        customer_name: 'Lac',
        currency: 'EUR',
        total_excl_tax: null,
        total_tax: null,
        lines: [{ sku: 'A', quantity: 3, unit_price: 10, tax_rate: 20 }],
      },
    ])
    const { invoices } = await everything(api)
    expect(invoices.find(({ number }) => number === 'F-1')).toMatchObject({
      total_incl_tax: 120,
      totals_difference: { total_excl_tax: 10, tax_total: 2, total_incl_tax: 12 },
    })
    expect(invoices.find(({ number }) => number === 'F-2')).toMatchObject({
      total_excl_tax: 30,
      tax_total: 6,
      total_incl_tax: 36,
      totals_difference: null,
    })
  })

  it('and credit notes of one number are two documents, and the number of another customer is refused', async () => {
    const { api } = await open()
    const document = { number: '1001', customer_id: 'C1', customer_name: 'Lac', currency: 'EUR', total_incl_tax: 12 }
    expect(counts(await send(api, 'invoices', [document]))).toMatchObject({ created: 1 })
    expect(counts(await send(api, 'credit_notes', [document]))).toMatchObject({ created: 1 })
    const answer = await send(
      api,
      'invoices',
      [
        { ...document, id: 'x', customer_id: 'S1', customer_name: 'Mer' },
        { ...document, id: 'y', customer_id: 'S1', customer_name: 'Mer' },
      ],
      'custom:shop',
    )
    expect(counts(answer)).toMatchObject({ created: 0, rejected: 2 })
    expect((await everything(api)).companies).toHaveLength(1)
  })

  it('of one row a line are one invoice, counted once', async () => {
    const { api } = await open()
    const rows = [
      { Invoice: 'F-1', Customer: 'Lac', Date: '2025-03-14', 'Product code': 'A', Quantity: 1, 'Unit price': 10, 'Line total': 10 },
      { Invoice: 'F-1', Customer: 'Lac', Date: '2025-03-14', 'Product code': 'B', Quantity: 2, 'Unit price': 5, 'Line total': 10 },
      { Invoice: 'F-2', Customer: 'Lac', Date: '2025-03-15', 'Product code': 'A', Quantity: 3, 'Unit price': 10, 'Line total': 30 },
    ]
    expect(counts(await send(api, 'invoices', rows))).toEqual({ created: 2, updated: 0, unchanged: 0, rejected: 0 })
    expect((await everything(api)).invoices.map(({ number, lines }) => [number, lines.map(({ sku }) => sku)]).toSorted()).toEqual([
      ['F-1', ['A', 'B']],
      ['F-2', ['A']],
    ])
  })

  it('follow their lines where no source has ever given a total, and keep totals that were given', async () => {
    const { api } = await open()
    const lines = (quantity: number) => [{ sku: 'A', quantity, unit_price: 10, line_total: 10 * quantity }]
    const bare = (number: string, quantity: number) => ({
      invoice_number: number,
      customer_name: 'Lac',
      currency: 'EUR',
      lines: lines(quantity),
    })
    await send(api, 'invoices', [
      { ...bare('F-1', 1), amount_paid: 10 },
      { ...bare('F-2', 1), total_excl_tax: 10 },
    ])
    expect(counts(await send(api, 'invoices', [bare('F-1', 3), bare('F-2', 3)]))).toMatchObject({ updated: 2 })
    const { invoices } = await everything(api)
    expect(invoices.find(({ number }) => number === 'F-1')).toMatchObject({
      total_excl_tax: 30,
      total_incl_tax: 30,
      totals_difference: null,
    })
    expect(invoices.find(({ number }) => number === 'F-2')).toMatchObject({
      total_excl_tax: 10,
      totals_difference: { total_excl_tax: -20 },
    })
    const again = await send(api, 'invoices', [bare('F-1', 3), bare('F-2', 3)])
    expect(counts(again)).toMatchObject({ unchanged: 2 })
  })
})
