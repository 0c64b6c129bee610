import { type Engine } from 'rapport-crm'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'
import { runStatement, tablesOf, withTables } from './tables.ts'

async function keyed(engine: Engine) {
  const { id, key } = await engine.as(ada).apiKeys.create({ name: 'ERP', scopes: ['read', 'write'] })
  return { id, api: engine.as(await engine.authenticate(key!)) }
}

const logged = async (engine: Engine) => (await tablesOf(engine))['api_calls']!.length

describeStorages(
  'every call is logged with the key that made it',
  (open) => {
    it('with operation, method, path, status, duration and request id', async () => {
      const { engine, api, clock } = await open()
      const erp = await keyed(engine)
      const { id } = await erp.api.contacts.create({ email: 'bob@example.com' }, { requestId: 'r-1' })
      clock.advance(5)
      await erp.api.contacts.create({ email: 'bob@example.com' })
      clock.advance(5)
      await erp.api.contacts.delete({ id }).catch(() => null)
      clock.advance(5)
      await erp.api.contacts.get({ id: 'nonsense' }).catch(() => null)
      const { api_logs } = await api.audit.listCalls({ api_key_id: erp.id })
      expect(api_logs.map(({ operation, status, code }) => [operation, status, code])).toEqual([
        ['getContact', 422, 'invalid_input'],
        ['deleteContact', 403, 'insufficient_scope'],
        ['createContact', 200, null],
        ['createContact', 201, null],
      ])
      expect(api_logs[3]).toMatchObject({
        api_key_id: erp.id,
        user_email: 'ada@acme.test',
        method: 'POST',
        path: '/contacts',
        duration_ms: 0,
        request_id: 'r-1',
        created_at: '2026-01-15T09:00:00.000Z',
      })
      expect(api_logs[2]?.request_id).toBeNull()
    })

    it('filtered, and page by page', async () => {
      const { engine, api, clock } = await open()
      const erp = await keyed(engine)
      for (let call = 0; call < 5; call += 1) {
        await erp.api.contacts.list()
        clock.advance('1 minute')
      }
      await erp.api.contacts.get({ id: 'nonsense' }).catch(() => null)
      expect((await api.audit.listCalls({ status: 422 })).api_logs).toHaveLength(1)
      expect((await api.audit.listCalls({ operation: 'listContacts', since: '2026-01-15T09:02:00Z' })).api_logs).toHaveLength(3)
      const first = await api.audit.listCalls({ operation: 'listContacts', limit: 3 })
      const second = await api.audit.listCalls({ operation: 'listContacts', limit: 3, cursor: first.next_cursor! })
      const times = [...first.api_logs, ...second.api_logs].map(({ created_at }) => created_at.slice(14, 16))
      expect([times, second.next_cursor]).toEqual([['04', '03', '02', '01', '00'], null])
    })

    it('is read by no other organization, and a read of the catalog without a key leaves no line', async () => {
      const { engine, api } = await open(withTables)
      await api.contacts.list()
      const nobody = { organization: '', user: 'anonymous', scopes: new Set<never>() }
      await engine.as(nobody).catalog.get()
      const eve = engine.as({ ...ada, organization: 'evil', user: 'eve@evil.test' })
      expect((await eve.audit.listCalls()).api_logs).toEqual([])
      expect((await tablesOf(engine))['api_calls']!.map(({ user_from }) => user_from)).not.toContain('')
    })

    it('is written after half a second by the background work, not by the call', async () => {
      const { engine, api, clock } = await open(withTables)
      await engine.tick()
      await api.contacts.list()
      expect(await logged(engine)).toBe(0)
      const due = await engine.tick()
      expect(due).toEqual(new Date('2026-01-15T09:00:00.500Z'))
      clock.advance(499)
      await engine.tick()
      expect(await logged(engine)).toBe(0)
      clock.advance(1)
      await engine.tick()
      // The two reads of the test itself are logged too.
      expect(await logged(engine)).toBe(3)
    })

    it('survives a database that does not take it for a while', async () => {
      const { engine, api, clock } = await open(withTables)
      await engine.tick()
      await api.contacts.list()
      await runStatement(engine, 'alter table api_calls rename to api_calls_aside')
      clock.advance('1 second')
      await engine.tick()
      await runStatement(engine, 'alter table api_calls_aside rename to api_calls')
      clock.advance('1 second')
      await engine.tick()
      const operations = (await tablesOf(engine))['api_calls']!.map(({ operation }) => operation)
      expect(operations).toEqual(['listContacts', 'probeStatement', 'probeStatement'])
    })

    it('takes words that no database would, so that one line never holds up the others', async () => {
      const { engine, api } = await open()
      const odd = { ...ada, via: { type: 'api_key' as const, id: 'not a uuid', label: 'x' } }
      await engine.as(odd).contacts.list({}, { requestId: `nul \0 and \ud800 ${'x'.repeat(500)}` })
      const { api_logs } = await api.audit.listCalls()
      expect(api_logs).toHaveLength(1)
      expect(api_logs[0]).toMatchObject({ operation: 'listContacts', api_key_id: null })
      expect(api_logs[0]?.request_id).toHaveLength(255)
    })

    it('the last use of a key is kept with it, without a write per call', async () => {
      const { engine, api, clock } = await open(withTables)
      const erp = await keyed(engine)
      const lastUse = async () => (await tablesOf(engine))['api_keys']!.map(({ last_used_at, version }) => [last_used_at !== null, version])
      await erp.api.contacts.list()
      expect(await lastUse()).toEqual([[false, 1]])
      clock.advance('1 second')
      await erp.api.contacts.list()
      await engine.tick()
      expect((await api.apiKeys.list()).api_keys).toMatchObject([{ last_used_at: '2026-01-15T09:00:01.000Z', version: 1 }])
    })

    it('is kept for 90 days', async () => {
      const { engine, api, clock } = await open(withTables)
      await api.contacts.list()
      await api.audit.listCalls()
      clock.advance('89 days')
      await engine.tick()
      expect(await logged(engine)).toBeGreaterThan(0)
      clock.advance('25 hours')
      await engine.tick()
      const [oldest] = (await api.audit.listCalls({ sort: 'created_at' })).api_logs
      expect(oldest!.created_at > '2026-04-01').toBe(true)
    })

    it('is deleted in steps, like all data with a retention, until nothing old is left', async () => {
      const { engine, api, clock } = await open({ ...withTables, rateLimit: 1_000_000 })
      await engine.access.createOrganization({ id: 'acme', plan: 'starter', admin: 'ada@acme.test' })
      const { key } = await engine.access.createKey({ name: 'ERP' })
      const erp = engine.as(await engine.authenticate(key))
      await Promise.all(Array.from({ length: 4_500 }, () => api.catalog.get()))
      await erp.contacts.create({ email: 'bob@example.com' }, { idempotencyKey: 'once' })
      await engine.tick()
      const rows = async () => {
        const { api_calls, idempotency_keys, quota_usage, rate_windows } = await tablesOf(engine)
        return [api_calls, idempotency_keys, quota_usage, rate_windows].map((each) => each!.length)
      }
      const inDatabase = (await rows())[3]!
      expect((await rows()).slice(0, 3)).toEqual([expect.any(Number), 1, 1])
      clock.advance('25 hours')
      await engine.tick()
      expect((await rows()).slice(1)).toEqual([0, 1, 0])
      expect(inDatabase).toBeLessThanOrEqual(1)
      clock.advance('400 days')
      await engine.tick()
      await engine.tick()
      const [calls, , usage] = await rows()
      expect(usage).toBe(0)
      expect(calls).toBeLessThan(10)
    })

    it('counts calls, errors and refused calls of a key per day', async () => {
      const { engine, api, clock } = await open({ rateLimit: 3 })
      const erp = await keyed(engine)
      await erp.api.contacts.list()
      clock.advance('1 day')
      await erp.api.contacts.list()
      await erp.api.contacts.get({ id: 'nonsense' }).catch(() => null)
      for (let call = 0; call < 3; call += 1) await erp.api.contacts.list().catch(() => null)
      const { usage } = await api.apiKeys.usage({ id: erp.id, days: 3 })
      expect(usage).toEqual([
        { date: '2026-01-14', calls: 0, errors: 0, rate_limited: 0 },
        { date: '2026-01-15', calls: 1, errors: 0, rate_limited: 0 },
        { date: '2026-01-16', calls: 5, errors: 3, rate_limited: 2 },
      ])
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
