import type { ApiOf } from './api-of.ts'
import type { EventData, EventDataOf, EventName, EventOf } from './events-of.ts'
import { type Api, builtin, recordTypeOrder } from './builtin.ts'
import { SignIn } from './platform/access/sign-in.ts'
import { Accounts } from './platform/accounts/service.ts'
import { AccessTokens } from './platform/access/access-tokens.ts'
import { Grants } from './platform/grants/grants.ts'
import { GrantTokens } from './platform/grants/grant-tokens.ts'
import { Installation } from './platform/access/installation.ts'
import { CallLog } from './platform/access/call-log.ts'
import { Background } from './background.ts'
import { Threads } from './kernel/threads/threads.ts'
import { Bus } from './kernel/events/bus.ts'
import { EventListeners } from './kernel/events/listeners.ts'
import { Consumers } from './kernel/feature/event-consumer.ts'
import { listenerOptions, type ListenerOptions, viewOptions, type ViewOptions } from './call-options.ts'
import type { Core } from './engine-core.ts'
import { checkActor, checkEngineOptions, type EngineOptions } from './engine-options.ts'
import { inTransaction, refuseApart, type TransactionOptions, type TransactionWork, typedView } from './engine-transaction.ts'
import { pluginNames } from './plugin-answers.ts'
import { consumersOf } from './plugin-consumers.ts'
import { stagesOf } from './stages.ts'
import { ObservedCalls } from './observed-calls.ts'
import { metricsOf, observeStates, type ReadMetrics } from './observed-metrics.ts'
import { callServices, Composition, engineServices, portsFor } from './compose.ts'
import type { BackgroundLoop } from './kernel/operation/background-loop.ts'
import { BodyRoom, type HeldBody } from './kernel/operation/body-room.ts'
import { AccessWatch, type LongLived } from './kernel/events/access-watch.ts'
import { type Actor, CurrentActor, type RequestOrigin } from './kernel/operation/actor.ts'
import { CallerAccess } from './kernel/operation/caller-access.ts'
import { CrmError } from './kernel/operation/errors.ts'
import type { Feature } from './kernel/feature/feature.ts'
import type { AnyOperation, CallOptions } from './kernel/operation/operation.ts'
import { type Binding, type Input, runPipeline, type Stages } from './kernel/operation/pipeline.ts'
import { changeHooks } from './change-hooks.ts'
import { Registry } from './kernel/feature/registry.ts'
import { schemaOf } from './kernel/feature/storage.ts'
import { composeFeatures, type Composed, type PluginFault, pluginFaults } from './records/record-type/compose-features.ts'
import { RecordTypes } from './records/record-type/record-types.ts'
import { Settings } from './kernel/operation/settings.ts'
import { OpenStreams } from './kernel/operation/stream.ts'
import { InFlightCalls } from './kernel/operation/in-flight-calls.ts'
import { Clock } from './kernel/ports/clock.ts'
import { Http } from './kernel/ports/http.ts'
import { Logger } from './kernel/ports/logger.ts'
import { Mailer } from './kernel/ports/mailer.ts'
import { WriteProbe } from './kernel/storage/units/write-probe.ts'
import { Database } from './kernel/storage/units/database.ts'
import { orUnavailable } from './kernel/storage/connection/outage.ts'
import { SharedTime } from './kernel/storage/units/shared-time.ts'
import { Units } from './kernel/storage/units/units.ts'
import { alertTypes } from './integration/webhooks/delivery/alerts.ts'

/** The CRM engine: opened once per process, called through `as(actor)` or an adapter, closed at the end. */
export class Engine<A = Api, E = EventData> implements Core {
  /** Declarations of the loaded features: operations, entities, events. */
  readonly registry: Registry
  /** Metrics of this process and its database, without those that cannot be read at the moment. */
  readonly metrics: ReadMetrics
  readonly #composition: Composition
  readonly #database: Database
  readonly #stages: Stages
  readonly #background: Background
  readonly #bus = new Bus()
  readonly #listeners: EventListeners
  readonly #streams = new OpenStreams()
  readonly #calls = new InFlightCalls()
  readonly #bodies = new BodyRoom()
  readonly #deaf: () => void
  #closed = false
  /** The other processes of this database. */
  #others: Awaited<ReturnType<Database['listen']>>

  private constructor({ registry, types }: Composed, database: Database, listeners: EventListeners, options: EngineOptions) {
    this.registry = registry
    this.#listeners = listeners
    this.#bus.onReport((news) => listeners.tell(news))
    this.#database = database
    const settings = new Settings(options)
    const { ports = [], log } = options
    const clock = ports.findLast((each) => each instanceof Clock) ?? new Clock()
    const given = portsFor(ports, clock, settings, log)
    const renew = (actor: CurrentActor) => this.#composition.resolve(SignIn).readAgain(actor)
    const units = new Units(database, clock, (bindings) => this.#composition.scope(bindings), renew, pluginNames(registry))
    const deaf = database.onCommit((tables) => this.#committed(tables))
    const bindings: Binding[] = [
      [Registry, registry],
      [RecordTypes, types],
      [Database, database],
      [Settings, settings],
      [Bus, this.#bus],
      [OpenStreams, this.#streams],
      [CallerAccess, new CallerAccess(() => this.#composition.resolve(SignIn))],
      [AccessTokens, new AccessTokens(() => this.#composition.resolve(GrantTokens))],
      [Units, units],
      [Consumers, new Consumers(() => consumersOf(registry, this.#composition.resolve))],
      ...given,
    ]
    this.#composition = new Composition(bindings, engineServices(registry), callServices(registry, types))
    const jobs = registry.all('loops').map((token) => this.#composition.resolve<BackgroundLoop>(token))
    this.#background = new Background(jobs, { clock, bus: this.#bus, database, logger: this.#composition.resolve(Logger) })
    this.#stages = stagesOf(this.#composition.resolve, database, units, clock)
    this.metrics = metricsOf(this.#composition.resolve, registry, database)
    const unobserved = observeStates(async () => (this.#closed ? [] : await this.metrics()))
    this.#deaf = () => [deaf, unobserved].forEach((end) => end())
  }

  /**
   * Opens the database, brings its schema up to date, and starts no timer: see `start` and `tick`. Throws `invalid_input` for options that are wrong
   * or unknown, with the nearest right one.
   */
  static async open<const P extends readonly Feature[] = []>(
    options: EngineOptions<P>,
  ): Promise<Engine<Api & ApiOf<P>, EventData & EventDataOf<P>>> {
    checkEngineOptions(options)
    const composed = composeFeatures([...builtin, ...(options.plugins ?? [])], recordTypeOrder)
    const { registry } = composed
    const listeners = new EventListeners(() => [...registry.eventTypes.keys(), ...alertTypes])
    const database = await Database.open({
      storage: options.storage,
      ...schemaOf(registry),
      migrate: options.migrate ?? true,
      audience: listeners,
      hooks: changeHooks(registry, options),
    })
    try {
      const engine = new Engine<Api & ApiOf<P>, EventData & EventDataOf<P>>(composed, database, listeners, options)
      await engine.#composition.resolve(SharedTime).run()
      return engine
    } catch (error) {
      await database.close()
      throw error
    }
  }

  /** What keeps plugins from being loaded, for those that come from outside: wrong shape, missing or wrong versions, names that are taken. */
  static faultsOf(plugins: readonly Feature[]): readonly PluginFault[] {
    return pluginFaults(builtin, plugins, recordTypeOrder)
  }

  /**
   * Typed, in-process view of every operation, acting as `actor`; throws `invalid_input` for an actor that is none. With the handle of a
   * transaction that the app has begun itself on the same database, every call is a part of it (see `core/README.md` for the libraries).
   */
  as(actor: Actor, options: ViewOptions = {}): A {
    checkActor(actor)
    const { transaction } = viewOptions(options)
    const caller = new CurrentActor(actor)
    const call = (each: AnyOperation, input: unknown, options?: CallOptions) => this.call(each, input, caller, options)
    if (transaction === undefined) return typedView(this.registry.operations, call)
    return typedView(this.registry.operations, (...asked) => this.#database.ofApp.join(transaction, () => call(...asked)))
  }

  /**
   * Runs `work` in one transaction: what it asks of the engine and its own statements are committed together with their events, or not at
   * all. Calls follow one another on one connection; one that fails is undone alone, and the rest only if `work` throws. Inside of a
   * transaction it is nested. Operations that call out, stream or commit in steps are refused with `conflict`. On SQLite other writers
   * wait until it ends, so keep it short.
   */
  async transaction<T>(work: TransactionWork<A, T>, options: TransactionOptions = {}): Promise<T> {
    this.#refuseClosed()
    const { operations } = this.registry
    const parts = { operations, database: this.#database, clock: this.#composition.resolve(Clock), call: this.call.bind(this) }
    return await this.#calls.during(inTransaction(parts, work, options))
  }

  /** The only way into the core (rule 2 of the architecture). `input` may be a function that reads it. */
  call(operation: AnyOperation, input: Input, actor: Actor, options: CallOptions = {}): Promise<unknown> {
    const { ofApp } = this.#database
    return this.#during(() => {
      refuseApart(operation, ofApp)
      const run = () => runPipeline(this.#stages, operation, input, actor, options)
      return ofApp.part(() => this.#composition.resolve(ObservedCalls).tell(operation, actor, options, run))
    })
  }

  /**
   * The actor of a key; throws `unauthenticated` for a key that is unknown, expired, revoked or not allowed from this address.
   * A transport passes the origin of the request; without it, the caller is this process itself.
   */
  authenticate(token: string, origin?: RequestOrigin): Promise<Actor> {
    return this.#during(() => this.#database.ofApp.beside(() => this.#composition.resolve(SignIn).authenticate(token, origin)))
  }

  /**
   * Tells something that outlasts a call, such as an open stream of a transport, when its caller may no longer make the call: at once
   * after a change of this process, within a second after one of another. The function that is answered ends that. The stream of events
   * needs no watch.
   */
  watch(answer: LongLived): () => void {
    return this.#composition.resolve(AccessWatch).watch(answer)
  }

  /** Room for a request body in the memory of this process; see `Core`. */
  holdBody({ organization }: Actor, announced: number): HeldBody {
    return this.#bodies.hold(organization, announced)
  }

  /** Whether calls can be served now: the database answers, and takes writes. Throws `unavailable` where it does not, as on a full disk. */
  async ready(): Promise<void> {
    await this.#during(() => this.#composition.resolve(WriteProbe).check())
  }

  /** Administration of the installation itself: organizations, plans, first keys; for hosts, not for adapters. */
  get access(): Installation {
    return this.#composition.resolve(Installation)
  }

  /** Sign-in of people: accounts, invitations, new passwords; for hosts and for adapters with pages for it. */
  get accounts(): Accounts {
    return this.#composition.resolve(Accounts)
  }

  /** What people allow programs to do as them, and the memory of the authorization server; for hosts and for adapters with sign-in. */
  get grants(): Grants {
    return this.#composition.resolve(Grants)
  }

  /** Secrets of 32 bytes for one purpose of an adapter, the same in all processes: the first one signs, and what any of them has signed is accepted. */
  async secretsFor(purpose: string): Promise<readonly Buffer[]> {
    return await this.grants.keys.of(`adapter: ${purpose}`)
  }

  /**
   * Tells `listener` of every event of this type (`contact.created`) of all organizations that this process commits from now on, and of news
   * for operators, such as `webhook.deactivated`; answers what ends that. Each listener is notified of one event after the other, in the order of
   * the commits, and of the next when its promise has settled. What it throws is logged with its name. The operation does not wait for it;
   * `close` does. Another process does not hear it, and nothing is told again: for what must not be missed there are webhooks and the event
   * log. `once`: of the next event alone. Throws `invalid_input` for a name that no feature declares, with the nearest one.
   */
  on<N extends EventName<E>>(name: N, listener: (event: EventOf<N, E>) => unknown, options: ListenerOptions = {}): () => void {
    const { once = false } = listenerOptions(options)
    return this.#listeners.on({ name, tell: listener, once, logger: this.#composition.resolve(Logger) })
  }

  /** Does all background work that is due now (dispatch, deliveries, jobs, retention); returns when the next is due. */
  tick(): Promise<Date | null> {
    return this.#database.ofApp.apart('engine.tick', async () => {
      this.#refuseClosed()
      return await this.#background.tick()
    })
  }

  /** Does background work until `close`, woken by every commit of this process and of others. */
  async start(): Promise<void> {
    this.#refuseClosed()
    if (this.#background.started) return
    await this.#database.ofApp.apart('engine.start', async () => {
      this.#others = await this.#database.listen((tables) => this.#bus.wake({ tables }))
      this.#background.start()
    })
  }

  /**
   * Ends streams and background work, waits for listeners (10 s at most) and calls in flight, writes buffered log lines and closes the
   * database. A listener must not wait for it.
   */
  async close(): Promise<void> {
    await this.#database.ofApp.apart('engine.close', async () => {
      // What they were told may make them call the engine.
      await this.#listeners.finish(this.#composition.resolve(Clock))
      this.#closed = true
    })
    await this.#streams.close()
    await this.#background.stop()
    await this.#calls.settled()
    await this.accounts.settled()
    await this.#listeners.finish(this.#composition.resolve(Clock))
    await this.#others?.close()
    await this.#composition.resolve(CallLog).flush()
    await this.#composition.resolve(Mailer).close()
    await this.#composition.resolve(Http).close()
    await this.#composition.resolve(Threads).close()
    await this.#database.close()
    this.#deaf()
  }

  // After `close` a driver would reopen the database, without the lock that was released.
  async #during<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#database.ofApp.current) this.#refuseClosed()
    return await this.#calls.during(work().catch(this.#refuse))
  }

  #refuseClosed(): void {
    if (this.#closed) throw new CrmError('unavailable', 'The engine is closed')
  }

  #committed(tables: ReadonlySet<string>): void {
    this.#bus.wake({ tables })
    this.#others?.notify(tables)
  }

  // The log shows the cause; the caller learns that a retry may succeed.
  readonly #refuse = (error: unknown): never => {
    const refused = orUnavailable(error)
    if (refused !== error) this.#composition.resolve(Logger).error('The database does not answer', { error })
    throw refused
  }
}
