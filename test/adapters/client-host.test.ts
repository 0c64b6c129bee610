import { randomUUID } from 'node:crypto'
import { createClient, type Client, RapportError } from 'rapport-crm/client'
import { testEngine } from 'rapport-crm/testing'
import { Client as Database } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { operations } from '../../adapters/client/generated/operations.ts'
import { plugins } from '../../host/plugins.ts'
import { HostLab } from '../support/host.ts'

const KEY = 'rk_client_0123456789abcdef0123456789abcdef'

it('has every operation of the engine under its name in process, and no other', async () => {
  await using test = await testEngine({ plugins })
  const named = Object.entries(test.engine.registry.operations).flatMap(([group, methods]) =>
    Object.entries(methods).map(([name, { id, route }]) => `${group}.${name} ${id} ${route}`),
  )
  const known = Object.entries(operations).flatMap(([group, methods]) =>
    Object.entries(methods).map(([name, [id, route]]) => `${group}.${name} ${id} ${route}`),
  )
  expect(known).toEqual(named)
})

describe.each(['SQLite', 'PostgreSQL'])('the client of a host (%s)', (kind) => {
  const schema = `client_${randomUUID().replaceAll('-', '')}`
  let lab: HostLab
  let crm: Client
  let url: string

  beforeAll(async () => {
    lab = await HostLab.open()
    const database = kind === 'SQLite' ? 'sqlite:client.db' : `${inject('postgresUrl')}?schema=${schema}`
    const host = await lab.serve({ DATABASE_URL: database, RAPPORT_BOOTSTRAP_KEY: KEY })
    url = host.url
    crm = createClient({ url, key: KEY })
  }, 60_000)

  afterAll(async () => {
    await lab[Symbol.asyncDispose]()
    if (kind === 'SQLite') return
    const database = new Database({ connectionString: inject('postgresUrl') })
    await database.connect()
    await database.query(`drop schema if exists ${schema} cascade`)
    await database.end()
  })

  it('makes, reads, changes, finds and deletes records', async () => {
    const statuses: number[] = []
    const onAnswer = ({ status }: { status: number }) => void statuses.push(status)
    const made = await crm.contacts.create({ email: 'ada@forge.example', first_name: 'Ada', tags: ['vip'] }, { onAnswer })
    const matched = await crm.contacts.create({ email: 'ada@forge.example' }, { onAnswer })
    expect([matched.id, statuses]).toEqual([made.id, [201, 200]])
    const changed = await crm.contacts.update({ id: made.id, last_name: 'King' }, { ifMatch: matched.version })
    expect(await crm.contacts.get({ id: made.id })).toEqual(changed)
    await expect(crm.contacts.update({ id: made.id, last_name: 'X' }, { ifMatch: 1 })).rejects.toMatchObject({ code: 'version_mismatch' })
    expect((await crm.contacts.search({ filter: { field: 'tags', op: 'contains', value: 'vip' } })).contacts).toHaveLength(1)
    expect((await crm.contacts.list({ filter: { tags: { contains: 'vip' } } })).contacts).toHaveLength(1)
    expect(await crm.contacts.delete({ id: made.id })).toMatchObject({ deleted: true })
    const gone = await crm.contacts.get({ id: made.id }).catch((error: unknown) => error)
    expect(gone).toBeInstanceOf(RapportError)
    expect(gone).toMatchObject({ status: 404, code: 'not_found', request_id: expect.any(String) })
  })

  it('answers every list without conditions', async () => {
    const lists = Object.entries(operations).flatMap(([group, methods]) =>
      Object.entries(methods).flatMap(([name, [id, route]]) => (name === 'list' && !route.includes('{') ? [{ group, id }] : [])),
    )
    expect(lists.length).toBeGreaterThan(30)
    const refused: unknown[] = []
    for (const { id } of lists) await crm.call(id).catch((error: RapportError) => refused.push([id, error.code]))
    // Which records they are about must be said.
    expect(refused).toEqual([
      ['listAssociations', 'invalid_input'],
      ['listAttachments', 'invalid_input'],
    ])
  }, 60_000)

  it('reads all pages, and what was written once is not written twice', async () => {
    for (const index of [1, 2, 3, 4, 5]) await crm.companies.create({ name: `Mill ${index}` }, { idempotencyKey: `mill-${index}` })
    await crm.companies.create({ name: 'Mill 1' }, { idempotencyKey: 'mill-1' })
    const names: string[] = []
    for await (const { name } of crm.companies.searchAll({ limit: 2, sort: 'name', q: 'Mill' })) names.push(name)
    expect(names).toEqual([1, 2, 3, 4, 5].map((index) => `Mill ${index}`))
  })

  it('says what is wrong with an input, and which scope a key lacks', async () => {
    await expect(crm.contacts.create({ email: 'nobody' })).rejects.toMatchObject({
      status: 422,
      code: 'invalid_input',
      errors: [{ path: '/email', code: expect.any(String), message: expect.any(String) }],
    })
    const { key } = await crm.apiKeys.create({ name: 'Reader', scopes: ['read'] })
    const reader = createClient({ url, key: String(key) })
    await expect(reader.tags.create({ name: 'x' })).rejects.toMatchObject({ status: 403, code: 'insufficient_scope', scopes: ['write'] })
    await expect(createClient({ url, key: 'rk_none' }).me.get()).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('downloads a file and follows the events', async () => {
    const ending = new AbortController()
    const following = await crm.events.stream({ after: '0' }, { signal: ending.signal })
    const first = await following.next()
    expect(first.value).toMatchObject({ id: expect.any(String), data: { type: expect.any(String), entity_id: expect.any(String) } })
    ending.abort(new Error('seen'))
    const rest = async () => {
      for await (const { data } of following) expect(data).toHaveProperty('type')
    }
    await expect(rest()).rejects.toThrow('seen')
    const { key } = await crm.apiKeys.create({ name: 'All', scopes: ['read', 'write'], administration: true })
    const admin = createClient({ url, key: String(key) })
    const { id } = await admin.exports.create({ object: 'companies' })
    // A query each time, as any client that waits for a job makes it.
    let state = 'queued'
    while (state === 'queued' || state === 'running') ({ state } = await admin.exports.get({ id }))
    expect(await (await admin.exports.download({ id })).text()).toContain('Mill 3')
  }, 30_000)
})
