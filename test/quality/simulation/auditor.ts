import { sql, type Kysely, type RawBuilder } from 'kysely'
import { answered } from '../../../core/kernel/storage/connection/statement-queue.ts'
import type { Tables } from '../../../core/kernel/storage/schema/tables.ts'
import type { Network, Request } from './network.ts'
import type { Time } from './time.ts'

// The rules of the API, copied instead of imported, so that changes of the engine show.
const DELAYS_MS = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000]
const [ATTEMPTS, DEACTIVATE_AT, HALF_OPEN_AT, CAP, LEASE_MS] = [6, 25, 5, 16, 30_000]

type Row = Readonly<Record<string, unknown>>

interface Hook {
  readonly url: string
  readonly patterns: readonly string[]
  active: boolean
  failures: number
  /** When it was last reactivated: held deliveries are due since then. */
  resumedAt: number | undefined
}

interface Delivery {
  /** Of the last attempt in the log. */
  attempt: number
  /** Attempts that count in the schedule. */
  step: number
  last?: Attempt
}

interface Attempt {
  readonly ok: boolean
  /** A failure that is not repeated. */
  readonly final: boolean
  /** It failed because of its process, not its endpoint. */
  readonly ours: boolean
  readonly answeredAt: number | undefined
  readonly jumps: number
}

interface Happened {
  readonly type: string
  /** The webhooks that it is for. */
  readonly takers: ReadonlySet<string>
}

/** Checks the database at the end of every transaction and reports violations. */
export class Auditor {
  readonly faults: string[] = []
  attempts = 0
  lost = 0
  deactivated = 0
  /** How far the clocks of two machines may differ. */
  skew = 0
  /** How often the wall clock has jumped. */
  jumps = 0
  readonly #time: Time
  readonly #hooks = new Map<string, Hook>()
  readonly #deliveries = new Map<string, Delivery>()
  readonly #claims = new Map<string, { readonly at: number; readonly jumps: number }>()
  readonly #undispatched = new Map<number, Happened>()
  readonly #dispatched = new Map<number, Happened>()
  readonly #announced = new Set<string>()
  readonly #askedFor: string[] = []
  #lastAttempt = 0
  #lastEvent = 0
  network!: Network

  constructor(time: Time) {
    this.#time = time
  }

  readonly blame = (fault: string): void => {
    this.faults.push(`${(this.#time.now / 1000).toFixed(3)} s: ${fault}`)
  }

  /** A user is about to switch or delete a webhook: nobody else may. */
  announce(webhook: string, change: boolean | 'deleted'): void {
    this.#announced.add(`${webhook} ${change}`)
  }

  /** A user requests an attempt of this delivery: until its result, the limits of automatic attempts do not apply. */
  async whileAsked(delivery: string, work: () => Promise<unknown>): Promise<void> {
    this.#askedFor.push(delivery)
    await work().finally(() => this.#askedFor.splice(this.#askedFor.indexOf(delivery), 1))
  }

  get events(): number {
    return this.#lastEvent
  }

  get deliveries(): number {
    return this.#deliveries.size
  }

  /** Called at the end of a transaction. */
  async look(tables: Kysely<Tables>, by: string): Promise<void> {
    await answered(tables)
    const hooks = await read(tables, sql`select id, url, active, failure_count, events from webhooks`)
    const attempts = await read(
      tables,
      sql`select a.rowid as serial, a.*, d.event_id from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
        where a.rowid > ${this.#lastAttempt} order by a.rowid`,
    )
    const inflight = await read(tables, sql`select id, webhook_id, event_id, attempt from webhook_deliveries where status = 'inflight'`)
    const events = await read(tables, sql`select id, type from events where id > ${this.#lastEvent}`)
    const waiting = await read(
      tables,
      sql`select id from events where position in (select position from event_dispatches where processed_at is null)`,
    )
    for (const row of attempts) this.#readAttempt(row)
    this.#readHooks(hooks, by)
    this.#readClaims(inflight, by)
    this.#readEvents(events, new Set(waiting.map(({ id }) => Number(id))))
  }

  /** Once nothing is left to do. */
  async end(tables: Kysely<Tables>): Promise<void> {
    for (const id of this.#undispatched.keys()) this.blame(`event ${id} was never dispatched`)
    const rows = await read(tables, sql`select id, webhook_id, event_id, status, attempt, lease_token from webhook_deliveries`)
    const made = new Set<string>()
    for (const row of rows) {
      made.add(`${row['webhook_id']} ${row['event_id']}`)
      this.#endDelivery(row)
    }
    for (const [event, { takers, type }] of this.#dispatched) {
      for (const hook of this.#hooks.keys()) {
        const reached = made.has(`${hook} ${event}`)
        if (takers.has(hook) && !reached) this.blame(`event ${event} (${type}) never reached webhook ${hook}`)
        if (reached && !takers.has(hook)) this.blame(`event ${event} (${type}) was not for webhook ${hook}`)
      }
    }
  }

  #readAttempt(row: Row): void {
    this.#lastAttempt = Number(row['serial'])
    this.attempts += 1
    const [id, number, status, hook] = [row['delivery_id'], row['attempt'], row['status_code'], this.#hooks.get(String(row['webhook_id']))]
    const delivery = this.#deliveries.get(String(id)) ?? { attempt: 0, step: 0 }
    this.#deliveries.set(String(id), delivery)
    if (number !== delivery.attempt + 1) this.blame(`attempt ${number} of ${id} follows attempt ${delivery.attempt}`)
    delivery.attempt = Number(number)
    const request = this.#requestOf(row, hook)
    if (row['error_code'] === 'worker_lost') this.#readLost(String(id), delivery.attempt)
    else if (!request) this.blame(`attempt ${number} of ${id} is in the log and was never sent`)
    else if (request.outcome?.status !== status)
      this.blame(`attempt ${number} of ${id} was logged as ${status}, and answered ${request.outcome?.status}`)
    const last = attemptOf(row, request, this.jumps)
    if (!last.ours) delivery.step += 1
    delivery.last = last
    if (row['event_id'] === null) return
    if (hook) this.#count(hook, last)
    if (row['next_retry_at'] !== null) this.#checkRetry(row, delivery, hook)
  }

  #count(hook: Hook, { ok, ours }: Attempt): void {
    if (ok) hook.failures = 0
    else if (hook.active && !ours) {
      hook.failures += 1
      hook.active = hook.failures < DEACTIVATE_AT
      if (!hook.active) this.deactivated += 1
    }
  }

  #checkRetry(row: Row, { step, last }: Delivery, hook: Hook | undefined): void {
    const after = Number(row['next_retry_at']) - Number(row['created_at'])
    const delay = last?.ours ? 0 : DELAYS_MS[step - 1]
    if (delay === undefined || last?.ok || last?.final)
      this.blame(`a retry after attempt ${row['attempt']}, which ended ${row['delivery_id']}`)
    else if (after !== delay) this.blame(`attempt ${row['attempt']} is to be repeated after ${after} ms`)
    if (hook && !hook.active) this.blame('a retry is announced for a webhook that is inactive')
  }

  #readLost(id: string, number: number): void {
    this.lost += 1
    const claim = this.#claims.get(`${id} ${number}`)
    if (!claim) this.blame(`attempt ${number} of ${id} was lost before it was claimed`)
    else if (claim.jumps === this.jumps && this.#time.now - claim.at < LEASE_MS - this.skew)
      this.blame(`attempt ${number} of ${id} was called lost after ${this.#time.now - claim.at} ms`)
  }

  #readHooks(rows: readonly Row[], by: string): void {
    const ids = new Set(rows.map(({ id }) => String(id)))
    for (const id of this.#hooks.keys()) {
      if (ids.has(id)) continue
      if (!this.#announced.has(`${id} deleted`)) this.blame(`webhook ${id} is gone`)
      this.#hooks.delete(id)
    }
    for (const row of rows) {
      const [id, active, failures] = [String(row['id']), Boolean(row['active']), Number(row['failure_count'])]
      const known = this.#hooks.get(id)
      if (known && known.active !== active && by === 'api' && this.#announced.has(`${id} ${active}`)) {
        known.active = active
        if (active) Object.assign(known, { failures: 0, resumedAt: this.#time.now })
      }
      if (known && (known.active !== active || known.failures !== failures))
        this.blame(`webhook ${id} has ${failures} failures, active: ${active}; the log says ${known.failures}, active: ${known.active}`)
      this.#hooks.set(id, {
        url: String(row['url']),
        patterns: JSON.parse(String(row['events'])) as string[],
        active,
        failures,
        resumedAt: known?.resumedAt,
      })
    }
  }

  #readClaims(rows: readonly Row[], by: string): void {
    const busy = Map.groupBy(rows, (row) => String(row['webhook_id']))
    for (const row of rows) {
      const [id, key] = [String(row['id']), `${row['id']} ${row['attempt']}`]
      if (this.#claims.has(key)) continue
      this.#claims.set(key, { at: this.#time.now, jumps: this.jumps })
      if (by === 'api' || row['event_id'] === null || this.#askedFor.includes(id)) continue
      const hook = this.#hooks.get(String(row['webhook_id']))
      const delivery = this.#deliveries.get(id) ?? { attempt: 0, step: 0 }
      if (Number(row['attempt']) !== delivery.attempt + 1)
        this.blame(`attempt ${row['attempt']} of ${id} was claimed after attempt ${delivery.attempt}`)
      if (!hook?.active) this.blame(`${id} was claimed for a webhook that is not active`)
      const most = (hook?.failures ?? 0) >= HALF_OPEN_AT ? 1 : CAP
      const count = busy.get(String(row['webhook_id']))?.length ?? 0
      if (count > most) this.blame(`${count} requests are under way to a webhook with ${hook?.failures} failures`)
      this.#checkDue(id, delivery, hook?.resumedAt)
    }
  }

  // By the virtual time of the response, independent of the database.
  #checkDue(id: string, { attempt, step, last }: Delivery, resumedAt = Number.NEGATIVE_INFINITY): void {
    if (!last) return
    if (last.ok || last.final || step >= ATTEMPTS) return this.blame(`attempt ${attempt + 1} of ${id}, which had ended`)
    if (last.ours || last.jumps !== this.jumps || last.answeredAt === undefined || last.answeredAt <= resumedAt) return
    const due = last.answeredAt + (DELAYS_MS[step - 1] ?? 0)
    if (this.#time.now < due - this.skew) this.blame(`attempt ${attempt + 1} of ${id} is ${due - this.#time.now} ms early`)
  }

  // An event is for the webhooks that were active when it was committed, by what they subscribe to when it is dispatched.
  #readEvents(born: readonly Row[], waiting: ReadonlySet<number>): void {
    for (const row of born) {
      const id = Number(row['id'])
      this.#lastEvent = Math.max(this.#lastEvent, id)
      const active = [...this.#hooks].filter(([, hook]) => hook.active).map(([hook]) => hook)
      this.#undispatched.set(id, { type: String(row['type']), takers: new Set(active) })
    }
    for (const [id, event] of this.#undispatched) {
      if (waiting.has(id)) continue
      this.#undispatched.delete(id)
      const takers = [...event.takers].filter((hook) => takes(this.#hooks.get(hook)?.patterns ?? [], event.type))
      this.#dispatched.set(id, { ...event, takers: new Set(takers) })
    }
  }

  #endDelivery(row: Row): void {
    const [id, status, hook] = [String(row['id']), String(row['status']), this.#hooks.get(String(row['webhook_id']))]
    const { attempt, step, last } = this.#deliveries.get(id) ?? { attempt: 0, step: 0 }
    if (row['lease_token'] !== null || status === 'pending' || status === 'inflight') this.blame(`${id} has not ended: ${status}`)
    if (!hook) return
    if (attempt !== Number(row['attempt'])) this.blame(`${id} counts ${row['attempt']} attempts, its log ${attempt}`)
    if (row['event_id'] === null) return
    if (status === 'ok' && !last?.ok) this.blame(`${id} is ok, and its last attempt was not`)
    else if (status === 'failed' && !last?.final && step < ATTEMPTS) this.blame(`${id} was given up after ${step} attempts`)
    else if (status === 'held' && hook.active) this.blame(`${id} is held, and its webhook is active`)
    else if (status === 'cancelled') this.blame(`${id} was cancelled, and its webhook is there`)
  }

  #requestOf(row: Row, hook: Hook | undefined): Request | undefined {
    const delivery = row['event_id'] === null ? `evt_test_${row['delivery_id']}` : `evt_${row['event_id']}`
    return hook && this.network.request(hook.url, delivery, Number(row['attempt']))
  }
}

function takes(patterns: readonly string[], type: string): boolean {
  return patterns.some((each) => each === '*' || each === type || (each.endsWith('.*') && type.startsWith(each.slice(0, -1))))
}

function attemptOf(row: Row, request: Request | undefined, jumps: number): Attempt {
  const [status, error] = [Number(row['status_code']), row['error_code']]
  const ours = error === 'worker_lost' || error === 'aborted'
  const final = error === null ? status >= 300 && status <= 499 && status !== 408 && status !== 429 : request?.outcome?.terminal === true
  return { ok: status >= 200 && status <= 299, final: final && !ours, ours, answeredAt: request?.answeredAt, jumps }
}

async function read(tables: Kysely<Tables>, query: RawBuilder<unknown>): Promise<readonly Row[]> {
  return (await query.execute(tables)).rows as readonly Row[]
}
