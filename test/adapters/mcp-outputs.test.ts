import { mcp } from 'rapport-crm/mcp'
import { odoo } from 'rapport-crm/plugins/odoo'
import { xero } from 'rapport-crm/plugins/xero'
import { testEngine } from 'rapport-crm/testing'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_RESULT, MAX_SHOWN } from '../../adapters/mcp/result.ts'
import { clients, problemOf, type Result } from './mcp-clients.ts'

const { engine, key, crm, clock, close } = await testEngine({ plugins: [odoo(), xero()] })
const server = mcp(engine, { recordUrl: (path, id) => `https://crm.test/${path}/${id}` })
afterAll(close)
beforeEach(() => clock.advance('1 minute'))

// The clients check results against the output schema of the tool, and throw if they do not fit.
describe.each(Object.entries(clients))('Records with some of their fields (%s)', (_, connect) => {
  it('fit the output schemas of the tools that show them', async () => {
    const warned = vi.spyOn(console, 'warn')
    const client = await connect(server, { token: key, path: '?toolsets=sales,erp&schemas=full' })
    expect((await client.list()).find(({ name }) => name === 'search_contacts')).toHaveProperty('outputSchema')
    const { id } = await crm.contacts.create({ first_name: 'Jane' })
    const asked = { fields: 'first_name' }
    const shown = { id, first_name: 'Jane' }
    const got = await client.call('get_contact', { id, ...asked })
    expect(got.structuredContent).toEqual(shown)
    for (const tool of ['list_contacts', 'search_contacts'])
      expect((await client.call(tool, { limit: 1, ...asked })).structuredContent).toMatchObject({ contacts: [shown] })
    const invoice = await crm.invoices.create({ lines: [{ name: 'Oil', quantity: 2, unit_price: 5 }] })
    for (const tool of ['list_invoices', 'list_unpaid_invoices', 'search_invoices', 'search_all'])
      expect([tool, (await client.call(tool, tool === 'search_all' ? { q: 'Jane' } : { fields: 'number' })).isError]).not.toEqual([
        tool,
        true,
      ])
    expect((await client.call('get_invoice', { id: invoice.id, fields: 'number' })).structuredContent).toEqual({
      id: invoice.id,
      number: invoice.number,
    })
    await client.close()
    // As they do of formats that they do not know.
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })
})

describe('Pages that are too long for a model', () => {
  const sizes = ({ content, structuredContent }: Result) =>
    [content[0]?.text.length ?? 0, JSON.stringify(structuredContent).length] as const
  const expectWithin = (result: Result) => {
    const [text, structured] = sizes(result)
    expect(Math.max(text, structured)).toBeLessThanOrEqual(MAX_SHOWN)
    expect(text + structured).toBeLessThanOrEqual(MAX_RESULT)
  }

  it('can be paged to the end, with records of any length', async () => {
    const client = await clients['client 2, automatic']!(server, { token: key })
    const { id } = await crm.companies.create({ name: 'Acme', domain: 'acme-works.com' })
    for (let at = 0; at < 60; at += 1)
      await crm.activities.log({ type: 'note', company_id: id, subject: `Note ${at}`, body: 'word '.repeat(at % 7 === 0 ? 2000 : 20) })
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const result = await client.call('list_activities', { limit: 200, ...(cursor && { cursor }) })
      expectWithin(result)
      const page = result.structuredContent as { activities: { subject: string }[]; next_cursor: string | null }
      seen.push(...page.activities.map(({ subject }) => subject))
      cursor = page.next_cursor
    }
    expect(seen.toSorted()).toEqual(Array.from({ length: 60 }, (_, at) => `Note ${at}`).toSorted())
    await client.close()
  })

  it('keep their records if other content is too long: that is truncated', async () => {
    const client = await clients['client 2, automatic']!(server, { token: key })
    const { results } = await crm.companies.bulkUpsert({
      records: Array.from({ length: 200 }, (_, at) => ({ name: `Customer ${at} ${'x'.repeat(100)}`, domain: `customer-${at}.com` })),
    })
    const lines = [{ name: 'Oil', quantity: 1, unit_price: 10 }]
    await crm.invoices.bulkUpsert({
      records: results.map(({ id }) => ({ company_id: id, status: 'sent', issue_date: '2026-01-01', lines })),
    })
    const result = await client.call('list_unpaid_invoices')
    expectWithin(result)
    expect((result.structuredContent as { invoices: unknown[] }).invoices.length).toBeGreaterThan(12)
    expect(result.content.at(-1)?.text).toMatch(/\/companies: \d+ more entries left out of 200\./)
    await client.close()
  })

  it('are boards, too, whose stages show fewer deals', async () => {
    const client = await clients['client 2, automatic']!(server, { token: key })
    const { stages } = await crm.deals.board()
    const deal = (at: number) => ({ name: `Deal ${at}`, stage_id: stages[at % 5]!.stage_id, description: 'x'.repeat(900) })
    await crm.deals.bulkUpsert({ records: Array.from({ length: 60 }, (_, at) => deal(at)) })
    const result = await client.call('get_deal_board')
    expectWithin(result)
    const shown = result.structuredContent as Awaited<ReturnType<typeof crm.deals.board>>
    expect(shown.stages.map(({ stage_id }) => stage_id)).toEqual(stages.map(({ stage_id }) => stage_id))
    const counts = shown.stages.slice(0, 5).map(({ deals }) => deals.length)
    expect([Math.min(...counts) > 1, new Set(counts).size]).toEqual([true, 1])
    expect(result.content[1]?.text).toBe(`Too long for one result: shown with limit ${counts[0]} instead of 10.`)
    await client.close()
  })

  it('are agendas, too, whose parts show fewer tasks, and a named part more', async () => {
    const client = await clients['client 2, automatic']!(server, { token: key })
    const due = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString()
    const task = (at: number) => ({ title: `Task ${at}`, due_at: due(at % 2 === 0 ? -3 : 3), description: 'x'.repeat(900) })
    await crm.tasks.bulkUpsert({ records: Array.from({ length: 90 }, (_, at) => task(at)) })
    const ask = async (args: object) => {
      const result = await client.call('get_agenda', { owner: 'me', ...args })
      expectWithin(result)
      return { shown: result.structuredContent as Awaited<ReturnType<typeof crm.tasks.agenda>>, said: result.content[1]?.text }
    }
    const { shown, said } = await ask({})
    const limit = shown.overdue.length
    expect([shown.next_days.length, limit > 4]).toEqual([limit, true])
    expect(shown.counts).toEqual((await crm.tasks.agenda()).counts)
    expect(said).toBe(`Too long for one result: shown with limit ${limit} instead of 200.`)
    const { shown: part } = await ask({ part: 'next_days' })
    expect([part.overdue, part.next_days.length > limit]).toEqual([[], true])
    await client.close()
  })

  it('the vocabulary is shown by names, or product by product', async () => {
    const client = await clients['client 2, automatic']!(server, { token: key })
    const all = await client.call('get_sync_vocabulary')
    expectWithin(all)
    expect(all.content[1]?.text).toBe('Shown concisely.')
    const shown = all.structuredContent as Awaited<ReturnType<typeof crm.sync.vocabulary>>
    const full = await crm.sync.vocabulary()
    const { name } = full.products[0]!
    expect(shown.products.map((each) => each.name)).toEqual(full.products.map((each) => each.name))
    const one = await client.call('get_sync_vocabulary', { product: name })
    expect(one.structuredContent).toEqual({ objects: [], languages: [], products: [full.products[0]] })
    await client.close()
  })

  it('the catalog is shown concisely, or one list in full', async () => {
    const client = await clients['client 2, automatic']!(server, { token: key })
    const result = await client.call('get_catalog')
    expectWithin(result)
    // The general events of record types do not all fit; how many are left out is told.
    expect(result.content.map(({ text }) => text).slice(1)).toEqual([
      expect.stringMatching(/^Shown concisely\. \/event_types: \d+ more entries left out of \d+\.$/),
      'Name a list in `only` to see it whole.',
    ])
    const full = await crm.catalog.get()
    const shown = result.structuredContent as typeof full
    const counts = (catalog: typeof full) =>
      Object.entries(catalog).flatMap(([name, list]) =>
        Array.isArray(list) && name !== 'trigger_types' && name !== 'event_types' ? [[name, list.length]] : [],
      )
    expect(counts(shown)).toEqual(counts(full))
    expect(shown.trigger_types).toHaveLength(full.trigger_types!.filter(({ config }) => config.length > 0).length)
    expect(shown.action_types!.find(({ type }) => type === 'delay')!.config[1]!.schema).toEqual({
      enum: ['minutes', 'hours', 'days', 'business_days'],
    })
    const one = await client.call('get_catalog', { only: 'action_types' })
    expect(one.structuredContent).toEqual(await crm.catalog.get({ only: 'action_types' }))
    await client.close()
  })
})

describe.each(Object.entries(clients))('detail: concise (%s)', (_, connect) => {
  it('reduces records to their main fields, whether read, listed, found or written', async () => {
    const client = await connect(server, { token: key, path: '?toolsets=sales,products&schemas=full' })
    const lead = await crm.contacts.create({ email: 'concise@acme.test', first_name: 'Ann', last_name: 'Concise' })
    const deal = await crm.deals.create({ name: 'Oil', amount: 1200, currency: 'EUR', primary_lead_id: lead.id })
    const expected = {
      id: deal.id,
      name: 'Oil',
      stage_id: 'qualification',
      status: 'open',
      amount: 1200,
      currency: 'EUR',
      probability: 10,
      owner_email: deal.owner_email,
      company_id: lead.company_id,
      primary_lead_id: lead.id,
      rotting: false,
    }
    const concise = { detail: 'concise' }
    const got = await client.call('get_deal', { id: deal.id, ...concise })
    expect(got.structuredContent).toEqual(expected)
    const full = await client.call('get_deal', { id: deal.id, detail: 'full' })
    expect(full.structuredContent).toEqual(await crm.deals.get({ id: deal.id }))
    expect(got.content[0]!.text.length).toBeLessThan(full.content[0]!.text.length / 2)
    for (const tool of ['list_deals', 'search_deals'])
      expect((await client.call(tool, { limit: 1, ...concise })).structuredContent).toMatchObject({ deals: [expected] })
    const moved = await client.call('move_deal_stage', { id: deal.id, stage_id: 'demo', ...concise })
    expect(moved.structuredContent).toEqual({
      ...expected,
      stage_id: 'demo',
      probability: 40,
      changed: expect.arrayContaining(['stage_id', 'probability']),
    })
    const beside = await client.call('get_deal', { id: deal.id, include: ['contact'], ...concise })
    const { included } = beside.structuredContent as { included: { contact: object } }
    const contact = await client.call('get_contact', { id: lead.id, ...concise })
    expect(included.contact).toEqual(contact.structuredContent)
    const task = await crm.tasks.create({ title: 'Call', deal_id: deal.id, description: 'At length' })
    const { structuredContent } = await client.call('list_deals', { limit: 1, include: ['tasks', 'company', 'lines'], ...concise })
    const listed = { ...expected, stage_id: 'demo', probability: 40 }
    const shown = { id: task.id, title: 'Call', type: 'todo', priority: 'medium', status: 'open', owner_email: task.owner_email }
    expect(structuredContent).toMatchObject({
      deals: [{ ...listed, included: { tasks: [{ ...shown, deal_id: deal.id }], company: { name: 'acme.test' }, lines: [] } }],
    })
    const supplier_company_id = lead.company_id
    const { id } = await crm.products.create({
      sku: 'S-1',
      name: 'Mill',
      supplier_company_id,
    })
    const product = await client.call('get_product', { id, include: ['supplier'], ...concise })
    const company = await client.call('get_company', { id: supplier_company_id, ...concise })
    expect((product.structuredContent as { included: object }).included).toEqual({ supplier: company.structuredContent })
    for (const left of ['description', 'user_from', 'version']) expect(JSON.stringify(structuredContent)).not.toContain(`"${left}"`)
    // Fields that are named are more particular than a manner of showing all.
    expect((await client.call('get_deal', { id: deal.id, fields: 'version', ...concise })).structuredContent).toMatchObject({ version: 2 })
    expect(problemOf(await client.call('get_deal', { id: deal.id, detail: 'short' }))['errors']).toMatchObject([
      { path: '/detail', code: 'not_allowed', allowed: ['full', 'concise'] },
    ])
    await client.close()
  })
})

describe('The address of a record', () => {
  const textOf = ({ content }: Result) => JSON.parse(content[0]!.text) as Record<string, any>

  it('is in texts beside its id, and not in structured content', async () => {
    const client = await clients['client 2, automatic']!(server, { token: key })
    const company = await crm.companies.create({ name: 'Adressat', domain: 'adressat.com' })
    const url = `https://crm.test/companies/${company.id}`
    const got = await client.call('get_company', { id: company.id })
    expect(textOf(got)).toMatchObject({ id: company.id, record_url: url })
    expect(got.structuredContent).not.toHaveProperty('record_url')
    expect(textOf(await client.call('search_all', { q: 'Adressat' }))['results']).toMatchObject([{ id: company.id, record_url: url }])
    expect(textOf(await client.call('resolve_records', { domain: 'adressat.com' }))['matches']).toMatchObject([{ record_url: url }])
    const filter = { field: 'name', op: 'eq', value: 'Adressat' }
    expect(textOf(await client.call('search_companies', { filter }))['companies']).toMatchObject([{ record_url: url }])
    const { id } = await crm.creditNotes.create({ company_id: company.id, lines: [{ name: 'Oil', quantity: 1, unit_price: 5 }] })
    expect(textOf(await client.call('get_credit_note', { id }))).toMatchObject({ record_url: `https://crm.test/credit-notes/${id}` })
    const contact = await crm.contacts.create({ email: 'ann@adressat.com' })
    const beside = textOf(await client.call('get_contact', { id: contact.id, include: ['company'] }))
    expect(beside).toMatchObject({ record_url: `https://crm.test/contacts/${contact.id}`, included: { company: { record_url: url } } })
    await client.close()
  })
})
