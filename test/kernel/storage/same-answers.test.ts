import type { AnyOperation } from 'rapport-crm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Input, Made, namesInPath, requestFor, toRequest } from '../../quality/fuzz/requests.ts'
import { openTwins, operationsOf, type Twin } from '../../quality/fuzz/twins.ts'
import { TestClock } from '../../support/clock.ts'

// The log of calls is written behind the answers.
const behind = new Set(['listApiCalls', 'getApiKeyUsage', 'listApiKeys', 'streamEvents'])
const names = ['Ångström', 'Zoë', 'zoe', 'Émile', 'de Gaulle', '日本', 'İpek', 'Ñandú', '_x', '👩‍👩‍👧 Family', 'a"b\\c']
const contacts = { measures: [{ measure: 'count' }], group_by: [{ field: 'created_at', bucket: 'week' }, { field: 'lifecycle_stage' }] }
const deals = {
  measures: [{ measure: 'sum', field: 'amount' }, { measure: 'avg', field: 'amount' }, { measure: 'count' }],
  group_by: [{ field: 'status' }, { field: 'created_at', bucket: 'month' }],
}

/** One long story, told to both databases at once; ids, time and chance are the same for both, so that every byte must be. */
describe('SQLite and PostgreSQL answer the same bytes', () => {
  const clock = new TestClock()
  const made = new Made()
  let twins: Twin[]
  let operations: AnyOperation[]

  beforeAll(async () => {
    twins = await openTwins(clock)
    operations = operationsOf(twins[0]!)
  })
  afterAll(async () => {
    await Promise.all(twins.map((each) => each.close()))
  })

  async function ask(operation: AnyOperation, input: Input, headers: Record<string, string> = {}) {
    clock.advance(1009)
    const sent = requestFor(operation, input, headers)
    const [one, two] = await Promise.all(
      twins.map(async ({ fetch }) => {
        const response = await fetch(toRequest(sent))
        const kept = ['etag', 'x-matched', 'location', 'content-type'].map((name) => `${name}: ${response.headers.get(name)}`)
        return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()).toString('latin1'), headers: kept.join() }
      }),
    )
    expect([operation.id, two]).toEqual([operation.id, one])
    return { ...one!, json: one!.headers.includes('json') ? JSON.parse(Buffer.from(one!.bytes, 'latin1').toString()) : null }
  }

  async function call(id: string, input: Input = {}): Promise<any> {
    const operation = operations.find((each) => each.id === id)!
    const { status, json, bytes } = await ask(operation, input)
    if (status >= 300) throw new Error(`${id}: ${bytes}`)
    made.add(operation, json)
    return json
  }
  const work = async () => {
    clock.advance('1 hour')
    for (const { engine } of twins) await engine.tick()
  }

  it('over a long story of all features', async () => {
    await call('updateOrganization', { name: 'Acme', currency: 'EUR', timezone: 'Europe/Paris' })
    await call('createProperty', { object: 'contacts', name: 'size', type: 'number', indexed: true })
    const cycle = await call('createSalesCycle', { name: 'Outbound', stages: [{ name: 'New' }, { name: 'Won' }] })
    const forge = await call('createCompany', {
      name: 'Forge & Söhne',
      domain: 'forge.example',
      annual_revenue: 1e9 + 0.0001,
      tags: ['VIP'],
    })
    const people: string[] = []
    for (const [at, first_name] of names.entries()) {
      const input = {
        email: `p${at}@${at % 2 ? 'forge' : 'anvil'}.example`,
        first_name,
        lead_score: (at * 7) % 5,
        tags: at % 3 ? ['vip'] : ['VIP', 'neu'],
      }
      people.push((await call('createContact', { ...input, custom_properties: { size: at / 3, [first_name]: null } })).id)
    }
    await call('updateContact', { id: people[0], sales_cycle_id: cycle.id, pipeline_stage: 'New', lifecycle_stage: 'lead' })
    await call('moveContactStage', { id: people[0], stage: 'won' })
    const records = [{ email: 'P1@forge.example', title: 'CEO' }, { email: 'new@x.example', country: 'Germany' }, { email: 'no' }]
    await call('bulkUpsertContacts', { records })
    await call('bulkUpdateContacts', {
      filter: { field: 'lead_score', op: 'gte', value: 2 },
      set: { lead_status: 'open' },
      add_tags: ['scored'],
    })
    for (const sort of ['first_name', '-first_name', 'lead_score', '-updated_at']) {
      const page = await call('searchContacts', { sort, limit: 4, count: true })
      await call('searchContacts', { sort, limit: 4, cursor: page.next_cursor })
    }
    for (const q of ['zoe', 'angs', 'family', '日本', 'forge', 'emille', 'familly']) await call('searchAll', { q })
    const { merge_id } = await call('mergeContacts', { id: people[1], merge_ids: [people[2], people[3]], overrides: { title: 'Boss' } })
    await call('getContact', { id: people[2] })
    await call('undoMerge', { id: merge_id })
    const chair = await call('createProduct', { name: 'Chair', sku: 'C-1', price: 19.99, cost: 10, tax_rate: 19, stock_on_hand: 3 })
    await call('createPriceRule', { kind: 'discount_percent', value: 12.5, sku: 'C-1', company_id: forge.id })
    await call('resolvePrices', { company_id: forge.id, lines: [{ product_id: chair.id, quantity: 3 }] })
    const lines = [
      { product_id: chair.id, quantity: 3, discount_percent: 10 },
      { name: 'Work', quantity: 1 / 3, unit_price: 99.99, tax_rate: 7 },
    ]
    for (const [at, amount] of [0.1, 0.2, 1e9, 33.3333, 7].entries()) {
      const deal = await call('createDeal', { name: `Deal ${at}`, amount, primary_lead_id: people[at], close_date: '2026-02-28' })
      if (at === 1) await call('winDeal', { id: deal.id })
      if (at === 2) await call('loseDeal', { id: deal.id, lost_reason: 'Price', competitors: ['Bellows'] })
      if (at === 3) await call('moveDealStage', { id: deal.id, stage_id: 'demo' })
      await call('logCall', { deal_id: deal.id, outcome: 'connected', duration_seconds: 61 * at })
    }
    const quote = await call('createQuote', { title: 'Chairs', company_id: forge.id, lead_id: people[1], lines })
    await call('sendQuote', { id: quote.id })
    await call('acceptQuote', { id: quote.id, name: 'Zoë' })
    await call('convertQuote', { id: quote.id, to: 'order' })
    const invoice = await call('createInvoice', {
      status: 'sent',
      company_id: forge.id,
      issue_date: '2025-12-01',
      due_date: '2025-12-31',
      lines,
    })
    await call('recordInvoicePayment', { id: invoice.id, amount: 10.01, date: '2026-01-10' })
    await call('createCreditNote', { reason: 'refund', invoice_id: invoice.id, lines: [{ name: 'Back', quantity: 1, unit_price: 1 }] })
    await call('createTask', { title: 'Call', due_at: '2026-01-15T10:00:00+05:30', lead_id: people[0] })
    await call('createList', { name: 'VIP', object: 'contacts', filter: { field: 'tags', op: 'contains', value: 'vip' } })
    const list = await call('createList', { name: 'Chosen', object: 'contacts', ids: people.slice(0, 3) })
    await call('listListMembers', { id: list.id, sort: 'first_name' })
    await call('queryReport', { object: 'contacts', ...contacts })
    await call('queryReport', { object: 'deals', ...deals })
    const report = await call('createReport', { name: 'Deals', object: 'deals', ...deals })
    await call('runReport', { id: report.id })
    await call('ingestRecords', {
      provider: 'custom:erp',
      object: 'invoices',
      records: [
        { Rechnungsnummer: 'R-7', Datum: '31.12.2025', Kunde: 'Forge & Söhne', Netto: '100,00', MwSt: '19,00', Brutto: '119,00' },
        { Datum: 'never' },
      ],
    })
    const upload = await call('createImport', { object: 'companies', content: 'Name;Ort;Umsatz\nÄpfel AG;Köln;1.234,50\n;;' })
    await call('startImport', { id: upload.id })
    await call('createPrivacyExport', { contact_id: people[5] })
    await call('createExport', { object: 'contacts' })
    await call('deleteContact', { id: people[6] })
    await call('createWebhook', { url: 'https://hooks.example.com/a' })
    await work()
    await call('createPrivacyErasure', { contact_id: people[4] })
    await work()
  })

  it('and then to everything that can be read', async () => {
    let answered = 0
    for (const operation of operations.filter(({ id, route }) => route.startsWith('GET ') && !behind.has(id))) {
      const named = Object.fromEntries(
        namesInPath(operation).map((name) => [name, name === 'object' ? 'contacts' : name === 'name' ? 'size' : '~ref:0']),
      )
      const { status } = await ask(
        operation,
        made.resolve({ ...named, ...(operation.id === 'searchAll' && { q: 'zoe' }) }, operation) as Input,
      )
      if (status < 300) answered += 1
    }
    expect(answered).toBeGreaterThan(80)
  })
})
