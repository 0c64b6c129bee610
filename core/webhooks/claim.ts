import { sql, type Kysely } from 'kysely'
import { Ids } from '../ports/ids.ts'
import { Logger } from '../ports/logger.ts'
import { Keyring } from '../secrets/keyring.ts'
import { Codec, type Row } from '../storage/codec.ts'
import { Database } from '../storage/database.ts'
import { deliveredBody } from '../storage/event-draft.ts'
import { EventRecord } from '../storage/event-record.ts'
import type { Tables } from '../storage/set-writer.ts'
import { inFlightLimit } from './activation.ts'
import { Webhook, WebhookDelivery } from './entity.ts'
import { batchSize, inFlightPerEndpoint, leaseMs } from './limits.ts'

/** A delivery that one worker holds, with all that its next request needs. */
export interface Claim {
  readonly kind: 'auto' | 'manual' | 'test'
  /** With the attempt that is to be made. */
  readonly delivery: WebhookDelivery
  readonly token: string
  readonly target: Target
  readonly body: string
}

export interface Target {
  readonly url: string
  readonly secret: string
  readonly previousSecret?: string
}

interface Waiting {
  readonly id: string
  readonly dueAt: Date
  /** Requests that could be sent to it now. */
  readonly room: number
  readonly state: 'active' | 'inactive' | 'deleted'
}

const WEBHOOKS = 64

/** Takes up deliveries that are due, webhook after webhook, so that a long backlog of one keeps no other waiting (webhooks.md F7). */
export class Claims {
  static readonly inject = [Database, Keyring, Ids, Logger] as const
  readonly #database: Database
  readonly #keyring: Keyring
  readonly #ids: Ids
  readonly #logger: Logger
  readonly #deliveries: Codec
  readonly #webhooks: Codec
  #last = ''

  constructor(database: Database, keyring: Keyring, ids: Ids, logger: Logger) {
    this.#database = database
    this.#keyring = keyring
    this.#ids = ids
    this.#logger = logger
    this.#deliveries = Codec.of(WebhookDelivery.fields, database.dialect)
    this.#webhooks = Codec.of(Webhook.fields, database.dialect)
  }

  /** At most `room` deliveries, and when the next of the others is due. */
  async take(now: Date, room: number): Promise<{ claims: Claim[]; next: Date | null }> {
    const waiting = await this.#waiting(this.#database.tables())
    const later = waiting.filter(({ dueAt }) => dueAt > now).map(({ dueAt }) => dueAt.getTime())
    const next = later.length > 0 ? new Date(later.reduce((a, b) => Math.min(a, b))) : null
    await this.#setAside(waiting.filter(({ state }) => state !== 'active'))
    const due = waiting.filter((each) => each.dueAt <= now && each.room > 0 && each.state === 'active').map(({ id }) => id)
    if (due.length === 0 || room <= 0) return { claims: [], next }
    const turn = rotated(due, this.#last).slice(0, WEBHOOKS)
    const claims = await this.#database.transaction((tables) => this.#claim(tables, turn, now, Math.min(room, batchSize)))
    this.#last = claims.at(-1)?.delivery.webhook_id ?? turn.at(-1) ?? ''
    return { claims, next: claims.length === batchSize || due.length > turn.length ? now : next }
  }

  /** Where deliveries of the webhook go, and what signs them at `now`. */
  async targetOf(webhook: Webhook, now: Date, tables: Kysely<Tables>): Promise<Target> {
    const { id, url, sealed_secret, previous_sealed_secret, previous_secret_until } = webhook
    const secret = await this.#keyring.open(sealed_secret, id, tables)
    if (!previous_sealed_secret || !previous_secret_until || previous_secret_until <= now) return { url, secret }
    return { url, secret, previousSecret: await this.#keyring.open(previous_sealed_secret, id, tables) }
  }

  /** The columns by which a delivery is held until its lease ends. */
  leaseFrom(now: Date): { values: Row; token: string } {
    const token = this.#ids.next()
    const lease_until = new Date(now.getTime() + leaseMs)
    return { token, values: this.#deliveries.toRow({ status: 'inflight', lease_until, lease_token: token }) }
  }

  // One probe of the index for each webhook that has something to send, however much that is.
  async #waiting(tables: Kysely<Tables>): Promise<Waiting[]> {
    const [deliveries, webhooks] = [sql.table(WebhookDelivery.table), sql.table(Webhook.table)]
    const { rows } = await sql<Row>`
      with recursive waiting(webhook_id) as (
        select * from (select webhook_id from ${deliveries} where status = 'pending' order by webhook_id limit 1) as first
        union all
        select (
          select webhook_id from ${deliveries} where status = 'pending' and webhook_id > waiting.webhook_id order by webhook_id limit 1
        ) from waiting where waiting.webhook_id is not null
      )
      select waiting.webhook_id, webhook.active, webhook.failure_count,
        (select due_at from ${deliveries} where status = 'pending' and webhook_id = waiting.webhook_id order by due_at limit 1) as due_at,
        (select count(*) from ${deliveries} where status = 'inflight' and webhook_id = waiting.webhook_id) as busy
      from waiting left join ${webhooks} as webhook on webhook.id = waiting.webhook_id
      where waiting.webhook_id is not null`.execute(tables)
    return rows.map((row) => ({
      id: String(row['webhook_id']),
      dueAt: (this.#deliveries.fromRow(row) as unknown as { due_at: Date }).due_at,
      room: inFlightLimit(Number(row['failure_count']), inFlightPerEndpoint) - Number(row['busy']),
      state: row['active'] === null ? 'deleted' : row['active'] ? 'active' : 'inactive',
    }))
  }

  // Deliveries that were made while their webhook was switched off or deleted in another transaction.
  async #setAside(webhooks: readonly Waiting[]): Promise<void> {
    if (webhooks.length === 0) return
    await this.#database.transaction(async (tables) => {
      for (const { id, state } of webhooks) {
        const [webhook] = await this.#lock(tables, [id])
        if (state === 'inactive' && webhook?.active !== false) continue
        await tables
          .updateTable(WebhookDelivery.table)
          .set({ status: state === 'deleted' ? 'cancelled' : 'held' })
          .where('webhook_id', '=', id)
          .where('status', '=', sql.lit('pending'))
          .execute()
      }
    })
  }

  // Whoever changes deliveries of a webhook locks the webhook first: so the cap is exact, and no two workers take one row.
  async #claim(tables: Kysely<Tables>, ids: readonly string[], now: Date, room: number): Promise<Claim[]> {
    const webhooks = new Map((await this.#lock(tables, ids)).map((webhook) => [webhook.id, webhook]))
    const busy = await this.#busy(tables, [...webhooks.keys()])
    const targets = new Map<string, Target>()
    const parts: { id: string; limit: number }[] = []
    for (const id of ids) {
      const webhook = webhooks.get(id)
      const limit = webhook?.active ? inFlightLimit(webhook.failure_count, inFlightPerEndpoint) - (busy.get(id) ?? 0) : 0
      const target = webhook && limit > 0 ? await this.#target(webhook, now, tables) : undefined
      if (!target) continue
      targets.set(id, target)
      parts.push({ id, limit })
    }
    const found = parts.length === 0 ? [] : (await this.#due(tables, parts, now)).slice(0, room)
    if (found.length === 0) return []
    const bodies = await this.#bodies(tables, found)
    const { token, values } = this.leaseFrom(now)
    await tables
      .updateTable(WebhookDelivery.table)
      .set({ ...values, attempt: sql`attempt + 1` })
      .where(
        'id',
        'in',
        found.map(({ id }) => id),
      )
      .execute()
    return found.map((row) => ({
      kind: 'auto',
      delivery: { ...row, attempt: row.attempt + 1 },
      token,
      target: targets.get(row.webhook_id) as Target,
      body: bodies.get(row.event_id ?? 0) ?? '',
    }))
  }

  async #target(webhook: Webhook, now: Date, tables: Kysely<Tables>): Promise<Target | undefined> {
    try {
      return await this.targetOf(webhook, now, tables)
    } catch (error) {
      // A key that is missing is the operator's to bring back: the endpoint is not to blame, so its deliveries wait.
      this.#logger.error('The secret of a webhook cannot be read', { webhook_id: webhook.id, error })
      return undefined
    }
  }

  async #lock(tables: Kysely<Tables>, ids: readonly string[]): Promise<Webhook[]> {
    const query = tables.selectFrom(Webhook.table).selectAll().where('id', 'in', ids)
    const rows = await (this.#database.dialect === 'postgresql' ? query.forUpdate().skipLocked() : query).execute()
    return rows.map((row) => this.#webhooks.fromRow(row) as unknown as Webhook)
  }

  async #busy(tables: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map()
    const rows = await tables
      .selectFrom(WebhookDelivery.table)
      .select(['webhook_id', sql<number>`count(*)`.as('busy')])
      .where('webhook_id', 'in', ids)
      .where('status', '=', sql.lit('inflight'))
      .groupBy('webhook_id')
      .execute()
    return new Map(rows.map((row) => [String(row['webhook_id']), Number(row.busy)]))
  }

  async #due(tables: Kysely<Tables>, parts: readonly { id: string; limit: number }[], now: Date): Promise<WebhookDelivery[]> {
    const queries = parts.map(({ id, limit }) => {
      const part = tables
        .selectFrom(WebhookDelivery.table)
        .selectAll()
        .where('status', '=', sql.lit('pending'))
        .where('webhook_id', '=', id)
        .where('due_at', '<=', this.#deliveries.toColumn('due_at', now))
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
      return tables.selectFrom(part.as('part')).selectAll()
    })
    const rows = await queries.reduce((all, each) => all.unionAll(each)).execute()
    return rows.map((row) => deliveryOf(row as Row, this.#deliveries))
  }

  async #bodies(tables: Kysely<Tables>, deliveries: readonly WebhookDelivery[]): Promise<Map<number, string>> {
    const ids = [...new Set(deliveries.map(({ event_id }) => event_id))]
    const rows = await tables.selectFrom(EventRecord.table).select(['id', 'body']).where('id', 'in', ids).execute()
    return new Map(rows.map(({ id, body }) => [Number(id), deliveredBody(Number(id), String(body))]))
  }
}

/** The delivery of a row, whose event id the driver of PostgreSQL answers as text. */
export function deliveryOf(row: Row, codec: Codec): WebhookDelivery {
  const delivery = codec.fromRow(row) as unknown as WebhookDelivery
  return { ...delivery, event_id: delivery.event_id === null ? null : Number(delivery.event_id) }
}

function rotated(ids: readonly string[], last: string): string[] {
  const at = ids.findIndex((id) => id > last)
  return at < 0 ? [...ids] : [...ids.slice(at), ...ids.slice(0, at)]
}
