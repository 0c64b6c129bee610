import { createHmac } from 'node:crypto'
import { Http } from 'rapport-crm'
import { expect, test } from 'vitest'
import { certificate, ok, rawServer } from '../../../kernel/egress/raw-server.ts'
import { TestClock } from '../../../support/clock.ts'
import { describeEveryStorage } from '../../../support/storages.ts'
import { Endpoints, Gate, happen, probe, rows, setAll, stored } from '../lab.ts'

describeEveryStorage('the bytes of a delivery', (open, storage) => {
  test('one POST with each header once and the right length, signed over what came; a bad event type reaches no header', async () => {
    await using server = await rawServer(({ socket }) => socket.write(ok))
    const clock = new TestClock()
    const http = new Http({ allow: ['127.0.0.1'], ca: certificate.cert })
    const { api, engine } = await open({ clock, ports: [http], plugins: [probe] })
    const { secret } = await api.webhooks.create({ url: `${server.url}hook?a=%0D%0AX-Evil:1`, events: ['contact.created'] })
    await happen(api)
    await engine.tick()
    const [head = '', sent = ''] = server.requests[0]?.text.split('\r\n\r\n') ?? []
    const [line, ...fields] = head.split('\r\n')
    const values = new Map(fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]))
    expect(line).toBe('POST /hook?a=%0D%0AX-Evil:1 HTTP/1.1')
    expect(fields.map((field) => field.split(':')[0])).toHaveLength(values.size)
    const named = ['content-type', 'user-agent', 'x-service-event', 'x-service-delivery', 'x-service-attempt', 'x-service-timestamp']
    const timestamp = String(clock.now().getTime() / 1000)
    expect(named.map((name) => values.get(name))).toEqual([
      'application/json',
      'Service-Webhooks/1.0',
      'contact.created',
      'evt_1',
      '1',
      timestamp,
    ])
    const body = Buffer.from(sent, 'latin1')
    expect(values.get('content-length')).toBe(String(body.length))
    const signature = createHmac('sha256', Buffer.from(secret, 'utf8')).update(`${timestamp}.`).update(body).digest('hex')
    expect(values.get('x-service-signature')).toBe(`sha256=${signature}`)

    const due_at = stored(storage, clock.now().getTime())
    await setAll(api, 'webhook_deliveries', { event_type: 'deal.won\r\nX-Evil: 1', status: 'pending', due_at })
    await engine.tick()
    expect(server.requests).toHaveLength(1)
    expect((await rows(api, 'webhook_attempts')).map(({ error_code }) => error_code)).toContain('invalid_request')
  })
})

/** What serializers disagree about; each is the text behind the id of a body, as it is stored. */
const crafted: Readonly<Record<string, string>> = {
  'emoji and signs of several bytes': '"data":{"name":"Zażółć 😀 👩‍👩‍👧"}}',
  'lone surrogates': String.raw`"data":{"name":"\ud800","other":"\udfff x"}}`,
  'line separators, raw and escaped': `"data":{"a":"\u2028\u2029","b":"\\u2028"}}`,
  'a NUL': String.raw`"data":{"name":"a\u0000b"}}`,
  'numbers that are written in several ways': '"data":{"a":1e21,"b":-0,"c":1.0,"d":12345678901234567890}}',
  'keys out of order, and one twice': '"z":1,"a":2,"a":3,"data":{}}',
  'deep nesting': `"data":${'['.repeat(500)}${']'.repeat(500)}}`,
  'as much as one text of an input holds, 190 KiB': `"data":{"name":"${'€'.repeat(65_000)}"}}`,
}

describeEveryStorage('bodies that serializers disagree about', (open) => {
  test('arrive byte for byte as they were stored, and the signature is over these bytes', async () => {
    await using server = await rawServer(({ socket }) => socket.write(ok))
    const http = new Http({ allow: ['127.0.0.1'], ca: certificate.cert })
    const { api, engine, clock } = await open({ ports: [http], plugins: [probe] })
    const { secret } = await api.webhooks.create({ url: server.url, events: ['contact.created'] })
    for (const [index, [name, body]] of Object.entries(crafted).entries()) {
      await happen(api)
      await setAll(api, 'events', { body })
      await engine.tick()
      const [head = '', sent = ''] = server.requests[index]?.text.split('\r\n\r\n') ?? []
      const bytes = Buffer.from(sent, 'latin1')
      expect([name, bytes.toString()]).toEqual([name, `{"id":"evt_${index + 1}",${body}`])
      const signature = createHmac('sha256', secret)
        .update(`${Math.floor(clock.now().getTime() / 1000)}.`)
        .update(bytes)
        .digest('hex')
      expect([name, head.toLowerCase()]).toEqual([name, expect.stringContaining(`x-service-signature: sha256=${signature}`)])
    }
  })
})

describeEveryStorage('endpoints that never answer', (open) => {
  test('hold 16 requests each and keep nobody waiting', async () => {
    const clock = new TestClock()
    const http = new Endpoints(clock)
    const silence = new Gate()
    http.answer(({ url }) => (url.includes('silent') ? silence.answer : 200))
    const { api, engine } = await open({ clock, ports: [http] })
    for (let index = 0; index < 10; index += 1) await api.webhooks.create({ url: `https://silent.example/${index}` })
    for (let index = 0; index < 3; index += 1) await api.webhooks.create({ url: `https://healthy.example/${index}` })
    await happen(api, 30)
    await engine.start()
    await http.received(10 * 16 + 3 * 30)
    const healthy = http.sent.filter(({ url }) => url.includes('healthy'))
    expect([healthy.length, http.sent.length - healthy.length, http.most]).toEqual([90, 160, 16])
    silence.open(200)
    await http.received(13 * 30)
    expect(http.most).toBe(16)
  })
})
