import { type TSchema, Type } from '@sinclair/typebox'
import { type Actor, type AnyOperation, type Core, CrmError, type ErrorCode, group, operation, Registry, type Scope } from 'rapport-crm'
import { type CallEntry, runPipeline, type Stages } from '../../core/kernel/operation/pipeline.ts'

const closed = <P extends Record<string, TSchema>>(properties: P) => Type.Object(properties, { additionalProperties: false })
const Id = Type.String({ format: 'uuid' })

const Thing = closed({ id: Id, name: Type.String(), size: Type.Union([Type.Integer(), Type.Null()]), version: Type.Integer() })

export const id = '0193a1f0-5c1e-7b7a-9c3d-2f4b8e6a1d05'
export const stored = { id, name: 'Anvil', size: 3, version: 7 }

const things = group('Things', {
  list: operation({
    id: 'listThings',
    summary: 'List things',
    scope: 'read',
    route: 'GET /things',
    input: closed({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      ratio: Type.Optional(Type.Number()),
      open: Type.Optional(Type.Boolean()),
      size: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
      name: Type.Optional(Type.String()),
      tags: Type.Optional(Type.Array(Type.String())),
      sizes: Type.Optional(Type.Array(Type.Integer())),
      state: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('done')])),
    }),
    output: closed({ things: Type.Array(Thing), query: Type.Unknown() }),
    uses: {},
    handle: async (query) => ({ things: [stored], query }),
  }),
  get: operation({
    id: 'getThing',
    summary: 'Read one thing',
    scope: 'read',
    route: 'GET /things/{id}',
    input: closed({ id: Id, fields: Type.Optional(Type.String()) }),
    output: Thing,
    uses: {},
    handle: async (input) => {
      if (input.id !== id) throw new CrmError('not_found', 'There is no such thing')
      return stored
    },
  }),
  create: operation({
    id: 'createThing',
    summary: 'Create a thing',
    scope: 'write',
    route: 'POST /things',
    creates: true,
    input: closed({ name: Type.String({ maxLength: 255 }), size: Type.Optional(Type.Union([Type.Integer(), Type.Null()])) }),
    output: Thing,
    uses: {},
    handle: async ({ name, size = null }, { reply }) => {
      if (name === 'Anvil') reply.matched('name')
      if (name === 'Again') reply.replayed = true
      if (name === 'Evil') reply.matched('a\r\nset-cookie: b=c')
      return { ...stored, name, size }
    },
  }),
  update: operation({
    id: 'updateThing',
    summary: 'Change a thing',
    scope: 'write',
    route: 'PATCH /things/{id}',
    input: closed({ id: Id, name: Type.Optional(Type.String()) }),
    output: Thing,
    uses: {},
    handle: async (input, { reply }) => {
      if (reply.ifMatch !== undefined && reply.ifMatch !== stored.version) throw new CrmError('version_mismatch', 'Changed meanwhile')
      return { ...stored, ...input, version: stored.version + 1 }
    },
  }),
  remove: operation({
    id: 'deleteThing',
    summary: 'Delete a thing',
    scope: 'delete',
    route: 'DELETE /things/{id}',
    input: closed({ id: Id, purge: Type.Optional(Type.Boolean()) }),
    output: closed({ deleted: Type.Literal(true) }),
    uses: {},
    handle: async () => ({ deleted: true as const }),
  }),
  search: operation({
    id: 'searchThings',
    summary: 'Search things',
    scope: 'read',
    route: 'POST /things/search',
    input: closed({ q: Type.Optional(Type.String()) }),
    output: closed({ q: Type.Unknown() }),
    uses: {},
    handle: async ({ q }) => ({ q: q ?? null }),
  }),
  part: operation({
    id: 'getPart',
    summary: 'Read a part of a thing',
    scope: 'read',
    route: 'GET /things/{id}/parts/{partId}',
    input: closed({ id: Id, partId: Type.String() }),
    output: Type.Unknown(),
    uses: {},
    handle: async (input) => input,
  }),
  replacePart: operation({
    id: 'replacePart',
    summary: 'Replace a part of a thing',
    scope: 'write',
    route: 'PUT /things/{thingId}/parts/{number}',
    input: closed({ thingId: Id, number: Type.String() }),
    output: Type.Unknown(),
    uses: {},
    handle: async (input) => input,
  }),
  ingest: operation({
    id: 'ingestThings',
    summary: 'Take things of a foreign system',
    scope: 'write',
    route: 'POST /sync/things',
    batch: true,
    foreign: ['records'],
    input: closed({ records: Type.Array(Type.Unknown()) }),
    output: Type.Unknown(),
    uses: {},
    handle: async ({ records }) => records[0] ?? null,
  }),
  fail: operation({
    id: 'failWith',
    summary: 'Fail in a chosen way',
    scope: 'write',
    route: 'POST /fail',
    input: closed({ code: Type.String() }),
    output: Type.Unknown(),
    uses: {},
    handle: async ({ code }) => {
      if (code === 'bug') throw new Error('secret db password')
      throw new CrmError(code as ErrorCode, 'As you wish', {
        existing_id: id,
        retry_after: 2.2,
        scopes: ['a"\r\nx: y'],
        allow: ['GET\r\nx: y'],
      })
    },
  }),
  pickers: operation({
    id: 'getPickers',
    summary: 'Read the accepted values',
    scope: 'public',
    route: 'GET /pickers',
    input: closed({}),
    output: Type.Unknown(),
    uses: {},
    handle: async (_, { actor }) => ({ stages: ['new'], seen_as: actor.user }),
  }),
})

const keys: Record<string, readonly Scope[]> = { rk_all: ['read', 'write', 'delete', 'webhooks', 'mcp'], rk_read: ['read'] }

/** A core without storage: the real pipeline, three keys, a limit of `limit` calls, and a readable log. */
export function fakeCore({ limit = 1000 } = {}) {
  const log: CallEntry[] = []
  let used = 0
  const stages: Stages = {
    now: () => new Date(0),
    beginsAhead: () => false,
    seeing: async (actor) => actor,
    renew: async (actor) => actor,
    limit: async (actor, reply) => {
      used += 1
      reply.rateLimit = { limit, remaining: Math.max(0, limit - used), reset: 42 }
      if (used > limit) throw new CrmError('rate_limited', 'Too many', { retry_after: 42 })
      return actor
    },
    enter: async () => undefined,
    unlimit: async (_actor, reply) => {
      used -= 1
      reply.rateLimit = { limit, remaining: Math.max(0, limit - used), reset: 42 }
    },
    unitOfWork: (_call, handle) => handle(() => undefined as never),
    datesMeant: async (_operation, input) => input,
    ownersMeant: async (_operation, input) => input,
    answered: (_operation, _input, answer) => answer,
    failure: (_operation, error) => error,
    log: (entry) => log.push(entry),
  }
  const watched = { entityType: 'thing', events: {} } as never
  const events = {
    'thing.created': { label: 'thing created', group: 'Things' },
    'form.submitted': { label: 'form submitted', group: 'External' },
  }
  const core: Core = {
    registry: new Registry([{ name: 'things', version: '1.0.0', operations: { things }, events, watches: [watched] }]),
    call: (each: AnyOperation, input, actor: Actor, options) => runPipeline(stages, each, input, actor, options),
    watch: () => () => {},
    holdBody: () => ({ grow() {}, release() {} }),
    secretsFor: async (purpose) => [Buffer.from(purpose)],
    authenticate: async (token) => {
      const scopes = keys[token]
      if (!scopes) throw new CrmError('unauthenticated', 'The API key is unknown')
      return { organization: 'acme', user: 'anna@acme.test', scopes: new Set(scopes), via: { type: 'api_key', id: token, label: token } }
    },
  }
  return { core, log }
}
