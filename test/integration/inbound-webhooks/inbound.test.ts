import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { pages } from 'rapport-crm/pages'
import type { Api } from 'rapport-crm'
import { describeStorages } from '../../support/storages.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
type Given = Partial<Parameters<Api['inboundWebhooks']['create']>[0]>
const fields = { '/user/email': 'email', 'user.name': 'name', 'user.plan': 'custom.plan' }
const json = { 'content-type': 'application/json' }

describeStorages('Inbound webhooks', (open) => {
  const serve = async (given: Given = {}) => {
    const opened = await open()
    const { api, engine } = opened
    const hook = await api.inboundWebhooks.create({ name: 'Booking', mapping: { object: 'contacts', fields }, ...given })
    const { fetch } = pages(engine)
    const send = async (body: BodyInit | null, headers: Record<string, string> = json, path = hook.url, method = 'POST') => {
      const answer = await fetch(new Request(`https://crm.test${path}`, { method, headers, ...(body !== null && { body }) }), {
        ip: '203.0.113.9',
      })
      return { status: answer.status, text: await answer.text(), headers: answer.headers }
    }
    const requests = async () => (await api.inboundWebhooks.listRequests({ id: hook.id })).requests
    return { ...opened, hook, send, requests, work: () => engine.tick(), fetch }
  }
  const user = (email: string, more: object = {}) => JSON.stringify({ user: { email, name: 'Ann Smith', ...more } })

  it('take JSON, forms and XML at their address, and make the record that the mapping says, with one event', async () => {
    const { api, send, work, requests, hook, clock } = await serve()
    const lastOf = async () => (await api.inboundWebhooks.list({})).inbound_webhooks.map(({ last_received_at }) => last_received_at)
    expect(await lastOf()).toEqual([null])
    const first = await send(user('ann@forge.test', { plan: 'Large', password: 'hush' }))
    expect(first).toMatchObject({ status: 202, text: expect.stringMatching(/^\{"id":"[0-9a-f-]{36}"\}$/) })
    expect(await requests()).toMatchObject([{ status: 'received', contact_id: null }])
    // It came, whether it is worked already or not.
    expect(await lastOf()).toEqual([clock.now().toISOString()])
    const came = clock.now().toISOString()
    await work()
    clock.advance('1 hour')
    expect(await lastOf()).toEqual([came])
    const [request] = await requests()
    expect(request).toMatchObject({
      id: JSON.parse(first.text).id,
      status: 'processed',
      object: 'contacts',
      payload: { user: { password: '***', plan: 'Large' } },
    })
    expect(await api.contacts.get({ id: request!.contact_id! })).toMatchObject({
      email: 'ann@forge.test',
      name: 'Ann Smith',
      custom_properties: { plan: 'Large' },
      created_via: `sync:${hook.id}`,
    })
    const { events } = await api.events.list({ type: 'webhook.received' })
    expect(events).toMatchObject([
      {
        entity_type: 'contact',
        payload: {
          inbound_webhook_id: hook.id,
          request_id: request!.id,
          contact_id: request!.contact_id,
          payload: { user: { password: '***' } },
        },
      },
    ])
    await send('<?xml version="1.0"?><user><email>bob@forge.test</email><name>B &amp; C</name></user>', {
      'content-type': 'application/xml',
    })
    await send('user.email=x', { 'content-type': 'application/x-www-form-urlencoded' }, hook.url, 'PUT')
    await work()
    expect((await api.contacts.list({ email: 'bob@forge.test' })).contacts).toMatchObject([{ name: 'B & C' }])
    expect((await requests())[0]).toMatchObject({ status: 'failed', contact_id: null })
    expect((await api.events.list({ type: 'webhook.received' })).events).toHaveLength(2)
    expect((await api.inboundWebhooks.list({})).inbound_webhooks).toMatchObject([{ stats: { received: 0, processed: 2, failed: 1 } }])
    const failed = await api.inboundWebhooks.listRequests({ id: hook.id, status: 'failed' })
    expect(failed.requests).toMatchObject([{ status: 'failed' }])
    expect(await lastOf()).toEqual([clock.now().toISOString()])
    clock.advance('40 days')
    await work()
    // What was worked is known for longer than it is kept.
    expect({ requests: await requests(), last: await lastOf() }).toMatchObject({ requests: [], last: [expect.any(String)] })
    await send(user('may@forge.test'))
    const received = await requests()
    await api.inboundWebhooks.delete({ id: hook.id })
    expect(await requests()).toEqual(received)
  })

  it('refuse wrong, late and unknown senders with one and the same answer, and nothing is stored', async () => {
    const { api, send, hook, requests, clock } = await serve({ secret, signature: { scheme: 'stripe' } })
    const body = user('ann@forge.test')
    const seconds = () => Math.floor(clock.now().getTime() / 1000)
    const stripe = (key: string, time = seconds(), text = body) => ({
      ...json,
      'stripe-signature': `t=${time},v1=${createHmac('sha256', key).update(`${time}.${text}`).digest('hex')}`,
    })
    const refusals = [
      await send(body),
      await send(body, stripe('wrong-secret-of-16')),
      await send(body, stripe(secret, seconds() - 301)),
      await send(`${body} `, stripe(secret)),
      await send(body, { ...json, 'stripe-signature': 't=,v1=' }),
      // A signature has one spelling: what stands behind it is part of it.
      await send(body, { ...json, 'stripe-signature': `${stripe(secret)['stripe-signature']}zz` }),
      await send(body, stripe(secret), '/in/unknown'),
      await send(body, stripe(secret), '/in/%00'),
      await send(body, stripe(secret), `/in/${'x'.repeat(3000)}`),
      await send(null, {}, hook.url, 'GET'),
    ]
    for (const refusal of refusals) expect([refusal.status, refusal.text]).toEqual([401, refusals[0]?.text])
    expect((await send(body, stripe(secret))).status).toBe(202)
    await api.inboundWebhooks.update({ id: hook.id, secret: 'another-secret-of-ours' })
    expect((await send(body, stripe(secret))).status).toBe(202)
    expect((await send(body, stripe('another-secret-of-ours'))).status).toBe(202)
    clock.advance(86_401_000)
    expect((await send(body, stripe(secret))).status).toBe(401)
    await api.inboundWebhooks.update({ id: hook.id, active: false })
    expect((await send(body, stripe('another-secret-of-ours'))).text).toBe(refusals[0]?.text)
    expect(await requests()).toHaveLength(3)
    expect(JSON.stringify(await api.inboundWebhooks.list({}))).not.toContain('secret-of')
  })

  it('know the signatures of Standard Webhooks and of plain HMAC, and a delivery that was there before', async () => {
    const { send, requests, clock, api, hook } = await serve({ secret, signature: { scheme: 'standard_webhooks' } })
    const body = user('ann@forge.test')
    const time = Math.floor(clock.now().getTime() / 1000)
    const key = Buffer.from(secret.slice(6), 'base64')
    const standard = {
      ...json,
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(time),
      'webhook-signature': `v1,AAAA v1,${createHmac('sha256', key).update(`msg_1.${time}.${body}`).digest('base64')}`,
    }
    const first = await send(body, standard)
    expect([first.status, (await send(body, standard)).text]).toEqual([202, first.text])
    expect(await requests()).toHaveLength(1)
    await api.inboundWebhooks.update({
      id: hook.id,
      signature: { scheme: 'hmac_sha256', header: 'X-Hub-Signature-256', prefix: 'sha256=' },
      id_from: { path: 'id' },
    })
    const hub = (text: string) => ({ ...json, 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}` })
    const named = JSON.stringify({ id: 7, user: { email: 'a@forge.test' } })
    expect([(await send(named, hub(named))).status, (await send(named, hub(named))).status, (await send(named, hub(body))).status]).toEqual(
      [202, 202, 401],
    )
    expect(await requests()).toHaveLength(2)
    await api.inboundWebhooks.update({ id: hook.id, id_from: { header: 'X-Delivery', path: 'id' } })
    const other = JSON.stringify({ id: 8, user: { email: 'b@forge.test' } })
    for (const more of [{}, { 'x-delivery': 'first' }, {}, { 'x-delivery': 'first' }])
      expect((await send(other, { ...hub(other), ...more })).status).toBe(202)
    expect(await requests()).toHaveLength(4)
    const challenge = `${hook.url}?hub.mode=subscribe&hub.challenge=abc%3C&hub.verify_token=`
    expect(await send(null, {}, challenge + secret, 'GET')).toMatchObject({ status: 200, text: 'abc<' })
    expect((await send(null, {}, `${challenge}wrong`, 'GET')).status).toBe(401)
  })

  it('refuse what cannot be read, with the reason in the log, and what is hostile', async () => {
    const { send, requests, api, work } = await serve()
    const xml = { 'content-type': 'text/xml' }
    const hostile: readonly (readonly [BodyInit, Record<string, string>, number])[] = [
      ['{"a":', json, 400],
      [`${'['.repeat(65)}${']'.repeat(65)}`, json, 400],
      ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', xml, 400],
      ['<a><b></a>', xml, 400],
      [`${'<a>'.repeat(70)}${'</a>'.repeat(70)}`, xml, 400],
      [new Uint8Array([0xff, 0xfe]), json, 400],
      ['x', { 'content-type': 'image/png' }, 415],
      ['x'.repeat(1_048_577), json, 413],
      // What is wide is refused before it is read: it would hold up other calls.
      [`[${'{},'.repeat(20_000)}{}]`, json, 400],
      [`<a>${'<b/>'.repeat(50_000)}</a>`, xml, 400],
      [`<a ${Array.from({ length: 50_000 }, (_each, at) => `b${at}="1"`).join(' ')}/>`, xml, 400],
      ['a=1&'.repeat(250_000), { 'content-type': 'application/x-www-form-urlencoded' }, 400],
      [
        `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(1_100)}--b--\r\n`,
        { 'content-type': 'multipart/form-data; boundary=b' },
        400,
      ],
    ]
    for (const [body, headers, status] of hostile)
      expect([String(body).slice(0, 20), (await send(body, headers)).status]).toEqual([String(body).slice(0, 20), status])
    expect((await requests()).map(({ status, reason }) => [status, reason !== null])).toEqual(
      Array.from({ length: 12 }, () => ['failed', true]),
    )
    // Each list was copied for each of its elements once: that took seconds. Large bodies are read in a thread, as all others are.
    const most = `<user><email>max@forge.test</email>${'<b/>'.repeat(19_990)}</user>`
    const started = performance.now()
    expect((await send(most, xml)).status).toBe(202)
    expect(performance.now() - started).toBeLessThan(2_000)
    const wide = {
      ...Object.fromEntries(Array.from({ length: 9_000 }, (_each, at) => [`field_${at}`, at])),
      user: { email: 'may@forge.test' },
    }
    expect((await send(JSON.stringify(wide))).status).toBe(202)
    expect(
      (await send('{"__proto__":{"email":"evil@forge.test"},"user":{"email":"ann@forge.test","__proto__":{"name":"x"}}}')).status,
    ).toBe(202)
    await work()
    expect((await api.contacts.list({})).contacts).toMatchObject([
      { email: 'ann@forge.test', name: null },
      { email: 'may@forge.test' },
      { email: 'max@forge.test' },
    ])
    expect(({} as { email?: string }).email).toBeUndefined()
  })

  it('keep their order, and work stored bytes again with the mapping as it is now', async () => {
    const { api, send, requests, work, hook } = await serve({ mapping: { object: 'deals', fields: { title: 'name', sum: 'amount' } } })
    await send(JSON.stringify({ title: 'First', sum: '12,5' }))
    await send(JSON.stringify({ sum: 1 }))
    await work()
    expect((await requests()).map(({ status }) => status).toReversed()).toEqual(['processed', 'failed'])
    await api.inboundWebhooks.update({
      id: hook.id,
      mapping: { object: 'deals', fields: { title: 'name', sum: 'amount', missing: 'source' } },
    })
    const first = (await requests()).at(-1)!
    expect(await api.inboundWebhooks.replay({ id: hook.id, requestId: first.id })).toMatchObject({
      status: 'processed',
      record_id: first.record_id,
    })
    expect((await api.deals.list({})).deals).toMatchObject([{ name: 'First', amount: 12.5 }])
    await expect(api.inboundWebhooks.update({ id: hook.id, mapping: { object: 'deals', fields: { a: 'nmae' } } })).rejects.toThrow(
      'Did you mean "name"?',
    )
    await expect(api.inboundWebhooks.create({ name: 'X', signature: { scheme: 'stripe' } })).rejects.toMatchObject({
      details: { errors: [{ path: '/secret' }] },
    })
    const unusable: readonly (readonly [Given, string])[] = [
      [{ secret, signature: { scheme: 'hmac_sha256', header: 'x\r\ny' } }, '/signature/header'],
      [{ secret: 'whsec_!!!!!!!!!!!!', signature: { scheme: 'standard_webhooks' } }, '/secret'],
      [{ id_from: {} }, '/id_from'],
      [{ id_from: { header: '' } }, '/id_from/header'],
      [{ mapping: { object: 'contacts', fields: {} } }, '/mapping/fields'],
      // What is meant by it is no word.
      [{ mapping: { object: 'people', fields: { mail: 'email' } } as never }, '/mapping/object'],
      [{ match_by: 'amount' }, '/match_by'],
      [{ match_by: 'not..a path' }, '/match_by'],
      [{ mapping: 'auto', match_by: '/id' }, '/match_by'],
    ]
    for (const [given, path] of unusable)
      await expect(api.inboundWebhooks.create({ name: 'X', ...given })).rejects.toMatchObject({ details: { errors: [{ path }] } })
  })

  it('recognize contacts by foreign names of their fields', async () => {
    const { api, send, work, requests } = await serve({ mapping: 'auto' })
    await send(JSON.stringify({ Vorname: 'Ann', Nachname: 'Schmidt', 'E-Mail-Adresse': 'ann@forge.test' }))
    await work()
    expect(await requests()).toMatchObject([{ status: 'processed', contact_id: expect.any(String) }])
    expect((await api.contacts.list({})).contacts).toMatchObject([{ email: 'ann@forge.test', first_name: 'Ann', last_name: 'Schmidt' }])
  })

  it('take 600 requests in a minute', async () => {
    const { send, requests, clock } = await serve()
    const answers = await Promise.all(Array.from({ length: 610 }, (_, at) => send(JSON.stringify({ at }))))
    expect(Map.groupBy(answers, ({ status }) => status).get(202)).toHaveLength(600)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await requests()).length).toBeGreaterThan(0)
    clock.advance(61_000)
    expect((await send('{}')).status).toBe(202)
  }, 60_000)

  it('take the fields of multipart forms, and leave files alone', async () => {
    const { api, send, work, requests } = await serve({ mapping: { object: 'contacts', fields: { email: 'email', name: 'name' } } })
    const form = new FormData()
    form.set('email', 'ann@forge.test')
    form.set('name', 'Ann Smith')
    const { status } = await send(form, {})
    expect(status).toBe(202)
    await work()
    const [request] = await requests()
    expect(request).toMatchObject({ status: 'processed', payload: { email: 'ann@forge.test', name: 'Ann Smith' } })
    expect(await api.contacts.get({ id: request?.contact_id ?? '' })).toMatchObject({ name: 'Ann Smith' })
    expect((await send('--x\r\nbroken', { 'content-type': 'multipart/form-data; boundary=y' })).status).toBe(400)
  })

  it('take what relays tell of messages', async () => {
    const { api, send, work, requests } = await serve({
      mapping: { object: 'email_feedback', fields: { '/mail/to': 'address', '/mail/event': 'kind', '/mail/why': 'text' } },
    })
    for (const event of ['hard', 'hard', 'exploded'])
      await send(JSON.stringify({ mail: { to: 'gone@x.example', event, why: '550 5.1.1 Unknown' } }))
    await work()
    expect((await requests()).map(({ status }) => status).toSorted()).toEqual(['failed', 'processed', 'processed'])
    expect((await api.suppressions.list()).suppressions).toMatchObject([{ value: 'gone@x.example', kind: 'bounced' }])
  })
})
