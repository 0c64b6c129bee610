import { Hook } from '../../kernel/operation/hook.ts'
import type { Services } from '../../kernel/operation/services.ts'
import type { Email } from './entity.ts'

/** What happened to a message. */
export interface EmailChange {
  /** As it is now. */
  readonly email: Email
  readonly to: 'sent' | 'failed' | 'bounced' | 'uncertain' | 'cancelled' | 'opened' | 'clicked' | 'replied' | 'unsubscribed'
}

/** What a message waits for, and when that is over at the earliest. */
export interface TimedWait {
  readonly for: string
  readonly until: Date
}

/** A folder that follows e-mails, which these must not know; made once in a unit of work. */
export interface EmailFollower {
  /**
   * Which of these may not leave, or not anymore, and why: asked in the transaction that begins to send them, once for many. They are
   * cancelled with the reason. `isBegun`: asked once more behind that transaction, when nobody needs to be kept from what is read.
   */
  held?(emails: readonly Email[], isBegun?: boolean): Promise<ReadonlyMap<string, string>>
  /** Which of these must wait, and what for (`mailbox_sync`); asked in the same transaction, and again then, or after a minute. */
  waiting?(emails: readonly Email[]): Promise<ReadonlyMap<string, string | TimedWait>>
  /** Follows messages that begin to wait for something, as their `waiting_for` says, in their transaction. */
  delayed?(emails: readonly Email[]): Promise<void>
  /** Follows changes in their transaction, many at once. */
  changed?(changes: readonly EmailChange[]): Promise<void>
}

/** Who follows e-mails. */
export const emailFollowers = new Hook<(services: Services) => EmailFollower>('those who follow e-mails')

/** The bodies of a message, before links are rewritten. */
export interface Bodies {
  readonly html: string | null
  readonly text: string | null
}

/** Makes bodies that are not stored, those of campaigns, the same at each try. */
export interface BodyMaker {
  /** By the id of the message; those that it does not know are left out. */
  make(emails: readonly Email[]): Promise<ReadonlyMap<string, Bodies>>
}

/** Who makes bodies that are not stored. */
export const bodyMakers = new Hook<(services: Services) => BodyMaker>('bodies of e-mails that are not stored')
