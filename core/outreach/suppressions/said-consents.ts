import type { Services } from '../../kernel/operation/services.ts'
import type { ConsentFollower } from '../../crm/contacts/consent-followers.ts'
import { isAll } from './erased-people.ts'
import { Suppressions } from './service.ts'

/**
 * Suppresses the address of a contact that is unsubscribed by a caller, so that it stays so when the contact is erased or made again; and lifts
 * that when a caller records a new subscription to the same topic.
 */
export function followConsents(services: Services): ConsentFollower {
  return {
    async said({ contact: { primary_email: value }, topic, state, source }) {
      if (value === null) return
      const suppressions = services.resolve(Suppressions)
      if (state === 'subscribed') await suppressions.lift(value, topic)
      else await suppressions.add([{ value, kind: 'unsubscribed', topic: isAll(topic) ? null : topic, source }])
    },
  }
}
