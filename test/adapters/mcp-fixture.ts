import { Type } from '@sinclair/typebox'
import {
  type Actor,
  type AnyOperation,
  type CallOptions,
  type Core,
  CrmError,
  group,
  type HeldBody,
  type LongLived,
  operation,
  Registry,
  type Scope,
} from 'rapport-crm'
import { BodyRoom } from '../../core/kernel/operation/body-room.ts'
import type { CallEntry, Input } from '../../core/kernel/operation/pipeline.ts'
import { runPipeline } from '../../core/kernel/operation/pipeline.ts'
import { ById, Closed, Cursor, Deleted, Id, Nullable, OneOf, Text, Texts } from '../../core/kernel/operation/schema/schema.ts'

export interface Seen {
  readonly id: string
  readonly input: unknown
  readonly actor: Actor
  readonly options: CallOptions
}

const priorities = ['low', 'medium', 'high'] as const
const Thing = Closed({ id: Id(), name: Type.String(), priority: OneOf(priorities), version: Type.Integer() })
const fields = {
  name: Text(200, { minLength: 1, description: 'As people say it' }),
  priority: Type.Optional(OneOf(priorities, { description: 'How soon' })),
  due_at: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
  owner: Type.Optional(Nullable(Type.String({ format: 'email' }))),
  tags: Type.Optional(Texts()),
}
const Filter = Type.Recursive(
  (This) => Type.Union([Closed({ and: Type.Array(This) }), Closed({ field: Text(), op: OneOf(['eq', 'gt']), value: Type.Unknown() })]),
  { $id: 'Filter' },
)

export const idOf = (n: number): string => `018f3c1e-7b1a-7c3d-9e2f-${String(n).padStart(12, '0')}`

/** A CRM with a single record type, for tests of the adapter alone: real pipeline, no storage. */
export class FakeCore implements Core {
  readonly registry: Registry
  readonly seen: Seen[] = []
  readonly log: CallEntry[] = []
  budget = Number.POSITIVE_INFINITY
  /** Characters of the name of each listed thing. */
  nameLength = 10
  private readonly keys = new Map<string, Actor>()

  constructor(extra: Record<string, AnyOperation> = {}) {
    this.registry = new Registry([
      {
        name: 'things',
        version: '1.0.0',
        operations: { things: group('Price rules', { ...this.#things(), ...extra }), account: group('Catalog', this.#account()) },
      },
    ])
  }

  key(token: string, scopes: readonly Scope[], rest: Partial<Actor> = {}): this {
    this.keys.set(token, {
      organization: 'acme',
      user: `${token}@acme.test`,
      scopes: new Set(scopes),
      via: { type: 'api_key', id: token, label: token },
      administration: true,
      ...rest,
    })
    return this
  }

  /** Ends what the caller of this key began, too. */
  revoke(token: string): void {
    this.keys.delete(token)
    const revoked = [...this.#watched].filter(({ actor }) => actor.via?.id === token)
    for (const each of revoked) if (this.#watched.delete(each)) each.ended(new CrmError('unauthenticated', 'The key is not valid'))
  }

  readonly #watched = new Set<LongLived>()

  watch(answer: LongLived): () => void {
    this.#watched.add(answer)
    return () => void this.#watched.delete(answer)
  }

  readonly #room = new BodyRoom()

  holdBody({ organization }: Actor, announced: number): HeldBody {
    return this.#room.hold(organization, announced)
  }

  async secretsFor(purpose: string): Promise<readonly Buffer[]> {
    return [Buffer.from(purpose)]
  }

  /** Answers that are watched now. */
  get watched(): number {
    return this.#watched.size
  }

  /** Where the last request came from. */
  from: { readonly ip: string | undefined } | undefined

  async authenticate(token: string, from?: { readonly ip: string | undefined }): Promise<Actor> {
    this.from = from
    const actor = this.keys.get(token)
    if (!actor) throw new CrmError('unauthenticated', 'The key is not valid')
    return actor
  }

  call(operation: AnyOperation, input: Input, actor: Actor, options: CallOptions = {}): Promise<unknown> {
    return runPipeline(
      {
        now: () => new Date(0),
        beginsAhead: () => false,
        seeing: async (actor) => actor,
        renew: async (actor) => actor,
        limit: async (actor) => {
          if (this.budget-- <= 0) throw new CrmError('rate_limited', 'At most 120 requests per minute', { retry_after: 37 })
          return actor
        },
        enter: async () => undefined,
        unlimit: async () => {},
        unitOfWork: (call, handle) => {
          this.seen.push({ id: call.operation.id, input: call.input, actor: call.actor, options: call.options })
          return handle(() => undefined as never)
        },
        datesMeant: async (_operation, input) => input,
        ownersMeant: async (_operation, input) => input,
        answered: (_operation, _input, answer) => answer,
        failure: (_operation, error) => error,
        log: (entry) => void this.log.push(entry),
      },
      operation,
      input,
      actor,
      options,
    )
  }

  #thing(n: number) {
    return { id: idOf(n), name: 'x'.repeat(this.nameLength), priority: 'low' as const, version: 1 }
  }

  #things() {
    return {
      list: operation({
        id: 'listThings',
        summary: 'List things, filtered and sorted, page by page',
        scope: 'read',
        route: 'GET /things',
        mcp: true,
        input: Closed({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })), cursor: Type.Optional(Cursor) }),
        output: Closed({ things: Type.Array(Thing), next_cursor: Nullable(Type.String()) }),
        uses: {},
        handle: async ({ limit = 50, cursor = '0' }) => {
          const from = Number(cursor)
          return { things: Array.from({ length: limit }, (_, n) => this.#thing(from + n)), next_cursor: String(from + limit) }
        },
      }),
      search: operation({
        id: 'searchThings',
        summary: 'Search things by any of their fields',
        scope: 'read',
        route: 'POST /things/search',
        mcp: 'default',
        input: Closed({ filter: Type.Optional(Filter) }),
        output: Closed({ things: Type.Array(Thing) }),
        uses: {},
        handle: async () => ({ things: [] }),
      }),
      get: operation({
        id: 'getThing',
        summary: 'Read one thing',
        scope: 'read',
        route: 'GET /things/{id}',
        mcp: 'default',
        input: ById,
        output: Thing,
        uses: {},
        handle: async ({ id }) => {
          if (id !== idOf(1)) throw new CrmError('not_found', 'No such thing')
          return this.#thing(1)
        },
      }),
      create: operation({
        id: 'createThing',
        summary: 'Create a thing',
        scope: 'write',
        route: 'POST /things',
        mcp: 'default',
        creates: true,
        input: Closed(fields),
        output: Thing,
        uses: {},
        handle: async ({ name, priority = 'low' }) => ({ id: idOf(2), name, priority, version: 1 }),
      }),
      update: operation({
        id: 'updateThing',
        summary: 'Change fields of one thing',
        scope: 'write',
        route: 'PATCH /things/{id}',
        mcp: true,
        input: Closed({ ...fields, name: Type.Optional(fields.name), id: Id() }),
        output: Thing,
        uses: {},
        handle: async ({ id }, { reply }) => {
          if (reply.ifMatch !== undefined && reply.ifMatch !== 1) throw new CrmError('version_mismatch', 'The thing has version 1')
          return { ...this.#thing(1), id }
        },
      }),
      delete: operation({
        id: 'deleteThing',
        summary: 'Delete one thing',
        scope: 'delete',
        route: 'DELETE /things/{id}',
        mcp: true,
        input: ById,
        output: Deleted,
        uses: {},
        handle: async () => ({ deleted: true as const }),
      }),
      bulk: operation({
        id: 'bulkThings',
        summary: 'Write many things',
        scope: 'write',
        route: 'POST /things/bulk',
        mcp: true,
        batch: true,
        input: Closed({ records: Type.Array(Type.Unknown(), { maxItems: 5000 }) }),
        output: Closed({ created: Type.Integer() }),
        uses: {},
        handle: async ({ records }) => ({ created: records.length }),
      }),
      probe: operation({
        id: 'probeThing',
        summary: 'Ask the other side about one thing',
        scope: 'webhooks',
        route: 'POST /things/{id}/probe',
        mcp: true,
        unitOfWork: false,
        input: ById,
        output: Closed({ ok: Type.Boolean() }),
        uses: {},
        handle: async () => ({ ok: true }),
      }),
      crash: operation({
        id: 'crashThing',
        summary: 'Fail from within',
        scope: 'write',
        route: 'POST /things/{id}/crash',
        mcp: true,
        input: ById,
        output: Deleted,
        uses: {},
        handle: async () => {
          throw new Error('the password is swordfish')
        },
      }),
      essay: operation({
        id: 'getEssay',
        summary: 'Read one long text',
        scope: 'read',
        route: 'GET /things/{id}/essay',
        mcp: true,
        input: ById,
        output: Closed({ text: Type.String() }),
        uses: {},
        handle: async () => ({ text: 'word '.repeat(40_000) }),
      }),
      sample: operation({
        id: 'getSamples',
        summary: 'Read examples',
        scope: 'read',
        route: 'GET /things/samples',
        mcp: true,
        input: Closed({}),
        output: Type.Array(Thing),
        uses: {},
        handle: async () => [this.#thing(1)],
      }),
      secret: operation({
        id: 'getSecret',
        summary: 'Read the secret',
        scope: 'read',
        route: 'GET /things/secret',
        input: Closed({}),
        output: Deleted,
        uses: {},
        handle: async () => ({ deleted: true as const }),
      }),
      purge: operation({
        id: 'purgeThings',
        summary: 'Purge all things',
        scope: 'delete',
        admin: true,
        route: 'POST /things/purge',
        mcp: true,
        input: Closed({}),
        output: Deleted,
        uses: {},
        handle: async () => ({ deleted: true as const }),
      }),
    }
  }

  #account() {
    return {
      catalog: operation({
        id: 'getCatalog',
        summary: 'Read all accepted words',
        scope: 'public',
        route: 'GET /catalog',
        mcp: 'default',
        input: Closed({}),
        output: Closed({ priorities: Type.Array(Type.String()) }),
        uses: {},
        handle: async () => ({ priorities: [...priorities] }),
      }),
    }
  }
}
