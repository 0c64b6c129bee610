import type { Static } from '@sinclair/typebox'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { JobRecord } from '../../../kernel/jobs/entity.ts'
import { Jobs } from '../../../kernel/jobs/service.ts'
import type { RunningJob, Step, JobHandler } from '../../../kernel/feature/job-handler.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { invalid } from '../../../kernel/operation/errors.ts'
import { Registry } from '../../../kernel/feature/registry.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import type { Row } from '../../../kernel/storage/schema/codec.ts'
import { EventRecord } from '../../../kernel/storage/schema/event-record.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { membersOf } from '../../../kernel/values/is-object.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { type Webhook, WebhookDelivery } from '../entity.ts'
import { matches } from '../subscriptions/pattern.ts'
import type { ReplayRequest } from '../schema.ts'
import { WebhookService } from '../subscriptions/service.ts'

const EVENTS = 500

type Query = SelectQueryBuilder<Tables, string, Row>

/** The events to send again: numbers of the first and of the last one, as of the request. */
interface Range {
  readonly webhook_id: string
  readonly first: number
  readonly last: number
}

/** Sends a webhook again every event that it subscribes to since an event or a time, in steps, even those that were delivered. */
export class Replay implements JobHandler {
  static readonly kind = 'webhook_replay'
  static readonly uses = { records: Records, registry: Registry, webhooks: WebhookService, jobs: Jobs, ids: Ids }
  readonly #uses: Resolved<typeof Replay.uses>

  constructor(uses: Resolved<typeof Replay.uses>) {
    this.#uses = uses
  }

  /** Starts the job; throws `not_found`, and `invalid_input` unless exactly one of `since` and `since_event_id` is given. */
  async start({ id, since, since_event_id }: Static<typeof ReplayRequest>): Promise<JobRecord> {
    const webhook = await this.#uses.webhooks.get(id)
    const first = await this.#first(since, since_event_id)
    const all = this.#uses.records.db.selectFrom(EventRecord.table)
    const latest = await all.select(sql<number>`max(id)`.as('id')).executeTakeFirstOrThrow()
    const range: Range = { webhook_id: id, first, last: Number(latest.id) }
    const { total } = await this.#events(range, webhook)
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow()
    return await this.#uses.jobs.start(Replay, { input: range, recordId: id, total: Number(total) })
  }

  /** One page of events. */
  async step({ input, at, done }: RunningJob): Promise<Step> {
    const range = rangeOf(input)
    // Rule 4 of integration: the webhook is locked before its deliveries.
    const webhook = await this.#uses.webhooks.get(range.webhook_id, { lock: true })
    const rest = { ...range, first: typeof at === 'number' ? at : range.first }
    const events = await this.#events(rest, webhook).select(['id', 'type', 'request_id']).orderBy('id').limit(EVENTS).execute()
    if (events.length > 0) await this.#deliver(events, webhook)
    const last = events.at(-1)
    const progress = { done: done + events.length, result: { deliveries: done + events.length } }
    return events.length === EVENTS && last ? { ...progress, next: Number(last['id']) + 1 } : progress
  }

  // Earlier deliveries restart their schedule with the next attempt number; those in flight stay with their worker. Written directly,
  // because an upsert with a condition on the stored row is more than the set-writer does.
  async #deliver(events: readonly Row[], { id: webhook_id, user_from, active }: Webhook): Promise<void> {
    const { db, unit } = this.#uses.records
    const codec = this.#uses.records.codec(WebhookDelivery)
    const due = codec.toRow({ status: active ? 'pending' : 'held', step: 0, due_at: unit.now })
    const rows = events.map(({ id: event_id, type: event_type, request_id }) => ({
      ...codec.toRow({ id: this.#uses.ids.next(), user_from, webhook_id, event_id: Number(event_id), event_type, request_id, attempt: 0 }),
      ...codec.toRow({ lease_until: null, lease_token: null, body: null, created_at: unit.now }),
      ...due,
    }))
    await db
      .insertInto(WebhookDelivery.table)
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['user_from', 'webhook_id', 'event_id'])
          .doUpdateSet(due)
          .where(`${WebhookDelivery.table}.status`, '<>', 'inflight'),
      )
      .execute()
  }

  #events({ first, last }: Range, { events: patterns }: Webhook): Query {
    const query = this.#uses.records.db.selectFrom(EventRecord.table).where('id', '>=', first).where('id', '<=', last)
    const types = [...this.#uses.registry.eventTypes.keys()]
    const subscribed = types.filter((type) => matches(patterns, type))
    return subscribed.length === types.length ? query : query.where('type', 'in', subscribed)
  }

  async #first(since: string | undefined, event: number | undefined): Promise<number> {
    if (since === undefined && event !== undefined) return event
    if (since !== undefined && event === undefined) return await this.#firstSince(new Date(since))
    throw invalid('/since', 'ambiguous', 'Give either since or since_event_id')
  }

  // The first event that is not older; numbers follow the time closely enough for a start.
  async #firstSince(since: Date): Promise<number> {
    const time = this.#uses.records.codec(EventRecord).toColumn('created_at', since)
    const row = await this.#uses.records.db
      .selectFrom(EventRecord.table)
      .select(sql<number>`min(id)`.as('id'))
      .where('created_at', '>=', time)
      .executeTakeFirstOrThrow()
    return Number(row.id ?? Number.MAX_SAFE_INTEGER)
  }
}

/** What `start` has stored. */
function rangeOf(input: unknown): Range {
  const { webhook_id, first, last } = membersOf(input)
  return { webhook_id: String(webhook_id), first: Number(first), last: Number(last) }
}
