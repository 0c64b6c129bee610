import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { http } from 'rapport-crm/http'
import { mcp } from 'rapport-crm/mcp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { linksToCall, rememberCall } from '../../../core/kernel/telemetry/calls.ts'
import { traced } from '../../../core/kernel/telemetry/tracing.ts'
import { Endpoints } from '../../integration/webhooks/lab.ts'
import { TestClock } from '../../support/clock.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { Recorded } from './recorded.ts'

const secret = { first_name: 'Zerlina', last_name: 'Quux', email: 'zerlina@quux.example', phone: '+48 601 234 567' }

const parentOf = ({ parentSpanContext }: ReadableSpan) => parentSpanContext?.spanId
const idOf = (span: ReadableSpan) => span.spanContext().spanId

/** Everything that these spans say. */
const said = (spans: readonly ReadableSpan[]) =>
  JSON.stringify(spans.map(({ name, attributes, events, links, status }) => ({ name, attributes, events, links, status })))

describeStorages('traces', (open, name) => {
  let recorded: Recorded
  beforeAll(() => (recorded = new Recorded()))
  afterEach(() => recorded.forget())
  afterAll(() => recorded.end())

  it('show each operation with its transaction, and nothing of what was sent', async () => {
    const { api } = await open()
    recorded.forget()
    await api.contacts.create({ ...secret, title: 'CFO' }, { requestId: 'call-1' })
    const [operation] = recorded.named('rapport.contacts.create')
    expect(operation?.attributes).toEqual({
      'rapport.operation': 'createContact',
      'rapport.organization': 'acme',
      'rapport.record_type': 'contact',
      'rapport.transport': 'in_process',
      'rapport.request_id': 'call-1',
    })
    const inside = recorded.spans.filter((each) => operation && parentOf(each) === idOf(operation))
    const [transaction, ...others] = inside.filter((each) => each.name === 'rapport.storage.transaction')
    expect(others).toEqual([])
    const [dialect, kind] = name === 'PostgreSQL' ? ['postgresql', SpanKind.CLIENT] : ['sqlite', SpanKind.INTERNAL]
    expect([transaction?.kind, transaction?.attributes]).toEqual([kind, { 'db.system.name': dialect, 'rapport.organization': 'acme' }])
    const found = await api.contacts.search({ filter: { field: 'email', op: 'eq', value: secret.email } })
    expect(found.contacts).toHaveLength(1)
    const [search] = recorded.named('rapport.contacts.search')
    expect(recorded.named('rapport.storage.read').map(parentOf)).toContain(search && idOf(search))
    const text = said(recorded.spans)
    for (const value of [...Object.values(secret), 'CFO', '601234567', 'select ', 'insert ']) expect(text).not.toContain(value)
  })

  it('say by which code a call failed, as a failure only where the engine is to blame', async () => {
    const { api, engine } = await open()
    await expect(api.contacts.get({ id: '00000000-0000-4000-8000-000000000000' })).rejects.toMatchObject({ code: 'not_found' })
    const [refused] = recorded.named('rapport.contacts.get')
    expect([refused?.attributes['error.type'], refused?.status.code]).toEqual(['not_found', SpanStatusCode.UNSET])
    const operation = engine.registry.byId.get('getContact')
    const broken = async () => {
      throw new TypeError(`The body of ${secret.email} broke`)
    }
    await expect(engine.call(operation!, broken, ada)).rejects.toThrow(TypeError)
    const failed = recorded.named('rapport.contacts.get').at(-1)
    expect([failed?.attributes['error.type'], failed?.status, failed?.events]).toEqual(['TypeError', { code: SpanStatusCode.ERROR }, []])
    expect(said(recorded.spans)).not.toContain(secret.email)
  })

  it('belong to what the app does, or else to the trace that a request names', async () => {
    const { api, engine } = await open()
    const { key } = await api.apiKeys.create({ name: 'traced', scopes: ['read', 'write', 'mcp'] })
    recorded.forget()
    await trace.getTracer('app').startActiveSpan('app', async (span) => {
      await api.contacts.list()
      span.end()
    })
    const [app] = recorded.named('app')
    expect(recorded.named('rapport.contacts.list').map(parentOf)).toEqual([app && idOf(app)])

    const rest = http(engine)
    const tools = mcp(engine, { hosts: '*' })
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const headers = {
      authorization: `Bearer ${key}`,
      traceparent,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    await rest.fetch(new Request('http://crm.test/api/v1/deals', { headers }))
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_companies', arguments: {} } }
    await tools.fetch(new Request('http://crm.test/mcp', { method: 'POST', headers, body: JSON.stringify(call) }))
    for (const [of, transport] of [
      ['rapport.deals.list', 'http'],
      ['rapport.companies.list', 'mcp'],
    ] as const) {
      const [span] = recorded.named(of)
      expect([span?.spanContext().traceId, span && parentOf(span)]).toEqual(['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'])
      expect(span?.attributes).toMatchObject({
        'rapport.transport': transport,
        'rapport.request_id': expect.stringMatching(/^[\da-f-]{36}$/),
      })
    }
    recorded.forget()
    await trace.getTracer('app').startActiveSpan('request of the app', async (span) => {
      await rest.fetch(new Request('http://crm.test/api/v1/deals', { headers }))
      span.end()
    })
    const [request] = recorded.named('request of the app')
    expect(recorded.named('rapport.deals.list').map(parentOf)).toEqual([request && idOf(request)])
    await tools.close()
  })

  it('show each delivery as a call of its server, whose request names the span and no path', async () => {
    const clock = new TestClock()
    const endpoints = new Endpoints(clock)
    const { api, engine } = await open({ clock, ports: [endpoints] })
    const { id } = await api.webhooks.create({
      url: 'https://hooks.example.com:8443/services/T0PSECRET?token=T0PSECRET',
      events: ['contact.created'],
    })
    await api.contacts.create(secret)
    recorded.forget()
    endpoints.answer((_, index) => (index === 0 ? 503 : 200))
    await engine.tick()
    clock.advance('1 minute')
    await engine.tick()
    const [first, second] = recorded.named('rapport.webhook.delivery')
    expect(first?.kind).toBe(SpanKind.CLIENT)
    expect(first?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.response.status_code': 503,
      'server.address': 'hooks.example.com',
      'server.port': 8443,
      'error.type': '503',
      'rapport.organization': 'acme',
      'rapport.webhook.id': id,
      'rapport.delivery.attempt': 1,
      'rapport.event.type': 'contact.created',
    })
    expect([first?.status.code, second?.status.code]).toEqual([SpanStatusCode.ERROR, SpanStatusCode.UNSET])
    expect(second?.attributes).toMatchObject({ 'http.response.status_code': 200, 'rapport.delivery.attempt': 2 })
    const sent = endpoints.sent.map(({ headers }) => headers['traceparent'])
    expect(sent).toEqual([first, second].map((each) => `00-${each?.spanContext().traceId}-${each && idOf(each)}-01`))
    expect(endpoints.sent.every(({ headers }) => !('baggage' in headers) && !('tracestate' in headers))).toBe(true)
    for (const value of [...Object.values(secret), 'T0PSECRET']) expect(said(recorded.spans)).not.toContain(value)
  })

  it('show each step of a run, and the call that it makes', async () => {
    const clock = new TestClock()
    const endpoints = new Endpoints(clock)
    const { api, engine } = await open({ clock, ports: [endpoints] })
    const { id } = await api.workflows.create({
      name: 'Zerlina',
      trigger: { type: 'contact.created' },
      steps: [
        { type: 'add_tag', config: { tag: 'Quux' } },
        { type: 'http_request', config: { url: 'https://api.example.com/T0PSECRET', method: 'POST', body: '{{contact.email}}' } },
      ],
    })
    await api.workflows.activate({ id })
    await api.contacts.create(secret)
    await api.contacts.create({ email: 'other@example.com' })
    recorded.forget()
    await engine.tick()
    const { workflow_runs } = await api.workflowRuns.list({ workflow_id: id })
    expect(workflow_runs.map(({ status }) => status)).toEqual(['completed', 'completed'])
    const steps = recorded.named('rapport.workflow.step')
    for (const { id: run } of workflow_runs) {
      const own = steps.filter(({ attributes }) => attributes['rapport.workflow.run.id'] === run)
      expect(own.map(({ attributes }) => attributes['rapport.workflow.action'])).toEqual(['add_tag', 'http_request'])
      expect(own[0]?.attributes).toEqual({
        'rapport.organization': 'acme',
        'rapport.workflow.id': id,
        'rapport.workflow.run.id': run,
        'rapport.workflow.step.id': 's1',
        'rapport.workflow.step.number': 0,
        'rapport.workflow.action': 'add_tag',
        'rapport.record_type': 'contact',
      })
    }
    const calls = recorded.named('rapport.workflow.call')
    expect(calls.map(({ kind, attributes }) => [kind, attributes['rapport.workflow.action']])).toEqual([
      [SpanKind.CLIENT, 'http_request'],
      [SpanKind.CLIENT, 'http_request'],
    ])
    for (const value of [...Object.values(secret), 'T0PSECRET']) expect(said(recorded.spans)).not.toContain(value)
  })

  it('link deliveries and steps to the call from which they follow, as long as it is remembered', async () => {
    const clock = new TestClock()
    const endpoints = new Endpoints(clock)
    const { api, engine } = await open({ clock, ports: [endpoints] })
    await api.webhooks.create({ url: 'https://hooks.example.com/', events: ['contact.created'] })
    const steps = [{ type: 'add_tag', config: { tag: 'Quux' } }]
    const { id } = await api.workflows.create({ name: 'Tags', trigger: { type: 'contact.created' }, steps })
    await api.workflows.activate({ id })
    recorded.forget()
    await api.contacts.create(secret, { requestId: 'call-linked' })
    await api.contacts.create({ email: 'other@example.com' })
    await engine.tick()
    const [call] = recorded.named('rapport.contacts.create')
    for (const name of ['rapport.webhook.delivery', 'rapport.workflow.step']) {
      const links = recorded.named(name).map((span) => [span.attributes['rapport.request_id'], span.links.map(({ context }) => context)])
      expect(links.toSorted()).toEqual([
        [undefined, []],
        ['call-linked', [call?.spanContext()]],
      ])
    }
    for (let at = 0; at < 2_000; at += 1) rememberCall('acme', `later-${at}`, trace.wrapSpanContext(call!.spanContext()))
    expect([linksToCall('acme', 'call-linked'), linksToCall('acme', 'later-0'), linksToCall('other', 'later-0')]).toEqual([
      [],
      [{ context: call?.spanContext() }],
      [],
    ])
  })

  it('of background work do not belong to whoever started the engine, and idle rounds are none', async () => {
    const clock = new TestClock()
    const endpoints = new Endpoints(clock)
    const { api, engine } = await open({ clock, ports: [endpoints] })
    await api.webhooks.create({ url: 'https://hooks.example.com/' })
    recorded.forget()
    await trace.getTracer('app').startActiveSpan('start of the app', async (span) => {
      await engine.start()
      span.end()
    })
    expect(recorded.spans.map((each) => each.name)).toEqual(['start of the app'])
    await api.contacts.create({ email: 'grace@example.com' })
    await endpoints.received(1)
    await engine.close()
    expect(recorded.named('rapport.webhook.delivery').map(parentOf)).toEqual([undefined])
  })
})

it('cost next to nothing where no SDK is registered, and are seen again once one is', async () => {
  const times = 1000
  const work = async () => undefined
  const inSpan = () => traced({ name: 'rapport.test', attributes: { 'rapport.organization': 'acme' } }, work)
  const alone: number[] = []
  const inSpans: number[] = []
  for (let round = 0; round < 200; round += 1) {
    alone.push(await timed(times, work))
    inSpans.push(await timed(times, inSpan))
  }
  // Microseconds of the fastest round of each: other programs of the machine only make a round slower.
  expect(((Math.min(...inSpans) - Math.min(...alone)) / times) * 1000).toBeLessThan(1)
  const recorded = new Recorded()
  await traced({ name: 'rapport.test', attributes: {} }, work)
  expect(recorded.named('rapport.test')).toHaveLength(1)
  await recorded.end()
  await traced({ name: 'rapport.test', attributes: {} }, work)
  expect(recorded.named('rapport.test')).toHaveLength(1)
})

async function timed(times: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  for (let at = 0; at < times; at += 1) await work()
  return performance.now() - started
}
