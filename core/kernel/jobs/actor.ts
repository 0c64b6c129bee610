import { type Actor, CurrentActor } from '../operation/actor.ts'
import type { JobRecord } from './entity.ts'

/** Who a job acts as, with the rights of its start: it continues even if the key that started it was revoked. */
export function actorOf({ user_from, actor }: JobRecord): Actor {
  const { scopes, ...known } = actor
  return new CurrentActor({ ...known, organization: user_from, scopes: new Set(scopes) })
}
