import { type Actor, CrmError, Engine } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { mcp } from 'rapport-crm/mcp'
import { pages } from 'rapport-crm/pages'
import { postgresql } from 'rapport-crm/postgresql'
import { signIn } from 'rapport-crm/sign-in'
import { sqlite } from 'rapport-crm/sqlite'
import { expect, it } from 'vitest'
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
  ]
  for (const [changes, message] of cases)
    expect((await faultOf(() => engine.open.as(anything({ ...ada, ...changes })))).message).toBe(message)
  expect((await engine.open.as(ada).contacts.list({})).contacts).toEqual([])
})

it('names the wrong options of storages and adapters', async () => {
  await using engine = { open: await Engine.open({ storage: storage() }), [Symbol.asyncDispose]: async () => await engine.open.close() }
  const cases: [() => unknown, string][] = [
    [() => sqlite(''), 'sqlite: `file` must not be empty'],
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
