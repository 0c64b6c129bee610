import { expect, it } from 'vitest'
import { aBatch, aContact, anInvoice } from '../support/builders.ts'
import { describeContract } from './walk.ts'

const french = {
  'N° Facture': 'FA-2026-001',
  Date: '31/01/2026',
  Client: 'Boulangerie Martin',
  'Montant HT': '1 250,00',
  'Montant TVA': '250,00',
  'Montant TTC': '1 500,00',
  lines: [{ Référence: 'FARINE-25', Désignation: 'Farine T55 25 kg', Qté: '50', 'Montant HT': '1 250,00' }],
}
const german = {
  Rechnungsnummer: 'RE-2026-7',
  Rechnungsdatum: '31.01.2026',
  Kundenname: 'Bäckerei Schmidt GmbH',
  Nettobetrag: '1.250,00',
  'MwSt.': '237,50',
  Bruttobetrag: '1.487,50',
  lines: [{ Artikelnummer: 'MEHL-25', Bezeichnung: 'Mehl 25 kg', Menge: '50', Nettobetrag: '1.250,00' }],
}
const odoo = {
  id: 'account.move_7',
  name: 'INV/2026/0007',
  invoice_date: '2026-01-31',
  partner_id: [12, 'Azure Interior'],
  amount_untaxed: 100,
  amount_tax: 20,
  amount_total: 120,
  state: 'posted',
  invoice_line_ids: [{ product_id: [3, 'Desk'], quantity: 1, price_unit: 100, price_subtotal: 100 }],
}

describeContract('4.3 POST /sync/ingest', (walk) => {
  it('answers created, updated, unchanged and rejected, and the id of the run', async () => {
    const me = await walk.enter()
    const { status, json } = await me.post('/sync/ingest', aBatch([anInvoice(), { colour: 'red' }]))
    expect(status).toBe(200)
    expect(json).toEqual({
      created: 1,
      updated: 0,
      unchanged: 0,
      rejected: [{ index: 1, reason: expect.stringContaining('number'), code: 'no_key', field: 'number' }],
      run_id: expect.any(String),
    })
  })

  it('rule 1: a provider has the form custom:<name>, and a key can push for one source only', async () => {
    const me = await walk.enter()
    for (const provider of ['erp', 'custom:', 'odoo', '', 7]) {
      const { status, json } = await me.post('/sync/ingest', aBatch([anInvoice()], { provider }))
      expect([provider, status, json.errors?.[0].path]).toEqual([provider, 422, '/provider'])
    }
    await me.post('/sync/ingest', aBatch([anInvoice()], { provider: 'custom:erp' }))
    expect((await me.post('/sync/ingest', aBatch([anInvoice()], { provider: 'custom:shop' }))).status).toBe(409)
    const other = await walk.keyFor(me, {})
    expect((await other.post('/sync/ingest', aBatch([anInvoice()], { provider: 'custom:shop' }))).status).toBe(200)
  })

  it('rule 2: an object is one of the data source objects; documents are invoices', async () => {
    const me = await walk.enter()
    const { status, json } = await me.post('/sync/ingest', aBatch([{}], { object: 'shoes' }))
    expect([status, json.errors[0]]).toEqual([
      422,
      expect.objectContaining({ path: '/object', allowed: expect.arrayContaining(['invoices']) }),
    ])
    expect((await me.post('/sync/ingest', aBatch([anInvoice()], { object: 'documents' }))).json.created).toBe(1)
    expect((await me.get('/invoices')).json.invoices).toHaveLength(1)
  })

  it.each([
    ['French', french, { number: 'FA-2026-001', issue_date: '2026-01-31', total_excl_tax: 1250, tax_total: 250, total_incl_tax: 1500 }],
    ['German', german, { number: 'RE-2026-7', issue_date: '2026-01-31', total_excl_tax: 1250, tax_total: 237.5, total_incl_tax: 1487.5 }],
    ['Odoo', odoo, { number: 'INV/2026/0007', issue_date: '2026-01-31', total_excl_tax: 100, tax_total: 20, total_incl_tax: 120 }],
  ])('rule 3: %s field names are recognised, dates and numbers normalised', async (_, record, expected) => {
    const me = await walk.enter()
    const { json } = await me.post('/sync/ingest', aBatch([record]))
    expect(json).toMatchObject({ created: 1, rejected: [] })
    expect((await me.get('/invoices')).json.invoices).toMatchObject([expected])
  })

  it('rule 4: the lines of an invoice are kept: sku, quantity, total excluding tax', async () => {
    const me = await walk.enter()
    await me.post('/sync/ingest', aBatch([french]))
    const { json } = await me.get('/invoices')
    const { json: invoice } = await me.get(`/invoices/${json.invoices[0].id}`)
    expect(invoice.lines).toMatchObject([{ position: 1, sku: 'FARINE-25', quantity: 50, total_excl_tax: 1250, product_id: null }])
  })

  it('rule 5: customers that do not exist are created, once', async () => {
    const me = await walk.enter()
    await me.post('/sync/ingest', aBatch([german, { ...german, Rechnungsnummer: 'RE-2026-8' }]))
    const { json } = await me.get('/companies')
    expect(json.companies).toMatchObject([{ name: 'Bäckerei Schmidt GmbH' }])
    const { json: events } = await me.get('/events')
    expect(events.events.map(({ type }: { type: string }) => type)).toEqual(['invoice.created', 'invoice.created', 'company.created'])
  })

  it('rule 5: resending a batch duplicates nothing, changes nothing and emits no event', async () => {
    const me = await walk.enter()
    const batch = aBatch([aContact(), aContact()], { object: 'contacts' })
    expect((await me.post('/sync/ingest', batch)).json).toMatchObject({ created: 2, updated: 0, unchanged: 0 })
    const before = [(await me.get('/contacts')).json, (await me.get('/events')).json]
    expect((await me.post('/sync/ingest', batch)).json).toMatchObject({ created: 0, updated: 0, unchanged: 2, rejected: [] })
    expect([(await me.get('/contacts')).json, (await me.get('/events')).json]).toEqual(before)
  })

  it('rule 5: a changed record is updated, not duplicated', async () => {
    const me = await walk.enter()
    const contact = aContact()
    await me.post('/sync/ingest', aBatch([contact], { object: 'contacts' }))
    const again = await me.post('/sync/ingest', aBatch([{ ...contact, title: 'Countess' }], { object: 'contacts' }))
    expect(again.json).toMatchObject({ created: 0, updated: 1 })
    expect((await me.get('/contacts')).json.contacts).toMatchObject([{ title: 'Countess', version: 2 }])
  })

  it('rule 6: rejected records are listed in order, by zero-based index with a reason; the others are stored', async () => {
    const me = await walk.enter()
    const { json } = await me.post('/sync/ingest', {
      ...aBatch([], { object: 'contacts' }),
      records: [{}, aContact(), 'nonsense', null, aContact()],
    })
    expect(json.created).toBe(2)
    expect(json.rejected.map(({ index }: { index: number }) => index)).toEqual([0, 2, 3])
    for (const { reason } of json.rejected) expect(reason).toMatch(/\w{2,}/)
  })

  it('rule 7: 5,000 records are accepted, 5,001 are 422 and nothing is written; an empty batch is valid', async () => {
    const me = await walk.enter()
    const records = Array.from({ length: 5001 }, (_, at) => ({ name: `Company ${at}`, website: `https://company-${at}.com` }))
    const over = await me.post('/sync/ingest', aBatch(records, { object: 'companies' }))
    expect([over.status, over.json.errors]).toEqual([422, [expect.objectContaining({ path: '/records', code: 'too_many' })]])
    expect((await me.get('/companies')).json.companies).toEqual([])
    expect((await me.post('/sync/ingest', aBatch(records.slice(1), { object: 'companies' }))).json).toMatchObject({
      created: 5000,
      rejected: [],
    })
    expect((await me.post('/sync/ingest', aBatch([], { object: 'companies' }))).json).toMatchObject({
      created: 0,
      updated: 0,
      rejected: [],
    })
  })

  it('POST /sync/preview says what an ingest would do, and writes nothing', async () => {
    const me = await walk.enter()
    const { status, json } = await me.post('/sync/preview', aBatch([french, {}]))
    expect([status, Object.keys(json)]).toEqual([200, ['fields', 'unknown', 'records']])
    expect(json.fields).toContainEqual(expect.objectContaining({ source: 'N° Facture', target: 'number' }))
    expect(json.records).toMatchObject([
      { index: 0, action: 'create', values: { number: 'FA-2026-001', date: '2026-01-31', total_excl_tax: 1250 } },
      { index: 1, action: 'reject', reason: expect.any(String) },
    ])
    expect((await me.get('/invoices')).json.invoices).toEqual([])
    expect((await me.get('/sync/runs')).json.runs).toEqual([])
  })
})
