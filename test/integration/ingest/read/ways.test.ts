import { describe, expect, it } from 'vitest'
import { read, readOne } from '../read-one.ts'

describe('a list of all ways to reach somebody', () => {
  it('is read by what each item says that it is, the primary one first', () => {
    const contacts = [{ type: 'phone', value: '+44 20 1111 2222' }, { type: 'email', value: 'old@kay.example' }, { type: 'email', value: 'ann@kay.example', primary: true }] // prettier-ignore
    expect(readOne('companies', { number: 'K1', name: 'Kay Ltd', contacts }).values).toMatchObject({
      email: 'ann@kay.example',
      phone: '+44 20 1111 2222',
    })
  })

  it('is none where its items are something else', () => {
    const { values } = readOne('companies', { number: 'K1', name: 'Kay Ltd', notes: [{ type: 'call', value: 'ann@kay.example' }] })
    expect(values).not.toHaveProperty('email')
  })
})

describe('what a record stands in', () => {
  it('is the head of a document, in four languages', () => {
    for (const head of ['header', 'kopfdaten', 'entete', 'cabecera'])
      expect(readOne('orders', { [head]: { numero: 'A-7', total: 12 } }).values).toEqual({ number: 'A-7', total_incl_tax: 12 })
  })

  it('is the customer, whatever else is said about them', () => {
    expect(readOne('invoices', { number: 'A-7', customer_snapshot: { company_name: 'Kay Ltd', id: 'k9' } }).values).toMatchObject({ customer_name: 'Kay Ltd', customer_external_id: 'k9' }) // prettier-ignore
    expect(readOne('invoices', { number: 'A-7', datosCliente: { nombre: 'Kay SL' } }).values).toMatchObject({ customer_name: 'Kay SL' })
  })

  it('changes no amount that its key names in full, and none that belongs to something known', () => {
    expect(readOne('invoices', { number: 'A-7', zettel: { total_ttc: 12 } }).values).toMatchObject({ total_incl_tax: 12 })
    expect(readOne('invoices', { number: 'A-7', shipping: { total_ttc: 12 } }).values).not.toHaveProperty('total_incl_tax')
  })

  it('is a list with the only recipient', () => {
    const recipients = [{ billing_info: { business_name: 'Kay Ltd' } }]
    expect(readOne('invoices', { number: 'A-7', primary_recipients: recipients }).values).toMatchObject({ customer_name: 'Kay Ltd' })
  })
})

describe('titles in one batch', () => {
  it('leave out the letters that all end with', () => {
    const record = { tippcl: 'PV', refpcl: '24001122', fecpcl: '2024-05-27', clipcl: '430012', almpcl: 'A1', totpcl: 242 }
    expect(readOne('orders', record).values).toMatchObject({ number: '24001122', date: '2024-05-27', total_incl_tax: 242 })
  })

  it('may have a word that nobody has heard of, where the values speak for themselves', () => {
    const { values } = readOne('companies', { number: 'K1', name: 'Kay Ltd', acme_email: 'ann@kay.example', acme_number: 'Z9' })
    expect(values).toEqual({ external_id: 'K1', name: 'Kay Ltd', email: 'ann@kay.example' })
  })

  it('name no status by the state of an address', () => {
    expect(readOne('quotes', { number: 'Q-1', city: 'York', state: 'Yorks' }).values).not.toHaveProperty('status')
    expect(readOne('quotes', { number: 'Q-1', state: 'sent' }).values).toMatchObject({ status: 'sent' })
  })

  it('"rate" alone is a price in English, and what is called the rate of a tax elsewhere is none', () => {
    const lines = [{ codigo: 'A', cantidad: 2, alicuota: 21, neto_uni: 350 }]
    expect(read('orders', [{ numero: 'A-7', lineas: lines }]).records[0]?.values.lines).toEqual([
      { sku: 'A', quantity: 2, tax_rate: 21, unit_price: 350 },
    ])
  })
})
