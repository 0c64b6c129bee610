import { Type } from '@sinclair/typebox'
import { operation } from 'rapport-crm'
import { mcp } from 'rapport-crm/mcp'
import { expect, it } from 'vitest'
import { describeStorages } from '../support/storages.ts'
import { FakeCore, idOf } from './mcp-fixture.ts'
import { legacyRequest, modernRequest } from './mcp-wire.ts'

type Message = Record<string, any>

const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } }
const all = { filter: { field: 'primary_email', op: 'contains', value: 'many.example' }, set: { title: 'Boss' }, confirm: true }

describeStorages('Tasks', (open, storage) => {
  async function opened() {
    const { engine, api, clock, place } = await open({ rateLimit: 100_000 })
    await engine.access.createOrganization({ id: 'acme', admin: 'ada@acme.test' })
    await api.users.invite({ email: 'bob@acme.test' })
    await api.contacts.bulkUpsert({ records: Array.from({ length: 600 }, (_, at) => ({ email: `p${at}@many.example` })) })
    const keyOf = async (user: string, scopes: readonly any[] = ['mcp', 'read', 'write']) =>
      (await engine.access.createKey({ organization: 'acme', user, name: 'Test', scopes })).key
    const key = await keyOf('ada@acme.test')
    const server = mcp(engine)
    const ask = async (method: string, params: Message, options: Message = {}): Promise<Message> => {
      const headers = params['taskId'] === undefined ? {} : { 'mcp-name': params['taskId'] as string }
      return (await (
        await server.fetch(modernRequest(method, params, { token: key, capabilities, headers, ...options }))
      ).json()) as Message
    }
    const begin = async () => (await ask('tools/call', { name: 'bulk_update_contacts', arguments: all }))['result'] as Message
    return { engine, api, clock, place, key, keyOf, server, ask, begin }
  }

  it('are what a tool answers that starts a job, and end with what it would have answered at once', async () => {
    const { api, engine, ask, begin } = await opened()
    const task = await begin()
    expect(task).toMatchObject({ resultType: 'task', status: 'working', statusMessage: '0 of 600 records are done', pollIntervalMs: 2000 })
    expect(Date.parse(task['createdAt'])).not.toBeNaN()
    const taskId = task['taskId'] as string
    expect((await ask('tasks/get', { taskId }))['result']).toMatchObject({ resultType: 'complete', taskId, status: 'working' })
    while ((await ask('tasks/get', { taskId }))['result'].status === 'working') await engine.tick()
    const { result } = await ask('tasks/get', { taskId })
    const job_id = taskId.split('.')[0]
    expect(result).toMatchObject({ status: 'completed', result: { structuredContent: { matched: 600, updated: 600, job_id } } })
    expect(JSON.parse(result.result.content[0].text)).toEqual({ matched: 600, updated: 600, rejected: [], job_id })
    expect((await api.contacts.list({ limit: 1 })).contacts[0]).toMatchObject({ title: 'Boss' })
    // What has ended can be cancelled no more, which is no error.
    expect((await ask('tasks/cancel', { taskId }))['result']).toMatchObject({ resultType: 'complete' })
    expect((await ask('tasks/get', { taskId }))['result'].status).toBe('completed')
  })

  it('are found by any process, stopped by whoever began them, and unknown to everybody else', async () => {
    const { engine, place, clock, api, ask, begin, keyOf } = await opened()
    const taskId = (await begin())['taskId'] as string
    const stranger = { token: await keyOf('bob@acme.test') }
    const unknown = { code: -32602, message: 'Unknown task' }
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      expect((await ask(method, { taskId }, stranger))['error']).toMatchObject(unknown)
      for (const other of ['nothing', taskId.replace('bulk_update_contacts', 'get_contact'), `7.bulk_update_contacts`])
        expect((await ask(method, { taskId: other }))['error']).toMatchObject(unknown)
    }
    const reader = { token: await keyOf('ada@acme.test', ['mcp', 'read']) }
    expect((await ask('tasks/cancel', { taskId }, reader))['error'].data).toMatchObject({ code: 'insufficient_scope', scopes: ['write'] })
    const elsewhere = mcp(storage === 'PostgreSQL' ? (await open({ place, clock, rateLimit: 100_000 })).engine : engine)
    const token = await keyOf('ada@acme.test')
    const cancel = modernRequest('tasks/cancel', { taskId }, { token, capabilities, headers: { 'mcp-name': taskId } })
    expect((await (await elsewhere.fetch(cancel)).json()) as Message).toMatchObject({ result: { resultType: 'complete' } })
    expect((await ask('tasks/get', { taskId }))['result']).toMatchObject({ status: 'cancelled' })
    expect((await api.jobs.get({ id: taskId.split('.')[0]! })).state).toBe('cancelled')
  })

  it('are for clients that know them: others get the answer of the tool', async () => {
    const { ask, key, server } = await opened()
    const call = { name: 'bulk_update_contacts', arguments: all }
    const { result } = await ask('tools/call', call, { capabilities: {} })
    expect(result).toMatchObject({ resultType: 'complete', structuredContent: { matched: 600, job_id: expect.any(String) } })
    const taskId = `${result.structuredContent.job_id}.bulk_update_contacts`
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
      expect((await ask(method, { taskId }, { capabilities: {} }))['error']).toMatchObject({
        code: -32021,
        data: { requiredCapabilities: capabilities },
      })
    for (const method of ['tasks/list', 'tasks/result']) expect((await ask(method, { taskId }))['error']).toMatchObject({ code: -32601 })
    const old = (await (await server.fetch(legacyRequest('tasks/get', { taskId }, { token: key }))).json()) as Message
    expect(old['error']).toMatchObject({ code: -32601 })
    // A call that is done at once is no task.
    const few = { ...all, filter: { field: 'primary_email', op: 'eq', value: 'p1@many.example' } }
    expect((await ask('tools/call', { ...call, arguments: few }))['result']).toMatchObject({
      resultType: 'complete',
      structuredContent: { updated: 1 },
    })
    expect((await ask('server/discover', {}))['result'].capabilities.extensions).toEqual(capabilities.extensions)
  })
})

it('A tool of an extension answers a task to clients that know tasks only', async () => {
  const at = '2026-01-01T00:00:00Z'
  const task = { resultType: 'task', taskId: 'theirs', status: 'working', createdAt: at, lastUpdatedAt: at, ttlMs: null } as const
  const tool = { name: 'compute', description: 'Computes', inputSchema: { type: 'object' } } as const
  const extension = {
    tools: [{ tool, call: async () => task }],
    methods: { 'tasks/get': async () => ({ ...task, resultType: 'complete' }) },
  }
  const server = mcp(new FakeCore().key('full', ['mcp', 'read', 'write']), { extensions: [extension] })
  const ask = async (method: string, params: Message, headers: Record<string, string>, known: object) =>
    (await (await server.fetch(modernRequest(method, params, { headers, capabilities: { ...known } }))).json()) as Message
  expect((await ask('tools/call', { name: 'compute', arguments: {} }, {}, capabilities))['result']).toMatchObject(task)
  expect((await ask('tools/call', { name: 'compute', arguments: {} }, {}, {}))['error']).toMatchObject({ code: -32021 })
  expect((await ask('tasks/get', { taskId: 'theirs' }, { 'mcp-name': 'theirs' }, capabilities))['result']).toMatchObject({
    taskId: 'theirs',
  })
})

it('A job that fails is a task that ends with the error of the tool, and one that cannot be read is none', async () => {
  const [id, at] = [idOf(7), '2026-01-01T00:00:00Z']
  const times = { created_at: at, started_at: at, finished_at: at }
  const job = {
    id,
    done: 3,
    total: 9,
    result: null,
    error: { code: 'invalid_input', message: 'No such stage' },
    created_by: 'full@acme.test',
    ...times,
  }
  const common = { scope: 'write', input: Type.Object({}, { additionalProperties: true }), uses: {} } as const
  const server = mcp(
    new FakeCore({
      move: operation({
        ...common,
        id: 'moveThings',
        summary: 'Move all things',
        route: 'POST /things/move',
        mcp: true,
        output: Type.Object({ matched: Type.Integer(), job_id: Type.String() }),
        handle: async () => ({ matched: 9, job_id: id }),
      }),
      job: operation({
        ...common,
        id: 'getJob',
        summary: 'Read a job',
        scope: 'read',
        route: 'GET /jobs/{id}',
        output: Type.Object({}, { additionalProperties: true }),
        handle: async () => ({ ...job, state: 'failed' }),
      }),
    })
      .key('full', ['mcp', 'read', 'write'])
      .key('writer', ['mcp', 'write']),
  )
  const ask = async (method: string, params: Message, token: string) => {
    const headers: Record<string, string> = params['taskId'] === undefined ? {} : { 'mcp-name': params['taskId'] as string }
    return (await (await server.fetch(modernRequest(method, params, { token, headers, capabilities }))).json()) as Message
  }
  const call = { name: 'move_things', arguments: {} }
  const taskId = (await ask('tools/call', call, 'full'))['result'].taskId as string
  expect(taskId).toBe(`${id}.move_things`)
  const { result } = await ask('tasks/get', { taskId }, 'full')
  expect(result).toMatchObject({ status: 'completed', statusMessage: '3 of 9 records are done', result: { isError: true } })
  expect(JSON.parse(result.result.content[0].text)).toMatchObject({
    code: 'invalid_input',
    detail: expect.stringContaining('No such stage'),
  })
  // Whoever may not read jobs could not ask for a task.
  expect((await ask('tools/call', call, 'writer'))['result']).toMatchObject({ resultType: 'complete', structuredContent: { job_id: id } })
})
