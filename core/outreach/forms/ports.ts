import { Hook } from '../../kernel/operation/hook.ts'
import type { Services } from '../../kernel/operation/services.ts'

/**
 * Port: judges the answers of people to a riddle that machines do not solve, which a page of the embedding app shows. The default is bound to
 * nothing, and forms that ask for one cannot be saved.
 */
export class Captcha {
  /** Whether there is anything that judges. */
  get isBound(): boolean {
    return false
  }

  /** Whether the answer is that of a person; what throws or takes longer than five seconds counts as no. */
  verify(_answer: string, _ip: string | null): Promise<boolean> {
    return Promise.resolve(false)
  }
}

/** A submission that counts, as others hear of it in its transaction. */
export interface Submitted {
  readonly form_id: string
  readonly contact_id: string | null
  /** Id of website tracking; null where the page sent none. */
  readonly visitor_id: string | null
}

/** Who follows submissions. */
export interface FormFollower {
  submitted(submission: Submitted): Promise<void>
}

/** Called in the transaction of each submission that counts. */
export const formFollowers = new Hook<(services: Services) => FormFollower>('those who follow submissions of forms')
