import { type Actor, type CurrentActor, scopes } from '../../kernel/operation/actor.ts'

/** Who stores what a key tells of visits: the key, for all records of its organization, because visitors belong to no teammate. */
export function trackingActor({ organization, user, via, asked }: CurrentActor): Actor {
  return { organization, user, role: 'admin', scopes: new Set(scopes), via, asked, visibility: 'all' }
}
