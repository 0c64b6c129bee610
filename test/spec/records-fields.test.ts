import { expect, it } from 'vitest'
import { type Caller, describeContract } from './walk.ts'

const words = (text: string) => text.trim().split(/\s+/)
const always = words('id user_from external_ids created_by created_via created_at updated_at deleted_at version')
const header = words(
  `number status company_id lead_id deal_id owner_email currency exchange_rate title notes terms reference issue_date billing_address
   shipping_address discount_percent discount_amount lines total_excl_tax tax_total total_incl_tax source_totals taxes tags custom`,
)

/** Every field of each record type, by the path of the type. */
const fields: Readonly<Record<string, readonly string[]>> = {
  '/contacts': words(
    `email primary_email emails first_name last_name name title company company_id assigned_to phone phone_raw phones country city address tags
     sales_cycle_id pipeline_stage stage_history lead_status lifecycle_stage lead_score do_not_contact consents seniority organization_industry
     organization_num_employees primary_source last_source utm linkedin_url linkedin_connection_status language timezone total_email_replies
     total_emails_opened total_website_visits last_contacted_at last_activity_at days_since_last_contact days_since_created open_deals_count
     open_deals_amount won_deals_count active_sequences open_tasks email_domain custom_properties merged_ids`,
  ),
  '/companies': words(
    `name domain domains code vat_number registration_number industry employees country tier lifecycle_stage company_type health_score owner_email
     phone website linkedin_url description annual_revenue billing_address shipping_address parent_company_id currency payment_terms_days
     price_list tax_exempt tags custom contacts_count open_deals_amount revenue_12m unpaid_amount overdue_amount last_order_at`,
  ),
  '/deals': words(
    `name pipeline_id stage_id status amount currency probability close_date owner_email company_id primary_lead_id priority deal_type source
     recurring mrr next_step next_step_date description lost_reason won_reason competitors tags custom stage_entered_at stage_history closed_at
     last_activity_at contacts lines stage_name pipeline_name weighted_amount days_in_stage rotting forecast_category score`,
  ),
  '/tasks': words(
    `title type status priority owner_email due_at remind_at lead_id deal_id company_id quote_id source description outcome completed_at
     completed_by overdue custom`,
  ),
  '/activities': words(
    `type subject body at direction channel duration_seconds outcome lead_id company_id deal_id quote_id task_id email_id owner_email
     participants source pinned custom`,
  ),
  '/products': words(
    `sku name description brand category unit barcode price currency tax_rate cost price_tiers prices stock_on_hand stock_reserved stock_available
     stock_incoming supplier_company_id supplier_sku supplier_currency supplier_price is_tester active image_url weight details tags custom`,
  ),
  '/price-rules': words(
    'name company_id company_tier product_id sku brand category kind value currency tiers valid_from valid_to priority active custom',
  ),
  '/quotes': words(
    `quote_version previous_quote_id valid_until public_token sent_at first_viewed_at view_count accepted_at accepted_by declined_at
     decline_reason order_id invoice_id`,
  ).concat(header),
  '/orders': words('order_date expected_at delivered_at quote_id invoice_ids').concat(header),
  '/invoices': words('due_date amount_paid balance_due paid_at order_id quote_id payments credit_note_ids days_overdue').concat(header),
  '/credit-notes': words('invoice_id reason applied_amount remaining_amount').concat(header),
}
const line = words(
  `id position product_id sku name description unit quantity unit_price discount_percent discount_amount tax_rate total_excl_tax tax_amount
   total_incl_tax price_rule_id cost from_catalog custom`,
)

// What a new one needs besides.
const needed: Readonly<Record<string, object>> = {
  '/contacts': { first_name: 'Ada' },
  '/companies': { name: 'Lovelace Ltd' },
  '/deals': { name: 'Licences' },
  '/tasks': { title: 'Call' },
  '/activities': { type: 'note' },
  '/products': { sku: 'A-1', name: 'Axle' },
  '/price-rules': { kind: 'fixed_price', value: 3 },
}

/** Creates one, about this contact where it must be about something. */
async function made(me: Caller, path: string, given: object = {}) {
  const about = path === '/activities' ? { lead_id: (await me.post('/contacts', { first_name: 'Grace' })).json.id } : {}
  return await me.post(path, { ...needed[path], ...about, ...given })
}

/** The values of every fixed list; others are refused. */
const lists: readonly (readonly [path: string, field: string, allowed: string])[] = [
  ['/contacts', 'lifecycle_stage', 'subscriber lead mql sql opportunity customer evangelist churned other'],
  ['/contacts', 'linkedin_connection_status', 'none pending connected'],
  ['/companies', 'lifecycle_stage', 'subscriber lead mql sql opportunity customer evangelist churned other'],
  ['/companies', 'company_type', 'prospect customer partner supplier other'],
  ['/tasks', 'type', 'todo call email meeting linkedin follow_up'],
  ['/tasks', 'status', 'open completed cancelled'],
  ['/tasks', 'priority', 'low medium high'],
  ['/activities', 'type', 'note call meeting email linkedin whatsapp stage_change task quote system'],
  ['/activities', 'direction', 'in out'],
  ['/activities', 'channel', 'email linkedin whatsapp phone'],
  ['/deals', 'status', 'open won lost'],
  ['/deals', 'priority', 'low medium high urgent'],
  ['/deals', 'deal_type', 'new_business existing_business renewal upsell'],
  ['/deals', 'forecast_category', 'pipeline best_case commit omitted'],
  ['/price-rules', 'kind', 'fixed_price discount_percent markup_percent tester'],
  ['/credit-notes', 'reason', 'refund return discount correction'],
]

/** Computed and counted fields, which are read-only. */
const computed: Readonly<Record<string, string>> = {
  '/contacts': `phone_raw stage_history consents organization_industry organization_num_employees total_email_replies total_emails_opened
    total_website_visits last_contacted_at last_activity_at days_since_last_contact days_since_created open_deals_count open_deals_amount
    won_deals_count active_sequences open_tasks email_domain merged_ids`,
  '/companies': 'contacts_count open_deals_amount revenue_12m unpaid_amount overdue_amount last_order_at merged_ids',
  '/deals': 'stage_name pipeline_name weighted_amount days_in_stage rotting lines stage_entered_at stage_history last_activity_at',
  '/tasks': 'source completed_at completed_by overdue',
  '/activities': 'source',
  '/products': 'stock_available',
  '/quotes': `quote_version previous_quote_id public_token sent_at first_viewed_at view_count accepted_at accepted_by declined_at
    decline_reason order_id invoice_id taxes`,
  '/orders': 'invoice_ids taxes',
  '/invoices': 'balance_due paid_at payments credit_note_ids days_overdue taxes',
  '/credit-notes': 'remaining_amount taxes',
}

describeContract('Fields of every record type', (walk) => {
  it.each(Object.keys(fields))('%s shows every field of its table', async (path) => {
    const me = await walk.enter()
    const { json } = await made(me, path)
    expect(Object.keys((await me.get(`${path}/${json.id}`)).json)).toEqual(expect.arrayContaining([...always, ...fields[path]!]))
  })

  it.each(['/quotes', '/orders', '/invoices', '/credit-notes'])(
    '%s have lines with every field of theirs, in their order',
    async (path) => {
      const me = await walk.enter()
      const { json } = await made(me, path, {
        lines: [
          { name: 'Flour', unit_price: 3, position: 2 },
          { name: 'Sugar', unit_price: 2, position: 1 },
        ],
      })
      expect(json.lines).toMatchObject([
        { name: 'Sugar', position: 1 },
        { name: 'Flour', position: 2 },
      ])
      expect(Object.keys(json.lines[0])).toEqual(expect.arrayContaining(line))
    },
  )

  it.each(lists)('%s: %s is one of %s', async (path, field, allowed) => {
    const me = await walk.enter()
    for (const value of words(allowed)) expect((await made(me, path, { [field]: value })).json[field]).toBe(value)
    const refused = await made(me, path, { [field]: 'nonsense' })
    expect(refused).toMatchObject({ status: 422, json: { errors: [{ path: `/${field}`, code: 'not_allowed' }] } })
    expect(refused.json.errors[0].allowed).toEqual(expect.arrayContaining(words(allowed)))
  })

  it.each(Object.entries(computed))('%s: computed fields are read-only: %s', async (path, names) => {
    const me = await walk.enter()
    const { json } = await made(me, path)
    for (const field of words(names)) {
      const { status, json: problem } = await me.patch(`${path}/${json.id}`, { [field]: null })
      expect([field, status, problem.errors[0].code]).toEqual([field, 422, 'read_only'])
    }
  })

  it.each(['/contacts', '/companies', '/deals', '/tasks'])('%s: the data of events name the owner `owner`', async (path) => {
    const me = await walk.enter()
    const owner = path === '/contacts' ? 'assigned_to' : 'owner_email'
    await me.post('/users', { email: 'bob@acme.test' })
    await made(me, path, { [owner]: 'Bob@acme.test' })
    expect((await me.get('/events')).json.events[0].payload).toMatchObject({ owner: 'bob@acme.test' })
  })

  it('the name of a contact is built from first and last name unless given', async () => {
    const me = await walk.enter()
    const { json } = await made(me, '/contacts', { first_name: 'Ada', last_name: 'Lovelace' })
    expect(json.name).toBe('Ada Lovelace')
    expect((await me.patch(`/contacts/${json.id}`, { name: 'The Countess' })).json).toMatchObject({
      name: 'The Countess',
      first_name: 'Ada',
    })
    expect((await me.patch(`/contacts/${json.id}`, { name: null, last_name: null })).json.name).toBe('Ada')
    expect((await me.post('/contacts/search', { filter: { field: 'name', op: 'eq', value: 'ada' } })).json.contacts).toHaveLength(1)
  })

  it('the history of a contact has its scores and who gave them', async () => {
    const me = await walk.enter()
    const { json } = await made(me, '/contacts', { lead_score: 1 })
    walk.clock.advance('1 minute')
    await me.post(`/contacts/${json.id}/score`, { points: 4 })
    walk.clock.advance('1 minute')
    await me.patch(`/contacts/${json.id}`, { lead_score: 2 })
    const actor = { type: 'api_key', id: expect.any(String), label: 'Walk' }
    expect((await me.get(`/contacts/${json.id}/history`)).json.history).toMatchObject([
      { field: 'lead_score', from: 5, to: 2, actor },
      { field: 'lead_score', from: 1, to: 5, actor },
    ])
  })

  it('contacts that share a telephone number are candidates for a merge and are never merged automatically', async () => {
    const me = await walk.enter()
    const phone = '+33 1 23 45 67 89'
    const one = await made(me, '/contacts', { last_name: 'Lovelace', phone })
    const two = await made(me, '/contacts', { last_name: 'Lovelace', phone })
    expect([one.status, two.status]).toEqual([201, 201])
    const { groups } = (await me.get('/contacts/duplicates')).json
    expect(groups).toMatchObject([{ reason: 'phone', ids: [one.json.id, two.json.id] }])
  })

  it('ids sort by creation', async () => {
    const me = await walk.enter()
    const ids: string[] = []
    for (const path of Object.keys(fields)) ids.push((await made(me, path)).json.id)
    expect(ids).toEqual(ids.toSorted())
  })
})
