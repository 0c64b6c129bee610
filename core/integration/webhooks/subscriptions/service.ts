import type { Static } from '@sinclair/typebox'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { CurrentActor } from '../../../kernel/operation/actor.ts'
import { Jobs } from '../../../kernel/jobs/service.ts'
import { CrmError, invalid } from '../../../kernel/operation/errors.ts'
import { Registry } from '../../../kernel/feature/registry.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { Random } from '../../../kernel/ports/random.ts'
import { Keyring } from '../../../kernel/secrets/keyring.ts'
import type { Row } from '../../../kernel/storage/schema/codec.ts'
import { listPage, type Page } from '../../../kernel/storage/records/listing.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { AddressCheck, type AddressInput } from './address.ts'
import { cancelDeliveries, holdDeliveries, resumeDeliveries } from './held-deliveries.ts'
import { Webhook, WebhookDelivery } from '../entity.ts'
import { everything } from './pattern.ts'
import { ReleaseHeldDeliveries } from './release.ts'
import { presentWebhook, type WebhookCreate, type WebhookQuery, type WebhookRecord, webhookSorts, type WebhookUpdate } from '../schema.ts'
import { generateSecret, secretProblem } from '../signing/secret.ts'
import { changedNow } from './activation-history.ts'
import { checkedPatterns } from './pattern-errors.ts'

/** Milliseconds that the old secret signs beside a new one. */
const ROTATION_OVERLAP_MS = 86_400_000

type Shown = Static<typeof WebhookRecord>

type Changes = Partial<Webhook>

/** The webhooks of one organization. */
export class WebhookService {
  static readonly uses = {
    records: Records,
    actor: CurrentActor,
    registry: Registry,
    ids: Ids,
    random: Random,
    keyring: Keyring,
    address: AddressCheck,
    jobs: Jobs,
  }
  readonly #uses: Resolved<typeof WebhookService.uses>

  constructor(uses: Resolved<typeof WebhookService.uses>) {
    this.#uses = uses
  }

  /** A page of webhooks, newest first. */
  async list(query: Static<typeof WebhookQuery>): Promise<Page<Shown>> {
    const { items, next_cursor } = await listPage(this.#uses.records, Webhook, query, { filters: {}, sorts: webhookSorts })
    return { items: await Promise.all(items.map((each) => this.show(each))), next_cursor }
  }

  /** One webhook; throws `not_found`, also for a webhook of another organization. */
  async get(id: string, { lock = false, source }: { lock?: boolean; source?: Webhook['source'] } = {}): Promise<Webhook> {
    let query = this.#uses.records.db.selectFrom(Webhook.table).selectAll().where('id', '=', id)
    if (source) query = query.where('source', '=', source)
    const row = await (lock && this.#uses.records.dialect === 'postgresql' ? query.forUpdate() : query).executeTakeFirst()
    if (!row) throw new CrmError('not_found', `No webhook has the id ${id}`)
    return this.#read(row)
  }

  /** The webhook with its signing secret, as callers with the scope `webhooks` see it. */
  async show(webhook: Webhook): Promise<Shown> {
    const secret = await this.#uses.keyring.open(webhook.sealed_secret, webhook.id, this.#uses.records.db)
    return presentWebhook(webhook, secret, this.#uses.records.unit.now)
  }

  /**
   * Adds a webhook, active at once, for events from now on; without `events` it gets all of them. Throws `invalid_input` for an address or
   * a pattern that is not valid.
   */
  async create(input: Omit<Static<typeof WebhookCreate>, 'url'> & AddressInput, source: Webhook['source']): Promise<Shown> {
    const id = this.#uses.ids.next()
    const { now } = this.#uses.records.unit
    const webhook: Webhook = {
      id,
      user_from: this.#uses.actor.organization,
      url: this.#uses.address.required(input),
      events: this.#patterns(input.events ?? [everything]),
      description: input.description ?? null,
      source,
      active: true,
      failure_count: 0,
      last_status: null,
      last_delivery_at: null,
      created_by: this.#uses.actor.user,
      created_at: now,
      sealed_secret: await this.#seal(input.secret, id),
      previous_sealed_secret: null,
      previous_secret_until: null,
      switches: await this.#activationHistory({ user_from: this.#uses.actor.organization, switches: [] }),
      recent: [],
      disabled_at: null,
      disabled_reason: null,
    }
    await this.#uses.records.insert(Webhook, [webhook])
    return await this.show(webhook)
  }

  /**
   * Sets the given fields. Reactivated, the webhook gets the deliveries that were held for it; deactivated, its pending deliveries are held.
   * Throws `not_found`, `invalid_input`.
   */
  async update({ id, events, ...given }: Static<typeof WebhookUpdate>): Promise<Shown> {
    const webhook = await this.get(id, { lock: true })
    const { now } = this.#uses.records.unit
    const changes: Changes = {}
    const url = this.#uses.address.normalized(given)
    if (url !== undefined) changes.url = url
    if (events !== undefined) changes.events = this.#patterns(events)
    if (given.description !== undefined) changes.description = given.description
    if (given.active === true && !webhook.active) {
      const switches = await this.#activationHistory(webhook)
      Object.assign(changes, { active: true, switches, failure_count: 0, disabled_at: null, disabled_reason: null })
      const due = this.#uses.records.codec(WebhookDelivery).toColumn('due_at', now)
      await this.#releaseRest(id, await resumeDeliveries(this.#uses.records.db, id, due))
    }
    if (given.active === false && webhook.active) {
      Object.assign(changes, { active: false, switches: await this.#activationHistory(webhook), disabled_at: now, disabled_reason: 'user' })
      // The backlog holds the rest of a long list, and cancels that of a deleted webhook, when it looks for work next.
      await holdDeliveries(this.#uses.records.db, id)
    }
    return await this.#apply(webhook, changes)
  }

  /** Sets a new secret; the old one signs too for a day. */
  async rotate(id: string, secret: string | undefined): Promise<Shown> {
    const webhook = await this.get(id, { lock: true })
    return await this.#apply(webhook, {
      sealed_secret: await this.#seal(secret, id),
      previous_sealed_secret: webhook.sealed_secret,
      previous_secret_until: new Date(this.#uses.records.unit.now.getTime() + ROTATION_OVERLAP_MS),
    })
  }

  /** Deletes the webhook and cancels its pending and held deliveries. Throws `not_found`. */
  async remove(id: string, source?: Webhook['source']): Promise<void> {
    await this.get(id, { lock: true, ...(source && { source }) })
    await cancelDeliveries(this.#uses.records.db, id, 'pending')
    await this.#releaseRest(id, await cancelDeliveries(this.#uses.records.db, id, 'held'))
    await this.#uses.records.remove(Webhook, [id])
  }

  #read(row: Row): Webhook {
    return this.#uses.records.codec(Webhook).fromRow(row)
  }

  async #apply(webhook: Webhook, changes: Changes): Promise<Shown> {
    await this.#uses.records.update(Webhook, [{ before: webhook, changes }])
    return await this.show({ ...webhook, ...changes })
  }

  // A long list is emptied by a job.
  async #releaseRest(id: string, isEmpty: boolean): Promise<void> {
    if (!isEmpty) await this.#uses.jobs.start(ReleaseHeldDeliveries, { recordId: id })
  }

  async #seal(given: string | undefined, id: string): Promise<string> {
    const problem = given === undefined ? undefined : secretProblem(given)
    if (problem) throw invalid('/secret', 'invalid_secret', problem)
    return await this.#uses.keyring.seal(given ?? generateSecret(this.#uses.random.bytes(32)), id, this.#uses.records)
  }

  async #activationHistory(webhook: Pick<Webhook, 'user_from' | 'switches'>): Promise<Webhook['switches']> {
    return await changedNow(this.#uses.records.db, this.#uses.records.dialect, webhook)
  }

  #patterns(events: readonly string[]): string[] {
    return checkedPatterns(events, [...this.#uses.registry.eventTypes.keys()])
  }
}
