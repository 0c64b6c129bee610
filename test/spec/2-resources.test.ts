import { expect, it } from 'vitest'
import { describeContract, time, uuid } from './walk.ts'

const keysOf = (record: object) => Object.keys(record).toSorted()
const words = (text: string) => text.trim().split(/\s+/)
const sorted = (text: string) => words(text).toSorted()

describeContract('2.1 Webhook record', (walk) => {
  it('has id, user_from, url, events, secret, description, source, active, failure_count, last_status, last_delivery_at, created_by and created_at, its success rate of 24 hours, and nothing else', async () => {
    const me = await walk.enter()
    const { json } = await me.post('/webhooks', { url: walk.endpoint().url })
    expect(keysOf(json)).toEqual(
      sorted(
        `id user_from url events secret description source active failure_count last_status last_delivery_at created_by created_at success_rate_24h`,
      ),
    )
  })

  it('starts active, without failures or deliveries, in the organization and with the name of its creator', async () => {
    const me = await walk.enter()
    const { url } = walk.endpoint()
    const { json } = await me.post('/webhooks', { url, events: ['contact.*'], description: 'Mirror' })
    expect(json).toEqual({
      id: expect.stringMatching(uuid),
      user_from: me.organization,
      url,
      events: ['contact.*'],
      secret: expect.stringMatching(/^whsec_/),
      description: 'Mirror',
      source: 'api',
      active: true,
      failure_count: 0,
      last_status: null,
      last_delivery_at: null,
      success_rate_24h: null,
      created_by: me.user,
      created_at: expect.stringMatching(time),
    })
  })

  it('has the source rest_hook if an automation platform created it, and the description null if none was given', async () => {
    const me = await walk.enter()
    await me.post('/hooks', { target_url: walk.endpoint().url })
    const { json } = await me.get('/webhooks')
    expect(json.webhooks).toMatchObject([{ source: 'rest_hook', description: null }])
  })

  it('shows its secret on create and in the list', async () => {
    const me = await walk.enter()
    const made = await me.post('/webhooks', { url: walk.endpoint().url })
    const list = await me.get('/webhooks')
    expect(list.json.webhooks[0].secret).toBe(made.json.secret)
  })
})

describeContract('2.2 and 2.3 Delivery record and delivery result', (walk) => {
  it('a delivery record has twelve fields, and its payload is the delivered body', async () => {
    const me = await walk.enter()
    const endpoint = walk.endpoint()
    endpoint.answer({ status: 202, body: 'taken' })
    const webhook = await me.post('/webhooks', { url: endpoint.url })
    const contact = await me.post('/contacts', { first_name: 'Ada' })
    await walk.pass(0)
    const { json } = await me.get(`/webhooks/${webhook.json.id}/deliveries`)
    const event = (await me.get('/events')).json.events[0]
    expect(json.deliveries).toEqual([
      {
        id: expect.stringMatching(uuid),
        webhook_id: webhook.json.id,
        event_id: event.id,
        event_type: 'contact.created',
        status_code: 202,
        ok: true,
        duration_ms: expect.any(Number),
        response: 'taken',
        payload: endpoint.deliveries[0]!.body,
        attempt: 1,
        next_retry_at: null,
        created_at: expect.stringMatching(time),
      },
    ])
    expect(json.deliveries[0].payload.data.record.id).toBe(contact.json.id)
  })

  it('a result has ok, status, duration_ms, response, attempt and next_retry_at', async () => {
    const me = await walk.enter()
    const endpoint = walk.endpoint()
    endpoint.answer({ status: 500, body: 'broken' })
    const { json: webhook } = await me.post('/webhooks', { url: endpoint.url })
    const { json } = await me.post(`/webhooks/${webhook.id}/test`)
    expect(json).toEqual({ ok: false, status: 500, duration_ms: expect.any(Number), response: 'broken', attempt: 1, next_retry_at: null })
    expect(Number.isInteger(json.duration_ms)).toBe(true)
  })
})

describeContract('2.4 Event log entry', (walk) => {
  it('has id, type, entity_type, entity_id, payload, created_at and processed_at, its actor and the id of its call', async () => {
    const me = await walk.enter()
    const contact = await me.post('/contacts', { first_name: 'Ada' })
    const { json } = await me.get('/events')
    expect(json.events).toEqual([
      {
        id: expect.any(Number),
        type: 'contact.created',
        entity_type: 'contact',
        entity_id: contact.json.id,
        payload: expect.objectContaining({ id: contact.json.id, name: 'Ada' }),
        actor: { type: 'api_key', id: expect.stringMatching(uuid), label: 'Walk' },
        request_id: expect.stringMatching(uuid),
        created_at: contact.json.created_at,
        processed_at: null,
      },
    ])
  })

  it('gets processed_at once workflows and webhooks have processed it, without waiting for endpoints', async () => {
    const me = await walk.enter()
    const endpoint = walk.endpoint()
    endpoint.answer(500)
    await me.post('/webhooks', { url: endpoint.url })
    await me.post('/contacts', { first_name: 'Ada' })
    await walk.pass(0)
    const { json } = await me.get('/events')
    expect(json.events[0].processed_at).toMatch(time)
  })
})

describeContract('2.5 Deal record', (walk) => {
  it('is carried in data.record of deal events, with every field in its type', async () => {
    const me = await walk.enter()
    const endpoint = walk.endpoint()
    await me.post('/webhooks', { url: endpoint.url, events: ['deal.won'] })
    const contact = (await me.post('/contacts', { email: 'ada@lovelace.test' })).json
    const { json: deal } = await me.post('/deals', { name: 'Licences', amount: 12.5, primary_lead_id: contact.id })
    await me.post(`/deals/${deal.id}/move`, { stage_id: 'proposal' })
    await walk.pass(36 * 3_600_000)
    await me.post(`/deals/${deal.id}/win`, { won_reason: 'Price', close_date: '2026-02-01' })
    await walk.pass(0)
    const { record } = (endpoint.deliveries[0]!.body as { data: { record: unknown } }).data
    expect(record).toMatchObject({
      id: deal.id,
      user_from: me.organization,
      name: 'Licences',
      pipeline_id: expect.stringMatching(uuid),
      stage_id: 'won',
      status: 'won',
      amount: 12.5,
      currency: 'EUR',
      probability: 100,
      close_date: '2026-02-01',
      owner_email: me.user,
      company_id: contact.company_id,
      primary_lead_id: contact.id,
      priority: 'medium',
      deal_type: 'new_business',
      source: null,
      recurring: false,
      mrr: null,
      next_step: null,
      next_step_date: null,
      description: null,
      lost_reason: null,
      won_reason: 'Price',
      competitors: [],
      tags: [],
      custom: {},
      stage_entered_at: expect.stringMatching(time),
      stage_history: [
        { at: expect.stringMatching(time), from: 'qualification', to: 'proposal', days_in_stage: 0 },
        { at: expect.stringMatching(time), from: 'proposal', to: 'won', days_in_stage: 1.5 },
      ],
      closed_at: expect.stringMatching(time),
      last_activity_at: null,
      created_by: me.user,
      created_at: expect.stringMatching(time),
      updated_at: expect.stringMatching(time),
    })
  })
})

describeContract('2.6 Contact', (walk) => {
  it('is created from email, first_name, last_name, title, company, assigned_to and tags', async () => {
    const me = await walk.enter()
    await me.post('/users', { email: 'eve@acme.test' })
    const fields = {
      email: 'grace@hopper.test',
      first_name: 'Grace',
      last_name: 'Hopper',
      title: 'Rear admiral',
      company: 'Hopper Inc',
      assigned_to: 'eve@acme.test',
      tags: ['navy', 'cobol'],
    }
    const { status, json } = await me.post('/contacts', fields)
    expect(status).toBe(201)
    expect(json).toMatchObject(fields)
  })

  it('has every property of triggers and conditions', async () => {
    const me = await walk.enter()
    const { json } = await me.post('/contacts', { email: 'ada@lovelace.test' })
    expect(keysOf(json)).toEqual(
      expect.arrayContaining(
        words(`pipeline_stage lead_status lifecycle_stage lead_score assigned_to title company company_id phone primary_email country city tags
          do_not_contact custom_properties sales_cycle_id seniority organization_industry organization_num_employees primary_source
          total_email_replies total_emails_opened total_website_visits linkedin_connection_status days_since_last_contact days_since_created
          open_tasks email_domain`),
      ),
    )
  })

  it('answers the e-mail under both names, in lower case', async () => {
    const me = await walk.enter()
    const { json } = await me.post('/contacts', { email: ' Ada@Lovelace.Test'.trim() })
    expect([json.email, json.primary_email, json.email_domain]).toEqual(['ada@lovelace.test', 'ada@lovelace.test', 'lovelace.test'])
  })

  it('accepts aliases and answers the field name: owner_email is assigned_to, custom is custom_properties', async () => {
    const me = await walk.enter()
    await me.post('/users', { email: 'eve@acme.test' })
    const { json } = await me.post('/contacts', { first_name: 'Ada', owner_email: 'eve@acme.test', custom: { shoe_size: 39 } })
    expect(json).toMatchObject({ assigned_to: 'eve@acme.test', custom_properties: { shoe_size: 39 } })
    expect(keysOf(json)).not.toContain('owner_email')
  })

  it('keeps each change of stage: when, from, to and days in the former stage', async () => {
    const me = await walk.enter()
    const { json: contact } = await me.post('/contacts', { first_name: 'Ada', pipeline_stage: 'new' })
    walk.clock.advance('36 hours')
    await me.patch(`/contacts/${contact.id}`, { pipeline_stage: 'contacted' })
    walk.clock.advance('12 hours')
    const { json } = await me.patch(`/contacts/${contact.id}`, { pipeline_stage: 'meeting' })
    expect(json.stage_history).toEqual([
      { at: expect.stringMatching(time), from: 'new', to: 'contacted', days_in_stage: 1.5 },
      { at: json.updated_at, from: 'contacted', to: 'meeting', days_in_stage: 0.5 },
    ])
  })

  it('shows industry and size of its company', async () => {
    const me = await walk.enter()
    const { json: company } = await me.post('/companies', { name: 'Lovelace Ltd', industry: 'Computing', employees: 7 })
    const { json: contact } = await me.post('/contacts', { first_name: 'Ada', company_id: company.id })
    expect(contact).toMatchObject({ organization_industry: 'Computing', organization_num_employees: 7 })
    await me.patch(`/companies/${company.id}`, { employees: 8 })
    expect((await me.get(`/contacts/${contact.id}`)).json.organization_num_employees).toBe(8)
    const { json: free } = await me.patch(`/contacts/${contact.id}`, { company_id: null })
    expect(free).toMatchObject({ organization_industry: null, organization_num_employees: null })
  })

  it('counts its open tasks', async () => {
    const me = await walk.enter()
    const { json: contact } = await me.post('/contacts', { first_name: 'Ada' })
    const { json: done } = await me.post('/tasks', { title: 'Call', lead_id: contact.id })
    await me.post('/tasks', { title: 'Write', lead_id: contact.id })
    await me.post(`/tasks/${done.id}/complete`)
    expect((await me.get(`/contacts/${contact.id}`)).json.open_tasks).toBe(1)
  })
})
