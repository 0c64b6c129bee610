import { Http } from 'rapport-crm'
import type { HttpOutcome, HttpRequest } from '../../../core/kernel/ports/http.ts'
import type { Chance } from './chance.ts'
import type { Machine } from './machine.ts'
import type { Time } from './time.ts'

/** A request as an endpoint got it, and what came of it at the other side. */
export interface Request {
  readonly url: string
  readonly delivery: string
  readonly attempt: number
  /** Virtual milliseconds. */
  readonly sentAt: number
  readonly body: string
  /** Undefined while it is under way. */
  outcome?: HttpOutcome
  answeredAt?: number
}

/** How an endpoint behaves for a while. */
const moods = ['well', 'well', 'flaky', 'down', 'silent', 'refuses', 'gone', 'busy', 'resets'] as const
export type Mood = (typeof moods)[number]

const TIMEOUT_MS = 10_000

/** A network between the machines and all endpoints, on which anything may be slow, refused or lost. */
export class Network {
  readonly time: Time
  readonly chance: Chance
  readonly #moods = new Map<string, Mood>()
  readonly #seen = new Map<string, Request>()
  readonly #bodies = new Map<string, string>()
  readonly #blame: (fault: string) => void
  readonly #waiting = new Set<() => void>()
  #underWay = 0

  constructor(time: Time, chance: Chance, blame: (fault: string) => void) {
    this.time = time
    this.chance = chance
    this.#blame = blame
  }

  /** From now on all endpoints answer well. */
  calm(): void {
    this.#moods.clear()
  }

  changeMood(host: string): void {
    this.#moods.set(host, this.chance.of(moods))
  }

  /** Ends all requests that are under way, as the end of the simulation leaves no time for their answers. */
  hangUp(): void {
    for (const end of this.#waiting) end()
  }

  /** What an attempt met at its endpoint. */
  request(url: string, delivery: string, attempt: number): Request | undefined {
    return this.#seen.get(keyOf(url, delivery, attempt))
  }

  /** All requests in one number: the same for two runs of one seed. */
  trace = 0

  /** Requests that living machines wait for. */
  get underWay(): number {
    return this.#underWay
  }

  send({ url, headers, body, signal }: HttpRequest, machine: Machine | undefined): Promise<HttpOutcome> {
    this.time.stir()
    const [delivery = '', attempt = ''] = [headers['X-Service-Delivery'], headers['X-Service-Attempt']]
    const text = Buffer.from(body ?? '').toString('utf8')
    const request: Request = { url, delivery, attempt: Number(attempt), sentAt: this.time.now, body: text }
    this.#note(request)
    const { outcome, afterMs } = this.#answer(url)
    this.#underWay += 1
    return new Promise((resolve) => {
      const answer = (what: HttpOutcome) => {
        this.time.stir()
        this.#waiting.delete(abort)
        if (request.answeredAt === undefined) this.#underWay -= 1
        request.outcome ??= what
        request.answeredAt ??= this.time.now
        if (machine) machine.reach(() => resolve(what))
        else resolve(what)
      }
      const forget = this.time.after(afterMs, () => answer({ ...outcome, durationMs: afterMs }))
      const abort = () => {
        forget()
        answer(failed('aborted'))
      }
      this.#waiting.add(abort)
      signal?.addEventListener('abort', abort)
    })
  }

  // One number is used for one request, and a delivery never changes: both whatever dies in between.
  #note(request: Request): void {
    const { url, delivery, attempt, body, sentAt } = request
    const key = keyOf(url, delivery, attempt)
    if (this.#seen.has(key)) this.#blame(`attempt ${attempt} of ${delivery} was sent twice to ${url}`)
    const known = this.#bodies.get(delivery)
    if (known !== undefined && known !== body) this.#blame(`the body of ${delivery} has changed`)
    this.#bodies.set(delivery, body)
    this.#seen.set(key, request)
    for (const character of `${sentAt} ${key}`) this.trace = (Math.imul(this.trace, 31) + character.charCodeAt(0)) >>> 0
  }

  #answer(url: string): { outcome: HttpOutcome; afterMs: number } {
    const { chance } = this
    const mood = this.#moods.get(new URL(url).host) ?? 'well'
    const quick = chance.whole(1, 300)
    if (mood === 'flaky')
      return { outcome: chance.of([answered(200), answered(500), answered(429), failed('connection_reset')]), afterMs: quick }
    if (mood === 'down') return { outcome: failed(chance.of(['connection_refused', 'dns_error', 'tls_error'])), afterMs: quick }
    if (mood === 'silent') return { outcome: failed('timeout'), afterMs: TIMEOUT_MS }
    if (mood === 'refuses') return { outcome: answered(chance.of([301, 400, 404, 422])), afterMs: quick }
    if (mood === 'gone') return { outcome: { ...failed('blocked_address'), terminal: chance.happens(0.5) }, afterMs: 0 }
    if (mood === 'busy') return { outcome: answered(chance.of([200, 503, 408])), afterMs: chance.whole(1000, 9_900) }
    // It got the request, and its answer is lost.
    if (mood === 'resets') return { outcome: failed('connection_reset'), afterMs: quick }
    return { outcome: answered(chance.of([200, 201, 204])), afterMs: quick }
  }
}

/** The network as one machine reaches it. */
export class Line extends Http {
  readonly #network: Network
  readonly #machine: Machine | undefined

  constructor(network: Network, machine?: Machine) {
    super({ lookup: async () => [{ address: '93.184.215.14', family: 4 }] })
    this.#network = network
    this.#machine = machine
  }

  override send(request: HttpRequest): Promise<HttpOutcome> {
    return this.#network.send(request, this.#machine)
  }
}

// Of one webhook, whose host stays when its URL is changed.
function keyOf(url: string, delivery: string, attempt: number): string {
  return `${new URL(url).host} ${delivery} ${attempt}`
}

function answered(status: number): HttpOutcome {
  return { status, error: null, terminal: false, response: `answered ${status}`, durationMs: 0, retryAfter: null }
}

function failed(error: NonNullable<HttpOutcome['error']>): HttpOutcome {
  return { status: 0, error, terminal: false, response: error, durationMs: 0, retryAfter: null }
}
