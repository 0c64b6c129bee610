import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Actor, CrmError, Engine } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { mcp } from 'rapport-crm/mcp'
import { pages } from 'rapport-crm/pages'
import { postgresql } from 'rapport-crm/postgresql'
import { signIn } from 'rapport-crm/sign-in'
import { sqlite } from 'rapport-crm/sqlite'
import { expect, inject, it } from 'vitest'
import { ada } from './support/storages.ts'

// As code without a compiler calls it.
const anything = (given: unknown): never => given as never

async function faultOf(act: () => unknown): Promise<CrmError> {
  try {
    await act()
  } catch (error) {
    if (error instanceof CrmError) return error
    throw error
  }
  throw new Error('It was not refused')
}

const storage = () => sqlite(':memory:')

it('names each wrong option of an engine, what is wrong with it, and the nearest right one', async () => {
  const cases: [unknown, string][] = [
    [undefined, 'Engine.open: must be an object such as { storage }'],
    [{}, 'Engine.open: `storage` is missing'],
    [
      { storage: './crm.sqlite' },
      'Engine.open: `storage` must be sqlite(...) of rapport-crm/sqlite or postgresql(...) of rapport-crm/postgresql',
    ],
    [{ storage: storage(), rateLimt: 5 }, 'Engine.open: `rateLimt` is no option. Did you mean "rateLimit"?'],
    [{ storage: storage(), rateLimit: 0 }, 'Engine.open: `rateLimit` must be at least 1 call a minute; Infinity: no limit'],
    [{ storage: storage(), ports: [{ now: () => new Date() }] }, 'Engine.open: `ports.0` must be an instance of Clock, Ids, '],
    [{ storage: storage(), mail: { url: 'smtp://mail.test', form: 'a@b.test' } }, '`mail.form` is no option. Did you mean "from"?'],
    [{ storage: storage(), encryptionKeys: 'hunter2' }, 'Engine.open: `encryptionKeys` must be a list of texts'],
    [{ storage: storage(), encryptionKeys: ['hunter2'] }, 'Engine.open: `encryptionKeys.0` is wrong: An encryption key must be 32 bytes'],
    [{ storage: storage(), logger: console }, 'Engine.open: `logger` is no option. Did you mean "log"?'],
    [{ storage: storage(), plugins: [{}] }, 'Engine.open: `plugins.0` is no plugin: `name` must be kebab-case'],
    [{ storage: storage(), egressAllow: ['10.0.0.1', 'lan'] }, 'Engine.open: `egressAllow.1` is wrong: '],
    [{ storage: storage(), egressPorts: ['99999'] }, 'Engine.open: `egressPorts.0` is wrong: "99999" is neither a port'],
    [{ storage: storage(), egressProxy: 'crm:hunter2@proxy' }, 'Engine.open: `egressProxy` is wrong: The outbound proxy must be a URL'],
    [{ storage: storage(), publicUrl: 'crm.test' }, 'Engine.open: `publicUrl` must be an address with http or https'],
    [
      { storage: storage(), mail: { url: 'http://mail.test', from: 'a@b.test' } },
      'Engine.open: `mail.url` must be an address such as smtp:',
    ],
    [{ storage: storage(), ai: { url: 'http://ai.test', model: 'm' } }, 'Engine.open: `ai.url` must be an https address'],
  ]
  for (const [given, message] of cases) {
    const error = await faultOf(() => Engine.open(anything(given)))
    expect([error.code, error.message]).toEqual(['invalid_input', expect.stringContaining(message)])
    expect(error.message).not.toContain('hunter2')
  }
  const { details } = await faultOf(() => Engine.open(anything({ rateLimt: 5, migrate: 'no' })))
  expect(details.errors).toEqual([
    { path: '/storage', code: 'required', message: 'is missing' },
    { path: '/migrate', code: 'wrong_type', message: 'must be true or false' },
    {
      path: '/rateLimt',
      code: 'unknown',
      message: 'is no option. Did you mean "rateLimit"?',
      allowed: expect.arrayContaining(['rateLimit']),
    },
  ])
})

it('names what is wrong with the actor of an app', async () => {
  await using engine = { open: await Engine.open({ storage: storage() }), [Symbol.asyncDispose]: async () => await engine.open.close() }
  const cases: [Partial<Record<keyof Actor | 'roles', unknown>>, string][] = [
    [{ scopes: ['read'] }, "engine.as: `scopes` must be a Set, such as new Set(['read', 'write'])"],
    [{ scopes: new Set(['reed']) }, 'engine.as: `scopes` must have none but read, write, delete, webhooks, mcp'],
    [{ organization: '' }, 'engine.as: `organization` must not be empty'],
    [{ user: undefined }, 'engine.as: `user` is missing'],
    [{ roles: 'admin' }, 'engine.as: `roles` is no option. Did you mean "role"?'],
    [{ role: 'owner' }, 'engine.as: `role` must be admin or member'],
    [{ user: 'ada\0' }, 'engine.as: `user` must have neither NUL nor lone surrogates'],
    [{ organization: 'a'.repeat(501) }, 'engine.as: `organization` must have at most 500 characters'],
    [{ via: 'import' }, 'engine.as: `via` must be an object such as { type, id, label }'],
  ]
  for (const [changes, message] of cases)
    expect((await faultOf(() => engine.open.as(anything({ ...ada, ...changes })))).message).toBe(message)
  expect((await engine.open.as(ada).contacts.list({})).contacts).toEqual([])
})

it('names the wrong options of storages and adapters', async () => {
  await using engine = { open: await Engine.open({ storage: storage() }), [Symbol.asyncDispose]: async () => await engine.open.close() }
  const cases: [() => unknown, string][] = [
    [() => sqlite(''), 'sqlite: `file` must not be empty'],
    [() => sqlite('sqlite:data/crm.sqlite'), 'sqlite: `file` must be a path such as data/crm.sqlite, not an address'],
    [() => sqlite('postgres://db/crm'), 'sqlite: `file` must be a path such as data/crm.sqlite, not an address'],
    [() => sqlite(anything({ file: 'crm.sqlite', prefix: 'crm_' })), 'sqlite: `prefix` is no option. Did you mean "tablePrefix"?'],
    [() => sqlite(anything({ path: 'crm.sqlite' })), 'sqlite: `file` is missing; `path` is no option'],
    [
      () => postgresql(anything({ url: 'mysql://crm:hunter2@db/crm' })),
      'postgresql: `url` must be postgres://user:password@host:port/database',
    ],
    [() => postgresql({ url: 'postgres://db/crm', pool: 1 }), 'postgresql: `pool` must be at least 2 connections'],
    [() => postgresql(anything({ url: 'postgres://db/crm', shema: 'crm' })), '`shema` is no option. Did you mean "schema"?'],
    [() => http(engine.open, anything({ requireIfMach: true })), '`requireIfMach` is no option. Did you mean "requireIfMatch"?'],
    ...['https://app.example/', 'https://APP.example', 'app.example', 'null', 'https://app.example:443', 'https://*.example', '*'].map(
      (each): [() => unknown, string] => [
        () => http(engine.open, { cors: ['https://good.example', each] }),
        'http: `cors.1` must be an origin as browsers send it, such as https://app.example.com',
      ],
    ),
    [() => http(engine.open, anything({ cors: 'https://app.example' })), "http: `cors` must be '*' or a list of origins"],
    [() => http(engine.open, anything({ maxRequests: '5' })), 'http: `maxRequests` must be a number'],
    [() => mcp(engine.open, anything({ legacySession: true })), '`legacySession` is no option. Did you mean "legacySessions"?'],
    [() => pages(engine.open, anything({ limit: { perAddress: 5 } })), 'pages: `limit` is no option. Did you mean "limits"?'],
    [
      () => pages(engine.open, { limits: { perAddress: 0 } }),
      'pages: `limits.perAddress` must be at least 1 request a minute; Infinity: no limit',
    ],
    [() => pages(engine.open, anything({ limits: { perAdress: 5 } })), '`limits.perAdress` is no option. Did you mean "perAddress"?'],
    [() => pages(engine.open, { publicUrl: 'crm.test' }), 'pages: `publicUrl` must be an address with http or https'],
    [() => pages(engine.open, anything({ onError: 'log' })), 'pages: `onError` must be a function'],
    [() => pages(engine.open, anything('crm.test')), 'pages: must be an object'],
    [() => signIn(engine.open, anything({})), 'signIn: `url` is missing'],
    [() => signIn(engine.open, anything(undefined)), 'signIn: must be an object such as { url }'],
    [() => signIn(engine.open, { url: 'https://crm:hunter2@crm.test' }), 'signIn: `url` must be an address with http or https'],
    [
      () => signIn(engine.open, anything({ url: () => 'https://crm.test', adressOf: () => '::1' })),
      '`adressOf` is no option. Did you mean "addressOf"?',
    ],
    [() => mcp(engine.open, anything({ hosts: 'crm.test' })), "mcp: `hosts` must be '*' or a list of host names"],
  ]
  for (const [act, message] of cases) {
    const error = await faultOf(act)
    expect([error.code, error.message]).toEqual(['invalid_input', expect.stringContaining(message)])
    expect(error.message).not.toContain('hunter2')
  }
})

it('names what is wrong beside the input of calls, listeners and transactions, and leaves no call outside of a transaction for it', async () => {
  const engine = await Engine.open({ storage: storage() })
  const crm = engine.as(ada)
  const cases: [() => unknown, string][] = [
    [() => engine.as(ada, anything({ transction: {} })), 'engine.as: `transction` is no option. Did you mean "transaction"?'],
    [() => engine.as(ada, anything(null)), 'engine.as: must be an object such as { transaction }'],
    [
      () => crm.contacts.list({}, anything({ idempotncyKey: 'a' })),
      'listContacts: `idempotncyKey` is no option. Did you mean "idempotencyKey"?',
    ],
    [() => crm.contacts.list({}, anything({ signal: 'now' })), 'listContacts: `signal` must be the signal of an AbortController'],
    [() => crm.contacts.list({}, anything({ idempotencyKey: 'a\0' })), 'listContacts: `idempotencyKey` must have neither NUL'],
    [() => engine.on('contact.created', () => {}, anything({ onec: true })), 'engine.on: `onec` is no option. Did you mean "once"?'],
    [() => engine.on(anything(undefined), () => {}), 'What is listened to must be the name of an event'],
    [() => engine.transaction(anything(undefined)), 'engine.transaction: what is done in it must be a function'],
    [() => engine.transaction((_, { sql }) => sql(anything("select 'hunter2'"))), 'sql takes a template'],
    [() => crm.contacts.list(anything(Promise.resolve({ limit: 1 }))), 'The input: Is a promise: await it first'],
    [() => crm.contacts.create({ custom: anything(new Map([['tier', 'gold']])) }), '/custom: Is a Map: give an object'],
    [() => crm.tasks.create({ title: 'Call', due_at: anything(new Date()) }), '/due_at: Is a Date: give its text'],
  ]
  for (const [act, message] of cases) {
    const error = await faultOf(act)
    expect([error.code, error.message]).toEqual(['invalid_input', expect.stringContaining(message)])
    expect(error.message).not.toContain('hunter2')
  }
  await engine.close()
  for (const act of [() => engine.tick(), () => engine.start(), () => engine.transaction(async () => 1)])
    expect((await faultOf(act)).message).toBe('The engine is closed')
})

it('says in one line where no database answers, and that one lets nobody in', async () => {
  const open = (url: string) => faultOf(() => Engine.open({ storage: postgresql(url) }))
  expect(await open('postgres://ada:secret@127.0.0.1:1/crm')).toMatchObject({
    code: 'unavailable',
    message: 'The database does not answer (ECONNREFUSED at 127.0.0.1:1): check its address',
  })
  const missing = new URL(inject('postgresUrl'))
  missing.pathname = '/nowhere'
  expect(await open(String(missing))).toMatchObject({
    code: 'unavailable',
    message: 'The database refuses the connection: database "nowhere" does not exist',
  })
})

it('says of a path that is no database which one it is, and why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'options-'))
  const letter = join(folder, 'letter.txt')
  await writeFile(letter, 'Dear Ada, '.repeat(100))
  const open = (file: string) => Engine.open({ storage: sqlite(file) })
  expect((await faultOf(() => open(folder))).message).toBe(`${folder} is a folder: name a file in which the database is kept`)
  expect((await faultOf(() => open(letter))).message).toBe(`${letter} is no SQLite database`)
  await expect(open(join(letter, 'crm.sqlite'))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(`${join(letter, 'crm.sqlite')}.lock cannot be opened`),
  })
  // Below a folder that takes no others, `mkdir` of Node never ends.
  if (process.platform === 'linux') await expect(open('/proc/none/crm.sqlite')).rejects.toMatchObject({ code: 'ENOENT' })
  await (await open(join(folder, 'deep', 'down', 'crm.sqlite'))).close()
  await rm(folder, { recursive: true })
})
