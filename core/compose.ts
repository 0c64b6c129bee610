import 'reflect-metadata'
import { container, type DependencyContainer, instanceCachingFactory, type InjectionToken } from 'tsyringe'
import type { Registry } from './kernel/feature/registry.ts'
import type { Token } from './kernel/operation/operation.ts'
import { type Binding, Later, type Resolve } from './kernel/operation/pipeline.ts'
import type { RecordTypes } from './records/record-type/record-types.ts'
import { WriteProbe } from './kernel/storage/units/write-probe.ts'
import { AccessWatch } from './kernel/events/access-watch.ts'
import { NewestEvents } from './kernel/events/newest.ts'
import { EventTails } from './kernel/events/tails.ts'
import { resolveAll, Services } from './kernel/operation/services.ts'
import type { Settings } from './kernel/operation/settings.ts'
import { Clock } from './kernel/ports/clock.ts'
import { ColumnAdvisor } from './kernel/ports/column-advisor.ts'
import { FileStore } from './kernel/ports/file-store.ts'
import { Http } from './kernel/ports/http.ts'
import { Ids } from './kernel/ports/ids.ts'
import { type Log, SafeLogger } from './kernel/ports/log.ts'
import { Logger } from './kernel/ports/logger.ts'
import { Mailer } from './kernel/ports/mailer.ts'
import { TokenVerifier } from './kernel/ports/token-verifier.ts'
import { Random } from './kernel/ports/random.ts'
import { Inbox } from './kernel/ports/inbox.ts'
import { Writer } from './kernel/ports/writer.ts'
import { OpenUploads } from './records/attachments/uploads.ts'
import { ImapInbox } from './outreach/inbox/imap-inbox.ts'
import { SmtpMailer } from './outreach/sending/smtp-mailer.ts'
import { PublicSecrets } from './outreach/secrets/public-secrets.ts'
import { Captcha } from './outreach/forms/ports.ts'
import { ChatWriter } from './automation/writing/chat-writer.ts'
import { Threads } from './kernel/threads/threads.ts'
import { IdempotencyKeys } from './kernel/storage/units/idempotency.ts'
import { AccessGeneration } from './platform/access/access-generation.ts'
import { CallLog } from './platform/access/call-log.ts'
import { ObservedCalls } from './observed-calls.ts'
import { Grants } from './platform/grants/grants.ts'
import { GrantTokens } from './platform/grants/grant-tokens.ts'
import { Installation } from './platform/access/installation.ts'
import { Limits } from './platform/access/limits.ts'
import { PublicLimits } from './platform/access/public-limits.ts'
import { SignIn } from './platform/access/sign-in.ts'
import { Accounts } from './platform/accounts/service.ts'
import { VisibilityResolver } from './platform/access/visibility-resolver.ts'

/** An instance of a port that replaces its default. */
export type Port = Captcha | Clock | ColumnAdvisor | FileStore | Http | Ids | Inbox | Logger | Mailer | Random | TokenVerifier | Writer

/** The tokens of all ports. */
export const ports = [Clock, Ids, Random, Logger, Http, Inbox, Mailer, Writer, ColumnAdvisor, Captcha, TokenVerifier, FileStore]

/** Composition root: constructs services from the tokens that they use. */
export class Composition {
  readonly #container: DependencyContainer = container.createChildContainer()
  readonly #services: ReadonlySet<Token>

  /** The service of a token, of the engine. */
  readonly resolve: Resolve

  /** `ports` live as long as the engine; `services` are constructed once per call. */
  constructor(bindings: readonly Binding[], ports: readonly Token[], services: Iterable<Token>) {
    for (const [token, value] of bindings) this.#container.register(keyOf(token), { useValue: value })
    for (const token of withDependencies(ports))
      if (!this.#container.isRegistered(keyOf(token)))
        this.#container.register(keyOf(token), { useFactory: instanceCachingFactory(() => construct(token, this.resolve)) })
    this.#services = new Set([...withDependencies(services)].filter((token) => !this.#container.isRegistered(keyOf(token))))
    this.resolve = this.#resolver(new Map<Token, never>())
  }

  /** Resolves the services of one call, with values of that call. */
  scope(bindings: readonly Binding[]): Resolve {
    const made: Made = new Map<Token, never>()
    const laters: Laters = new Map<Token, never>()
    for (const [token, value] of bindings)
      if (value instanceof Later) laters.set(token, value)
      else made.set(token, value)
    const resolve = this.#resolver(made, laters)
    made.set(Services, new Services(resolve))
    return resolve
  }

  // Every call makes dozens of services that use one another: they are constructed here, because a container of its own costs a call more than all of them.
  #resolver(made: Made, laters?: Laters): Resolve {
    const resolve: Resolve = <T>(token: Token<T>): T => {
      const known = made.get(token)
      if (known !== undefined) return known
      const service =
        laters?.get(token)?.make() ?? (this.#services.has(token) ? construct(token, resolve) : this.#container.resolve(keyOf(token)))
      made.set(token, service)
      return service
    }
    return resolve
  }
}

function construct<T>(token: Token<T>, resolve: Resolve): T {
  const Service = token as new (uses: object) => T
  return new Service(resolveAll(token.uses ?? {}, resolve))
}

/** Services by their tokens. */
interface Made {
  get<T>(token: Token<T>): T | undefined
  set<T>(token: Token<T>, service: T): void
}

/** Those that are made when they are asked for first. */
interface Laters {
  get<T>(token: Token<T>): Later<T> | undefined
  set<T>(token: Token<T>, later: Later<T>): void
}

/** The given ports, the clock, and defaults of those that need the settings. */
export function portsFor(
  given: readonly Port[],
  clock: Clock,
  { ai, egressAllow: allow, egressPorts, egressProxy: proxy }: Settings,
  log?: Log,
): ReadonlyMap<Token, Port> {
  const found = new Map<Token, Port>()
  for (const port of given) {
    const token = ports.find((each) => port instanceof each)
    if (token) found.set(token, port)
  }
  found.set(Clock, clock)
  const logger = given.findLast((each) => each instanceof Logger)
  found.set(Logger, log ? SafeLogger.to(log) : SafeLogger.around(logger ?? new Logger()))
  const http = given.findLast((each) => each instanceof Http) ?? new Http({ allow, ports: egressPorts, proxy })
  found.set(Http, http)
  if (!found.has(Inbox)) found.set(Inbox, new ImapInbox({ http, clock }))
  if (!found.has(Mailer)) found.set(Mailer, new SmtpMailer(http, clock))
  if (ai && !found.has(Writer)) found.set(Writer, new ChatWriter(http, ai))
  return found
}

/** Services that live as long as the engine. */
export function engineServices(registry: Registry): readonly Token[] {
  const features = [...registry.all('loops'), ...registry.all('consumers'), ...registry.all('meters')]
  return [
    ...ports,
    Threads,
    AccessGeneration,
    Installation,
    Accounts,
    Grants,
    GrantTokens,
    VisibilityResolver,
    SignIn,
    CallLog,
    ObservedCalls,
    Limits,
    PublicLimits,
    PublicSecrets,
    NewestEvents,
    EventTails,
    AccessWatch,
    WriteProbe,
    OpenUploads,
    ...features,
  ]
}

/** Services that are constructed for each call and each step of a job. */
export function callServices(registry: Registry, types: RecordTypes): readonly Token[] {
  const services = [...registry.list, ...registry.all('pages')].flatMap(({ uses, check, seals }) => [...Object.values(uses), check, seals])
  const ofActions = registry.all('actions').flatMap(({ uses = {} }) => Object.values(uses))
  const ofTypes = types.all.flatMap(({ store, links = [] }) => [store, ...links])
  return [
    ...services.filter((each) => each !== undefined),
    ...ofTypes,
    ...ofActions,
    ...registry.all('services'),
    ...registry.all('jobTypes'),
    IdempotencyKeys,
  ]
}

// tsyringe requires a public constructor; that of a token may be private.
function keyOf<T>(token: Token<T>): InjectionToken<T> {
  return token as InjectionToken<T>
}

function withDependencies(tokens: Iterable<Token>, found: Set<Token> = new Set()): Set<Token> {
  for (const token of tokens) {
    if (found.has(token)) continue
    found.add(token)
    withDependencies(Object.values(token.uses ?? {}), found)
  }
  return found
}
