import { Hook } from '../../kernel/operation/hook.ts'
import type { Services } from '../../kernel/operation/services.ts'

/** What became of something that another part of the application was asked for. */
export type PortResult = { readonly done: Readonly<Record<string, unknown>> } | { readonly skipped: string }

/** What became of something whose end may come later. */
export type LaterResult = PortResult | { readonly wait: { readonly until: Date; readonly for: string } }

/** What every call to the outside is made with. */
export interface PortCall {
  readonly organization: string
  /** The same each time that a call is made again, so that it acts once. */
  readonly key: string
  readonly now: Date
  readonly signal: AbortSignal
}

/** What stands for `{{ai.line}}` in the texts of a step until the line is written. */
export const AI_LINE = '\uE000ai.line\uE001'

/** An e-mail that a step sends. */
export interface StepMail {
  readonly contact_id: string
  readonly to: string
  readonly template_id: string | null
  /** Null: that of the template. */
  readonly subject: string | null
  readonly body: string | null
  /** Opens and clicks are counted. */
  readonly track: boolean
  readonly unsubscribe_link: boolean
  /** What `AI_LINE` in its texts, and `{{ai.line}}` in its template, is to say. */
  readonly ai_instructions: string | null
  readonly workflow_id: string
  readonly run_id: string
  readonly deal_id: string | null
  /** The teammate in whose name it is sent. */
  readonly owner: string
}

/** Sends e-mails from connected mailboxes. Throws `TemporaryFailure` for what may pass, `CrmError` for what does not. */
export interface MailSender {
  /** Why the message cannot be sent as things are, in the unit of work of the step; undefined where nothing speaks against it. */
  refusal?(mail: StepMail): Promise<string | undefined>
  /**
   * Called again with the same key while it waits, and once more when the message has left or is not going to: who knows that calls
   * `PendingCalls.wake`.
   */
  send(mail: StepMail, call: PortCall): Promise<LaterResult>
}

/** A message or a connection request to a contact on the professional network. */
export interface NetworkMessage {
  readonly contact_id: string
  readonly profile_url: string | null
  /** The teammate whose account is used. */
  readonly owner: string
  /** Null in a connection request. */
  readonly text: string | null
}

/** The connected accounts of the professional network. Throws as `MailSender` does; without an account it answers `no_account`. */
export interface NetworkAccounts {
  invite(message: NetworkMessage, call: PortCall): Promise<PortResult>
  send(message: NetworkMessage, call: PortCall): Promise<PortResult>
}

/** Sequences, in the unit of work of the step. Skips answer why: `no_email`, `already_active`. */
export interface SequenceEnrollments {
  enroll(contact_id: string, sequence_id: string): Promise<PortResult>
  /** Ends one sequence of a contact, or all. */
  unenroll(contact_id: string, sequence_id: string | undefined): Promise<PortResult>
}

/** Recurring campaigns, in the unit of work of the step. */
export interface Mailings {
  add(contact_id: string, campaign_id: string): Promise<PortResult>
  remove(contact_id: string, campaign_id: string): Promise<PortResult>
}

/** Who sends the e-mails of steps. */
export const mailSender = new Hook<(services: Services) => MailSender>('sender of e-mails of workflows')
/** Who reaches the professional network. */
export const networkAccounts = new Hook<NetworkAccounts>('professional network of workflows')
/** Who knows the sequences. */
export const sequenceEnrollments = new Hook<(services: Services) => SequenceEnrollments>('sequences of workflows')
/** Who knows the recurring campaigns. */
export const mailings = new Hook<(services: Services) => Mailings>('campaigns of workflows')
