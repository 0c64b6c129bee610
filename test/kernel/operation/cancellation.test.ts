import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { contactType, type Engine, onChange, plugin } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { mcp } from 'rapport-crm/mcp'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { EventRecord } from '../../../core/kernel/storage/schema/event-record.ts'
import { aContact } from '../../support/builders.ts'
import { ada, describeStorages, type Opened } from '../../support/storages.ts'
import { legacyRequest, modernRequest } from '../../adapters/mcp-wire.ts'

const left = new Error('The caller has left')

describeStorages('a call whose caller has left', (open) => {
  test('is not begun, and rejects with the reason', async () => {
    const { api } = await open()
    const signal = AbortSignal.abort(left)
    await expect(api.contacts.list({}, { signal })).rejects.toBe(left)
    await expect(api.contacts.create(aContact(), { signal })).rejects.toBe(left)
    expect((await api.contacts.list()).contacts).toEqual([])
  })

  test('leaves nothing of what it has not yet committed', async () => {
    const gone = new AbortController()
    const leaving = onChange(contactType, { after: ({ record }) => record.first_name === 'Leaving' && gone.abort(left) })
    const { api } = await open({ plugins: [plugin({ name: 'leaving', version: '1.0.0', changeHooks: [leaving] })] })
    const { id } = await api.contacts.create(aContact({ email: 'stays@forge.example' }))
    const { signal } = gone
    await expect(api.contacts.create(aContact({ email: 'leaves@forge.example', first_name: 'Leaving' }), { signal })).rejects.toBe(left)
    expect((await api.contacts.list()).contacts.map((each) => each.id)).toEqual([id])
    expect((await api.events.list({ type: 'contact.created' })).events).toHaveLength(1)
  })

  test('does not end what others wait for', async () => {
    const { api } = await open()
    const gone = new AbortController()
    const stream = await api.events.stream({ type: 'contact.created' }, { signal: gone.signal })
    gone.abort(left)
    const next = stream.next()
    await api.contacts.create(aContact({ first_name: 'Heard' }))
    expect((await next).value?.data.type).toBe('contact.created')
    await stream.return?.()
  })

  test('is done to its end where it writes in several transactions', async () => {
    const { api } = await open()
    const gone = new AbortController()
    const records = Array.from({ length: 150 }, (_, at) => ({ id: `${at}`, email: `n${at}@forge.example` }))
    const done = api.sync.ingest({ provider: 'custom:erp', object: 'contacts', records }, { signal: gone.signal })
    gone.abort(left)
    expect(await done).toMatchObject({ created: 150 })
    expect((await api.contacts.list({ limit: 200 })).contacts).toHaveLength(150)
  })
})

describe('a statement of PostgreSQL whose caller has left', () => {
  describeStorages(
    'while it runs',
    (open) => {
      test('ends, whatever it waits for, and its connection serves others', async () => {
        const opened = await open()
        const table = await locked(opened, 'contacts')
        const gone = new AbortController()
        const calls = Array.from({ length: 20 }, () => opened.api.contacts.list({}, { signal: gone.signal }))
        const settled = Promise.allSettled(calls)
        await table.waiting(1)
        gone.abort(left)
        expect(await settled).toEqual(calls.map(() => ({ status: 'rejected', reason: left })))
        await table.waiting(0)
        await table.unlock()
        const lists = await Promise.all(Array.from({ length: 40 }, () => opened.api.contacts.list()))
        expect(lists.every(({ contacts }) => contacts.length === 0)).toBe(true)
      })

      test('undoes its transaction', async () => {
        const opened = await open()
        const table = await locked(opened, EventRecord.table)
        const gone = new AbortController()
        const { signal } = gone
        const refused = opened.api.contacts.create(aContact(), { signal }).catch((error: unknown) => error)
        await table.waiting(1)
        gone.abort(left)
        expect(await refused).toBe(left)
        await table.waiting(0)
        await table.unlock()
        expect((await opened.api.contacts.list()).contacts).toEqual([])
      })

      test('ends when a client of REST hangs up on a search; a write goes on without it', async () => {
        const opened = await open()
        const { errors, url, key } = await served(opened.engine)
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
        const table = await locked(opened, 'contacts')
        const gone = new AbortController()
        const read = fetch(`${url}/api/v1/contacts/search`, { method: 'POST', headers, body: '{}', signal: gone.signal }).catch(
          () => 'gone',
        )
        await table.waiting(1)
        gone.abort()
        expect(await read).toBe('gone')
        await table.waiting(0)
        const leaves = new AbortController()
        const body = JSON.stringify(aContact({ email: 'kept@forge.example' }))
        const write = fetch(`${url}/api/v1/contacts`, { method: 'POST', headers, body, signal: leaves.signal }).catch(() => 'gone')
        await table.waiting(1)
        leaves.abort()
        expect(await write).toBe('gone')
        await table.unlock()
        while ((await opened.api.contacts.list()).contacts.length === 0);
        expect(errors).toEqual([])
      })

      test.each([
        ['its stream', modernRequest],
        ['its connection, of an older revision', legacyRequest],
      ])('ends when a client of MCP closes %s', async (_what, requestOf) => {
        const opened = await open()
        const { key } = await opened.engine.access.bootstrap({ organization: 'acme', user: ada.user })
        const errors: unknown[] = []
        const tools = mcp(opened.engine, { onError: (error) => errors.push(error) })
        const table = await locked(opened, 'contacts')
        const gone = new AbortController()
        const request = requestOf('tools/call', { name: 'list_contacts', arguments: {} }, { token: key ?? '' })
        const call = tools.fetch(new Request(request, { signal: gone.signal })).catch(() => undefined)
        await table.waiting(1)
        gone.abort()
        await table.waiting(0)
        await table.unlock()
        await call
        expect(errors).toEqual([])
      })
    },
    ['PostgreSQL'],
  )
})

/** Locks a table, so that every statement on it waits. */
async function locked({ place }: Opened, table: string) {
  const connection = () => new pg.Client({ connectionString: inject('postgresUrl') })
  const [holder, watcher] = [connection(), connection()]
  await Promise.all([holder.connect(), watcher.connect()])
  onTestFinished(async () => {
    await Promise.all([holder.end(), watcher.end()])
  })
  await holder.query('begin')
  await holder.query(`lock table "${place.storage().schema}"."${table}" in access exclusive mode`)
  const count = `select count(*)::int as n from pg_locks where not granted and relation = '"${place.storage().schema}"."${table}"'::regclass`
  return {
    /** Resolves when statements wait for the table, or (0) none does any longer. */
    async waiting(least: 0 | 1) {
      for (;;) {
        const { n } = (await watcher.query<{ n: number }>(count)).rows[0] ?? { n: 0 }
        if (least === 0 ? n === 0 : n > 0) return
      }
    },
    unlock: async () => void (await holder.query('rollback')),
  }
}

async function served(engine: Engine) {
  const { key } = await engine.access.bootstrap({ organization: 'acme', user: ada.user })
  const errors: unknown[] = []
  const crm = http(engine, { onError: (error) => void errors.push(error) })
  const server = createServer((req, res) => crm.node(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { errors, key: key ?? '', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
