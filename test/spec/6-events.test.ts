import { createHmac } from 'node:crypto'
import { verify } from 'rapport-crm'
import { expect, it } from 'vitest'
import { type Caller, day, describeContract, time, type Walk } from './walk.ts'

/** A webhook for all events, and its deliveries of one type. */
async function listening(walk: Walk, events: readonly string[] = ['*']) {
  const me = await walk.enter()
  const endpoint = walk.endpoint()
  const { json: webhook } = await me.post('/webhooks', { url: endpoint.url, events })
  const got = async () => {
    await walk.pass(0)
    return endpoint.deliveries.map(({ body }) => body as any)
  }
  return { me, endpoint, webhook, got, of: async (type: string) => (await got()).filter((each) => each.type === type) }
}

describeContract('6.1 Events of contacts', (walk) => {
  const moves = [
    ['contact.stage_changed', 'pipeline_stage', 'new', 'contacted'],
    ['contact.status_changed', 'lead_status', 'open', 'working'],
    ['contact.lifecycle_changed', 'lifecycle_stage', 'lead', 'customer'],
    ['contact.score_changed', 'lead_score', 10, 60],
    ['contact.owner_changed', 'assigned_to', 'eve@acme.test', 'bob@acme.test'],
  ] as const

  it.each(moves)('%s is sent when %s changes, with from and to', async (type, field, from, to) => {
    const { me, of } = await listening(walk)
    // Only teammates are owners.
    if (field === 'assigned_to') for (const email of [from, to]) await me.post('/users', { email })
    const { json: contact } = await me.post('/contacts', { first_name: 'Ada', [field]: from })
    await me.patch(`/contacts/${contact.id}`, { [field]: to })
    await me.patch(`/contacts/${contact.id}`, { [field]: to })
    const found = await of(type)
    expect(found).toMatchObject([{ entity: { type: 'contact', id: contact.id }, data: { from, to, record: { [field]: to } } }])
    expect(await of('contact.property_changed')).toMatchObject([{ data: { changed: [field] } }])
  })

  it('contact.tags_changed lists added and removed tags', async () => {
    const { me, of } = await listening(walk)
    const { json: contact } = await me.post('/contacts', { first_name: 'Ada', tags: ['vip', 'math'] })
    await me.patch(`/contacts/${contact.id}`, { tags: ['math', 'poetry'] })
    expect(await of('contact.tags_changed')).toMatchObject([{ data: { added: ['poetry'], removed: ['vip'] } }])
  })

  it('contact.property_changed lists all changed watched fields in one event', async () => {
    const { me, of } = await listening(walk)
    const { json: contact } = await me.post('/contacts', { first_name: 'Ada' })
    await me.patch(`/contacts/${contact.id}`, {
      title: 'Countess',
      city: 'London',
      do_not_contact: true,
      custom_properties: { shoe_size: 39 },
    })
    await me.patch(`/contacts/${contact.id}`, { first_name: 'Augusta', last_name: 'King' })
    expect((await of('contact.property_changed')).map(({ data }) => data.changed)).toEqual([
      ['title', 'city', 'do_not_contact', 'custom_properties'],
    ])
  })

  it('contact.linkedin_connected is sent when the invitation is accepted', async () => {
    const { me, of } = await listening(walk)
    const { json: contact } = await me.post('/contacts', { first_name: 'Ada', linkedin_connection_status: 'none' })
    for (const linkedin_connection_status of ['pending', 'connected'])
      await me.patch(`/contacts/${contact.id}`, { linkedin_connection_status })
    expect(await of('contact.linkedin_connected')).toHaveLength(1)
  })

  it('contact.created and contact.deleted are sent once each', async () => {
    const { me, got } = await listening(walk)
    const { json: contact } = await me.post('/contacts', { first_name: 'Ada' })
    await me.delete(`/contacts/${contact.id}`)
    expect((await got()).map(({ type }) => type)).toEqual(['contact.created', 'contact.deleted'])
  })
})

describeContract('6.1 Events of companies and tasks', (walk) => {
  it('company.created, company.lifecycle_changed', async () => {
    const { me, got } = await listening(walk)
    const { json: company } = await me.post('/companies', { name: 'Lovelace Ltd', lifecycle_stage: 'lead' })
    await me.patch(`/companies/${company.id}`, { lifecycle_stage: 'customer' })
    expect(await got()).toMatchObject([
      { type: 'company.created', data: { id: company.id, name: 'Lovelace Ltd' } },
      { type: 'company.lifecycle_changed', data: { from: 'lead', to: 'customer' } },
    ])
  })

  it('task.created, task.completed', async () => {
    const { me, got } = await listening(walk)
    const { json: task } = await me.post('/tasks', { title: 'Call', type: 'call' })
    await me.post(`/tasks/${task.id}/complete`, { outcome: 'connected' })
    expect(await got()).toMatchObject([
      { type: 'task.created' },
      { type: 'task.completed', data: { outcome: 'connected', record: { status: 'completed' } } },
    ])
  })

  it('task.overdue is sent once, when the due time has passed', async () => {
    const { me, of } = await listening(walk)
    const { json: task } = await me.post('/tasks', { title: 'Call', due_in_days: 1 })
    await walk.pass(3 * day)
    expect(await of('task.overdue')).toMatchObject([{ entity: { type: 'task', id: task.id } }])
  })

  it('the payload of task.created carries id, type, owner, title, due_at, source, deal_id and lead_id', async () => {
    const me = await walk.enter()
    const { json: task } = await me.post('/tasks', { title: 'Call', due_in_days: 2 })
    const { json } = await me.get('/events?type=task.created')
    expect(json.events[0].payload).toEqual({
      id: task.id,
      type: 'todo',
      owner: me.user,
      title: 'Call',
      due_at: task.due_at,
      source: 'api',
      deal_id: null,
      lead_id: null,
    })
  })
})

describeContract('6.2 Subscription patterns', (walk) => {
  async function make(me: Caller) {
    const { json: contact } = await me.post('/contacts', { first_name: 'Ada', lead_score: 1 })
    await me.patch(`/contacts/${contact.id}`, { lead_score: 2 })
    await me.post('/tasks', { title: 'Call' })
  }
  it.each([
    ['an exact type', ['contact.created'], ['contact.created']],
    ['a family', ['contact.*'], ['contact.created', 'contact.score_changed', 'contact.property_changed']],
    ['everything', ['*'], ['contact.created', 'contact.score_changed', 'contact.property_changed', 'task.created']],
    [
      'several that overlap, once each',
      ['contact.created', 'contact.*', '*'],
      ['contact.created', 'contact.score_changed', 'contact.property_changed', 'task.created'],
    ],
    ['another family', ['deal.*'], []],
  ])('%s', async (_, events, expected) => {
    const { me, got } = await listening(walk, events)
    await make(me)
    expect((await got()).map(({ type }) => type).toSorted()).toEqual(expected.toSorted())
  })
})

describeContract('6.3 Delivery', (walk) => {
  it('is a POST with id, type, created_at, organization, entity and data; without test', async () => {
    const { me, endpoint, got } = await listening(walk)
    const { json: contact } = await me.post('/contacts', { email: 'ada@gmail.com', first_name: 'Ada' })
    const [body] = await got()
    const { json } = await me.get('/events')
    expect(Object.keys(body)).toEqual(['id', 'type', 'created_at', 'organization', 'entity', 'data'])
    expect(body).toMatchObject({
      id: `evt_${json.events[0].id}`,
      type: 'contact.created',
      created_at: contact.created_at,
      organization: me.organization,
      entity: { type: 'contact', id: contact.id },
    })
    expect(endpoint.deliveries[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } })
    expect(body.created_at).toMatch(/Z$/)
  })

  it.each([
    ['contact', '/contacts', { email: 'ada@gmail.com' }, 'id name email owner company company_id stage lifecycle_stage lead_score record'],
    ['company', '/companies', { name: 'Lovelace Ltd' }, 'id name domain owner lifecycle_stage country record'],
    ['task', '/tasks', { title: 'Call' }, 'id type owner title due_at source deal_id lead_id record'],
  ])('data of a %s is a summary at event time and, as `record`, the full record', async (type, path, input, keys) => {
    const { me, got } = await listening(walk)
    const { json: made } = await me.post(path, input)
    const [{ data }] = (await got()) as [any]
    expect(Object.keys(data)).toEqual(keys.split(' '))
    const { json } = await me.get(path)
    expect([type, data.record]).toEqual([type, json[path.slice(1)][0]])
    expect(data.record.id).toBe(made.id)
  })

  it('contains the record as it was when the event happened', async () => {
    const { me, of } = await listening(walk)
    const { json: contact } = await me.post('/contacts', { first_name: 'Ada' })
    await me.patch(`/contacts/${contact.id}`, { first_name: 'Changed' })
    await me.delete(`/contacts/${contact.id}`)
    expect(await of('contact.created')).toMatchObject([{ data: { name: 'Ada', record: { first_name: 'Ada', deleted_at: null } } }])
  })

  it('a test delivery is marked test: true and has the same shape', async () => {
    const { me, webhook, got } = await listening(walk, ['contact.created'])
    await me.post('/contacts', { first_name: 'Ada' })
    await me.post(`/webhooks/${webhook.id}/test`)
    const [real, test] = (await got()).toSorted((a, b) => Object.keys(a).length - Object.keys(b).length)
    expect(test.test).toBe(true)
    expect(Object.keys(test)).toEqual([...Object.keys(real), 'test'])
    expect(Object.keys(test.data)).toEqual(Object.keys(real.data))
  })
})

describeContract('6.4 Headers and signature', (walk) => {
  it('have event, delivery, attempt, timestamp, signature and the user agent', async () => {
    const { me, endpoint, webhook, got } = await listening(walk)
    await me.post('/tasks', { title: 'Call' })
    const [body] = await got()
    const { headers, rawBody } = endpoint.deliveries[0]!
    const timestamp = String(Math.floor(walk.clock.now().getTime() / 1000))
    const hmac = createHmac('sha256', webhook.secret).update(`${timestamp}.${Buffer.from(rawBody).toString('utf8')}`)
    expect(headers).toMatchObject({
      'x-service-event': 'task.created',
      'x-service-delivery': body.id,
      'x-service-attempt': '1',
      'x-service-timestamp': timestamp,
      'x-service-signature': `sha256=${hmac.digest('hex')}`,
      'user-agent': 'Service-Webhooks/1.0',
      'content-length': String(rawBody.length),
    })
  })

  it('the signature is valid for 300 seconds, for this body and secret only', async () => {
    const { me, endpoint, webhook, got } = await listening(walk)
    await me.post('/tasks', { title: 'Call' })
    await got()
    const { headers, rawBody: body } = endpoint.deliveries[0]!
    const { secret } = webhook
    const after = (seconds: number) => new Date(walk.clock.now().getTime() + seconds * 1000)
    expect(verify({ headers, body, secret, now: after(0) })).toBe(true)
    expect(verify({ headers, body, secret, now: after(299) })).toBe(true)
    expect(verify({ headers, body, secret, now: after(301) })).toBe(false)
    expect(verify({ headers, body, secret: `${secret}x`, now: after(0) })).toBe(false)
    expect(verify({ headers, body: Buffer.concat([body, Buffer.from(' ')]), secret, now: after(0) })).toBe(false)
  })

  it('the delivery id is identical on every retry; timestamp and signature are those of the attempt', async () => {
    const { me, endpoint } = await listening(walk)
    endpoint.answer(500)
    await me.post('/tasks', { title: 'Call' })
    await walk.pass(60_000)
    const [first, second] = endpoint.deliveries.map(({ headers }) => headers)
    expect(second!['x-service-delivery']).toBe(first!['x-service-delivery'])
    expect([first!['x-service-attempt'], second!['x-service-attempt']]).toEqual(['1', '2'])
    expect(Number(second!['x-service-timestamp']) - Number(first!['x-service-timestamp'])).toBe(60)
    expect(second!['x-service-signature']).not.toBe(first!['x-service-signature'])
    expect(Buffer.from(endpoint.deliveries[1]!.rawBody).equals(endpoint.deliveries[0]!.rawBody)).toBe(true)
  })
})

describeContract('6.5 and 6.6 Retries and emission', (walk) => {
  it('every attempt is in the delivery log and can be sent again', async () => {
    const { me, endpoint, webhook } = await listening(walk)
    endpoint.answer(500)
    await me.post('/tasks', { title: 'Call' })
    await walk.pass(60_000)
    const { json } = await me.get(`/webhooks/${webhook.id}/deliveries`)
    expect(json.deliveries.map(({ attempt }: { attempt: number }) => attempt)).toEqual([2, 1])
    endpoint.answer(200)
    expect((await me.post(`/webhooks/${webhook.id}/deliveries/${json.deliveries[1].id}/redeliver`)).json).toMatchObject({
      ok: true,
      attempt: 3,
    })
  })

  it('every change is recorded in the log; processed_at is set when workflows and webhooks have processed it', async () => {
    const me = await walk.enter()
    await me.post('/contacts', { email: 'ada@lovelace.test' })
    const before = (await me.get('/events')).json.events
    expect(before.map(({ processed_at }: any) => processed_at)).toEqual([null, null])
    await walk.pass(0)
    const after = (await me.get('/events')).json.events
    for (const { processed_at } of after) expect(processed_at).toMatch(time)
    expect(after).toEqual(before.map((each: object) => ({ ...each, processed_at: expect.any(String) })))
  })

  it('webhook.received, form.submitted and workflow.enrolled are in the catalog, but no write emits them', async () => {
    const me = await walk.enter()
    const { json } = await me.get('/catalog')
    const external = json.event_types.filter(({ group }: { group: string }) => group === 'External')
    expect(external.map(({ type }: { type: string }) => type)).toEqual(['webhook.received', 'form.submitted', 'workflow.enrolled'])
  })
})
