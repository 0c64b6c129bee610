import { setImmediate as turn } from 'node:timers/promises'
import { EntityManager } from '@mikro-orm/core'
import { type Api, builtin } from './builtin.ts'
import { type From, SignIn } from './access/sign-in.ts'
import { Installation } from './access/installation.ts'
import { CallLog } from './access/call-log.ts'
import { Limits } from './access/limits.ts'
import { Bus } from './events/bus.ts'
import { Consumers } from './events/consumer.ts'
import { type Binding, Composition } from './compose.ts'
import { IdempotencyKeys } from './storage/idempotency.ts'
import { type Actor, CurrentActor } from './kernel/actor.ts'
import { checkFeatures, type Feature, type Job } from './kernel/feature.ts'
import type { AnyOperation, CallOptions, Methods, Operations } from './kernel/operation.ts'
import { type Call, type Input, type Resolve, runPipeline, type Stages } from './kernel/pipeline.ts'
import { AfterFlush } from './kernel/reply.ts'
import { Registry } from './kernel/registry.ts'
import { Settings, type SettingsInput } from './kernel/settings.ts'
import { Clock } from './ports/clock.ts'
import { Http } from './ports/http.ts'
import { Ids } from './ports/ids.ts'
import { Logger } from './ports/logger.ts'
import { Random } from './ports/random.ts'
import { Database } from './storage/database.ts'
import type { Storage } from './storage/storage.ts'
import { type Scope, Units } from './storage/units.ts'

type ApiOf<P extends readonly Feature[]> = P extends readonly [infer H extends Feature, ...infer R extends readonly Feature[]]
  ? (H['operations'] extends Operations ? { readonly [G in keyof H['operations']]: Methods<H['operations'][G]> } : unknown) & ApiOf<R>
  : unknown

/** An instance of a port that replaces its default. */
export type Port = Clock | Http | Ids | Logger | Random

export interface EngineOptions<P extends readonly Feature[] = readonly Feature[]> extends SettingsInput {
  /** `sqlite(...)` of `rapport-crm/sqlite` or `postgresql(...)` of `rapport-crm/postgresql`. */
  readonly storage: Storage
  readonly plugins?: P
  /** Instances of `Clock`, `Http`, ... to use instead of the defaults. */
  readonly ports?: readonly Port[]
  /** `false` refuses a database whose schema is behind, instead of migrating it (default: migrate). */
  readonly migrate?: boolean
}

/** All that an adapter may know of the engine. */
export interface Core {
  readonly registry: Registry
  call(operation: AnyOperation, input: Input, actor: Actor, options?: CallOptions): Promise<unknown>
  authenticate(token: string, from?: From): Promise<Actor>
}

const ports = [Clock, Ids, Random, Logger, Http]

/** The CRM engine: opened once per process, called through `as(actor)` or an adapter, closed at the end. */
export class Engine<A = Api> implements Core {
  readonly registry: Registry
  readonly #composition: Composition
  readonly #database: Database
  readonly #stages: Stages
  readonly #clock: Clock
  readonly #bus = new Bus()
  readonly #stop = new AbortController()
  #notify: (() => void) | undefined
  #unlisten: (() => Promise<void>) | undefined
  #loop: Promise<unknown> | undefined

  private constructor(registry: Registry, database: Database, options: EngineOptions) {
    this.registry = registry
    this.#database = database
    const instances: Binding[] = (options.ports ?? []).map((port) => [ports.find((token) => port instanceof token) ?? Clock, port])
    const scope: Scope = (bindings) => this.#composition.scope(bindings as readonly Binding[])
    const settings = new Settings(options)
    const engineWide = [Installation, SignIn, CallLog, Limits, ...registry.all('jobs'), ...registry.all('consumers')]
    const operations = registry.list.flatMap(({ uses, check }) => [...Object.values(uses), ...(check ? [check] : [])])
    const consumers = new Consumers(() => registry.all('consumers').map((token) => this.#composition.resolve(token)))
    const http = instances.some(([token]) => token === Http) ? [] : [[Http, new Http({ allow: settings.egressAllow })] as const]
    const bound: Binding[] = [
      [Registry, registry],
      [Database, database],
      [Settings, settings],
      [Bus, this.#bus],
      [Consumers, consumers],
      ...http,
      ...instances,
    ]
    const clock = (instances.find(([token]) => token === Clock)?.[1] as Clock | undefined) ?? new Clock()
    const units = new Units(database, clock, scope, () => this.#committed())
    this.#clock = clock
    this.#composition = new Composition(
      [...bound, [Clock, clock], [Units, units]],
      [...ports, ...engineWide],
      [...operations, IdempotencyKeys, ...registry.all('jobs')],
    )
    this.#stages = this.#makeStages(units)
  }

  /** Opens the database, brings its schema up to date, and starts no timer: see `start` and `tick`. */
  static async open<const P extends readonly Feature[] = []>(options: EngineOptions<P>): Promise<Engine<Api & ApiOf<P>>> {
    const features: readonly Feature[] = [...builtin, ...(options.plugins ?? [])]
    checkFeatures(features)
    const registry = new Registry(features)
    const database = await Database.open({
      storage: options.storage,
      entities: registry.all('entities'),
      watches: registry.watches,
      migrations: registry.all('migrations'),
      migrate: options.migrate ?? true,
    })
    return new Engine<Api & ApiOf<P>>(registry, database, options)
  }

  /** Typed, in-process view of every operation, acting as `actor`. */
  as(actor: Actor): A {
    const caller = new CurrentActor(actor)
    return mapValues(this.registry.operations, (group) =>
      mapValues(group, (each) => (input?: unknown, options?: CallOptions) => this.call(each, input, caller, options)),
    ) as A
  }

  /** The one way into the core; adapters call nothing else. `input` may be a function that reads it. */
  call(operation: AnyOperation, input: Input, actor: Actor, options: CallOptions = {}): Promise<unknown> {
    return runPipeline(this.#stages, operation, input, actor, options)
  }

  /**
   * Who a key acts as; throws `unauthenticated` for one that is unknown, expired, revoked or used from another address than
   * it allows (contract section 5). A transport says where the request comes from; without that, it is this process itself.
   */
  authenticate(token: string, from?: From): Promise<Actor> {
    return this.#composition.resolve(SignIn).authenticate(token, from)
  }

  /** What administers the installation itself: organisations, first keys; for hosts, not for adapters. */
  get access(): Installation {
    return this.#composition.resolve(Installation)
  }

  /** Does all background work that is due now (fan-out, deliveries, retention); answers when the next is due. */
  async tick(): Promise<Date | null> {
    for (;;) {
      const next = await this.#round()
      const finished = await this.#finish()
      if (!finished && !(next && next <= this.#clock.now())) return next
    }
  }

  /** Keeps doing background work until `close`, woken by every commit of this process and of others. */
  async start(): Promise<void> {
    if (this.#loop) return
    const listening = await this.#database.listen(() => this.#bus.wake())
    this.#notify = listening?.notify
    this.#unlisten = listening?.close
    this.#loop = Promise.all(this.#jobs.map((job) => this.#work(job)))
  }

  /** Ends background work, writes what is buffered and closes the database. */
  async close(): Promise<void> {
    this.#stop.abort()
    this.#bus.wake()
    await this.#loop
    await this.#release()
    await this.#unlisten?.()
    await this.#composition.resolve(CallLog).flush()
    await this.#composition.resolve(Http).close()
    await this.#database.close()
  }

  // A loop for each job: one that is slow keeps no other waiting.
  async #work(job: Job): Promise<void> {
    const { signal } = this.#stop
    const logger = this.#composition.resolve(Logger)
    while (!signal.aborted) {
      const woken = new AbortController()
      const forget = this.#bus.onWake((only = job) => only === job && woken.abort(WOKEN))
      const poll = this.#clock.now().getTime() + POLL_MS
      // Whatever is ready in this turn of the event loop shares one round, and so its commits.
      await turn()
      const next = await job.run(this.#clock.now()).catch((error: unknown) => {
        logger.error('Background work failed; it is tried again', { error })
        return null
      })
      if (!signal.aborted) await this.#clock.wait(new Date(Math.min(poll, next?.getTime() ?? poll)), woken.signal)
      forget()
    }
  }

  // One turn of every job, none of which waits for what it starts.
  async #round(): Promise<Date | null> {
    const due: Date[] = []
    for (const job of this.#jobs) {
      const next = await job.run(this.#clock.now())
      if (next) due.push(next)
    }
    return due.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  }

  async #finish(signal?: AbortSignal): Promise<boolean> {
    const finished = await Promise.all(this.#jobs.map((job) => job.finish?.(signal) ?? false))
    return finished.includes(true)
  }

  async #release(): Promise<void> {
    const [gone, late] = [new AbortController(), new AbortController()]
    void this.#clock.wait(new Date(this.#clock.now().getTime() + RELEASE_MS), gone.signal).then(() => late.abort())
    await this.#finish(late.signal)
    gone.abort()
  }

  get #jobs(): Job[] {
    return this.registry.all('jobs').map((token) => this.#composition.resolve<Job>(token))
  }

  #committed(): void {
    this.#bus.wake()
    this.#notify?.()
  }

  #makeStages(units: Units): Stages {
    const limits = this.#composition.resolve(Limits)
    const log = this.#composition.resolve(CallLog)
    return {
      now: () => this.#clock.now(),
      limit: (actor, reply) => limits.count(actor, reply),
      log: (entry) => log.add(entry),
      unitOfWork: (call, handle) => unitFor(units, call, handle),
    }
  }
}

const POLL_MS = 1000
// Without a reason of its own, every wake-up would make an error with its stack.
const WOKEN = 'woken'
// What is under way when the engine closes has this long to end by itself; a host has 10 s in all.
const RELEASE_MS = 8000

// Reads need no transaction; a write with an idempotency key answers the first result again.
async function unitFor(
  units: Units,
  { operation, actor, input, reply, options }: Call,
  handle: (resolve: Resolve) => Promise<unknown>,
): Promise<unknown> {
  const { check } = operation
  if (check) await units.read(actor, (resolve) => resolve(check).check(input as never))
  if (operation.unitOfWork === false || operation.scope === 'read' || operation.scope === 'public' || operation.route.startsWith('GET '))
    return await units.read(actor, handle, reply)
  const { idempotencyKey } = options
  return await units.write(
    actor,
    (resolve) => {
      const work = () => flushed(resolve, handle)
      return idempotencyKey ? resolve(IdempotencyKeys).once(idempotencyKey, operation, input, reply, work) : work()
    },
    reply,
  )
}

async function flushed(resolve: Resolve, handle: (resolve: Resolve) => Promise<unknown>): Promise<unknown> {
  const result = await handle(resolve)
  await resolve(EntityManager).flush()
  return result instanceof AfterFlush ? result.value() : result
}

function mapValues<T, R>(object: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}
