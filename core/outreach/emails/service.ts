import type { Static } from '@sinclair/typebox'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Page } from '../../kernel/storage/records/listing.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Rows } from '../../kernel/storage/records/rows.ts'
import { EmailChanges } from './changes.ts'
import { Email, type emailFields } from './entity.ts'
import { EmailEvents } from './events.ts'
import { Outbox } from './outbox.ts'
import { emailFilters, type EmailQuery, type EmailResolution, emailSorts } from './schema.ts'

const AT_ONCE = 1000

/** The messages of one organization, as callers see and steer them. */
export class EmailService {
  static readonly uses = { records: Records, changes: EmailChanges, events: EmailEvents, outbox: Outbox }
  readonly #uses: Resolved<typeof EmailService.uses>
  readonly #rows: Rows<typeof emailFields>

  constructor(uses: Resolved<typeof EmailService.uses>) {
    this.#uses = uses
    this.#rows = new Rows(uses.records, Email, 'e-mail', { filters: emailFilters, sorts: emailSorts })
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#uses.records.unit.now
  }

  /** A page of messages, newest first. */
  async list(query: Static<typeof EmailQuery>): Promise<Page<Email>> {
    return await this.#rows.list(query)
  }

  /** One message; throws `not_found`. */
  async get(id: string): Promise<Email> {
    return await this.#rows.get(id)
  }

  /** Cancels a queued message. Throws `not_found`, and `conflict` for one that is not queued anymore. */
  async cancel(id: string): Promise<Email> {
    const before = await this.#rows.get(id, { lock: true })
    if (before.status !== 'queued' || before.direction !== 'out')
      throw new CrmError('conflict', `The e-mail is ${before.status}: only queued ones can be cancelled`)
    await this.#uses.outbox.cancel([before.id], 'cancelled')
    await this.#uses.records.note(Email, [before.id], 'cancelled')
    return await this.get(id)
  }

  /** Sends an uncertain message again, with the same bytes and the same Message-ID. Throws `not_found`, and `conflict` for any other. */
  async resend(id: string): Promise<Email> {
    const before = await this.#rows.get(id, { lock: true })
    if (before.status !== 'uncertain')
      throw new CrmError('conflict', `The e-mail is ${before.status}: only uncertain ones can be sent again`)
    await this.#resolve([before], 'resend')
    return await this.get(id)
  }

  /** Says of uncertain messages what became of them; answers how many it were. Throws `invalid_input` without any that are meant. */
  async resolve({ ids, campaign_id, as }: Static<typeof EmailResolution>): Promise<number> {
    if ((ids === undefined) === (campaign_id === undefined)) throw invalid('/ids', 'required', 'Give either ids or a campaign_id')
    const { records } = this.#uses
    const wanted =
      ids ??
      (
        await records.columns(Email, ['id'], (query) =>
          query
            .where('campaign_id', '=', campaign_id ?? '')
            .where('status', '=', 'uncertain')
            .limit(AT_ONCE),
        )
      ).map(({ id }) => id)
    const found = await records.findBy(Email, 'id', wanted, { lock: true })
    const uncertain = found.filter(({ status }) => status === 'uncertain')
    await this.#resolve(uncertain, as)
    return uncertain.length
  }

  async #resolve(emails: readonly Email[], as: Static<typeof EmailResolution>['as']): Promise<void> {
    const { changes, events, records } = this.#uses
    const { now } = this
    if (emails.length === 0) return
    const ids = emails.map(({ id }) => id)
    await records.note(Email, ids, as === 'resend' ? 'resent' : `resolved_as_${as}`)
    const after = await changes.write(emails.map((before) => ({ before, changes: this.#as(before, as, now) })))
    if (as === 'sent') await events.sent(after)
    if (as === 'failed') await events.failed(after)
  }

  #as(before: Email, as: Static<typeof EmailResolution>['as'], now: Date): Partial<Email> {
    if (as === 'resend') return { status: 'queued', due_at: now, attempt: 0, error: null }
    if (as === 'failed')
      return { status: 'failed', failed_at: now, error: { code: 'resolved', text: 'Somebody said that it did not arrive' } }
    const recipients = before.recipients.map((each) => (each.status === 'pending' ? { ...each, status: 'sent' as const } : each))
    return { status: 'sent', sent_at: before.begun_at ?? now, error: null, recipients }
  }
}
