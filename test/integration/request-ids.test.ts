import { Type } from '@sinclair/typebox'
import { type Api, defineAction, type Engine, plugin } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { mcp } from 'rapport-crm/mcp'
import { expect, it } from 'vitest'
import { TestClock } from '../support/clock.ts'
import { describeStorages } from '../support/storages.ts'
import { Endpoints, Lines } from './webhooks/lab.ts'

const broken = defineAction({
  type: 'broken_break',
  label: 'Break',
  summary: 'Break',
  effect: 'db',
  config: Type.Object({}),
  run: () => {
    throw new TypeError('broken')
  },
})

const ID = 'order-7/step:2'

/** Makes a contact over each transport, under a request id; answers what the transport says of the id. */
const transports: readonly [string, (engine: Engine, api: Api) => Promise<string | null>][] = [
  [
    'REST',
    async (engine, api) => {
      const { key } = await api.apiKeys.create({ name: 'rest', scopes: ['write'] })
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-request-id': ID }
      const body = JSON.stringify({ email: 'grace@example.com' })
      const answer = await http(engine).fetch(new Request('http://crm.test/api/v1/contacts', { method: 'POST', headers, body }))
      expect(answer.status).toBe(201)
      return answer.headers.get('x-request-id')
    },
  ],
  [
    'MCP',
    async (engine, api) => {
      const { key } = await api.apiKeys.create({ name: 'mcp', scopes: ['read', 'write', 'mcp'] })
      const accept = 'application/json, text/event-stream'
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept, 'x-request-id': ID }
      const params = { name: 'create_contact', arguments: { email: 'grace@example.com' } }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      const tools = mcp(engine, { hosts: '*' })
      const answer = await tools.fetch(new Request('http://crm.test/mcp', { method: 'POST', headers, body }))
      expect(await answer.text()).toContain('grace@example.com')
      await tools.close()
      return answer.headers.get('x-request-id')
    },
  ],
  [
    'this process',
    async (_, api) => {
      await api.contacts.create({ email: 'grace@example.com' }, { requestId: ID })
      return ID
    },
  ],
]

describeStorages('request ids', (open) => {
  it.each(transports)('of a call over %s follow it into events, deliveries and runs, and what these lead to', async (_, create) => {
    const clock = new TestClock()
    const endpoints = new Endpoints(clock)
    const { api, engine } = await open({ clock, ports: [endpoints] })
    await api.webhooks.create({ url: 'https://hooks.example.com/', events: ['contact.created', 'contact.tags_changed', 'task.created'] })
    const { id: workflow_id } = await api.workflows.create({
      name: 'Greet',
      trigger: { type: 'contact.created' },
      steps: [
        { type: 'add_tag', config: { tag: 'new' } },
        { type: 'delay', config: { amount: 1, unit: 'hours' } },
        { type: 'create_task', config: { title: 'Call' } },
      ],
    })
    await api.workflows.activate({ id: workflow_id })
    expect(await create(engine, api)).toBe(ID)
    await engine.tick()
    clock.advance('1 hour')
    await engine.tick()

    const { events } = await api.events.list({ limit: 100 })
    const idsOf = (type: string) => events.filter((each) => each.type === type).map(({ request_id }) => request_id)
    for (const type of ['contact.created', 'contact.tags_changed', 'task.created']) expect([type, idsOf(type)]).toEqual([type, [ID]])
    const [created] = events.filter(({ type }) => type === 'contact.created')
    expect(await api.events.get({ id: String(created?.id) })).toMatchObject({ request_id: ID })
    expect(endpoints.sent.map(({ headers }) => [headers['X-Service-Event'], headers['X-Request-Id']])).toEqual([
      ['contact.created', ID],
      ['contact.tags_changed', ID],
      ['task.created', ID],
    ])
    const { workflow_runs } = await api.workflowRuns.list({ workflow_id })
    expect(workflow_runs).toMatchObject([{ status: 'completed', request_id: ID }])
  })

  it('stand for the call that enrolls a record, and for the one that restarts its run', async () => {
    const { api, engine } = await open()
    const { id } = await api.workflows.create({
      name: 'Tag',
      trigger: { type: 'contact.unsubscribed' },
      steps: [{ type: 'add_tag', config: { tag: 'new' } }],
    })
    await api.workflows.activate({ id })
    const contact = await api.contacts.create({ email: 'grace@example.com' }, { requestId: 'create' })
    await api.workflows.enroll({ id, ids: [contact.id] }, { requestId: 'enroll' })
    await engine.tick()
    const [run] = (await api.workflowRuns.list({ workflow_id: id })).workflow_runs
    expect(run?.request_id).toBe('enroll')
    const again = await api.workflowRuns.restart({ id: run?.id ?? '' }, { requestId: 'restart' })
    expect(again).toMatchObject({ request_id: 'restart' })
    const { events } = await api.events.list({ limit: 100 })
    const idsOf = (type: string) => events.filter((each) => each.type === type).map(({ request_id }) => request_id)
    expect([idsOf('workflow.enrolled'), idsOf('contact.tags_changed')]).toEqual([['enroll'], ['enroll']])
  })

  it('are sent with tests by the call that asks for them, with further attempts and replays as at first, and never where they are not safe', async () => {
    const clock = new TestClock()
    const endpoints = new Endpoints(clock)
    const { api, engine } = await open({ clock, ports: [endpoints] })
    const { id } = await api.webhooks.create({ url: 'https://hooks.example.com/', events: ['contact.created'] })
    await api.webhooks.test({ id }, { requestId: 'test' })
    endpoints.answer(500)
    await api.contacts.create({ email: 'grace@example.com' }, { requestId: 'first' })
    await engine.tick()
    endpoints.answer(200)
    clock.advance('1 minute')
    await engine.tick()
    const { deliveries } = await api.webhooks.deliveries({ id })
    const [last] = deliveries
    await api.webhooks.redeliver({ id, deliveryId: last?.id ?? '' }, { requestId: 'again' })
    await api.webhooks.replay({ id, since_event_id: 1 }, { requestId: 'replay' })
    await engine.tick()
    await api.contacts.create({ email: 'ada@example.com' }, { requestId: 'a\r\nX-Evil: 1' })
    await api.contacts.create({ email: 'alan@example.com' })
    await engine.tick()
    const sent = endpoints.sent.map(({ headers }) => headers['X-Request-Id'])
    expect(sent).toEqual(['test', 'first', 'first', 'first', 'first', undefined, undefined])
    const { events } = await api.events.list({ type: 'contact.created' })
    expect(events.map(({ request_id }) => request_id)).toEqual([null, 'a\r\nX-Evil: 1', 'first'])
  })

  it('stand in the log beside a step that failed', async () => {
    const log = new Lines()
    const { api, engine } = await open({
      ports: [log],
      plugins: [plugin({ name: 'broken', version: '1.0.0', actions: [broken] })],
    })
    const { id } = await api.workflows.create({
      name: 'Break',
      trigger: { type: 'contact.created' },
      steps: [{ type: 'broken_break', config: {} }],
    })
    await api.workflows.activate({ id })
    await api.contacts.create({ email: 'grace@example.com' }, { requestId: ID })
    await engine.tick()
    expect(log.lines.filter(({ message }) => message === 'A step of a workflow failed')).toMatchObject([{ fields: { requestId: ID } }])
  })
})
