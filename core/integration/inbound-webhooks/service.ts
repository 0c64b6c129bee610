import type { Static } from '@sinclair/typebox'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Random } from '../../kernel/ports/random.ts'
import { Seals } from '../../kernel/secrets/seals.ts'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { Rows } from '../../kernel/storage/records/rows.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import { InboundRequest, InboundWebhook } from './entity.ts'
import { checkHeaders, checkMatch, checkSecret } from './check.ts'
import { checkTargets } from './mapping.ts'
import {
  type InboundCreate,
  inboundFilters,
  type InboundRecord,
  inboundSorts,
  type InboundUpdate,
  presentInbound,
  requestFilters,
  type RequestList,
  requestSorts,
} from './schema.ts'

type Stats = Static<typeof InboundRecord>['stats']
const GRACE = 86_400

/** The addresses at which other systems tell something. */
export class InboundWebhookService extends RecordStore<typeof InboundWebhook.fields> {
  static readonly uses = { ...storeParts, random: Random, settings: Settings, seals: Seals }
  readonly #uses: Resolved<typeof InboundWebhookService.uses>

  constructor(uses: Resolved<typeof InboundWebhookService.uses>) {
    super(uses, {
      entity: InboundWebhook,
      object: 'inbound webhooks',
      keys: [],
      filters: inboundFilters,
      sorts: inboundSorts,
    })
    this.#uses = uses
  }

  /** A new one, or the one that has the same external id, changed. Throws `invalid_input` for a signature without a secret and for fields that no record has. */
  async create({ secret, ...input }: Static<typeof InboundCreate>, reply: Reply): Promise<InboundWebhook> {
    const known = await this.references.findAny(input.external_ids ?? [])
    if (known) {
      reply.matched('external_id')
      return await this.update(known, { ...input, ...(secret !== undefined && { secret }) }, reply)
    }
    checkTargets(input.mapping)
    checkMatch({ mapping: input.mapping ?? 'auto', match_by: input.match_by ?? null })
    checkHeaders(input)
    checkSecret(input.signature, secret)
    requireSecret(input.signature, secret ?? null)
    const token = this.#uses.random.bytes(24).toString('base64url')
    return await this.add({ ...input, token, sealed: secret ? await this.#uses.seals.seal(secret, token) : null })
  }

  /** Changes it; another secret leaves the former one valid for `grace_seconds`. Throws as `create` does, `not_found`, `version_mismatch`. */
  async update(
    id: string,
    { secret, grace_seconds = GRACE, ...changes }: Changes<typeof InboundUpdate>,
    reply?: Reply,
  ): Promise<InboundWebhook> {
    const webhook = await this.forChange(id, reply)
    checkTargets(changes.mapping)
    const { mapping = webhook.mapping, match_by = webhook.match_by } = changes
    if (mapping !== webhook.mapping || match_by !== webhook.match_by) checkMatch({ mapping, match_by })
    checkHeaders(changes)
    checkSecret(changes.signature ?? webhook.signature, secret)
    requireSecret(changes.signature ?? webhook.signature, secret === undefined ? webhook.sealed : secret)
    const rotated = secret === undefined ? {} : await this.#rotated(webhook, secret, grace_seconds)
    this.change(webhook, { ...changes, ...rotated })
    return webhook
  }

  /** What was received, page by page, also by one that was deleted. Throws `not_found`. */
  async requests({ id, ...query }: Static<typeof RequestList>) {
    await this.requireKnown(id)
    return await new Rows(this.records, InboundRequest, 'request', { filters: requestFilters, sorts: requestSorts }).list({
      ...query,
      inbound_webhook_id: id,
    })
  }

  /** One request; throws `not_found`. */
  async request(id: string, requestId: string): Promise<InboundRequest> {
    const [found] = await this.records.findBy(InboundRequest, 'id', [requestId])
    if (found?.inbound_webhook_id !== id) throw new CrmError('not_found', `No request of this inbound webhook with the id ${requestId}`)
    return found
  }

  /** Webhooks as callers see them, with what is counted of their requests. */
  async shown(webhooks: readonly InboundWebhook[]): Promise<Static<typeof InboundRecord>[]> {
    const { records } = this
    const ids = webhooks.map(({ id }) => id)
    const rows = await records.db
      .selectFrom(InboundRequest.table)
      .where(records.anyOf(InboundRequest, 'inbound_webhook_id', ids))
      .groupBy(['inbound_webhook_id', 'status'])
      .select(['inbound_webhook_id', 'status'])
      .select((eb) => [eb.fn.countAll().as('count'), eb.fn.max('created_at').as('last')])
      .execute()
    const codec = records.codec(InboundRequest)
    return webhooks.map((webhook) => {
      const countOf = (state: keyof Stats) =>
        Number(rows.find(({ inbound_webhook_id, status }) => inbound_webhook_id === webhook.id && status === state)?.count ?? 0)
      const stats = { received: countOf('received'), processed: countOf('processed'), failed: countOf('failed') }
      // Those that wait or failed came, too; of those that are kept no longer the webhook itself knows.
      const times = rows.flatMap(({ inbound_webhook_id, last }) =>
        inbound_webhook_id === webhook.id ? [codec.pick({ created_at: last }, ['created_at']).created_at] : [],
      )
      const last_received_at = times.reduce((last, each) => (last && last > each ? last : each), webhook.last_received_at)
      return presentInbound({ ...webhook, last_received_at }, stats, this.#uses.settings.publicUrl, this.now)
    })
  }

  async #rotated(webhook: InboundWebhook, secret: string | null, grace: number): Promise<Partial<InboundWebhook>> {
    if (secret === null) return { sealed: null, previous_sealed: null, previous_until: null }
    const sealed = await this.#uses.seals.seal(secret, webhook.token)
    const isKept = webhook.sealed !== null && grace > 0
    const previous_until = isKept ? new Date(this.now.getTime() + grace * 1000) : null
    return { sealed, previous_sealed: isKept ? webhook.sealed : null, previous_until }
  }
}

function requireSecret(signature: InboundWebhook['signature'] | undefined, secret: string | null): void {
  if (signature && signature.scheme !== 'none' && !secret)
    throw invalid('/secret', 'required', `A signature by ${signature.scheme} needs the secret with which the sender signs`)
}
