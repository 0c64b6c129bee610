import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Email } from '../emails/entity.ts'
import { comparedAddress } from '../suppressions/address.ts'
import { EmailReports, type Reported } from './reports.ts'
import type { Feedback, FeedbackTaken } from './schema.ts'

/** Takes what relays tell of messages by HTTP. */
export class FeedbackLog {
  static readonly uses = { records: Records, reports: EmailReports }
  readonly #uses: Resolved<typeof FeedbackLog.uses>

  constructor(uses: Resolved<typeof FeedbackLog.uses>) {
    this.#uses = uses
  }

  /**
   * Records feedback, once for message, address and kind. Throws `unknown_record` for a message that is not known, `invalid_input` where
   * neither message nor address is given, or the address is none of the message.
   */
  async record(given: Static<typeof Feedback>): Promise<Static<typeof FeedbackTaken>> {
    const { recorded, email_id } = await this.take(given)
    return { recorded, email_id }
  }

  /** As `record`; answers also the contact of the message. */
  async take({ address, kind, code, text = '', ...ids }: Static<typeof Feedback>) {
    const email = await this.#email(ids)
    const [only, ...others] = email?.recipients ?? []
    const named = address?.trim().toLowerCase() ?? (others.length === 0 ? only?.address : undefined)
    if (named === undefined) throw invalid('/address', 'required', 'Say which recipient it is about: give its address')
    if (comparedAddress(named) === undefined) throw invalid('/address', 'invalid_format', `"${named}" is no e-mail address`)
    if (email && !email.recipients.some((each) => each.address === named))
      throw invalid('/address', 'not_a_recipient', `The message was not sent to ${named}`)
    const reported: Reported = { address: named, kind: kind === 'complaint' ? 'complained' : kind, code: code ?? null, text }
    const added = await this.#uses.reports.apply(email ?? null, [reported])
    return { recorded: added > 0, email_id: email?.id ?? null, contact_id: email?.lead_id ?? null }
  }

  async #email({ email_id, message_id }: Pick<Static<typeof Feedback>, 'email_id' | 'message_id'>): Promise<Email | undefined> {
    if (email_id === undefined && message_id === undefined) return undefined
    const { records } = this.#uses
    const bracketed = message_id?.startsWith('<') === true ? message_id : `<${message_id}>`
    const [found] =
      email_id === undefined ? await records.findBy(Email, 'message_id', [bracketed]) : await records.findBy(Email, 'id', [email_id])
    if (found?.direction !== 'out')
      throw invalid(
        email_id === undefined ? '/message_id' : '/email_id',
        'unknown_record',
        `No message of yours has the id ${email_id ?? message_id}`,
      )
    return found
  }
}
