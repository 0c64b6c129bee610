import { Type } from '@sinclair/typebox'
import { type CrmError, Engine, eventTypes, plugin } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { sqlite } from 'rapport-crm/sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { Catalog } from '../../../core/platform/catalog/schema.ts'
import { faultsOf } from '../../../core/kernel/operation/validate.ts'

const nobody = { organization: '', user: 'anonymous', scopes: new Set<never>() }
const engine = await Engine.open({ storage: sqlite(':memory:') })
const api = engine.as(nobody)
const catalog = await api.catalog.get()
afterAll(() => engine.close())

type Triggers = NonNullable<typeof catalog.trigger_types>
const names = (config: Triggers[number]['config']) => config.map(({ name }) => name)
const types = (object: string, computed = false) =>
  Object.fromEntries(
    catalog.condition_fields![object]!.filter((each) => (each.computed ?? false) === computed).map(({ field, type }) => [field, type]),
  )
const fields = (text: string) => Object.fromEntries(text.split('; ').map((each) => each.split(': ')))
const schemaOf = (action: string, field: string) =>
  catalog.action_types!.find(({ type }) => type === action)!.config.find(({ name }) => name === field)!.schema
const rest = (path: string, headers: Record<string, string> = {}) =>
  http(engine).fetch(new Request(`http://localhost/api/v1${path}`, { headers }))
const open = (feature: object) => Engine.open({ storage: sqlite(':memory:'), plugins: [{ name: 'acme', version: '1.0.0', ...feature }] })
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | '))

describe('event types', () => {
  // Type | meaning | group, in the order of the contract.
  const table = lines(`
    contact.created | Contact created | Contacts
    contact.stage_changed | Contact pipeline stage changed | Contacts
    contact.status_changed | Contact status changed | Contacts
    contact.lifecycle_changed | Lifecycle stage changed | Contacts
    contact.score_changed | Lead score changed | Contacts
    contact.owner_changed | Contact owner changed | Contacts
    contact.replied | Contact replied (email, professional network, messaging) | Contacts
    contact.email_sent | User emailed the contact (any mailbox) | Contacts
    contact.email_received | Contact emailed the user (any mailbox) | Contacts
    contact.message_received | Messaging or professional-network message received | Contacts
    contact.message_sent | User sent such a message (any device) | Contacts
    contact.email_opened | Email opened | Contacts
    contact.email_clicked | Email link clicked | Contacts
    contact.website_visit | Visited the website | Contacts
    contact.meeting_booked | Meeting booked | Contacts
    contact.linkedin_connected | Professional-network invitation accepted | Contacts
    contact.tags_changed | Labels/tags changed | Contacts
    contact.note_added | Note added | Contacts
    contact.property_changed | Contact property changed | Contacts
    contact.deleted | Contact deleted | Contacts
    deal.created | Deal created | Deals
    deal.stage_changed | Deal stage changed | Deals
    deal.won | Deal won | Deals
    deal.lost | Deal lost | Deals
    deal.reopened | Deal reopened | Deals
    deal.amount_changed | Deal amount changed | Deals
    deal.owner_changed | Deal owner changed | Deals
    deal.rotting | Deal stuck in stage too long | Deals
    deal.overdue | Deal past its close date | Deals
    deal.property_changed | Deal property changed | Deals
    company.created | Company created | Companies
    company.lifecycle_changed | Company lifecycle changed | Companies
    task.created | Task created | Tasks
    task.completed | Task completed | Tasks
    task.overdue | Task overdue | Tasks
    quote.sent | Quote sent | Quotes
    quote.viewed | Quote viewed | Quotes
    quote.accepted | Quote accepted | Quotes
    quote.declined | Quote declined | Quotes
    sequence.enrolled | Enrolled in a sequence | Sequences
    sequence.completed | Sequence completed | Sequences
    sequence.exited | Exited a sequence | Sequences
    email.sent | Email sent (campaign or workflow) | none
    email.opened | Email opened | none
    email.clicked | Link clicked in an email | none
    email.failed | Email could not be sent | none
    contact.unsubscribed | Contact unsubscribed | none
    webhook.received | Inbound webhook (automation platforms, forms) | External
    form.submitted | Form submitted | External
    workflow.enrolled | Enrolled manually (CRM, another workflow, API, assistant) | External`)

  it('are the 50 of the contract, each with its meaning and group, in its order', () => {
    const listed = catalog.event_types!.filter(({ extension }) => !extension)
    expect(listed.map(({ type, label, group }) => [type, label, group ?? 'none'])).toEqual(table)
    // The general events of record types follow.
    expect(catalog.event_types!.slice(0, 50)).toEqual(listed)
    expect(table).toHaveLength(50)
  })
})

describe('triggers', () => {
  it('are all event types, and the schedule', () => {
    expect(catalog.trigger_types!.map(({ type }) => type)).toEqual([...catalog.event_types!.map(({ type }) => type), 'schedule'])
  })

  it('have the optional config of the contract, and the other event types none', () => {
    const withConfig = catalog.trigger_types!.filter(({ type, config }) => config.length > 0 && type !== 'schedule')
    expect(Object.fromEntries(withConfig.map(({ type, config }) => [type, names(config)]))).toEqual({
      'email.sent': ['campaign_id'],
      'email.opened': ['campaign_id'],
      'email.clicked': ['campaign_id'],
      'contact.stage_changed': ['to'],
      'contact.score_changed': ['above'],
      'contact.lifecycle_changed': ['to'],
      'contact.website_visit': ['min_visits'],
      'contact.property_changed': ['property'],
      'deal.property_changed': ['property'],
      'deal.stage_changed': ['pipeline_id', 'to'],
      'deal.amount_changed': ['above'],
      'deal.rotting': ['days'],
    })
    expect(withConfig.flatMap(({ config }) => config).some(({ required }) => required)).toBe(false)
  })

  it('the schedule has frequency, time, weekday and time zone', () => {
    const { config } = catalog.trigger_types!.at(-1)!
    expect(names(config)).toEqual(['frequency', 'time', 'weekday', 'timezone'])
    expect(config[0]).toMatchObject({
      name: 'frequency',
      required: true,
      schema: { type: 'string', enum: ['daily', 'weekdays', 'weekly'] },
    })
  })

  it('watch the properties of the contract', () => {
    const contact =
      'pipeline_stage, lead_status, lifecycle_stage, lead_score, assigned_to, title, company, company_id, phone, primary_email, country, city, tags, do_not_contact, custom_properties'
    const deal = 'stage_id, status, amount, close_date, owner_email, priority, next_step, probability, company_id, custom'
    expect(catalog.watched_fields).toEqual({ contact: contact.split(', '), deal: deal.split(', ') })
    for (const object of ['contact', 'deal']) {
      const { config } = catalog.trigger_types!.find(({ type }) => type === `${object}.property_changed`)!
      expect(config[0]?.schema['anyOf']).toMatchObject([{ enum: catalog.watched_fields![object] }, { pattern: expect.any(String) }])
    }
  })
})

describe('conditions', () => {
  it.each([
    [
      'contact',
      'lead_score: number; sales_cycle_id: sales_cycle; pipeline_stage: contact_stage; lifecycle_stage: lifecycle; lead_status: text; assigned_to: owner; primary_email: text; company: text; title: text; seniority: text; country: text; organization_industry: text; organization_num_employees: number; primary_source: text; total_email_replies: number; total_emails_opened: number; total_website_visits: number; linkedin_connection_status: text; tags: array; do_not_contact: boolean',
    ],
    [
      'deal',
      'amount: number; stage_id: deal_stage; pipeline_id: pipeline; status: text; owner_email: owner; priority: text; deal_type: text; source: text; tags: array',
    ],
    ['company', 'name: text; industry: text; employees: number; country: text; lifecycle_stage: lifecycle; tier: text'],
    ['task', 'type: text; priority: text; owner_email: owner'],
    [
      'workflow',
      'company.name: text; company.industry: text; company.country: text; company.tier: text; company.employees: number; company.lifecycle_stage: lifecycle; deal.amount: number; deal.days_in_stage: number; deal.days_to_close: number; deal.stage_id: deal_stage; deal.status: text; wait.result: text; split.variant: text; event.from: text; event.to: text; event.subject: text; event.snippet: text; event.channel: text; event.nth: number; event.in_copy: text; event.mailbox: text',
    ],
  ])('read these fields of %s', (object, text) => expect(types(object)).toEqual(fields(text)))

  it('read these computed fields of contact, of which the contract has all but overdue_tasks', () => {
    expect(types('contact', true)).toEqual(
      fields(
        'days_since_last_contact: number; days_since_created: number; open_deals_count: number; open_deals_amount: number; won_deals_count: number; active_sequences: number; open_tasks: number; overdue_tasks: number; email_domain: text',
      ),
    )
  })

  it('are of four objects and the run', () => {
    expect(Object.keys(catalog.condition_fields!)).toEqual(['contact', 'deal', 'company', 'task', 'workflow'])
  })

  it('compare with the 11 operators', () => {
    expect(catalog.operators!.map(({ operator, label }) => `${operator} (${label})`)).toEqual([
      'eq (is)',
      'neq (is not)',
      'contains (contains)',
      'not_contains (does not contain)',
      'gt (greater than)',
      'gte (at least)',
      'lt (less than)',
      'lte (at most)',
      'is_set (is known)',
      'is_not_set (is unknown)',
      'in (is any of (comma separated))',
    ])
  })

  it('take days as seen from today', () => {
    expect(catalog.relative_days!.map(({ value }) => value).join(', ')).toBe(
      'today, yesterday, tomorrow, this week, last week, next week, -30d, +14d, 30 days ago, in 14 days, last 7 days, next 30 days, end of month, next friday, tomorrow 9am, from 2026-05-01 to 2026-05-05, since monday',
    )
  })

  it('take the operators that mean something for the type of the value', () => {
    const same = ['eq', 'neq', 'in', 'is_set', 'is_not_set']
    const text = ['eq', 'neq', 'contains', 'not_contains', 'in', 'is_set', 'is_not_set']
    expect(Object.fromEntries(catalog.condition_value_types!.map(({ type, operators }) => [type, operators]))).toEqual({
      number: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'is_set', 'is_not_set'],
      text,
      array: text,
      boolean: ['eq', 'neq', 'is_set', 'is_not_set'],
      sales_cycle: same,
      contact_stage: same,
      lifecycle: same,
      owner: same,
      deal_stage: same,
      pipeline: same,
    })
  })
})

describe('workflow actions', () => {
  // Type | config keys | branches
  const table = lines(`
    delay | amount, unit | none
    wait_until | field, op, value, timeout_days | none
    if_else | conditions | yes, no
    ab_split | percent_a | a, b
    wait_for_event | event_type, timeout_days | none
    stop | none | none
    move_cycle_stage | stage, forward_only, cycle | none
    update_contact | field, value | none
    adjust_score | points | none
    assign_owner | mode, owner, target | none
    add_tag | tag | none
    remove_tag | tag | none
    add_note | note | none
    associate_company | none | none
    create_task | title, type, due_in_days, priority, owner | none
    create_deal | name, pipeline_id, stage_id, amount | none
    update_deal | field, value | none
    enroll_sequence | sequence_id | none
    unenroll_sequence | sequence_id | none
    update_company | field, value | none
    enroll_workflow | automation_id | none
    send_email | template_id, subject, body, track, unsubscribe_link, ai_instructions | none
    add_to_mailing | campaign_id | none
    remove_from_mailing | campaign_id | none
    send_linkedin_invite | none | none
    send_linkedin_message | message | none
    send_slack | webhook_url, text | none
    send_teams | webhook_url, text | none
    notify | title, body, recipient | none
    http_request | url, method, headers, body | none
    log_activity | type, subject, body | none`)

  it('are the 31 of the contract, each with its config and branches, in its order', () => {
    expect(table).toHaveLength(31)
    expect(
      catalog.action_types!.map(({ type, config, branches }) => [type, names(config).join(', ') || 'none', branches.join(', ') || 'none']),
    ).toEqual(table)
  })

  it('have a label and an effect', () => {
    for (const { label, effect } of catalog.action_types!) {
      expect(label.length).toBeGreaterThan(3)
      expect(effect.length).toBeGreaterThan(8)
    }
    expect(catalog.action_types!.find(({ type }) => type === 'wait_for_event')?.effect).toBe(
      'Pause until an event or a timeout, then branch on wait.result',
    )
  })

  it.each([
    ['delay', 'unit', 'minutes, hours, days, business_days'],
    ['move_cycle_stage', 'forward_only', 'yes, no'],
    ['assign_owner', 'mode', 'specific, round_robin, least_loaded'],
    ['create_task', 'type', 'todo, call, email, meeting, linkedin, follow_up'],
    ['create_task', 'priority', 'low, medium, high'],
    ['update_deal', 'field', 'stage_id, status, amount, priority, owner_email, close_date, next_step'],
    ['update_company', 'field', 'lifecycle_stage, company_type, tier, owner_email, industry, health_score'],
    ['send_email', 'track', 'yes, no'],
    ['send_email', 'unsubscribe_link', 'no, yes'],
    ['http_request', 'method', 'POST, PUT, PATCH, GET'],
    ['log_activity', 'type', 'note, call, meeting, email, system'],
    ['wait_until', 'op', 'eq, neq, contains, not_contains, gt, gte, lt, lte, is_set, is_not_set, in'],
  ])('%s.%s is one of %s', (action, field, values) => expect(schemaOf(action, field)['enum']).toEqual(values.split(', ')))

  it.each([
    ['move_cycle_stage', 'forward_only', 'yes'],
    ['send_email', 'track', 'yes'],
    ['send_email', 'unsubscribe_link', 'no'],
    ['http_request', 'method', 'POST'],
    ['ab_split', 'percent_a', 50],
    ['wait_until', 'timeout_days', 30],
    ['create_task', 'priority', 'medium'],
  ])('%s.%s is %s where nothing is said', (action, field, value) => expect(schemaOf(action, field)['default']).toBe(value))
})

describe('sequences, merge tags and reference values', () => {
  it('sequence steps', () => {
    expect(catalog.sequence_step_types!.map(({ type, label, runs }) => [type, label, runs])).toEqual([
      ['email', 'Automated email', 'automatically'],
      ['manual_email', 'Manual email', 'creates_task'],
      ['linkedin_invite', 'Professional-network invitation', 'automatically'],
      ['linkedin_message', 'Professional-network message', 'automatically'],
      ['call', 'Call task', 'creates_task'],
      ['task', 'Generic task', 'creates_task'],
    ])
  })

  it('merge tags by group, and their syntax', () => {
    const groups = Object.fromEntries(catalog.merge_tags!.groups.map(({ group, tags }) => [group, tags.join(' ')]))
    expect(groups).toEqual({
      Contact:
        '{{contact.first_name}} {{contact.last_name}} {{contact.name}} {{contact.email}} {{contact.title}} {{contact.company}} {{contact.city}} {{contact.country}} {{contact.lead_score}} {{contact.lifecycle_stage}} {{contact.custom.<property>}}',
      Company: '{{company.name}} {{company.industry}} {{company.domain}}',
      Sender: '{{owner.first_name}} {{owner.name}} {{owner.email}}',
      Dates: '{{today}} {{weekday}} {{month}}',
      Smart: '{{ai.line}} {{unsubscribe_url}}',
    })
    expect(catalog.merge_tags!.workflow).toEqual({
      tags: ['{{deal.name}}', '{{deal.amount}}', '{{deal.stage}}', '{{event.type}}'],
      any_field_of: ['deal', 'event'],
    })
    expect(catalog.merge_tags!.syntax).toEqual({
      fallback: '{{contact.first_name | there}}',
      conditional: '{{#if <field>}}...{{else}}...{{/if}}',
    })
  })

  it('lifecycle stages', () => {
    expect(catalog.lifecycle_stages!.map(({ id, label }) => `${id}: ${label}`).join(', ')).toBe(
      'subscriber: Subscriber, lead: Lead, mql: Marketing Qualified, sql: Sales Qualified, opportunity: Opportunity, customer: Customer, evangelist: Evangelist, churned: Churned, other: Other',
    )
  })

  it('the default pipeline', () => {
    const [pipeline, ...others] = catalog.pipeline_templates!
    expect(others).toEqual([])
    expect(
      pipeline!.stages.map(({ id, name, probability, type, stuck_after_days }) => [id, name, probability, type, stuck_after_days]),
    ).toEqual([
      ['qualification', 'Qualification', 10, 'open', 14],
      ['discovery', 'Discovery call', 20, 'open', 14],
      ['demo', 'Demo / Meeting', 40, 'open', 10],
      ['proposal', 'Proposal sent', 60, 'open', 10],
      ['negotiation', 'Negotiation', 80, 'open', 7],
      ['won', 'Closed won', 100, 'won', null],
      ['lost', 'Closed lost', 0, 'lost', null],
    ])
  })

  it.each([
    ['task_types', 'todo, call, email, meeting, linkedin, follow_up'],
    ['activity_types', 'note, call, meeting, email, linkedin, whatsapp, stage_change, task, quote, system'],
    ['call_outcomes', 'connected, positive, negative, scheduled, no_answer, voicemail, busy, wrong_number'],
    [
      'lost_reasons',
      'Price too high, Chose a competitor, No budget, No decision / stalled, Bad timing, Missing feature, Unresponsive, Not a fit, Other',
    ],
  ] as const)('%s', (list, values) => expect(catalog[list]!.join(', ')).toBe(values))

  it('periods (also 9.4)', () => {
    expect(catalog.periods!.map(({ id }) => id).join(', ')).toBe(
      'week, month, quarter, year, last_month, last_quarter, last_year, d30, d90, m12, all',
    )
  })

  it('data source objects, of which invoices are also documents', () => {
    expect(catalog.data_source_objects!.map(({ object }) => object).join(', ')).toBe(
      'products, companies, contacts, deals, quotes, orders, invoices, credit_notes, price_rules, tasks, activities',
    )
    expect(catalog.data_source_objects!.filter(({ aliases }) => aliases.length > 0)).toMatchObject([
      { object: 'invoices', aliases: ['documents'] },
    ])
  })
})

describe('access and limits', () => {
  it('scopes with what they allow', () => {
    expect(catalog.api_scopes).toEqual([
      { scope: 'read', allows: 'Read CRM data' },
      { scope: 'write', allows: 'Create and update records' },
      { scope: 'delete', allows: 'Delete records' },
      { scope: 'webhooks', allows: 'Manage webhooks (required for all /webhooks endpoints)' },
      { scope: 'mcp', allows: 'Use the key as a token for the tool protocol' },
    ])
  })

  it('limits of requests and deliveries', () => {
    expect(catalog.limits).toMatchObject({
      requests_per_minute: 120,
      ingest_batch_records: 5_000,
      webhook_attempts: 6,
      webhook_retry_delays_seconds: [60, 300, 1_800, 7_200, 21_600],
      webhook_deactivation_failures: 25,
      webhook_deliveries_shown: 50,
    })
    expect(catalog.limits!['quotas']).toContainEqual({ plan: 'free', requests: 1_000, period: 'month' })
  })
})

describe('GET /catalog', () => {
  it('needs no key, and answers what it declares', async () => {
    const response = await rest('/catalog')
    expect(response.status).toBe(200)
    const body = await response.json()
    expect(body).toEqual(catalog)
    expect(faultsOf(Catalog, body)).toEqual([])
  })

  it('is not sent again to those who have it', async () => {
    const etag = (await rest('/catalog')).headers.get('etag')
    expect(etag).toBe(`"${catalog.version}"`)
    expect((await rest('/catalog', { 'if-none-match': etag! })).status).toBe(304)
  })

  it('is the same for every engine with the same features', async () => {
    const other = await Engine.open({ storage: sqlite(':memory:') })
    expect(JSON.stringify(await other.as(nobody).catalog.get())).toBe(JSON.stringify(catalog))
    await other.close()
  })

  it('answers the lists that are asked for', async () => {
    const some = await api.catalog.get({ only: 'periods, task_types' })
    expect(some).toEqual({ version: catalog.version, periods: catalog.periods, task_types: catalog.task_types })
    const fault = await api.catalog.get({ only: 'periods,planets' }).catch((error: CrmError) => error)
    expect(fault).toMatchObject({ code: 'invalid_input', details: { errors: [{ path: '/only', code: 'not_allowed' }] } })
    expect((fault as CrmError).details.errors![0]!.allowed).toContain('event_types')
  })

  it('is small enough to be read whole; tools show a shorter one', () => {
    expect(JSON.stringify(catalog).length).toBeLessThan(64_000)
  })

  it('lists what plugins declare', async () => {
    const acme = plugin({
      name: 'acme',
      version: '1.0.0',
      events: eventTypes({ 'order.shipped': 'Order shipped' }, 'Orders'),
      triggers: [{ type: 'order.shipped', config: Type.Object({ carrier: Type.Optional(Type.String()) }) }],
      actions: [
        {
          type: 'acme.create_order',
          label: 'Create ERP order',
          summary: 'Create an order in the ERP',
          config: Type.Object({ sku: Type.String({ merge_tags: true }), quantity: Type.Optional(Type.Integer({ minimum: 1 })) }),
        },
      ],
      catalog: { carriers: ['ground', 'air'] },
    })
    const own = await Engine.open({ storage: sqlite(':memory:'), plugins: [acme] })
    const listed = await own.as(nobody).catalog.get()
    await own.close()
    expect(listed.event_types!.findLast(({ extension }) => !extension)).toEqual({
      type: 'order.shipped',
      label: 'Order shipped',
      group: 'Orders',
    })
    expect(listed.trigger_types!.find(({ type }) => type === 'order.shipped')?.config).toEqual([
      { name: 'carrier', required: false, schema: { type: 'string' } },
    ])
    expect(listed.action_types!.at(-1)).toEqual({
      type: 'acme.create_order',
      label: 'Create ERP order',
      effect: 'Create an order in the ERP',
      config: [
        { name: 'sku', required: true, schema: { type: 'string', merge_tags: true } },
        { name: 'quantity', required: false, schema: { type: 'integer', minimum: 1 } },
      ],
      branches: [],
    })
    expect(listed).toMatchObject({ carriers: ['ground', 'air'] })
    expect(listed.version).not.toBe(catalog.version)
  })

  it('refuses features that declare the same event type, trigger or action twice', async () => {
    const twice = { type: 'delay', label: 'x', summary: 'x', config: Type.Object({}) }
    await expect(open({ actions: [twice] })).rejects.toThrow('The action delay is declared twice')
    await expect(open({ events: eventTypes({ 'deal.won': 'x' }) })).rejects.toThrow('The event type deal.won is declared twice')
    await expect(open({ triggers: [twice, twice] })).rejects.toThrow('The trigger delay is declared twice')
  })
})

describe('GET /schema/{object}', () => {
  const reader = engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read']) })

  it('describes a record with types, formats, allowed values and what cannot be written', async () => {
    const schema = await reader.catalog.schema({ object: 'contact' })
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'contact',
      type: 'object',
      additionalProperties: false,
      properties: {
        id: { type: 'string', format: 'uuid', readOnly: true },
        lead_score: { type: 'number' },
        lifecycle_stage: { type: ['string', 'null'], enum: [...catalog.lifecycle_stages!.map(({ id }) => id), null] },
        email_domain: { type: ['string', 'null'], readOnly: true },
      },
    })
    expect(schema.properties['first_name']).not.toHaveProperty('readOnly')
    expect(JSON.stringify(schema)).not.toMatch(/"const"|"\$id"/)
  })

  it('has the fields of the record that the API answers', async () => {
    const writer = engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write']) })
    const company = await writer.companies.create({ name: 'Acme' })
    const { properties } = await reader.catalog.schema({ object: 'companies' })
    expect(Object.keys(properties).toSorted()).toEqual(Object.keys(company).toSorted())
  })

  it('lists the known objects when asked for an unknown one', async () => {
    const fault = await reader.catalog.schema({ object: 'planet' }).catch((error: CrmError) => error)
    expect(fault).toMatchObject({ code: 'not_found', details: { errors: [{ path: '/object' }] } })
    expect((fault as CrmError).details.errors![0]!.allowed).toEqual(expect.arrayContaining(['contact', 'company', 'task', 'product']))
  })
})
