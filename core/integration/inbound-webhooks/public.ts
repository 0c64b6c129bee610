import { createHash } from 'node:crypto'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { RawAnswer } from '../../kernel/operation/schema/page.ts'
import { storable } from '../../kernel/operation/schema/storable.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Keyring } from '../../kernel/secrets/keyring.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { PublicLimits } from '../../platform/access/public-limits.ts'
import { ofWorkingOrganization } from '../../kernel/storage/records/working-organization.ts'
import { InboundRequest, InboundWebhook } from './entity.ts'
import { shownPayload, valueAt } from './payload.ts'
import { PayloadReader } from './payload-reader.ts'
import { isSameText, isSigned } from './verify.ts'
import { actorOfInbound } from './worker.ts'

/** Requests that one webhook takes in a minute. */
export const PER_MINUTE = 600

/** A request of another system. */
export interface InboundCall {
  readonly token: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** Takes requests of other systems: who may is decided by the address and the signature. */
export class PublicInbound {
  static readonly uses = {
    database: Database,
    units: Units,
    clock: Clock,
    ids: Ids,
    keyring: Keyring,
    limits: PublicLimits,
    payloads: PayloadReader,
  }
  readonly #uses: Resolved<typeof PublicInbound.uses>

  constructor(uses: Resolved<typeof PublicInbound.uses>) {
    this.#uses = uses
  }

  /**
   * Answers 202 `{id}` once the bytes are stored; a delivery that is known is answered as the first time. An unknown address, an inactive
   * webhook and a wrong or late signature get one and the same answer (401).
   */
  async receive({ token, headers = {}, body = new Uint8Array() }: InboundCall): Promise<RawAnswer> {
    const webhook = await this.#find(token)
    const secrets = await this.#secretsOf(webhook)
    const judged = webhook ?? { signature: { scheme: 'hmac_sha256' as const } }
    const isTrue = isSigned(judged, secrets, { headers, body, now: this.#uses.clock.now() })
    if (!webhook?.active || !isTrue) return refused
    try {
      await this.#uses.limits.count(
        [{ key: `inbound ${webhook.id}`, most: PER_MINUTE, milliseconds: 60_000 }],
        `More than ${PER_MINUTE} requests in a minute`,
      )
      return await this.#store(webhook, headers, body)
    } catch (error) {
      if (!(error instanceof CrmError) || error.code === 'internal_error') throw error
      return problem(error)
    }
  }

  /** The answer to a verification challenge (`hub.challenge`) that knows the secret; nothing else is answered, and nothing stored. */
  async challenge({ token, query = '' }: InboundCall): Promise<RawAnswer> {
    const asked = new URLSearchParams(query)
    const [challenge, given] = [asked.get('hub.challenge'), asked.get('hub.verify_token')]
    const webhook = await this.#find(token)
    const secrets = await this.#secretsOf(webhook)
    const isKnown = secrets.map((each) => isSameText(given ?? '', each)).includes(true)
    if (!webhook?.active || challenge === null || given === null || !isKnown) return refused
    return { status: 200, media: 'text/plain; charset=utf-8', content: challenge.slice(0, 1000) }
  }

  async #store(webhook: InboundWebhook, headers: Readonly<Record<string, string>>, body: Uint8Array): Promise<RawAnswer> {
    const media = (headers['content-type'] ?? '').slice(0, 300)
    let payload: unknown = null
    let fault: CrmError | undefined
    try {
      payload = await this.#uses.payloads.read(body, media)
    } catch (error) {
      if (!(error instanceof CrmError)) throw error
      fault = error
    }
    const delivery_id = deliveryOf(webhook, headers, payload)
    const id = this.#uses.ids.next()
    const key = `${webhook.id}:${delivery_id === null ? id : createHash('sha256').update(delivery_id).digest('base64url')}`
    const stored = await this.#uses.units.write(actorOfInbound(webhook), async (resolve) => {
      const records = resolve(Records)
      const [known] = delivery_id === null ? [] : await records.findBy(InboundRequest, 'key', [key])
      if (known) return known
      const { now } = records.unit
      const shown = fault ? { payload: null, truncated: false } : shownPayload(payload)
      const row: InboundRequest = {
        id,
        user_from: webhook.user_from,
        inbound_webhook_id: webhook.id,
        delivery_id: delivery_id?.slice(0, 300) ?? null,
        status: fault ? 'failed' : 'received',
        reason: fault ? fault.message.slice(0, 1000) : null,
        object: null,
        record_id: null,
        contact_id: null,
        ...shown,
        processed_at: null,
        created_at: now,
        media,
        body: Buffer.from(body).toString('base64'),
        // What could not be read may be sent again under its id.
        key: fault ? `${webhook.id}:${id}` : key,
      }
      await records.insert(InboundRequest, [row])
      return row
    })
    if (fault) return problem(fault)
    return { status: 202, media: 'application/json', content: JSON.stringify({ id: stored.id }) }
  }

  async #find(token: string): Promise<InboundWebhook | undefined> {
    const { database } = this.#uses
    const rows = database.tables().selectFrom(InboundWebhook.table).selectAll()
    const live = rows.where('token', '=', storable(token).slice(0, 60)).where('deleted_at', 'is', null)
    const row = await live.where(ofWorkingOrganization(InboundWebhook)).executeTakeFirst()
    return row && Codec.of(InboundWebhook.fields, database.dialect).fromRow(row)
  }

  async #secretsOf(webhook: InboundWebhook | undefined): Promise<string[]> {
    // As much work as with a known address.
    if (!webhook) return ['unknown']
    const { sealed, previous_sealed, previous_until, token } = webhook
    const isInTime = previous_until !== null && previous_until > this.#uses.clock.now()
    const texts = [sealed, isInTime ? previous_sealed : null].filter((each) => each !== null)
    return await Promise.all(texts.map((each) => this.#uses.keyring.open(each, token, this.#uses.database.tables())))
  }
}

function deliveryOf({ id_from, signature }: InboundWebhook, headers: Readonly<Record<string, string>>, payload: unknown): string | null {
  const header = id_from?.header ?? (id_from === null && signature.scheme === 'standard_webhooks' ? 'webhook-id' : undefined)
  const named = header === undefined ? undefined : headers[header.toLowerCase()]
  // Both may be given, for senders that do not always send the header.
  const found = named || (id_from?.path === undefined ? undefined : valueAt(payload, id_from.path))
  return (typeof found === 'string' && found !== '') || typeof found === 'number' ? String(found).replaceAll('\0', '').toWellFormed() : null
}

function problem(error: CrmError): RawAnswer {
  const { retry_after } = error.details
  return {
    status: error.code === 'malformed_input' ? 400 : error.status,
    media: 'application/problem+json',
    content: JSON.stringify(error.toProblem()),
    ...(retry_after !== undefined && { headers: { 'retry-after': String(Math.ceil(retry_after)) } }),
  }
}

const refused: RawAnswer = problem(new CrmError('unauthenticated', 'The request is not signed as this address asks'))
