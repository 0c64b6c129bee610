import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { earliest } from '../../../kernel/operation/schema/moments.ts'
import { Clock } from '../../../kernel/ports/clock.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { anyOf } from '../../../kernel/storage/records/any-of.ts'
import { Codec, type Row } from '../../../kernel/storage/schema/codec.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import { deliveredBody } from '../../../kernel/storage/schema/event-draft.ts'
import { EventRecord } from '../../../kernel/storage/schema/event-record.ts'
import { enqueue } from '../../../kernel/storage/connection/statement-queue.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { inFlightLimit } from './deactivation.ts'
import { Backlog } from './backlog.ts'
import { Webhook, WebhookDelivery } from '../entity.ts'
import { batchSize, inFlightPerEndpoint, leaseMs } from './limits.ts'
import { type Target, Targets } from './targets.ts'

/** A delivery that one worker holds, with everything that its next request needs. */
export interface Claim {
  readonly kind: 'auto' | 'manual' | 'test'
  /** `attempt` is the number of the attempt to make. */
  readonly delivery: WebhookDelivery
  readonly token: string
  readonly target: Target
  readonly body: string
}

/** Claimed deliveries, and when to look again (`null`: after the next commit). */
export interface ClaimRound {
  readonly claims: readonly Claim[]
  readonly next: Date | null
}

/** Claims that can be read after the commit, and whether another process has locked one of the webhooks. */
interface PendingClaims {
  claims(): Promise<Claim[]>
  readonly isLocked: boolean
}

const WEBHOOKS_PER_ROUND = 64
const LOCKED_PAUSE_MS = 5

/** Claims due deliveries, webhook after webhook, so that a long backlog of one webhook does not delay the others. */
export class Claims {
  static readonly uses = { database: Database, backlog: Backlog, targets: Targets, ids: Ids, clock: Clock }
  readonly #uses: Resolved<typeof Claims.uses>
  readonly #deliveries: Codec<typeof WebhookDelivery.fields>
  readonly #webhooks: Codec<typeof Webhook.fields>
  /** The webhook served last: the next round starts after it. */
  #last: string | undefined

  constructor(uses: Resolved<typeof Claims.uses>) {
    this.#uses = uses

    this.#deliveries = Codec.of(WebhookDelivery.fields, uses.database.dialect)
    this.#webhooks = Codec.of(Webhook.fields, uses.database.dialect)
  }

  /** Claims at most `room` deliveries. */
  async take(now: Date, room: number): Promise<ClaimRound> {
    const waiting = await this.#uses.backlog.waiting()
    const next = this.#uses.backlog.unfinished ? now : earliest(waiting.map(({ dueAt }) => dueAt).filter((dueAt) => dueAt > now))
    const due = waiting.filter((each) => each.dueAt <= now && each.room > 0).map(({ id }) => id)
    if (due.length === 0 || room <= 0) return { claims: [], next }
    const turn = rotated(due, this.#last).slice(0, WEBHOOKS_PER_ROUND)
    const most = Math.min(room, batchSize)
    const { claims: claimed, isLocked } = await this.#uses.database.transaction((tables) => this.#claim(tables, turn, now, most))
    const claims = await claimed()
    this.#last = claims.at(-1)?.delivery.webhook_id ?? turn.at(-1)
    if (due.length > turn.length || claims.length === batchSize) return { claims, next: now }
    return { claims, next: isLocked ? new Date(now.getTime() + LOCKED_PAUSE_MS) : next }
  }

  /** The columns that lease a delivery to this worker, and the token of the lease. */
  leaseFrom(now: Date): { values: Row; token: string } {
    const token = this.#uses.ids.next()
    const lease_until = new Date(now.getTime() + leaseMs)
    return { token, values: this.#deliveries.toRow({ status: 'inflight', lease_until, lease_token: token }) }
  }

  // Rule 4 of integration: the webhook is locked before its deliveries, so the limit is exact and no two workers claim one row.
  async #claim(tables: Kysely<Tables>, ids: readonly string[], now: Date, room: number): Promise<PendingClaims> {
    const webhooks = await this.#lock(tables, ids)
    const isLocked = webhooks.length < ids.length
    const targets = await this.#uses.targets.ofAll(
      webhooks.filter(({ active }) => active),
      now,
      tables,
    )
    const order = ids.flatMap((id) => webhooks.filter((each) => each.id === id && targets.has(id)))
    if (order.length === 0) return { claims: async () => [], isLocked }
    // The round may have waited for its transaction: a lease that counts from `now` could end during the request.
    const { token, values } = this.leaseFrom(this.#uses.clock.now())
    const rows = enqueue(tables, this.#uses.database.dialect, this.#claiming(tables, order, now, room, values).compile())
    const claimOf = (row: Row): Claim => {
      const delivery = deliveryOf(row, this.#deliveries)
      // Only webhooks with a target are in `order`.
      return { kind: 'auto', delivery, token, target: targets.get(delivery.webhook_id) as Target, body: bodyOf(row) }
    }
    return { claims: async () => inOrder((await rows).map(claimOf), order), isLocked }
  }

  async #lock(tables: Kysely<Tables>, ids: readonly string[]): Promise<Webhook[]> {
    const { dialect } = this.#uses.database
    const query = tables
      .selectFrom(Webhook.table)
      .selectAll()
      .where(anyOf('id', 'uuid', ids, dialect))
    const rows = await enqueue(tables, dialect, (dialect === 'postgresql' ? query.forUpdate().skipLocked() : query).compile())
    return rows.map((row) => this.#webhooks.fromRow(row))
  }

  // Subqueries instead of joins: PostgreSQL cannot estimate how few rows match, and would scan whole tables. A lease is written directly,
  // because deliveries are no watched records and one statement must both choose and mark them.
  #claiming(tables: Kysely<Tables>, webhooks: readonly Webhook[], now: Date, room: number, lease: Row) {
    const { table } = WebhookDelivery
    const due = this.#due(tables, webhooks, now).limit(room)
    const body = tables
      .selectFrom(EventRecord.table)
      .select('body')
      .whereRef(`${EventRecord.table}.user_from`, '=', `${table}.user_from`)
      .whereRef(`${EventRecord.table}.id`, '=', `${table}.event_id`)
    return tables
      .updateTable(table)
      .set({ ...lease, attempt: sql`attempt + 1` })
      .where(this.#uses.database.dialect === 'postgresql' ? sql<SqlBool>`id = any(array(${due}))` : sql<SqlBool>`id in (${due})`)
      .returningAll()
      .returning(body.as('event_body'))
  }

  // The oldest of each webhook, as many as may be in flight to it now.
  #due(tables: Kysely<Tables>, webhooks: readonly Webhook[], now: Date) {
    const { table } = WebhookDelivery
    const least = sql.raw(this.#uses.database.dialect === 'postgresql' ? 'greatest' : 'max')
    const parts = webhooks.map(({ id, failure_count }) => {
      const busy = tables
        .selectFrom(table)
        .select(sql<number>`count(*)`.as('busy'))
        .where('webhook_id', '=', id)
        .where('status', '=', sql.lit('inflight'))
      const part = tables
        .selectFrom(table)
        .select('id')
        .where('status', '=', sql.lit('pending'))
        .where('webhook_id', '=', id)
        .where('due_at', '<=', this.#deliveries.toColumn('due_at', now))
        .orderBy('due_at')
        .orderBy('id')
        .limit(sql<number>`${least}(0, ${sql.lit(inFlightLimit(failure_count, inFlightPerEndpoint))} - (${busy}))`)
      return tables.selectFrom(part.as('part')).select('id')
    })
    const due = parts.reduce((all, each) => all.unionAll(each))
    return tables.selectFrom(due.as('due')).select('id')
  }
}

// By webhook, then by due time: `returning` gives rows in no particular order.
function inOrder(claims: readonly Claim[], webhooks: readonly Webhook[]): Claim[] {
  const byWebhook = Map.groupBy(claims, ({ delivery }) => delivery.webhook_id)
  return webhooks.flatMap(({ id }) => (byWebhook.get(id) ?? []).toSorted((left, right) => byDue(left.delivery, right.delivery)))
}

function byDue(left: WebhookDelivery, right: WebhookDelivery): number {
  return Number(left.due_at) - Number(right.due_at) || (left.id < right.id ? -1 : 1)
}

/** The delivery of a row; PostgreSQL gives the event id as text. */
export function deliveryOf(row: Row, codec: Codec<typeof WebhookDelivery.fields>): WebhookDelivery {
  const delivery = codec.fromRow(row)
  return { ...delivery, event_id: delivery.event_id === null ? null : Number(delivery.event_id) }
}

/** The body to send: that of the event, or of the test itself. */
export function bodyOf({ event_id, body, event_body }: Row): string {
  return event_id === null ? String(body) : deliveredBody(String(event_id), String(event_body))
}

function rotated(ids: readonly string[], last: string | undefined): string[] {
  const at = ids.findIndex((id) => last !== undefined && id > last)
  return at < 0 ? [...ids] : [...ids.slice(at), ...ids.slice(0, at)]
}
