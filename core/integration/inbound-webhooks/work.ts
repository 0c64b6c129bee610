import type { Static } from '@sinclair/typebox'
import { EventWriter } from '../../kernel/events/event-writer.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Reply } from '../../kernel/operation/reply.ts'
import { project } from '../../kernel/storage/records/project.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { CompanyService } from '../../crm/companies/service.ts'
import { ContactService } from '../../crm/contacts/service.ts'
import { DealService } from '../../crm/deals/service.ts'
import { FeedbackLog } from '../../outreach/inbox/feedback.ts'
import { BatchStore } from '../ingest/runs/batch-store.ts'
import { SourceReader } from '../ingest/runs/source-reader.ts'
import { Sources } from '../ingest/runs/sources.ts'
import { InboundRequest, InboundWebhook } from './entity.ts'
import { checkRecord, type inputs, type Mapped, mappedRecord } from './mapping.ts'
import { addressIn, valueAt } from './payload.ts'

interface Made {
  readonly object: string
  readonly record_id: string | null
  readonly contact_id: string | null
}

/** What a request does, in one unit of work: the record, the event and the state of the request. */
export class InboundWork {
  static readonly uses = {
    records: Records,
    ids: Ids,
    events: EventWriter,
    contacts: ContactService,
    companies: CompanyService,
    deals: DealService,
    sources: Sources,
    reader: SourceReader,
    batches: BatchStore,
    feedback: FeedbackLog,
  }
  readonly #uses: Resolved<typeof InboundWork.uses>

  constructor(uses: Resolved<typeof InboundWork.uses>) {
    this.#uses = uses
  }

  /** Works a request; the same request again finds the record that it made. Throws what the services throw. */
  async process(webhook: InboundWebhook, request: InboundRequest, payload: unknown): Promise<InboundRequest> {
    const { records, events } = this.#uses
    const made = webhook.mapping === 'auto' ? await this.#recognized(webhook, payload) : await this.#mapped(webhook, request, payload)
    const about = made.contact_id === null ? { type: 'inbound_webhook', id: webhook.id } : { type: 'contact', id: made.contact_id }
    await events.tell('webhook.received', about, {
      inbound_webhook_id: webhook.id,
      request_id: request.id,
      contact_id: made.contact_id,
      payload: request.payload,
      ...(request.truncated && { truncated: true }),
    })
    const changes = { ...made, status: 'processed' as const, reason: null, processed_at: records.unit.now }
    await records.update(InboundRequest, [{ before: request, changes }])
    // By hand nobody has changed the webhook by that.
    if (webhook.last_received_at === null || webhook.last_received_at < request.created_at)
      await project(records, InboundWebhook, { where: { id: webhook.id }, set: { last_received_at: request.created_at } })
    return { ...request, ...changes }
  }

  async #mapped(webhook: InboundWebhook, request: InboundRequest, payload: unknown): Promise<Made> {
    if (webhook.mapping === 'auto') throw new CrmError('internal_error', 'The mapping is missing')
    const { object } = webhook.mapping
    const record = mappedRecord(webhook.mapping, payload)
    if (Object.keys(record).length === 0) throw new CrmError('invalid_input', 'Nothing that the mapping names is in what was received')
    if (object === 'email_feedback') return await this.#feedback(record)
    const key = webhook.match_by === null ? undefined : valueAt(payload, webhook.match_by)
    const own = typeof key === 'string' || typeof key === 'number' ? String(key).slice(0, 255) : undefined
    // What has no key of its own is found again by the request that made it.
    const id = own ?? (hasKey(object, record) ? undefined : request.id)
    const whole = { ...record, ...(id !== undefined && { external_ids: [{ provider: providerOf(webhook), id }] }) }
    checkRecord(object, whole)
    const made = await this.#create(object, whole)
    const contact_id = object === 'contacts' ? made.id : object === 'deals' ? made.contact : null
    return { object, record_id: made.id, contact_id }
  }

  /** Takes what a relay tells of a message. */
  async #feedback(record: unknown): Promise<Made> {
    checkRecord('email_feedback', record)
    // It was just checked against the schema of its input.
    const { email_id, contact_id } = await this.#uses.feedback.take(record as Static<typeof inputs.email_feedback>)
    return { object: 'email_feedback', record_id: email_id, contact_id }
  }

  async #create(object: Exclude<Mapped, 'email_feedback'>, record: unknown): Promise<{ id: string; contact: string | null }> {
    const { contacts, companies, deals } = this.#uses
    const reply = new Reply()
    // Each was just checked against the schema of its input.
    if (object === 'contacts') return { id: (await contacts.create(record as Static<typeof inputs.contacts>, reply)).id, contact: null }
    if (object === 'companies') return { id: (await companies.create(record as Static<typeof inputs.companies>, reply)).id, contact: null }
    const deal = await deals.create(record as Static<typeof inputs.deals>, reply)
    return { id: deal.id, contact: deal.primary_lead_id }
  }

  /** Leaves it to ingest which of the fields say what about a contact. */
  async #recognized(webhook: InboundWebhook, payload: unknown): Promise<Made> {
    const { sources, reader, batches, records, ids, contacts } = this.#uses
    const provider = providerOf(webhook)
    const list = Array.isArray(payload) ? payload.slice(0, 100) : [payload]
    const reading = await reader.read(provider, 'contacts', list, await sources.settings(provider, undefined))
    const source = await sources.hold(provider, undefined)
    const { run, rejected } = await batches.store({
      id: ids.next(),
      source,
      object: 'contacts',
      reading,
      records: list,
      startedAt: records.unit.now,
      isEntered: false,
    })
    await sources.count(source, [run])
    const [refused] = rejected
    if (refused && rejected.length === list.length)
      throw new CrmError('invalid_input', `No contact was recognized: ${JSON.stringify(refused).slice(0, 500)}`)
    const address = addressIn(payload)
    const contact_id = address === undefined ? null : ((await contacts.idByEmail(address)) ?? null)
    return { object: 'contacts', record_id: contact_id, contact_id }
  }
}

function providerOf({ id }: InboundWebhook): string {
  return `custom:inbound-${id}`
}

function hasKey(object: Mapped, record: Readonly<Record<string, unknown>>): boolean {
  if (object === 'contacts') return ['email', 'primary_email', 'emails'].some((each) => record[each] !== undefined)
  return object === 'companies' && ['domain', 'code', 'vat_number'].some((each) => record[each] !== undefined)
}
