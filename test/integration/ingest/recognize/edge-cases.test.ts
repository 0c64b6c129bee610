import { describe, expect, it } from 'vitest'
import { plugins } from '../../../../host/plugins.ts'
import { cpuOf, lineOf, read, readOne } from '../read-one.ts'

// Edge cases by their numbers (see `../README.md`): those that reading alone decides.
const vocabularies = plugins.flatMap(({ vocabularies: own }) => own)
const head = { number: 'R-1', date: '2025-03-14', customer_name: 'Birch', currency: 'EUR' }
const item = { sku: 'A', quantity: 2, unit_price: 10, total_excl_tax: 20 }

describe('13: ids that stand for none', () => {
  it.each(['id-value', '00000000-0000-0000-0000-000000000000', '', '0', 0, 'customerId-value'])('%j is no key', (id) => {
    expect(readOne('companies', { id, name: 'Birch' }).values.external_id).toBeUndefined()
  })
})

describe('16: lines in every shape', () => {
  const expected = [item]
  it.each([
    ['a list', { ...head, lines: [item] }],
    ['JSON text', { ...head, lines: JSON.stringify([item]) }],
    [
      'a Python literal',
      { ...head, lines: "[{'sku': 'A', 'quantity': 2, 'unit_price': 10.0, 'total_excl_tax': Decimal('20'), 'note': None}]" },
    ],
    ['a list in a wrapper called data', { ...head, lines: { data: [item] } }],
    ['a list in a wrapper called item', { ...head, lines: { item: [item] } }],
    ['a single object', { ...head, lines: item }],
    ['a single object in a wrapper', { ...head, itemList: { item } }],
  ])('%s', (_, record) => expect(readOne('invoices', record).values.lines).toEqual(expected))

  it.each([
    ['repeated', { ...head }],
    ['blank', { number: '', date: '', customer_name: '', currency: '' }],
  ])('one row per line, the parent %s', (_, second) => {
    const row = (parent: object, sku: string) => ({
      ...parent,
      'Line SKU': sku,
      'Line Quantity': 2,
      'Line Unit Price': 10,
      'Line Amount': 20,
    })
    const { records } = read('invoices', [row(head, 'A'), row(second, 'B')])
    expect(records).toHaveLength(1)
    expect(records[0]).toMatchObject({
      indexes: [0, 1],
      values: {
        number: 'R-1',
        lines: [
          { ...item, sku: 'A' },
          { ...item, sku: 'B' },
        ],
      },
    })
  })
})

it('17: rows of text, subtotal, tax, shipping and discount are no items; optional positions and sub-items are not summed', () => {
  const row = (type: string, more = {}) => ({ type, description: type, quantity: 1, unit_price: 5, total_excl_tax: 5, ...more })
  const lines = [row('item'), row('text'), row('Subtotal'), row('tax'), row('shipping'), row('discount'), row('item', { optional: true }), row('item', { subItems: [row('item')] })] // prettier-ignore
  expect(readOne('invoices', { ...head, lines }).values.lines).toHaveLength(2)
})

describe('18: signs', () => {
  const positive = { total_excl_tax: 100, total_tax: 20, total_incl_tax: 120 }
  it.each([
    [
      'negative totals',
      { total_excl_tax: -100, total_tax: -20, total_incl_tax: -120, lines: [{ ...item, quantity: 2, total_excl_tax: -20 }] },
    ],
    ['positive totals', { ...positive, lines: [item] }],
    ['negative quantities', { ...positive, lines: [{ ...item, quantity: -2, total_excl_tax: -20 }] }],
  ])('a credit note of %s is positive', (_, totals) => {
    expect(readOne('credit_notes', { ...head, ...totals }).values).toMatchObject({ ...positive, lines: [item] })
  })

  it('a negative invoice stays one, with a warning', () => {
    const reading = readOne('invoices', { ...head, total_incl_tax: -5 })
    expect(reading).toMatchObject({ object: 'invoices', values: { total_incl_tax: -5 } })
    expect(reading.warnings.join()).toContain('negative invoice')
  })

  it.each([
    { rowid: 1, facnumber: 'AV1', type: 2, fk_soc: 1, fk_statut: 1, datef: '2025-01-01', total_ttc: -12 },
    {
      id: 1,
      name: 'RINV/1',
      move_type: 'out_refund',
      partner_id: [7, 'Birch'],
      amount_untaxed: -10,
      amount_total: -12,
      invoice_line_ids: [],
    },
    {
      Type: 'ACCRECCREDIT',
      CreditNoteID: 'x',
      CreditNoteNumber: 'CN1',
      LineAmountTypes: 'Exclusive',
      Contact: { Name: 'Birch' },
      Total: 12,
    },
    { number: '1', document_type: 'Credit Note', customer_name: 'Birch', total: -12 },
    { number: '1', is_return: 1, customer_name: 'Birch', total: -12 },
  ])('a credit note among invoices is stored as one: $#', (record) => {
    expect(readOne('invoices', record, { vocabularies })).toMatchObject({ object: 'credit_notes', values: { total_incl_tax: 12 } })
  })
})

describe('19: what is unpaid', () => {
  const due = (record: object) => {
    const { values, derived, reject } = readOne('invoices', { ...head, total_incl_tax: 120, ...record })
    return reject?.code ?? values.amount_due ?? derived.amount_due
  }
  it('is given, else the total less what is paid, else nothing where it is paid', () => {
    expect([due({ balance: 20 }), due({ amount_paid: 100 }), due({ status: 'paid' }), due({})]).toEqual([20, 20, 0, undefined])
  })
  it('is rejected beyond the total: it is another currency’s', () => {
    expect(due({ currency: 'USD', total_incl_tax: 3.64, outstanding_amount: 299.99 })).toBe('inconsistent')
  })
})

it('20: sums may differ by two cents or a cent a line, and legal surcharges are kept with a warning', () => {
  const warned = (excl: number, tax: number, incl: number) =>
    readOne('invoices', { ...head, total_excl_tax: excl, total_tax: tax, total_incl_tax: incl }).warnings.some((each) =>
      each.startsWith('totals'),
    )
  expect([warned(100, 20, 120.02), warned(100, 20, 120.05), warned(520, 90, 610.6)]).toEqual([false, true, true])
  expect(readOne('invoices', { ...head, total_excl_tax: 520, total_tax: 90, total_incl_tax: 610.6 }).values).toMatchObject({
    total_incl_tax: 610.6,
  })
})

it.each([
  { taxes_included: true },
  { LineAmountTypes: 'Inclusive' },
  { taxConditions: { taxType: 'gross' } },
  { prices_include_tax: 'true' },
])('21: prices that include tax never land in a field that excludes it: %j', (mode) => {
  expect(lineOf(readOne('invoices', { ...head, ...mode, lines: [{ sku: 'A', quantity: 2, price: 12, total: 24 }] }))).toEqual({
    sku: 'A',
    quantity: 2,
  })
})

it('22: twins in another currency are never mixed in, and a missing currency is the source’s default or none', () => {
  const twins = { base_grand_total: 130.9, grand_total: 119, HomeTotalAmt: 131, total_price_usd: 140 }
  expect(readOne('invoices', { ...head, ...twins }).values).toMatchObject({ total_incl_tax: 119, currency: 'EUR' })
  const { currency: _, ...bare } = head
  expect(readOne('invoices', { ...bare, total: 5 }).values.currency).toBeUndefined()
  expect(readOne('invoices', { ...bare, total: 5 }, { currency: 'SEK' }).derived.currency).toBe('SEK')
})

it('24: what nobody sees is gone from keys and harmless in values', () => {
  const invisible = '\u200B\u200C\u200D\u2060\uFEFF\u00AD'
  const reading = readOne('companies', {
    '\uFEFFNa\u00ADme': `${invisible}Mu\u0308ller\u00A0&\tCo\r\n`,
    [`Ci${invisible}ty`]: '\u00A0Köln ',
  })
  expect(reading.values).toEqual({ name: 'Müller & Co', city: 'Köln' })
})

it('25 to 27: NUL, lone surrogates, mojibake and entities', () => {
  expect(readOne('companies', { 'na\u0000me': 'A\u0000B\uDC00', id: 1 }).values).toEqual({ name: 'AB\uFFFD', external_id: '1' })
  expect(readOne('companies', { name: 'DÃ©pot' }).values.name).toBe('Dépot')
  expect(readOne('products', { sku: '<i>A</i>', name: 'A &ndash; B', description: '<p>A &ndash; B</p>' }).values).toEqual({ sku: 'A', name: 'A – B', description: '<p>A &ndash; B</p>' }) // prettier-ignore
})

it('28 and 29: keys of a prototype are ignored, and too much of anything is one record’s fault', () => {
  const record = JSON.parse('{"name":"A","__proto__":{"x":1},"toLocaleString":"x","isPrototypeOf":{"constructor":{"prototype":{"x":1}}}}')
  expect(readOne('companies', record, { vocabularies }).values).toEqual({ name: 'A' })
  expect(({} as Record<string, unknown>).x).toBeUndefined()
  expect(readOne('companies', { name: 'A', note: 'x'.repeat(65_537) }).reject?.code).toBe('too_long')
  expect(readOne('companies', { name: 'A', note: 'x'.repeat(65_536) }).reject).toBeNull()
})

it('30 and 31: ids beyond 2^53 are sent as text; words for no number are none, and formulas are text', () => {
  expect(readOne('companies', { name: 'A', id: Number('12345678901234567890') }).reject?.reason).toContain('send it as text')
  expect(readOne('products', { sku: '1e5', name: '=cmd()', price: 'NaN', stock: '1e400' }).values).toEqual({ sku: '1e5', name: '=cmd()' })
})

it('33: 100 kB of digits, dots and blanks in every field take less than 50 ms a record', () => {
  const fields = ['name', 'email', 'phone', 'zip', 'country', 'currency', 'website', 'vat_number', 'date', 'total', 'tax', 'status', 'sku', 'price', 'lines'] // prettier-ignore
  for (const text of ['1', '.', ' ', '1.', '1 ', '. ', '1,', '-1'].map((part) => part.repeat(Math.floor(100_000 / part.length)))) {
    const records = Array.from({ length: 3 }, (_, at) => ({
      number: String(at),
      ...Object.fromEntries(fields.map((field) => [field, text])),
    }))
    const spent = cpuOf(() => (['invoices', 'companies', 'products'] as const).forEach((object) => read(object, records, { vocabularies })))
    // Three objects of three records.
    expect(spent).toBeLessThan(9 * 50)
  }
})

describe('35: ambiguous values are refused with both readings, their look-alikes pass', () => {
  const total = (value: unknown) => readOne('invoices', { number: '1', customer_name: 'A', total_incl_tax: value })

  it.each(Array.from({ length: 50 }, (_, at) => at + 1))('amount %i', (at) => {
    const digits = String((at * 13) % 1_000).padStart(3, '0')
    for (const sign of ['.', ',']) {
      const { reject, values } = total(`${at}${sign}${digits}`)
      expect(reject).toMatchObject({ code: 'ambiguous_number', field: 'total_incl_tax' })
      for (const reading of [Number(`${at}.${digits}`), Number(at + digits)]) expect(reject?.reason).toContain(String(reading))
      expect(values.total_incl_tax).toBeUndefined()
    }
    expect(total(Number(`${at}.${digits}`)).values.total_incl_tax).toBe(Number(`${at}.${digits}`))
    expect(total(`${at},${digits.slice(0, 2)}`).values.total_incl_tax).toBe(Number(`${at}.${digits.slice(0, 2)}`))
    expect(total(`${at}.${digits}5`).values.total_incl_tax).toBe(Number(`${at}.${digits}5`))
    expect(total(`${at}.${digits},00`).values.total_incl_tax).toBe(Number(at + digits))
  })

  it.each(Array.from({ length: 100 }, (_, at) => [(at % 12) + 1, ((at * 5) % 12) + 1] as const).filter(([day, month]) => day !== month))(
    'date %i/%i',
    (day, month) => {
      const two = (part: number) => String(part).padStart(2, '0')
      const text = `${two(day)}/${two(month)}/2025`
      const { reject } = readOne('invoices', { number: '1', customer_name: 'A', date: text })
      expect(reject).toMatchObject({ code: 'ambiguous_date', field: 'date' })
      for (const reading of [`2025-${two(month)}-${two(day)}`, `2025-${two(day)}-${two(month)}`]) expect(reject?.reason).toContain(reading)
      expect(readOne('invoices', { number: '1', customer_name: 'A', date: `2025-${two(month)}-${two(day)}` }).values.date).toBe(`2025-${two(month)}-${two(day)}`) // prettier-ignore
      expect(readOne('invoices', { number: '1', customer_name: 'A', date: `${day + 12}/${two(month)}/2025` }).values.date).toBe(`2025-${two(month)}-${day + 12}`) // prettier-ignore
    },
  )
})

describe('what one column proves settles the others of its batch', () => {
  it('an amount that proves its sign decides for one that does not, in header and lines', () => {
    const record = {
      number: '1',
      customer_name: 'A',
      total_excl_tax: '1.000',
      total_tax: '190,00',
      lines: [{ sku: 'A', quantity: '1.000', unit_price: '1,5' }],
    }
    expect(readOne('invoices', record).values).toMatchObject({
      total_excl_tax: 1000,
      total_tax: 190,
      lines: [{ quantity: 1000, unit_price: 1.5 }],
    })
  })

  it('two signs in one batch decide nothing', () => {
    expect(readOne('invoices', { number: '1', customer_name: 'A', total_excl_tax: '1.000', total_tax: '190,00', total_incl_tax: '1.50' }).reject?.code).toBe('ambiguous_number') // prettier-ignore
  })
})
