import { describe, expect, it } from 'vitest'
import { ingestObjects, type IngestObject } from '../../../../core/integration/ingest/objects.ts'
import { read } from '../read-one.ts'
import { titles } from '../titles.ts'

// Two values of each field that no other field would hold as well.
const values: Readonly<Record<string, readonly [unknown, unknown]>> = {
  external_id: ['A-1001', 'A-1002'], number: ['RE-2024-17', 'RE-2024-18'], date: ['2024-03-17', '2024-04-21'], due_date: ['2024-05-17', '2024-06-21'],
  customer_external_id: ['K1001', 'K1002'], customer_name: ['Nordwind GmbH', 'Sur SL'], currency: ['EUR', 'EUR'], total_excl_tax: [100.5, 200.25],
  total_tax: [20.1, 40.05], total_incl_tax: [120.6, 240.3], amount_due: [50.25, 0], status: ['open', 'paid'], sku: ['AB-100', 'AB-200'],
  description: ['Blue lamp', 'Red lamp'], quantity: [3, 7], unit: ['Stk', 'kg'], unit_price: [12.5, 14.25], discount_percent: [5, 10], tax_rate: [19, 7],
  name: ['Blue lamp', 'Red lamp'], price: [12.5, 14.25], stock: [12, 40], barcode: ['4006381333931', '4006381333948'], category: ['Lamps', 'Chairs'],
  domain: ['https://www.acme.com', 'www.beta.de'], email: ['a@acme.com', 'b@beta.de'], phone: ['+49 30 123456', '+49 40 987654'],
  street: ['Hauptstr. 5', 'Ringweg 7'], city: ['Berlin', 'Hamburg'], postcode: ['10115', '20095'], country: ['DE', 'FR'],
  vat_number: ['DE136695976', 'FR40303265045'], industry: ['Retail', 'Food'], first_name: ['Anna', 'Jean'], last_name: ['Schmidt', 'Dupont'],
  title: ['Einkäufer', 'Directeur'], company: ['Nordwind GmbH', 'Sur SL'], amount: [5000, 12_000], stage: ['Proposal', 'Won'],
  close_date: ['2024-05-17', '2024-06-21'], owner: ['Eva Lang', 'Tom Kurz'], min_quantity: [10, 50], valid_from: ['2024-01-01', '2024-02-01'],
  valid_to: ['2024-12-31', '2024-12-31'], brand: ['Acme', 'Nord'], cost: [3, 4.5], supplier_price: [3, 4.5], supplier_sku: ['S-1', 'S-2'], supplier_currency: ['CHF', 'USD'],
  stock_incoming: [20, 5], is_tester: [true, false], probability: [30, 60], contact: ['a@b.test', 'c@d.test'], priority: ['High', 'Low'], source: ['Fair', 'Web'],
  next_step: ['Call', 'Mail'], lost_reason: ['Price too high', 'No budget'],
} // prettier-ignore

/** The fields that a column is taken for when it is the only one that says something. */
function takenFor(object: string, field: string, title: string): string[] {
  const records = [0, 1].map((at) => {
    const value = values[field]?.[at]
    if (object !== 'lines') return { [title]: value }
    const beside = { ...(field === 'quantity' ? { unit_price: 2 } : { quantity: 4 }), ...(['sku', 'description'].includes(field) ? {} : { sku: `ZZ-${at}` }) } // prettier-ignore
    return { invoice_id: `X${at}9`, lines: [{ [title]: value, ...beside }] }
  })
  const { fields } = read(ingestObjects.find((each): each is IngestObject => each === object) ?? 'invoices', records)
  return fields.filter(({ source }) => source.endsWith(title)).map(({ target }) => target.replace('lines.', ''))
}

describe.each(Object.entries(titles))('titles of %s', (path, list) => {
  it('are understood', () => {
    const [object = '', field = ''] = path.split('.')
    // A person's "Nom" is the last name only beside a first one.
    const meant = field === 'last_name' ? ['last_name', 'name'] : [field]
    const missed = list.split(' | ').filter((title) => !takenFor(object, field, title).some((target) => meant.includes(target)))
    expect(missed).toEqual([])
  })
})
