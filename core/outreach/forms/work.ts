import type { Resolved } from '../../kernel/operation/operation.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { EventWriter } from '../../kernel/events/event-writer.ts'
import { Services } from '../../kernel/operation/services.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { ConsentLog } from '../../crm/contacts/consent-log.ts'
import { Notices } from '../../platform/notifications/notices.ts'
import { type Form, FormSubmission } from './entity.ts'
import { OptIns } from './opt-ins.ts'
import { formFollowers } from './ports.ts'
import { FormRecords, type Person } from './records.ts'
import type { Value } from './values.ts'

type Values = Readonly<Record<string, Value>>

// Bytes of the values in an event; what is larger is read from the submission.
const EVENT_BYTES = 48_000

/** What a submission does, in one unit of work. */
export class SubmissionWork {
  static readonly uses = {
    records: Records,
    made: FormRecords,
    consents: ConsentLog,
    optIns: OptIns,
    events: EventWriter,
    notices: Notices,
    registry: Registry,
    services: Services,
  }
  readonly #uses: Resolved<typeof SubmissionWork.uses>

  constructor(uses: Resolved<typeof SubmissionWork.uses>) {
    this.#uses = uses
  }

  /** Stores a new submission; unless it is spam, with the records, the event and all else that it makes. */
  async store(form: Form, row: FormSubmission, values: Values): Promise<FormSubmission> {
    const { records } = this.#uses
    const submission = { ...row, created_at: records.unit.now }
    if (row.status === 'spam') {
      await records.insert(FormSubmission, [submission])
      return submission
    }
    const worked = await this.#worked(form, submission, values)
    await records.insert(FormSubmission, [worked])
    return worked
  }

  /** Works a submission that was taken for spam. */
  async accept(form: Form, before: FormSubmission, values: Values): Promise<FormSubmission> {
    const worked = await this.#worked(form, { ...before, status: 'accepted', reason: null }, values)
    const { status, reason, contact_id, company_id, deal_id, matched, opt_in } = worked
    await this.#uses.records.update(FormSubmission, [
      { before, changes: { status, reason, contact_id, company_id, deal_id, matched, opt_in } },
    ])
    await this.#uses.records.note(FormSubmission, [before.id], 'accepted')
    return worked
  }

  async #worked(form: Form, submission: FormSubmission, values: Values): Promise<FormSubmission> {
    const { made, events, registry, services } = this.#uses
    const { contact, company_id, deal_id, matched } = await made.write(form, values)
    const contact_id = contact?.id ?? null
    const opt_in = contact ? await this.#consent(form, submission, contact) : null
    const about = contact_id === null ? { type: 'form', id: form.id } : { type: 'contact', id: contact_id }
    await events.tell('form.submitted', about, {
      form_id: form.id,
      form_name: form.name,
      submission_id: submission.submission_id,
      ...shownValues(submission.values),
      contact_id,
    })
    await this.#notify(form, submission, contact)
    for (const follower of registry.attached(formFollowers))
      await follower(services).submitted({ form_id: form.id, contact_id, visitor_id: submission.visitor_id })
    return { ...submission, contact_id, company_id, deal_id, matched, opt_in }
  }

  /**
   * Keeps the consent that was given. What was withdrawn before is not taken back by a box that anybody can check in the name of another, and
   * with `double_opt_in` nothing counts before the link of the e-mail.
   */
  async #consent(form: Form, submission: FormSubmission, contact: Person): Promise<'pending' | null> {
    if (!form.consent || submission.consent !== true) return null
    const { topic = 'marketing', version = '1' } = form.consent
    if (form.double_opt_in && contact.primary_email !== null) {
      await this.#uses.optIns.ask(form, submission, contact)
      return 'pending'
    }
    const withdrawn = ['all', 'email', topic].some((each) => contact.consents[each]?.state === 'unsubscribed')
    if (!withdrawn)
      await this.#uses.consents.set({ id: contact.id, topic, state: 'subscribed', source: `form:${form.id}`, text_version: version })
    return null
  }

  async #notify(form: Form, submission: FormSubmission, contact: Person | null): Promise<void> {
    if (form.notify.length === 0) return
    const { notices, records } = this.#uses
    const person = contact && (contact.name ?? [contact.first_name, contact.last_name].filter(Boolean).join(' '))
    const who = person || contact?.primary_email || null
    const entity = contact ? { type: 'contact', id: contact.id } : { type: 'form', id: form.id }
    const title = who ? `${form.name}: ${who}` : form.name
    await notices.tell(
      records.db,
      form.notify.map((each) => ({
        organization: form.user_from,
        type: 'form.submitted',
        title,
        body: summaryOf(submission.values),
        entity,
        recipient: each.trim().toLowerCase(),
      })),
      records.unit.now,
    )
  }
}

function shownValues(values: Readonly<Record<string, unknown>>) {
  if (Buffer.byteLength(JSON.stringify(values)) <= EVENT_BYTES) return { values }
  const short = Object.entries(values).slice(0, 100)
  const cut: Readonly<Record<string, unknown>> = Object.fromEntries(
    short.map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, 100) : Array.isArray(value) ? [] : value]),
  )
  return { values: cut, truncated: true }
}

function summaryOf(values: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [`${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`.slice(0, 200)],
  )
  return lines.slice(0, 10).join('\n')
}
