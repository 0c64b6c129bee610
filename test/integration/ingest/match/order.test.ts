import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeStorages } from '../../../support/storages.ts'
import { counts, everything, send } from '../fixtures.ts'

const site = (name: string) => `www.${name.split(' ')[0]?.toLowerCase().replace('ü', 'ue')}.de`
const firms = ['Nordwind', 'Südstern', 'Ostsee', 'Westend'].map((name, index) => ({
  id: `C-00${index}`,
  name: `${name} GmbH`,
  // The last one's domain is known from the e-mails of its people alone.
  ...(index < 3 && { website: site(name) }),
  city: 'Kiel',
}))
const people = firms.flatMap(({ id, name }, index) => [
  { id: `R${index}`, email: `carl${index}@${site(name).slice(4)}`, first_name: 'Carl', last_name: `Nr ${index}` },
  { id: `P${index}`, email: `anna${index}@${site(name).slice(4)}`, first_name: 'Anna', last_name: `Nr ${index}`, company: name },
  {
    id: `Q${index}`,
    email: `bert${index}@gmail.com`,
    first_name: 'Bert',
    last_name: `Nr ${index}`,
    company: index % 2 ? id : name,
  },
])
const bills = firms.flatMap(({ id, name }, index) =>
  [1, 2].map((turn) => ({
    invoice_number: `F-${index}-${turn}`,
    invoice_date: '2025-03-14',
    customer_id: turn === 1 ? id : undefined,
    customer_name: name,
    currency: 'EUR',
    total_excl_tax: 100 * turn,
    total_tax: 19 * turn,
    total_incl_tax: 119 * turn,
    lines: [{ sku: 'A', quantity: turn, unit_price: 100, total_excl_tax: 100 * turn, tax_rate: 19 }],
  })),
)
const goods = [
  { sku: 'A', name: 'Article A', price: 100, currency: 'EUR' },
  { sku: 'B', name: 'Article B', price: 5, currency: 'EUR' },
]

const batches = [
  { object: 'companies', records: firms.slice(0, 2) },
  { object: 'companies', records: firms.slice(2) },
  { object: 'contacts', records: people.slice(0, 7) },
  { object: 'contacts', records: people.slice(7, 10) },
  { object: 'contacts', records: people.slice(10) },
  { object: 'invoices', records: bills.slice(0, 5) },
  { object: 'invoices', records: bills.slice(5) },
  { object: 'products', records: goods },
]

/** What the store says, in words that do not depend on when it was said. */
async function story(api: Parameters<typeof everything>[0]) {
  const { companies, contacts, invoices, products } = await everything(api)
  const product = new Map(products.map(({ id, sku }) => [id, sku]))
  const company = new Map(companies.map(({ id, name }) => [id, name]))
  return {
    companies: companies
      .map(({ name, domain, external_ids, billing_address }) => [name, domain, external_ids.map(({ id }) => id), billing_address])
      .toSorted(byText),
    contacts: contacts
      .map(({ email, name, company: named, company_id }) => [email, name, named, company.get(company_id ?? '')])
      .toSorted(byText),
    invoices: invoices
      .map(({ number, company_id, total_incl_tax, status, lines }) => [
        number,
        company.get(company_id ?? ''),
        total_incl_tax,
        status,
        lines.map(({ sku, quantity, total_incl_tax: total, product_id, name }) => [
          sku,
          quantity,
          total,
          product.get(product_id ?? ''),
          name,
        ]),
      ])
      .toSorted(byText),
    products: products.map(({ sku, name, price }) => [sku, name, price]).toSorted(byText),
  }
}

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

describeStorages(
  'the order of batches and of their records',
  (open, name) => {
    it('does not matter: customers before their invoices or after them, the store tells the same (edge case 4)', async () => {
      const { api } = await open()
      for (const { object, records } of batches) await send(api, object, records)
      const expected = await story(api)
      expect(expected.companies).toHaveLength(4)
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray(batches, { minLength: batches.length }),
          fc.infiniteStream(fc.nat(20)),
          async (order, picks) => {
            const { api: other } = await open()
            for (const { object, records } of order) {
              const shuffled = [...(records as readonly object[])]
                .map((record) => [picks.next().value as number, record] as const)
                .toSorted(([a], [b]) => a - b)
              expect(
                counts(
                  await send(
                    other,
                    object,
                    shuffled.map(([, record]) => record),
                  ),
                ),
              ).toMatchObject({ rejected: 0 })
            }
            expect(await story(other)).toEqual(expected)
          },
        ),
        { numRuns: name === 'SQLite memory' ? 12 : 2 },
      )
    }, 120_000)
  },
  ['SQLite memory', 'PostgreSQL'],
)
