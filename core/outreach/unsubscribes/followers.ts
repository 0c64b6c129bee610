import { Hook } from '../../kernel/operation/hook.ts'
import type { Services } from '../../kernel/operation/services.ts'

/** Somebody who does not want messages any more. */
export interface Unsubscribed {
  /** Null where no contact is known. */
  readonly contact_id: string | null
  /** In lower case; null where it is not known any more. */
  readonly address: string | null
  /** Null: of everything. */
  readonly topic: string | null
  /** The message by which it was said. */
  readonly email_id: string
}

/** Ends what would be sent to them, in the transaction that stores what they said. */
export interface UnsubscribeFollower {
  unsubscribed(who: Unsubscribed): Promise<void>
}

/** Who sends messages of topics by themselves: sequences and recurring campaigns. */
export const unsubscribeFollowers = new Hook<(services: Services) => UnsubscribeFollower>(
  'those who end what is sent to people who unsubscribe',
)
