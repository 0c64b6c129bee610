import { Type } from '@sinclair/typebox'
import { operation, plugin, Records } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { mcp } from 'rapport-crm/mcp'
import { expect, it } from 'vitest'
import { modernRequest } from '../../../adapters/mcp-wire.ts'
import { ada, describeStorages } from '../../../support/storages.ts'

type Json = Record<string, any>

const clients = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ 'Code client': `C${at}`, 'Raison sociale': `Client ${at}`, Ville: 'Lyon' }))
const batch = (count: number) => ({ provider: 'custom:erp', object: 'customers', records: [...clients(count - 1), { Ville: 'Brest' }] })

const count = operation({
  id: 'countKeptRows',
  summary: 'How many parts of batches are kept',
  scope: 'read',
  route: 'GET /probe/kept-rows',
  input: Type.Object({}),
  output: Type.Integer(),
  uses: { records: Records },
  handle: async (_, { records }) => (await records.db.selectFrom('import_parts').select('id').execute()).length,
})
const probe = plugin({ name: 'rows-probe', version: '1.0.0', operations: { probe: { count } } })

describeStorages('a batch that is stored in the background', (open) => {
  it('is kept at once, and stored by a job with the result that it would have had', async () => {
    const { engine, api } = await open()
    const now = await api.sync.ingest({ ...batch(300), provider: 'custom:other' })
    const { run_id, job_id, ...nothing } = await api.sync.ingest({ ...batch(300), background: true })
    expect(nothing).toEqual({ created: 0, updated: 0, unchanged: 0, rejected: [] })
    await expect(api.sync.run({ id: run_id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await api.jobs.get({ id: job_id! })).toMatchObject({ kind: 'ingest', state: 'queued', total: 300 })
    await engine.tick()
    const { state, done, result } = await api.jobs.get({ id: job_id! })
    expect([state, done]).toEqual(['done', 300])
    expect(result).toMatchObject({ created: now.created, rejected: [{ index: 299, code: 'no_key' }], run_id })
    expect(await api.sync.run({ id: run_id })).toMatchObject({ received: 300, created: 299, rejected: 1 })
    // Nothing is left to be stored, and the records say by which run they came.
    const again = await api.sync.ingest(batch(300))
    expect([again.unchanged, again.rejected.length]).toEqual([299, 1])
  })

  it('is answered at once where it has few records, and began once for one key', async () => {
    const { engine, api } = await open()
    expect(await api.sync.ingest({ ...batch(20), background: true })).toMatchObject({ created: 19, rejected: [{ index: 19 }] })
    const begin = () => api.sync.ingest({ ...batch(300), background: true }, { idempotencyKey: 'night' })
    const [first, second] = [await begin(), await begin()]
    expect(second).toEqual(first)
    await engine.tick()
    expect((await api.sync.runs()).runs.map(({ id }) => id)).toContain(first.run_id)
    expect((await api.sync.runs()).runs.filter(({ received }) => received === 300)).toHaveLength(1)
  })

  it('is refused at once for the source of another key, and can be cancelled before it begins', async () => {
    const { engine, api } = await open()
    const { key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read', 'write'] })
    const push = async (body: object): Promise<Json> => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const request = new Request('http://crm.test/api/v1/sync/ingest', { method: 'POST', headers, body: JSON.stringify(body) })
      return (await (await http(engine).fetch(request)).json()) as Json
    }
    const begun = await push({ ...batch(300), background: true })
    expect(await push({ ...batch(300), provider: 'custom:other', background: true })).toMatchObject({ code: 'conflict' })
    await api.jobs.cancel({ id: begun['job_id'] as string })
    await engine.tick()
    expect((await api.companies.list({})).companies).toEqual([])
  })

  it('is a task for MCP clients that know tasks, and stored at once for others', async () => {
    const { engine, api } = await open({ rateLimit: 1000 })
    const { key } = await api.apiKeys.create({ name: 'Agent', scopes: ['mcp', 'read', 'write'] })
    const server = mcp(engine)
    const ask = async (method: string, params: Json, capabilities: object): Promise<Json> => {
      const headers = params['taskId'] === undefined ? {} : { 'mcp-name': params['taskId'] as string }
      return (
        (await (
          await server.fetch(modernRequest(method, params, { token: key!, capabilities: { ...capabilities }, headers }))
        ).json()) as Json
      )['result'] as Json
    }
    const knows = { extensions: { 'io.modelcontextprotocol/tasks': {} } }
    const call = { name: 'ingest_records', arguments: batch(300) }
    const task = await ask('tools/call', call, knows)
    expect(task).toMatchObject({ resultType: 'task', status: 'working', statusMessage: '0 of 300 records are done' })
    await engine.tick()
    const ended = await ask('tasks/get', { taskId: task['taskId'] }, knows)
    expect(ended).toMatchObject({
      status: 'completed',
      result: { structuredContent: { created: 299, rejected: [{ index: 299, code: 'no_key' }], run_id: expect.any(String) } },
    })
    expect(await ask('tools/call', call, {})).toMatchObject({ resultType: 'complete', structuredContent: { unchanged: 299 } })
    const few = { name: 'ingest_records', arguments: { ...batch(2), provider: 'custom:erp' } }
    expect(await ask('tools/call', few, knows)).toMatchObject({ resultType: 'complete' })
  })

  it('leaves none of its rows behind: not when they are stored, and for a day when they never are', async () => {
    const { engine, api, clock } = await open({ plugins: [probe] })
    const kept = async () => await engine.call(count, {}, ada)
    const { job_id } = await api.sync.ingest({ ...batch(300), background: true })
    await api.sync.ingest({ ...batch(300), provider: 'custom:other', background: true })
    await api.jobs.cancel({ id: job_id! })
    expect(await kept()).toBe(6)
    await engine.tick()
    expect(await kept()).toBe(3)
    clock.advance('25 hours')
    await engine.tick()
    expect(await kept()).toBe(0)
  })
})
