import type { Api, Engine } from 'rapport-crm'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

type Asked = NonNullable<Parameters<Api['exports']['create']>[0]>
type Shown = Readonly<Record<string, unknown>>

/** The file of an export, when its job is done, as an import takes it. */
async function file(engine: Engine, api: Api, asked: Asked): Promise<{ content: string } | { content_base64: string }> {
  const { id } = await api.exports.create(asked)
  await engine.tick()
  const chunks: Uint8Array[] = []
  for await (const chunk of await api.exports.download({ id })) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  return asked.format === 'xlsx' ? { content_base64: bytes.toString('base64') } : { content: bytes.toString('utf8') }
}
const formats = ['csv', 'xlsx', 'jsonl'] as const

// What an engine gives each of its records, counts by itself, or knows under its own ids.
const own = [
  'id', 'user_from', 'external_ids', 'version', 'created_at', 'created_by', 'created_via', 'created_in', 'updated_at', 'deleted_at', 'merged_ids',
  'company_id', 'parent_company_id', 'supplier_company_id', 'sales_cycle_id', 'phone_raw', 'stage_history',
] // prettier-ignore
const told = (record: Shown) => Object.fromEntries(Object.entries(record).filter(([name]) => !own.includes(name)))

const company = {
  name: 'Nordlicht & Söhne',
  domain: 'nordlicht.example',
  domains: ['nordlicht.test', 'licht.example'],
  code: 'K-0042',
  vat_number: 'DE123456788',
  registration_number: 'HRB 4711',
  industry: 'Lighting',
  employees: 120,
  country: 'DE',
  tier: '=A1',
  lifecycle_stage: 'customer',
  company_type: 'customer',
  health_score: 72.5,
  owner_email: 'ada@acme.test',
  email: 'info@nordlicht.example',
  phone: '+49301234567',
  website: 'https://shop.nordlicht.example/de',
  linkedin_url: 'https://linkedin.example/company/nordlicht',
  description: 'Lamps;\n"made" in the north',
  annual_revenue: 1234567.89,
  billing_address: { street: 'Hafenweg 1', postal_code: '01067', city: 'Dresden', region: 'Sachsen', country: 'DE' },
  shipping_address: { street: 'Lagerweg 9', postal_code: '24103', city: 'Kiel', country: 'DE' },
  currency: 'EUR',
  payment_terms_days: 30,
  price_list: 'Retail',
  tax_exempt: true,
  tags: ['north', 'lamps'],
  custom: { colour: 'blue', size: 3, vip: true },
} as const
const contact = {
  email: 'ann@nordlicht.example',
  emails: [{ email: 'ann.private@mail.example', label: 'private', primary: false }],
  first_name: 'Änn',
  last_name: 'O"Neil, Jr',
  title: 'Head of "Ops"',
  company: 'Nordlicht & Söhne',
  assigned_to: 'ada@acme.test',
  phone: '+49301234567',
  phones: [{ phone: '+491711234567', label: 'mobile', primary: false }],
  country: 'DE',
  city: 'Dresden',
  address: { street: 'Hafenweg 1', postal_code: '01067', city: 'Dresden', region: 'Sachsen', country: 'DE' },
  tags: ['newsletter', 'fair 2026'],
  lead_status: 'working',
  lifecycle_stage: 'sql',
  lead_score: 12,
  do_not_contact: true,
  seniority: '- director -',
  primary_source: 'fair',
  last_source: 'web',
  utm: { source: 'mail', campaign: 'spring' },
  linkedin_url: 'https://linkedin.example/in/ann',
  linkedin_connection_status: 'pending',
  language: 'de-DE',
  timezone: 'Europe/Berlin',
  custom_properties: { colour: 'blue', size: 3, vip: true },
} as const

const product = {
  sku: 'LAMP-7',
  name: 'Lamp, 7 W; "warm"',
  description: 'For indoors\nand out',
  brand: 'Nordlicht',
  category: 'Lamps',
  unit: 'piece',
  barcode: '4006381333931',
  price: 1234.5,
  currency: 'EUR',
  tax_rate: 19,
  cost: 600.1234,
  price_tiers: [{ min_quantity: 10, price: 1100 }],
  prices: [{ currency: 'USD', price: 1300, price_tiers: [{ min_quantity: 5, price: 1250.5 }], cost: 700 }],
  stock_on_hand: 12.5,
  stock_reserved: 2,
  stock_incoming: [{ quantity: 5, expected_at: '2026-02-01', reference: 'PO-1' }],
  supplier_sku: 'X-7',
  supplier_currency: 'CHF',
  supplier_price: 580,
  is_tester: true,
  active: false,
  image_url: 'https://nordlicht.example/7.png',
  weight: 0.45,
  details: { socket: 'E27', sizes: { height: 12 } },
  tags: ['indoor'],
  custom: { colour: 'white', pieces: 4 },
} as const
// Without a value where a foreign record would have one guessed.
const bare = { sku: 'BARE-1', name: 'Bare' } as const

type Named = 'companies' | 'contacts' | 'products'
const listed = async (api: Api, object: Named) => ((await api[object].list()) as unknown as Readonly<Record<Named, Shown[]>>)[object]

describeStorages(
  'what was exported',
  (open) => {
    const two = async () => {
      const { engine, api } = await open()
      const other = engine.as({ ...ada, organization: 'other' })
      const imported = async (object: string, content: Awaited<ReturnType<typeof file>>, settings: object = {}) => {
        const { id } = await other.imports.create({ object, ...content, ...settings })
        await other.imports.start({ id })
        await engine.tick()
        return await other.imports.get({ id })
      }
      return { engine, api, other, imported }
    }

    it.each(formats)('as %s is read back whole by an engine that knows nothing of it, and again without a change', async (format) => {
      const { engine, api, other, imported } = await two()
      await api.companies.create(structuredClone(company) as never)
      await api.companies.create({ name: 'Nothing else', country: 'FR' })
      await api.contacts.create(structuredClone(contact) as never)
      await api.contacts.create({ email: 'town@gmail.com', city: 'Kiel' })
      for (const each of [product, bare]) await api.products.create(structuredClone(each) as never)
      for (const object of ['companies', 'contacts', 'products'] as const) {
        const content = await file(engine, api, { object, format })
        expect(await imported(object, content)).toMatchObject({ state: 'done', created: 2, updated: 0, rejected: 0 })
        const [was, is] = await Promise.all([listed(api, object), listed(other, object)])
        expect([object, is.map(told)]).toEqual([object, was.map(told)])
        expect(await imported(object, content)).toMatchObject({ created: 0, updated: 0, unchanged: 2, rejected: 0 })
      }
    })

    it('keeps what else deals and documents say of themselves', async () => {
      const { engine, api, other } = await two()
      const firm = await api.companies.create({ name: 'Nordlicht', domain: 'nordlicht.example' })
      const deal = { recurring: true, mrr: 100, next_step_date: '2026-03-01', competitors: ['A; Co', 'B'], tags: ['fair'], custom: { colour: 'blue' } } // prettier-ignore
      const bill = { title: 'Lamps', notes: 'Two\nlines', terms: 'Net', reference: 'PO-9', tags: ['fair'], billing_address: { street: 'Kai 4', city: 'Kiel' }, custom: { colour: 'red' } } // prettier-ignore
      await api.deals.create({ name: 'Lamps', amount: 12.5, company_id: firm.id, ...deal, competitors: [...deal.competitors] })
      await api.invoices.create({ company_id: firm.id, ...bill, lines: [{ name: 'Lamp', quantity: 1, unit_price: 12.5, tax_rate: 19 }] })
      for (const object of ['deals', 'invoices'] as const) {
        const { id } = await other.imports.create({ object, ...(await file(engine, api, { object, format: 'jsonl' })) })
        await other.imports.start({ id })
        await engine.tick()
        expect([object, await other.imports.get({ id })]).toMatchObject([object, { created: 1, rejected: 0 }])
      }
      expect((await other.deals.list()).deals).toMatchObject([{ amount: 12.5, ...deal }])
      expect((await other.invoices.list()).invoices).toMatchObject([bill])
    })

    it('finds its records by every address and domain, and gives none of them to a second one', async () => {
      const { engine, api, other, imported } = await two()
      await api.companies.create(structuredClone(company) as never)
      await api.contacts.create(structuredClone(contact) as never)
      const [owner, firm] = [await other.contacts.create({ email: 'ann.private@mail.example' }), await other.companies.create({ name: 'Licht', domain: 'licht.example' })] // prettier-ignore
      const counts = await imported('companies', await file(engine, api, { object: 'companies' }))
      expect(counts).toMatchObject({ created: 1, warning_samples: expect.arrayContaining([{ row: 1, warning: expect.stringContaining('licht.example') as string }]) as unknown }) // prettier-ignore
      await imported('contacts', await file(engine, api, { object: 'contacts' }))
      expect((await other.companies.list({ domain: 'nordlicht.test' })).companies).toMatchObject([{ name: 'Nordlicht & Söhne', domains: ['nordlicht.test'] }]) // prettier-ignore
      expect((await other.companies.list({ domain: 'licht.example' })).companies).toMatchObject([{ id: firm.id }])
      expect((await other.contacts.list({ email: 'ann.private@mail.example' })).contacts).toMatchObject([{ id: owner.id }])
      expect((await other.contacts.list({ email: 'ann@nordlicht.example' })).contacts).toMatchObject([{ emails: [{ email: 'ann@nordlicht.example' }] }]) // prettier-ignore
    })

    it('frees the addresses that it brought when it is reverted', async () => {
      const { engine, api, other, imported } = await two()
      await api.contacts.create(structuredClone(contact) as never)
      const known = await other.contacts.create({ email: 'ann@nordlicht.example', tags: ['vip'] })
      const { id } = await imported('contacts', await file(engine, api, { object: 'contacts' }))
      expect(await other.contacts.get({ id: known.id })).toMatchObject({ lifecycle_stage: 'sql', tags: ['vip', 'newsletter', 'fair 2026'] })
      await other.imports.revert({ id })
      await engine.tick()
      expect(told(await other.contacts.get({ id: known.id }))).toEqual(told(known))
      expect((await other.contacts.list({ email: 'ann.private@mail.example' })).contacts).toEqual([])
    })

    it('goes by the mapping of the import where there is one', async () => {
      const { engine, api, other, imported } = await two()
      await api.companies.create(structuredClone(company) as never)
      await imported('companies', await file(engine, api, { object: 'companies' }), { mapping: { tags: null, tier: 'industry' } })
      expect(await listed(other, 'companies')).toMatchObject([{ industry: '=A1', tier: null, tags: [], custom: company.custom, lifecycle_stage: 'customer' }]) // prettier-ignore
    })

    it.each(formats)('as %s keeps owner, discounts and payments of documents, and names the rate that it cannot read', async (format) => {
      const { engine, api, other, imported } = await two()
      const firm = await api.companies.create({ name: 'Nordlicht', domain: 'nordlicht.example' })
      const bill = { company_id: firm.id, owner_email: 'ada@acme.test', currency: 'USD', exchange_rate: 0.8, discount_percent: 10, lines: [{ name: 'Lamp', quantity: 2, unit_price: 100, tax_rate: 20 }] } // prettier-ignore
      const { id } = await api.invoices.create({ ...bill, status: 'sent' })
      await api.invoices.recordPayment({ id, amount: 50, method: 'transfer', reference: 'B-1' })
      const paid = await api.invoices.recordPayment({ id, amount: 66, method: 'card' })
      await api.creditNotes.create({ invoice_id: id, status: 'issued', lines: [{ name: 'Rebate', unit_price: 20, tax_rate: 20 }] })
      await api.quotes.create({ ...bill, discount_percent: null, discount_amount: 7 })
      for (const object of ['invoices', 'quotes'] as const) {
        const answer = await imported(object, await file(engine, api, { object, format }))
        expect(answer).toMatchObject({ created: 1, rejected: 0 })
        expect(answer.unknown.map(({ source }) => source)).toEqual(['exchange_rate'])
      }
      const [invoice] = (await other.invoices.list()).invoices
      const { payments, total_incl_tax, amount_paid, amount_credited, balance_due } = await api.invoices.get({ id })
      expect(paid.payments).toEqual(payments)
      expect(invoice).toMatchObject({ owner_email: 'ada@acme.test', discount_percent: 10, payments, total_incl_tax, amount_paid, amount_credited, balance_due, status: 'partially_paid', exchange_rate: null }) // prettier-ignore
      expect(Number(invoice?.custom['exchange_rate'])).toBe(0.8)
      expect((await other.quotes.list()).quotes).toMatchObject([
        { owner_email: 'ada@acme.test', discount_amount: 7, totals_difference: null },
      ])
      const again = await api.imports.create({ object: 'invoices', ...(await file(engine, api, { object: 'invoices', format })) })
      await api.imports.start({ id: again.id })
      await engine.tick()
      expect((await api.invoices.list()).invoices).toMatchObject([{ id, exchange_rate: 0.8, payments, amount_paid, balance_due }])
      expect((await api.invoices.get({ id })).custom).not.toHaveProperty('exchange_rate')
    })

    it.each(formats)('as %s makes no record again where it came from, whatever it is', async (format) => {
      const { engine, api } = await open()
      const mother = await api.companies.create({ name: 'Mother', domain: 'mother.example' })
      const firm = await api.companies.create({ name: 'Nordlicht', domain: 'nordlicht.example', parent_company_id: mother.id })
      const ann = await api.contacts.create({ first_name: 'Ann', last_name: 'Lee', company_id: firm.id })
      const { id: product_id } = await api.products.create({ sku: 'LAMP', name: 'Lamp', supplier_company_id: mother.id })
      await api.priceRules.create({ name: 'Trade', kind: 'markup_percent', value: 25, sku: 'LAMP' })
      await api.priceRules.create({ kind: 'discount_percent', value: 40, company_id: firm.id })
      await api.priceRules.create({ kind: 'fixed_price', value: 8, product_id, company_tier: '8', tiers: [{ min_quantity: 10, value: 7 }] })
      const deal = await api.deals.create({ name: 'Lamps', amount: 12.5, company_id: firm.id, primary_lead_id: ann.id })
      const lines = [{ product_id, quantity: 2, unit_price: 10, tax_rate: 19 }]
      await api.quotes.create({ deal_id: deal.id, discount_percent: 5, lines })
      await api.orders.create({ company_id: firm.id, lines })
      const invoice = await api.invoices.create({ company_id: firm.id, owner_email: 'ada@acme.test', status: 'sent', lines })
      await api.creditNotes.create({ invoice_id: invoice.id, lines: [{ name: 'Lamp', quantity: 1, unit_price: 10 }] })
      const about = { lead_id: ann.id, company_id: firm.id, deal_id: deal.id }
      await api.tasks.create({ title: 'Call', type: 'call', due_at: '2026-02-03T09:00:00.123Z', priority: 'high', ...about })
      await api.tasks.complete({ id: (await api.tasks.create({ title: 'Done', remind_at: '2026-02-01T00:00:00.000Z' })).id })
      await api.activities.log({ type: 'call', subject: 'First', body: 'Two\nlines', at: '2026-01-10T09:15:00.000Z', direction: 'in', outcome: 'connected', duration_seconds: 90, participants: ['Ann'], ...about }) // prettier-ignore
      const objects = ['companies', 'contacts', 'products', 'price_rules', 'deals', 'quotes', 'orders', 'invoices', 'credit_notes', 'tasks', 'activities'] as const // prettier-ignore
      for (const object of objects) {
        const shown = async () => {
          const whole = await file(engine, api, { object, format: 'jsonl' })
          return 'content' in whole
            ? whole.content
                .trim()
                .split('\n')
                .map((each) => told(JSON.parse(each) as Shown))
            : []
        }
        const before = await shown()
        const { id } = await api.imports.create({ object, ...(await file(engine, api, { object, format })) })
        await api.imports.start({ id })
        await engine.tick()
        expect([object, await api.imports.get({ id })]).toMatchObject([object, { created: 0, rejected: 0 }])
        // What a source calls its states and people is kept with deals and documents.
        const named = (rows: readonly Shown[]) => rows.map((row) => ({ ...row, custom: null }))
        expect([object, named(await shown())]).toEqual([object, named(before)])
      }
      expect((await api.companies.list()).companies).toHaveLength(2)
      expect(await api.companies.get({ id: firm.id })).toMatchObject({ parent_company_id: mother.id, external_ids: [] })
      expect(await api.products.get({ id: product_id })).toMatchObject({ supplier_company_id: mother.id })
      expect(await api.deals.get({ id: deal.id })).toMatchObject({ company_id: firm.id, primary_lead_id: ann.id })
    })

    it.each(formats)('as %s gives tasks and activities back, with whom and what they are about', async (format) => {
      const { engine, api, other, imported } = await two()
      const firm = await api.companies.create({ name: 'Nordlicht', domain: 'nordlicht.example' })
      const ann = await api.contacts.create({ first_name: 'Ann', email: 'ann@nordlicht.example' })
      const deal = await api.deals.create({ name: 'Lamps', company_id: firm.id, primary_lead_id: ann.id })
      const about = { lead_id: ann.id, company_id: firm.id, deal_id: deal.id }
      const task = { title: '=Call', type: 'call', due_at: '2026-02-03T09:00:00.123Z', remind_at: '2026-02-02T08:00:00.000Z', priority: 'high', description: 'Two\nlines', recurrence: { frequency: 'weekly', weekdays: [1] }, custom: { colour: 'blue' } } // prettier-ignore
      await api.tasks.create({ ...task, ...about } as never)
      const done = await api.tasks.create({ title: 'Done', type: 'call', due_at: '2026-01-10T09:00:00.000Z', ...about })
      await api.tasks.complete({ id: done.id, outcome: 'voicemail' })
      const talk = { type: 'call', subject: 'First', body: 'Wants\nlamps', at: '2026-01-10T09:15:00.456Z', direction: 'in', outcome: 'connected', duration_seconds: 90, participants: ['Ann', 'Ben'], pinned: true, custom: { mood: 'good' } } // prettier-ignore
      await api.activities.log({ ...talk, ...about } as never)
      for (const object of ['companies', 'contacts', 'deals', 'tasks', 'activities'] as const) {
        const content = await file(engine, api, { object, format })
        const count = object === 'tasks' ? 2 : 1
        const first = await imported(object, content)
        expect([object, first]).toMatchObject([object, { created: count, updated: 0, rejected: 0 }])
        // Names beside ids become no custom values.
        expect(first.unknown.filter(({ source }) => !source.startsWith('custom'))).toEqual([])
        expect([object, await imported(object, content)]).toMatchObject([object, { created: 0, updated: 0, unchanged: count, rejected: 0 }])
      }
      const [company_id, lead_id, deal_id] = [(await other.companies.list()).companies[0]?.id, (await other.contacts.list()).contacts[0]?.id, (await other.deals.list()).deals[0]?.id] // prettier-ignore
      const [finished, open_] = (await other.tasks.list({ sort: 'due_at' })).tasks
      expect(open_).toMatchObject({ ...task, company_id, lead_id, deal_id, status: 'open', source: 'import' })
      expect(finished).toMatchObject({
        title: 'Done',
        status: 'completed',
        outcome: 'voicemail',
        completed_at: '2026-01-15T09:00:00.000Z',
        lead_id,
      })
      expect((await other.activities.list()).activities).toMatchObject([{ ...talk, channel: 'phone', company_id, lead_id, deal_id }])
    })

    it('gives price rules back as they are to their customers and products, and none of them to everybody', async () => {
      const { engine, api, other, imported } = await two()
      const firm = await api.companies.create({ name: 'Nordlicht', domain: 'nordlicht.example' })
      const { id: product_id } = await api.products.create({ sku: 'LAMP', name: 'Lamp' })
      await api.priceRules.create({ name: 'Trade', kind: 'markup_percent', value: 25, sku: 'LAMP' })
      await api.priceRules.create({ kind: 'discount_percent', value: 40, company_id: firm.id })
      await api.priceRules.create({ kind: 'fixed_price', value: 8, product_id, company_tier: '8', tiers: [{ min_quantity: 10, value: 7 }] })
      const content = await file(engine, api, { object: 'price_rules' })
      expect(await imported('price_rules', content)).toMatchObject({ created: 1, rejected: 2 })
      expect((await other.companies.list()).companies).toEqual([])
      for (const object of ['companies', 'products'] as const) await imported(object, await file(engine, api, { object }))
      expect(await imported('price_rules', content)).toMatchObject({ created: 2, unchanged: 1, rejected: 0 })
      const rules = async (crm: Api) => (await crm.priceRules.list({ sort: 'created_at' })).price_rules as readonly Shown[]
      const valued = (rows: readonly Shown[]) => rows.map(({ kind, value, tiers, company_tier, sku, name }) => ({ kind, value, tiers, company_tier, sku, name })) // prettier-ignore
      expect(valued(await rules(other))).toEqual(expect.arrayContaining(valued(await rules(api))))
      const { companies } = await other.companies.list()
      const { products } = await other.products.list()
      expect((await rules(other)).map(({ company_id, product_id }) => company_id ?? product_id)).toEqual(
        expect.arrayContaining([null, companies[0]?.id, products[0]?.id]),
      )
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
