import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import { Bus } from '../../../kernel/events/bus.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { CurrentActor } from '../../../kernel/operation/actor.ts'
import { CrmError } from '../../../kernel/operation/errors.ts'
import type { Resolve } from '../../../kernel/operation/pipeline.ts'
import { Clock } from '../../../kernel/ports/clock.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import type { Row } from '../../../kernel/storage/schema/codec.ts'
import { EventRecord } from '../../../kernel/storage/schema/event-record.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { Units } from '../../../kernel/storage/units/units.ts'
import { Alerts } from './alerts.ts'
import { bodyOf, type Claim, Claims, deliveryOf } from './claims.ts'
import { WebhookAttempt, WebhookDelivery } from '../entity.ts'
import { AttemptResults } from './attempt-results.ts'
import { testType } from '../subscriptions/pattern.ts'
import { messageId, Requests } from './requests.ts'
import { Samples } from '../subscriptions/samples.ts'
import type { DeliveryResult } from '../schema.ts'
import { WebhookService } from '../subscriptions/service.ts'
import { Targets } from './targets.ts'

/** Milliseconds within which an attempt in flight ends: a request takes 10 s at most. */
const WAIT_MS = 12_000
const POLL_MS = 100

type Result = Static<typeof DeliveryResult>

/** Attempts that a user asks for and waits for: test and redeliver. */
export class ManualDeliveries {
  static readonly uses = {
    units: Units,
    actor: CurrentActor,
    claims: Claims,
    targets: Targets,
    requests: Requests,
    results: AttemptResults,
    alerts: Alerts,
    ids: Ids,
    clock: Clock,
    bus: Bus,
  }
  readonly #uses: Resolved<typeof ManualDeliveries.uses>

  constructor(uses: Resolved<typeof ManualDeliveries.uses>) {
    this.#uses = uses
  }

  /** Sends a sample at once, also to an inactive webhook; the attempt is logged, but never retried, and changes no counter. */
  async test(id: string): Promise<Result> {
    return await this.#make(await this.#uses.units.write(this.#uses.actor, (resolve) => this.#newTest(id, resolve)))
  }

  /** Sends a logged delivery again with the next attempt number, after any attempt of it that is in flight. Throws `not_found`, `conflict`. */
  async redeliver(id: string, attemptId: string): Promise<Result> {
    const until = this.#uses.clock.now().getTime() + WAIT_MS
    for (;;) {
      const woken = this.#wake()
      try {
        const claim = await this.#claim(id, attemptId)
        if (claim) return await this.#make(claim)
        if (this.#uses.clock.now().getTime() >= until)
          throw new CrmError('conflict', 'Another attempt of this delivery is in flight; try again')
        await woken.wait()
      } finally {
        woken.stop()
      }
    }
  }

  // Reads first: a claim is a write, whose commit would wake this very call while it waits.
  async #claim(id: string, attemptId: string): Promise<Claim | undefined> {
    const { status } = await this.#uses.units.read(this.#uses.actor, (resolve) => deliveryOfAttempt(resolve(Records), id, attemptId))
    if (status === 'inflight') return undefined
    return await this.#uses.units.write(this.#uses.actor, (resolve) => this.#reclaim(id, attemptId, resolve))
  }

  async #make(claim: Claim): Promise<Result> {
    const result = await this.#uses.requests.make(claim)
    const { stored, alerts } = await this.#uses.units.write(this.#uses.actor, (resolve) =>
      this.#uses.results.store(resolve(Records).db, [result]),
    )
    this.#uses.alerts.send(alerts)
    const log = stored[0]?.decision.log
    if (!log) throw new CrmError('conflict', 'The webhook was deleted in the meantime')
    return {
      ok: log.ok,
      status: log.statusCode,
      duration_ms: log.durationMs,
      response: log.response,
      attempt: claim.delivery.attempt,
      next_retry_at: log.nextRetryAt?.toISOString() ?? null,
    }
  }

  async #newTest(id: string, resolve: Resolve): Promise<Claim> {
    const records = resolve(Records)
    const webhook = await resolve(WebhookService).get(id, { lock: true })
    const type = testType(webhook.events)
    const deliveryId = this.#uses.ids.next()
    const { now, actor } = records.unit
    const body = await resolve(Samples).forTest(messageId({ id: deliveryId, event_id: null }), type)
    const { token, values } = this.#uses.claims.leaseFrom(now)
    const own = { id: deliveryId, user_from: webhook.user_from, webhook_id: id, event_id: null, event_type: type }
    const delivery = { ...own, attempt: 1, step: 0, due_at: null, body, request_id: actor.asked?.request_id ?? null, created_at: now }
    const row: Row = { ...records.codec(WebhookDelivery).toRow(delivery), ...values }
    // Written directly, like every lease of a delivery.
    await records.db.insertInto(WebhookDelivery.table).values(row).execute()
    const target = await this.#uses.targets.of(webhook, now, records.db)
    return { kind: 'test', delivery: deliveryOf(row, records.codec(WebhookDelivery)), token, target, body }
  }

  // Undefined while another attempt is in flight: attempts of one delivery follow one another.
  async #reclaim(id: string, attemptId: string, resolve: Resolve): Promise<Claim | undefined> {
    const records = resolve(Records)
    const webhook = await resolve(WebhookService).get(id, { lock: true })
    const row = await deliveryOfAttempt(records, id, attemptId)
    const delivery = deliveryOf(row, records.codec(WebhookDelivery))
    if (delivery.status === 'inflight') return undefined
    const { token, values } = this.#uses.claims.leaseFrom(records.unit.now)
    // Written directly, like every lease of a delivery.
    await records.db
      .updateTable(WebhookDelivery.table)
      .set({ ...values, attempt: sql`attempt + 1` })
      .where('id', '=', delivery.id)
      .execute()
    const target = await this.#uses.targets.of(webhook, records.unit.now, records.db)
    const kind = delivery.event_id === null ? 'test' : 'manual'
    return { kind, delivery: { ...delivery, attempt: delivery.attempt + 1 }, token, target, body: bodyOf(row) }
  }

  // Waits for the next commit of this process, or a moment for one of another process.
  #wake(): { wait(): Promise<void>; stop(): void } {
    const woken = new AbortController()
    const stop = this.#uses.bus.onWake(() => woken.abort())
    return { wait: () => this.#uses.clock.wait(new Date(this.#uses.clock.now().getTime() + POLL_MS), woken.signal), stop }
  }
}

async function deliveryOfAttempt({ db }: Records, webhookId: string, attemptId: string): Promise<Row> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(attemptId)
  const row = isId
    ? await db
        .selectFrom(`${WebhookAttempt.table} as a`)
        .innerJoin(`${WebhookDelivery.table} as d`, 'd.id', 'a.delivery_id')
        .leftJoin(`${EventRecord.table} as e`, (join) => join.onRef('e.user_from', '=', 'd.user_from').onRef('e.id', '=', 'd.event_id'))
        .selectAll('d')
        .select('e.body as event_body')
        // SQLite compares ids as text, PostgreSQL as numbers.
        .where('a.id', '=', attemptId.toLowerCase())
        .where('a.webhook_id', '=', webhookId)
        .executeTakeFirst()
    : undefined
  if (!row) throw new CrmError('not_found', `No delivery has the id ${attemptId}`)
  return row
}
