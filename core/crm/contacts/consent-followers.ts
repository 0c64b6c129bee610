import { Hook } from '../../kernel/operation/hook.ts'
import type { Services } from '../../kernel/operation/services.ts'
import type { Contact } from './entity.ts'

/** A contact that wants messages of a topic, or no more of them; the topic `all` means every one. */
export interface ConsentChange {
  readonly contact: Contact
  readonly topic: string
  readonly state: 'subscribed' | 'unsubscribed'
  readonly source: string | null
}

/** Follows what callers say of consents, in their transaction. */
export interface ConsentFollower {
  said(change: ConsentChange): Promise<void>
}

/** Who follows consents that callers set: those who keep addresses to which nothing is sent. */
export const consentFollowers = new Hook<(services: Services) => ConsentFollower>('those who follow consents')
