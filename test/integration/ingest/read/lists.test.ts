import { describe, expect, it } from 'vitest'
import { lineOf, read, readOne } from '../read-one.ts'

const head = { number: 'N-1', customer_name: 'Birch' }
const lines = (record: object) => readOne('invoices', { ...head, ...record }).values.lines

describe('what stands beside a list of lines', () => {
  const row = { sku: 'A1', quantity: 2, unit_price: 50 }

  it('counts the lines and their pages, and is none of them', () => {
    for (const counters of [
      { totalRows: 1, page: 1 },
      { nbLignes: '1', pageCourante: 1, suite: null },
      { count: 1, more: false },
    ])
      expect(lines({ lines: { orderRow: [row], ...counters } })).toEqual([row])
    expect(lines({ lignes: { ...row, taxes: [{ rate: 20 }] } })).toEqual([{ ...row, tax_rate: 20 }])
  })

  it('is said in the title of every column of theirs', () => {
    const record = { artRowReference: 'A1', artRowQuantite: 2, artRowMontantUnitaireHT: 50, artRowMontantHtApresRemise: 100, artRowTauxTvaManuel: 20 } // prettier-ignore
    expect(lines({ lines: [record] })).toEqual([{ ...row, total_excl_tax: 100, tax_rate: 20 }])
  })
})

describe('of two that could be the key', () => {
  it('a line has the number that people know its article by, and no id of a row', () => {
    expect(lineOf(readOne('orders', { ...head, positionen: [{ artikel: 77, nummer: 'Z-04', menge: 3, preis: 2 }] }))).toEqual({ sku: 'Z-04', quantity: 3, unit_price: 2 }) // prettier-ignore
    expect(lineOf(readOne('orders', { ...head, positionen: [{ artikel: 77, menge: 3, preis: 2 }] }))).toMatchObject({ sku: '77' })
  })

  it('a line calls nothing by an id', () => {
    const row = { item: 512, number: '1000123', qty: 2, price: 5 }
    expect(lineOf(readOne('orders', { ...head, lines: [row] }))).not.toHaveProperty('description')
    expect(lineOf(readOne('orders', { ...head, lines: [{ ...row, item: 'Lamp' }] }))).toMatchObject({ description: 'Lamp' })
  })

  it('a person has no key of a customer that others share', () => {
    const [ada, bo] = [
      { client_id: 7, nom: 'Lind', prenom: 'Ada' },
      { client_id: 7, nom: 'Berg', prenom: 'Bo' },
    ]
    const [one] = read('contacts', [{ ...ada, email: 'a@x.test' }, { ...bo, email: 'b@x.test' }]).records // prettier-ignore
    expect(one?.values).toEqual({ first_name: 'Ada', last_name: 'Lind', email: 'a@x.test' })
    expect(readOne('contacts', ada).values).toMatchObject({ external_id: '7' })
  })

  it('a record has its own, before that of its address', () => {
    const person = { ADDR_ID: '7', REC_ID: '81', NAME: 'Lind', VORNAME: 'Ada' }
    expect(readOne('contacts', person).values).toMatchObject({ external_id: '81', last_name: 'Lind' })
  })

  it('an invoice has none of the order or the delivery, and neither where nothing tells', () => {
    const invoice = { KUN_NUM: '12', KUN_NAME1: 'Birch', WERT_NETTO: 5 }
    const told = { ...invoice, REC_ID: '1', VAUNUM: 'A-9', VRENUM: 'R-9', ADATUM: '2025-02-01', RDATUM: '2025-02-03' }
    expect(readOne('invoices', told).values).toMatchObject({ number: 'R-9', date: '2025-02-03', customer_external_id: '12' })
    const { values } = readOne('invoices', { ...invoice, REC_ID: '1', VXQNUM: 'A-9', VZQNUM: 'R-9', XDATUM: '2025-02-01', ZDATUM: '2025-02-03' }) // prettier-ignore
    expect(values).toMatchObject({ external_id: '1' })
    expect(values).not.toHaveProperty('number')
    expect(values).not.toHaveProperty('date')
  })

  it('documents of one row each get no lines, even if two of them share an order', () => {
    const [one, other] = [{ ATRNUM: 'A-9', VRENUM: 'R-1', WERT_NETTO: '5.00', WARE: '5.00' }, { ATRNUM: '', VRENUM: 'R-2', WERT_NETTO: '7.00', WARE: '7.00' }] // prettier-ignore
    const { records } = read('invoices', [one, other])
    expect(records.map(({ values }) => [values.number, values.lines])).toEqual([
      ['R-1', undefined],
      ['R-2', undefined],
    ])
  })
})

describe('an identifier', () => {
  it('is what people call a product by, beside its id', () => {
    const product = { id: '369', identifier: 'TEE-1', title: 'Tee', price: '10.99' }
    expect(readOne('products', product).values).toEqual({ external_id: '369', sku: 'TEE-1', name: 'Tee', price: 10.99 })
    expect(readOne('products', { ...product, sku: 'T1' }).values).toMatchObject({ external_id: '369', sku: 'T1' })
  })

  const quote = { customer: 'Birch', identifier: 'Q25-7' }

  it('is the number of a document that has no other, beside its id or for it', () => {
    expect(readOne('quotes', { id: 273, ...quote }).values).toMatchObject({ external_id: '273', number: 'Q25-7' })
    expect(readOne('quotes', { id: 273, number: 'Q-8', ...quote }).values).toMatchObject({ external_id: '273', number: 'Q-8' })
    expect(readOne('quotes', quote).values).toMatchObject({ external_id: 'Q25-7', number: 'Q25-7' })
  })
})

describe('amounts with tax beside those without', () => {
  it('are none of a line: the price and the total are what the tax is added to', () => {
    const net = { codigo: 'P1', cantidad: 2, valor_unitario: 50, subtotal: 100 }
    const row = { ...net, precio_unitario: 59, igv: 18, total: 118 }
    expect(lines({ items: [row, { ...row, cantidad: 1, subtotal: 50, igv: 9, total: 59 }] })).toEqual([
      expect.objectContaining({ unit_price: 50, total_excl_tax: 100 }),
      expect.objectContaining({ unit_price: 50, total_excl_tax: 50 }),
    ])
  })

  it('are known by arithmetic where a document names its net amount alone, and by no guess', () => {
    const record = { NUMMER: 'R-1', KUN_NAME1: 'Birch', WERT_NETTO: '240.00', XSUMME: '45.60', YSUMME: '285.60' }
    expect(readOne('invoices', record).values).toMatchObject({ total_excl_tax: 240, total_tax: 45.6, total_incl_tax: 285.6 })
    const { values } = readOne('invoices', { ...record, XSUMME: '50.00', YSUMME: '290.00' })
    expect(values).not.toHaveProperty('total_tax')
    expect(values).not.toHaveProperty('total_incl_tax')
  })
})

describe('small numbers', () => {
  it('are no customer behind letters that nobody knows, and no rate where they say the kind of tax', () => {
    expect(readOne('invoices', { NUMERO: '5', XQACLIENTE: 1, TOTAL: 5 }).values).not.toHaveProperty('customer_external_id')
    const row = { sku: 'A', quantity: 1, unit_price: 10 }
    expect(lines({ lines: [{ ...row, tipo_de_iva: 1 }] })).toEqual([row])
    expect(lines({ lines: [{ ...row, tipo_de_iva: 21 }] })).toEqual([{ ...row, tax_rate: 21 }])
  })

  it('are the rate of a document where they are the share between its totals', () => {
    expect(readOne('quotes', { ...head, net_total: 200, tax: 19, gross_total: 238 }).values).toEqual({ ...head, total_excl_tax: 200, total_incl_tax: 238 }) // prettier-ignore
    expect(readOne('quotes', { ...head, net_total: 100, tax: 19, gross_total: 119 }).values).toMatchObject({ total_tax: 19 })
  })
})

it('letters that all of many titles begin with are of the system', () => {
  const names = ['FOLIO', 'FECHA', 'RAZONSOCIAL', 'TOTAL', 'PLANTILLA', 'AFECTADO', 'IMPRESO', 'GASTO', 'TEXTO', 'USUARIO', 'GUID', 'SELLO', 'VISTO', 'MARCA', 'TURNO'] // prettier-ignore
  const values: Readonly<Record<string, unknown>> = { FOLIO: 8, FECHA: '2025-02-03', RAZONSOCIAL: 'Abedul SA', TOTAL: 12.5 }
  const record = Object.fromEntries(names.map((name) => [`C${name}`, values[name] ?? '']))
  expect(readOne('invoices', record).values).toEqual({ number: '8', date: '2025-02-03', customer_name: 'Abedul SA', total_incl_tax: 12.5 })
})

it.each([
  ['invoices', { ...head, invoiced_on: '2025-02-03', term_on: '2025-03-03' }, { date: '2025-02-03', due_date: '2025-03-03' }],
  ['invoices', { number: '1', customer_identity: 'Birch', montantAPayer: 5 }, { customer_name: 'Birch', amount_due: 5 }],
  ['invoices', { number: '1', Receptor: { RznSocRecep: 'Birch' } }, { customer_name: 'Birch' }],
  ['companies', { name: 'Birch', adr1: '1 rue A', cd_ptl: '16000', tel_bur: '05 45 00 11 22' }, { street: '1 rue A', postcode: '16000', phone: '05 45 00 11 22' }], // prettier-ignore
  ['companies', { name: 'Birch', ciudad: 12, ciudadDescripcion: 'Lima' }, { city: 'Lima' }],
  ['products', { sku: 'A', nombre: 'B', idcategoria: { descripcion: 'Jugos', idcategoria: 6 } }, { category: 'Jugos' }],
  ['deals', { id: 1, name: 'Site', money: 500 }, { amount: 500 }],
  ['contacts', { email: 'a@b.test', mobilfunk: '0171 5550011' }, { phone: '0171 5550011' }],
  ['products', { ARTNR: 'A', KURZNAME: 'Lampe', MENGE_AKT: '4', MENGE_MIN: '2' }, { sku: 'A', name: 'Lampe', stock: 4 }],
  ['invoices', { number: '1', ClienteProveedorId: 118 }, { customer_external_id: '118' }],
  ['invoices', { number: '1', Detalle: [{ CdgItem: { VlrCodigo: 'RJ' }, NmbItem: 'Cable', QtyItem: 2, UnmdItem: 'UN', PrcItem: 5 }] }, { lines: [{ sku: 'RJ', description: 'Cable', quantity: 2, unit: 'UN', unit_price: 5 }] }], // prettier-ignore
  ['price_rules', { sku: 'A', pht: 2, pttc: 2.4 }, { price: 2 }],
] as const)('reads %s by words that any system has: %j', (object, record, values) => {
  expect(readOne(object, record)).toMatchObject({ reject: null, values })
})
