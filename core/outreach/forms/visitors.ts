import type { Services } from '../../kernel/operation/services.ts'
import { Tracking } from '../visits/tracking.ts'
import type { FormFollower } from './ports.ts'

/** Says who a visitor is by the form that the visitor submits. */
export function identifyByForm(services: Services): FormFollower {
  return {
    async submitted({ contact_id, visitor_id }) {
      if (contact_id !== null && visitor_id !== null) await services.resolve(Tracking).identify({ visitor_id, contact_id }, false)
    },
  }
}
