import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../host/config.ts'
import { heard, lineOf } from '../../host/webhooks/delivery.ts'
import { localWebhooks } from '../../host/webhooks/local.ts'
import { call, type Environment, HostLab, type HostProcess } from '../support/host.ts'

const KEY = 'rk_first_key_of_these_tests'
const environment = { DATABASE_URL: 'sqlite:crm.sqlite', RAPPORT_BOOTSTRAP_KEY: KEY }

const listen = (lab: HostLab, host: HostProcess, args: readonly string[] = [], more: Environment = {}) =>
  lab.begin(['webhooks', 'listen', '--url', host.url, ...args], { ...environment, ...more })
const subscriptions = async (host: HostProcess) => (await call(host, KEY, '/api/v1/webhooks')).json['webhooks']

describe('rapport webhooks listen', { timeout: 60_000 }, () => {
  test('prints and verifies what a host delivers, and ends its subscription with Ctrl-C', async () => {
    await using lab = await HostLab.open()
    const host = await lab.serve(environment, ['--local-webhooks'])
    const listener = await listen(lab, host, ['--events', 'contact.created, deal.*']).printed(/Ctrl-C ends the subscription/)
    expect(listener.out).toMatch(/^\S+Z {2}contact\.created +evt_test_\S+ +verified {2}test\n$/)
    await call(host, KEY, '/api/v1/companies', { name: 'Birch' })
    await call(host, KEY, '/api/v1/contacts', { email: 'ada@example.com' })
    await listener.printed(/evt_\d+ +verified\n/)
    expect(listener.out.match(/^.*evt_\d+.*$/gm)).toEqual([expect.stringMatching(/^\S+Z {2}contact\.created +evt_\d+ +verified$/)])
    expect(await subscriptions(host)).toHaveLength(1)
    expect(await listener.signal('SIGINT')).toMatchObject({ code: 0, err: expect.stringContaining('The subscription is ended.\n') })
    expect(await subscriptions(host)).toEqual([])
  })

  test('says how a host reaches it that does not, and leaves no subscription', async () => {
    await using lab = await HostLab.open()
    const certificate = join(lab.folder, 'data/webhook-listener.pem')
    const hint = `RAPPORT_EGRESS_ALLOW=127.0.0.1/32 NODE_EXTRA_CA_CERTS=${certificate}`
    const closed = await lab.serve(environment)
    const refused = await listen(lab, closed).end()
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('The host calls no address of this machine.\n') })
    expect(refused.err).toContain(hint)
    await closed.signal('SIGTERM')

    const allowed = { ...environment, RAPPORT_EGRESS_ALLOW: '127.0.0.1/32' }
    const strange = await lab.serve(allowed)
    const unknown = await listen(lab, strange).end()
    expect(unknown).toMatchObject({ code: 1, err: expect.stringMatching(/does not reach https:\/\/127\.0\.0\.1:\d+\/: tls_error/) })
    expect(unknown.err).toContain(hint)
    expect(await subscriptions(strange)).toEqual([])
    await strange.signal('SIGTERM')

    const host = await lab.serve({ ...allowed, NODE_EXTRA_CA_CERTS: certificate })
    const listener = await listen(lab, host, ['--json']).printed(/Ctrl-C ends the subscription/)
    await call(host, KEY, '/api/v1/contacts', { email: 'ada@example.com' })
    await listener.printed(/"type":"contact\.created","id":"evt_\d+".*\n/)
    const last = JSON.parse(listener.out.trim().split('\n').at(-1) ?? '') as Record<string, unknown>
    expect(last).toMatchObject({ verified: true, reason: null, attempt: 1, body: { data: { record: { email: 'ada@example.com' } } } })
    await host.signal('SIGTERM')
    // The host is gone, and so cannot be told.
    expect(await listener.signal('SIGTERM')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/The webhook \S+ is still there, delete it/),
    })
  })

  test('listens for a webhook that exists, and says which delivery is not verified', async () => {
    await using lab = await HostLab.open()
    const host = await lab.serve(environment, ['--local-webhooks'])
    const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
    const listener = await lab.begin(['webhooks', 'listen', '--secret', secret], environment).printed(/Ctrl-C ends it/)
    const [url = ''] = /https:\S+\//.exec(listener.err) ?? []
    const made = await Promise.all(
      [secret, `${secret}x`].map((each) => call(host, KEY, '/api/v1/webhooks', { url, secret: each, events: ['contact.*'] })),
    )
    for (const { status } of made) expect(status).toBe(201)
    await call(host, KEY, '/api/v1/contacts', { email: 'ada@example.com' })
    await listener.printed(/ verified\n/)
    await listener.printed(/NOT VERIFIED: the signature is of another secret or another body\n/)
    expect((await listener.signal('SIGINT')).code).toBe(0)
    expect(await subscriptions(host)).toHaveLength(2)
  })

  test('is not made reachable in production, nor on a host that others reach', async () => {
    const config = readConfig({})
    await expect(localWebhooks(config, { NODE_ENV: 'production' })).rejects.toThrow('is for development')
    await expect(localWebhooks({ ...config, host: '0.0.0.0' }, {})).rejects.toThrow('HOST must be 127.0.0.1')
    await using lab = await HostLab.open()
    const refusals: [string[], RegExp][] = [
      [['watch'], /rapport webhooks listen/],
      [['listen', '--port', '70000'], /--port is a number up to 65535/],
      [['listen', '--url', 'http://127.0.0.1:1'], /No host answers/],
    ]
    for (const [args, message] of refusals)
      expect(await lab.run(['webhooks', ...args], environment)).toMatchObject({ code: 1, err: expect.stringMatching(message) })
  })
})

describe('a delivery', () => {
  const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
  // The published vector of the signatures, which other libraries verify, too.
  const body = Buffer.from(
    String.raw`{"id":"evt_42","type":"deal.won","created_at":"2026-01-01T00:00:00.000Z","organization":"org_1","entity":{"type":"deal","id":"6f1d1d5e-3f0a-4a57-9d0e-0f2a6c1b9e77"},"data":{"name":"Zażółć 😀 \u2028","amount":1e21,"z":1,"a":2}}`,
  )
  const headers = {
    'webhook-id': 'evt_42',
    'webhook-timestamp': '1767225600',
    'webhook-signature': 'v1,hOTLWTZaGghRj/InRUzbzGtKTjUwnwGlDvW8U0qGeq0=',
    'x-service-signature': 'sha256=8909cadbf50deb02089bfaa784cb9835e32c68540817a74407d953f5eda5ccc4',
    'x-service-timestamp': '1767225600',
    'x-service-attempt': '2',
  }
  const at = (seconds: number) => new Date((1_767_225_600 + seconds) * 1000)

  test.each([
    ['as it was sent', {}, 0, null],
    ['that is 300 s old', {}, 300, null],
    ['that is older', {}, 301, 'signed 301 s ago, more than 300 s: check the clocks'],
    ['from the future', {}, -400, 'signed 400 s ahead, more than 300 s: check the clocks'],
    [
      'with the older headers only',
      { 'webhook-id': undefined, 'webhook-signature': undefined },
      0,
      'without webhook-id, webhook-signature',
    ],
    ['with another id', { 'webhook-id': 'evt_43' }, 0, 'the signature is of another secret or another body'],
  ])('%s is judged', (_, changed, seconds, reason) => {
    expect(heard({ ...headers, ...changed }, body, secret, at(seconds))).toMatchObject({
      type: 'deal.won',
      verified: reason === null,
      reason,
    })
  })

  test('cannot steer the terminal', () => {
    const hostile = Buffer.from(JSON.stringify({ type: `\u001b]0;x\u0007${'a'.repeat(500)}` }))
    const line = lineOf(heard({ ...headers, 'webhook-id': 'evt_\u009b2J' }, hostile, secret, at(0)))
    expect(line).toMatch(/^[\x20-\x7e]{1,300}$/)
    expect(line).toContain('attempt 2')
    expect(lineOf(heard({}, Buffer.from('no json'), secret, at(0)))).toMatch(
      / \? .*NOT VERIFIED: without webhook-id, webhook-timestamp, webhook-signature$/,
    )
  })
})
