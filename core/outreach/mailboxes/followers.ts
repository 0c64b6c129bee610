import { Hook } from '../../kernel/operation/hook.ts'
import type { Services } from '../../kernel/operation/services.ts'
import type { Mailbox } from './entity.ts'

/** What follows when a mailbox is disabled, or used again; made once in a unit of work. */
export interface MailboxFollower {
  /** Follows a change in its transaction; the mailbox is as it is now. */
  changed(mailbox: Mailbox, to: 'disabled' | 'connected'): Promise<void>
}

/** Who follows mailboxes. */
export const mailboxFollowers = new Hook<(services: Services) => MailboxFollower>('those who follow mailboxes')
