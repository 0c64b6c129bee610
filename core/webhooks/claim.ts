import { sql, type Kysely } from 'kysely'
import { earliest } from '../kernel/moments.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { Codec, type Row } from '../storage/codec.ts'
import { Database } from '../storage/database.ts'
import { deliveredBody } from '../storage/event-draft.ts'
import { EventRecord } from '../storage/event-record.ts'
import type { Tables } from '../storage/set-writer.ts'
import { inFlightLimit } from './activation.ts'
import { Backlog } from './backlog.ts'
import { Webhook, WebhookDelivery } from './entity.ts'
import { batchSize, inFlightPerEndpoint, leaseMs } from './limits.ts'
import { type Target, Targets } from './target.ts'

/** A delivery that one worker holds, with all that its next request needs. */
export interface Claim {
  readonly kind: 'auto' | 'manual' | 'test'
  /** With the attempt that is to be made. */
  readonly delivery: WebhookDelivery
  readonly token: string
  readonly target: Target
  readonly body: string
}

/** What was claimed, and when to look again (`null`: when something happens). */
export interface Claimed {
  readonly claims: readonly Claim[]
  readonly next: Date | null
}

const WEBHOOKS = 64
const LOCKED_MS = 5

/** Takes up deliveries that are due, webhook after webhook, so that a long backlog of one keeps no other waiting (webhooks.md F7). */
export class Claims {
  static readonly inject = [Database, Backlog, Targets, Ids, Clock] as const
  readonly #database: Database
  readonly #backlog: Backlog
  readonly #targets: Targets
  readonly #ids: Ids
  readonly #clock: Clock
  readonly #deliveries: Codec
  readonly #webhooks: Codec
  /** The webhook served last: the next round begins behind it. */
  #last: string | undefined

  constructor(database: Database, backlog: Backlog, targets: Targets, ids: Ids, clock: Clock) {
    this.#database = database
    this.#backlog = backlog
    this.#targets = targets
    this.#ids = ids
    this.#clock = clock
    this.#deliveries = Codec.of(WebhookDelivery.fields, database.dialect)
    this.#webhooks = Codec.of(Webhook.fields, database.dialect)
  }

  /** At most `room` deliveries. */
  async take(now: Date, room: number): Promise<Claimed> {
    const waiting = await this.#backlog.waiting()
    const next = this.#backlog.unfinished ? now : earliest(waiting.map(({ dueAt }) => dueAt).filter((dueAt) => dueAt > now))
    const due = waiting.filter((each) => each.dueAt <= now && each.room > 0).map(({ id }) => id)
    if (due.length === 0 || room <= 0) return { claims: [], next }
    const turn = rotated(due, this.#last).slice(0, WEBHOOKS)
    const most = Math.min(room, batchSize)
    const { claims, locked } = await this.#database.transaction((tables) => this.#claim(tables, turn, now, most))
    this.#last = claims.at(-1)?.delivery.webhook_id ?? turn.at(-1)
    if (due.length > turn.length || claims.length === batchSize) return { claims, next: now }
    return { claims, next: locked ? new Date(now.getTime() + LOCKED_MS) : next }
  }

  /** The columns by which a delivery is held until its lease ends. */
  leaseFrom(now: Date): { values: Row; token: string } {
    const token = this.#ids.next()
    const lease_until = new Date(now.getTime() + leaseMs)
    return { token, values: this.#deliveries.toRow({ status: 'inflight', lease_until, lease_token: token }) }
  }

  // Whoever changes deliveries of a webhook locks the webhook first: so the cap is exact, and no two workers take one row.
  async #claim(tables: Kysely<Tables>, ids: readonly string[], now: Date, room: number): Promise<{ claims: Claim[]; locked: boolean }> {
    const webhooks = await this.#lock(tables, ids)
    const locked = webhooks.length < ids.length
    const targets = await this.#targets.ofAll(
      webhooks.filter(({ active }) => active),
      now,
      tables,
    )
    const order = ids.flatMap((id) => webhooks.filter((each) => each.id === id && targets.has(id)))
    const found = order.length === 0 ? [] : (await this.#due(tables, order, now)).slice(0, room)
    if (found.length === 0) return { claims: [], locked }
    // A round may have waited for its transaction: a lease counts from when it is given, or it ends under the request.
    const { token, values } = this.leaseFrom(this.#clock.now())
    await tables
      .updateTable(WebhookDelivery.table)
      .set({ ...values, attempt: sql`attempt + 1` })
      .where(
        'id',
        'in',
        found.map((row) => row['id']),
      )
      .execute()
    const claims = found.map((row): Claim => {
      const delivery = deliveryOf(row, this.#deliveries)
      const target = targets.get(delivery.webhook_id) as Target
      return { kind: 'auto', delivery: { ...delivery, attempt: delivery.attempt + 1 }, token, target, body: bodyOf(row) }
    })
    return { claims, locked }
  }

  async #lock(tables: Kysely<Tables>, ids: readonly string[]): Promise<Webhook[]> {
    const query = tables.selectFrom(Webhook.table).selectAll().where('id', 'in', ids)
    const rows = await (this.#database.dialect === 'postgresql' ? query.forUpdate().skipLocked() : query).execute()
    return rows.map((row) => this.#webhooks.fromRow(row) as unknown as Webhook)
  }

  // The oldest of each webhook, as many as it has room for by now.
  async #due(tables: Kysely<Tables>, webhooks: readonly Webhook[], now: Date): Promise<Row[]> {
    const { table } = WebhookDelivery
    const least = sql.raw(this.#database.dialect === 'postgresql' ? 'greatest' : 'max')
    const parts = webhooks.map(({ id, failure_count }) => {
      const busy = tables
        .selectFrom(table)
        .select(sql<number>`count(*)`.as('busy'))
        .where('webhook_id', '=', id)
        .where('status', '=', sql.lit('inflight'))
      const part = tables
        .selectFrom(table)
        .selectAll()
        .where('status', '=', sql.lit('pending'))
        .where('webhook_id', '=', id)
        .where('due_at', '<=', this.#deliveries.toColumn('due_at', now))
        .orderBy('due_at')
        .orderBy('id')
        .limit(sql<number>`${least}(0, ${sql.lit(inFlightLimit(failure_count, inFlightPerEndpoint))} - (${busy}))`)
      return tables.selectFrom(part.as('part')).selectAll()
    })
    const due = parts.reduce((all, each) => all.unionAll(each))
    // A probe for each body: PostgreSQL cannot guess how few rows there are, and would read the whole log for a join.
    const body = tables.selectFrom(EventRecord.table).select('body').whereRef(`${EventRecord.table}.id`, '=', sql.ref('due.event_id'))
    return await tables.selectFrom(due.as('due')).selectAll().select(body.as('event_body')).execute()
  }
}

/** The delivery of a row, whose event id the driver of PostgreSQL answers as text. */
export function deliveryOf(row: Row, codec: Codec): WebhookDelivery {
  const delivery = codec.fromRow(row) as unknown as WebhookDelivery
  return { ...delivery, event_id: delivery.event_id === null ? null : Number(delivery.event_id) }
}

/** The bytes to send: of the event, or of the test itself. */
export function bodyOf(row: Row): string {
  return row['event_id'] === null ? String(row['body']) : deliveredBody(String(row['event_id']), String(row['event_body']))
}

function rotated(ids: readonly string[], last: string | undefined): string[] {
  const at = ids.findIndex((id) => last !== undefined && id > last)
  return at < 0 ? [...ids] : [...ids.slice(at), ...ids.slice(0, at)]
}
