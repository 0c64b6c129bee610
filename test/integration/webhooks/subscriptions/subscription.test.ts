import { Http } from 'rapport-crm'
import { expect, test } from 'vitest'
import { aCompany } from '../../../support/builders.ts'
import { describeEveryStorage } from '../../../support/storages.ts'
import { happen, probe, reusing, rows } from '../lab.ts'

const url = 'https://example.com/hook'

const fault = (code: string, path: string) => ({ code: 'invalid_input', details: { errors: [expect.objectContaining({ code, path })] } })

describeEveryStorage('a webhook', (open) => {
  const fresh = reusing(open)
  test('is answered with the fields of the contract, its secret included, and its success rate, on create, in the list and on update', async () => {
    const { api, clock } = await fresh()
    const created = await api.webhooks.create({ url: 'https://EXAMPLE.com:443/Hook?a=1', description: 'To the ERP' })
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_from: 'acme',
      url: 'https://example.com/Hook?a=1',
      events: ['*'],
      secret: expect.stringMatching(/^whsec_.{44}$/),
      description: 'To the ERP',
      source: 'api',
      active: true,
      failure_count: 0,
      last_status: null,
      last_delivery_at: null,
      created_by: 'ada@acme.test',
      created_at: clock.now().toISOString(),
      success_rate_24h: null,
    })
    expect(await api.webhooks.list()).toEqual({ webhooks: [created], next_cursor: null })
    expect(await api.webhooks.update({ id: created.id, description: null })).toEqual({ ...created, description: null })
    expect(await api.webhooks.get({ id: created.id })).toMatchObject({ ...created, description: null, success_rate_24h: null })
  })

  test('takes the secret of the caller as it is, and refuses one of less than 16 characters or more than 256', async () => {
    const { api } = await fresh()
    const secret = 'a secret of 😀 with spaces'
    expect(await api.webhooks.create({ url, secret })).toMatchObject({ secret })
    expect(await api.webhooks.create({ url, secret: '😀'.repeat(256) })).toMatchObject({ secret: '😀'.repeat(256) })
    for (const wrong of ['', 'x'.repeat(15), 'x'.repeat(257)])
      await expect(api.webhooks.create({ url, secret: wrong })).rejects.toMatchObject(fault('invalid_secret', '/secret'))
  })

  test('is seen by its organization only', async () => {
    const { api, engine } = await fresh()
    const { id } = await api.webhooks.create({ url })
    const stranger = engine.as({ organization: 'globex', user: 'hank@globex.test', role: 'admin', scopes: new Set(['webhooks']) })
    expect(await stranger.webhooks.list()).toEqual({ webhooks: [], next_cursor: null })
    await expect(stranger.webhooks.get({ id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(stranger.webhooks.update({ id, active: false })).rejects.toMatchObject({ code: 'not_found' })
    await expect(stranger.webhooks.delete({ id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is listed page by page, the newest first', async () => {
    const { api, clock } = await fresh()
    for (const description of ['1', '2', '3']) {
      await api.webhooks.create({ url, description })
      clock.advance('1 second')
    }
    const first = await api.webhooks.list({ limit: 2 })
    await api.webhooks.create({ url, description: '4' })
    const second = await api.webhooks.list({ limit: 2, cursor: first.next_cursor! })
    expect([first, second].map(({ webhooks }) => webhooks.map(({ description }) => description))).toEqual([['3', '2'], ['1']])
    expect(second.next_cursor).toBeNull()
  })

  test('needs the scope webhooks', async () => {
    const { engine } = await fresh()
    const reader = engine.as({ organization: 'acme', user: 'bo@acme.test', scopes: new Set(['read', 'write', 'delete', 'mcp']) })
    for (const call of [() => reader.webhooks.list(), () => reader.webhooks.create({ url }), () => reader.hooks.sample()])
      await expect(call()).rejects.toMatchObject({ code: 'insufficient_scope', details: { scopes: ['webhooks'] } })
  })

  test('the allow-list opens a private address, and no other scheme', async () => {
    const { api } = await open({ ports: [new Http({ allow: ['10.0.0.0/8'], lookup: async () => [{ address: '10.0.0.1', family: 4 }] })] })
    expect(await api.webhooks.create({ url: 'https://10.0.0.1/' })).toMatchObject({ url: 'https://10.0.0.1/' })
    expect(await api.webhooks.create({ url: 'https://private.example.com/' })).toMatchObject({ active: true })
    await expect(api.webhooks.create({ url: 'http://10.0.0.1/' })).rejects.toMatchObject(fault('not_https', '/url'))
    await expect(api.webhooks.create({ url: 'https://127.0.0.1/' })).rejects.toMatchObject(fault('blocked_address', '/url'))
  })

  test('several patterns that take an event make one delivery, a family takes its own events only', async () => {
    const { api, engine, http } = await fresh()
    await api.webhooks.create({ url: 'https://example.com/all', events: ['contact.created', 'contact.*', '*', '*'] })
    await api.webhooks.create({ url: 'https://example.com/contacts', events: ['contact.*'] })
    await happen(api)
    await api.companies.create(aCompany())
    await engine.tick()
    const got = http.sent.map(({ url: to, headers }) => `${to} ${headers['X-Service-Event']}`).toSorted()
    expect(got).toEqual([
      'https://example.com/all company.created',
      'https://example.com/all contact.created',
      'https://example.com/contacts contact.created',
    ])
  })

  test('gets no event from before it existed, however late that is dispatched, and none of another organization', async () => {
    const { api, engine, http } = await fresh()
    await happen(api)
    await api.webhooks.create({ url })
    const stranger = engine.as({ organization: 'globex', user: 'hank@globex.test', role: 'admin', scopes: new Set(['read', 'write']) })
    await happen(stranger)
    await happen(api)
    await engine.tick()
    expect(http.sent).toHaveLength(1)
    expect(JSON.parse(http.sent[0]?.body ?? '')).toMatchObject({ organization: 'acme' })
  })

  test('created twice with one idempotency key is one', async () => {
    const { api } = await fresh()
    const first = await api.webhooks.create({ url }, { idempotencyKey: 'once' })
    expect(await api.webhooks.create({ url }, { idempotencyKey: 'once' })).toEqual(first)
    expect((await api.webhooks.list()).webhooks).toHaveLength(1)
    expect(JSON.stringify(await rows(api, 'idempotency_keys'))).not.toContain(first.secret)
  })

  test('under its idempotency key the first answer is repeated, secret included, whatever has become of the webhook', async () => {
    const { api } = await fresh()
    const calls = [
      () => api.webhooks.create({ url, secret: 'a secret that the caller gave' }, { idempotencyKey: 'once' }),
      () => api.hooks.create({ target_url: url }, { idempotencyKey: 'once' }),
    ]
    const [made, hook] = await Promise.all(calls.map((call) => call()))
    const rotate = () => api.webhooks.rotateSecret({ id: made?.id ?? '' }, { idempotencyKey: 'once' })
    const rotated = await rotate()
    await api.webhooks.rotateSecret({ id: rotated.id })
    for (const each of [made, hook]) await api.webhooks.delete({ id: each?.id ?? '' })
    expect(await Promise.all([...calls, rotate].map((call) => call()))).toEqual([made, hook, rotated])
    expect((await api.webhooks.list()).webhooks).toEqual([])
    const kept = JSON.stringify(await rows(api, 'idempotency_keys'))
    for (const each of [made, hook, rotated]) expect(kept).not.toContain(each?.secret)
  })

  test('a name that later resolves to a private address is refused when sending, and tried again', async () => {
    let address = '93.184.215.14'
    const http = new Http({ lookup: async () => [{ address, family: 4 }] })
    const { api, engine } = await open({ ports: [http], plugins: [probe] })
    const { id } = await api.webhooks.create({ url })
    address = '127.0.0.1'
    expect(await api.webhooks.test({ id })).toMatchObject({ ok: false, status: 0, response: expect.stringContaining('blocked_address') })
    await happen(api)
    await engine.tick()
    expect(await rows(api, 'webhook_deliveries')).toMatchObject([{ status: 'failed' }, { status: 'pending', attempt: 1 }])
  })
})

describeEveryStorage('a REST hook', (open) => {
  const fresh = reusing(open)
  test('is answered with exactly its id, secret and events, and is a webhook whose source says so', async () => {
    const { api } = await fresh()
    const hook = await api.hooks.create({ target_url: url, event: 'contact.created' })
    expect(hook).toEqual({ id: expect.any(String), secret: expect.stringMatching(/^whsec_/), events: ['contact.created'] })
    const { webhooks } = await api.webhooks.list()
    expect(webhooks).toMatchObject([{ id: hook.id, source: 'rest_hook', url, secret: hook.secret, description: null }])
    await api.hooks.create({ target_url: url, description: 'A zap' })
    expect((await api.webhooks.list()).webhooks.map(({ description }) => description)).toContain('A zap')
  })

  test('target_url goes before url, url before hookUrl, and one of them is needed', async () => {
    const { api } = await fresh()
    const [a, b, c] = ['https://a.example.com/', 'https://b.example.com/', 'https://c.example.com/']
    await api.hooks.create({ target_url: a, url: b, hookUrl: c })
    await api.hooks.create({ url: b, hookUrl: c })
    await api.hooks.create({ hookUrl: c })
    expect((await api.webhooks.list()).webhooks.map((each) => each.url).toSorted()).toEqual([a, b, c])
    await expect(api.hooks.create({ event: 'contact.created' })).rejects.toMatchObject(fault('required', '/target_url'))
  })

  test('event and events are joined; without any it is everything', async () => {
    const { api } = await fresh()
    const both = await api.hooks.create({ target_url: url, event: 'contact.created', events: ['company.created', 'contact.created'] })
    expect(both.events).toEqual(['contact.created', 'company.created'])
    expect((await api.hooks.create({ target_url: url })).events).toEqual(['*'])
    await expect(api.hooks.create({ target_url: url, event: 'contact.creatd' })).rejects.toMatchObject(fault('unknown_event', '/events/0'))
  })

  test('only REST hooks are deleted as such', async () => {
    const { api } = await fresh()
    const [webhook, hook] = [await api.webhooks.create({ url }), await api.hooks.create({ target_url: url })]
    await expect(api.hooks.delete({ id: webhook.id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await api.hooks.delete({ id: hook.id })).toEqual({ deleted: true })
    expect((await api.webhooks.list()).webhooks).toHaveLength(1)
  })

  test('the sample is a list of one delivery, of the latest record, or of an invented one if there are none', async () => {
    const { api, clock } = await fresh()
    const shape = { id: 'evt_sample', created_at: clock.now().toISOString() }
    const [empty] = await api.hooks.sample()
    expect(empty).toEqual({
      ...shape,
      type: 'contact.created',
      entity: { type: 'contact', id: expect.any(String) },
      data: { record: expect.objectContaining({ first_name: 'Ada', email: 'ada@example.com' }) },
    })
    await api.contacts.create({ email: 'first@gmail.com' })
    const latest = await api.contacts.create({ email: 'latest@gmail.com' })
    const [sample, ...others] = await api.hooks.sample({ event: 'contact.owner_changed' })
    expect(others).toEqual([])
    expect(sample).toEqual({
      ...shape,
      type: 'contact.owner_changed',
      entity: { type: 'contact', id: latest.id },
      data: { record: expect.objectContaining({ id: latest.id, email: 'latest@gmail.com' }) },
    })
    // A call may count what belongs to the record; all else it answers is in the sample too.
    expect(latest).toMatchObject(sample?.data.record ?? {})
    await expect(api.hooks.sample({ event: 'nothing.happened' })).rejects.toMatchObject(fault('unknown_event', '/event'))
  })

  test('every event type has a sample, also those that no record makes', async () => {
    const { api, engine } = await fresh()
    for (const event of engine.registry.eventTypes.keys()) {
      const [sample] = await api.hooks.sample({ event })
      expect(sample).toMatchObject({ id: 'evt_sample', type: event, entity: { type: event.split('.')[0] } })
      expect(Object.keys(sample?.data.record ?? {})).toEqual(expect.arrayContaining(['id', 'created_at']))
    }
  })

  test('what is made up says what a real record could', async () => {
    const { api } = await fresh()
    const made = async (event: string) => (await api.hooks.sample({ event }))[0]?.data.record
    expect(await made('deal.created')).toMatchObject({ name: 'Lovelace Ltd - 40 licenses', status: 'open', currency: 'EUR', version: 1 })
    expect(await made('company.created')).toMatchObject({ name: 'Lovelace Ltd', domain: 'example.com' })
    expect(await made('task.created')).toMatchObject({ title: 'Call about the offer', status: 'open', completed_at: null })
  })
})

describeEveryStorage('a subscription that is refused', (open) => {
  const fresh = reusing(open)
  const addresses = [
    ['http://example.com/', 'not_https'],
    ['ftp://example.com/', 'not_https'],
    ['https://user:pass@example.com/', 'credentials'],
    ['https://example.com/#part', 'fragment'],
    ['nonsense', 'malformed'],
    ['https://example.com:22/', 'forbidden_port'],
    ['https://127.0.0.1/', 'blocked_address'],
    ['https://2130706433/', 'blocked_address'],
    ['https://[::1]/', 'blocked_address'],
    ['https://169.254.169.254/latest/meta-data', 'blocked_address'],
    ['https://private.example.com/', 'blocked_address'],
    [`https://example.com/${'a'.repeat(2048)}`, 'too_long'],
    [42, 'invalid_type'],
  ] as const
  const lists = [
    [['contact.creatd'], 'unknown_event', '/events/0'],
    [['contact.created', 'contacts.*'], 'unknown_family', '/events/1'],
    [['*.created'], 'malformed_pattern', '/events/0'],
    [[], 'no_pattern', '/events'],
  ] as const

  test('by its address: not https, credentials, a fragment, too long, no text, private; on create, on update and as a REST hook', async () => {
    const { api } = await fresh()
    const { id } = await api.webhooks.create({ url })
    for (const [wrong, code] of addresses) {
      const given = wrong as string
      await expect(api.webhooks.create({ url: given })).rejects.toMatchObject(fault(code, '/url'))
      await expect(api.webhooks.update({ id, url: given })).rejects.toMatchObject(fault(code, '/url'))
      await expect(api.hooks.create({ hookUrl: given })).rejects.toMatchObject(fault(code, '/hookUrl'))
    }
    expect((await api.webhooks.list()).webhooks).toMatchObject([{ id, url }])
  })

  test('by its events: unknown types and families, *.created and an empty list; on create and on update', async () => {
    const { api } = await fresh()
    const { id } = await api.webhooks.create({ url })
    for (const [given, code, path] of lists) {
      const events = [...given]
      await expect(api.webhooks.create({ url, events })).rejects.toMatchObject(fault(code, path))
      await expect(api.webhooks.update({ id, events })).rejects.toMatchObject(fault(code, path))
    }
    expect((await api.webhooks.list()).webhooks).toMatchObject([{ id, events: ['*'] }])
  })

  test('names are kept in lower case and as they are resolved, whatever alphabet they were typed in', async () => {
    const { api } = await fresh()
    expect(await api.webhooks.create({ url: 'https://MÜNCHEN.example/Ä' })).toMatchObject({ url: 'https://xn--mnchen-3ya.example/%C3%84' })
  })
})
