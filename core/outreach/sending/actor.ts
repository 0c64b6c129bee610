import { type Actor, scopes } from '../../kernel/operation/actor.ts'

/** Who sends for an organization where nobody acts. */
export function outreachActor(organization: string): Actor {
  return {
    organization,
    user: 'system',
    role: 'admin',
    scopes: new Set(scopes),
    via: { type: 'system', id: 'outreach', label: 'E-mail' },
    visibility: 'all',
  }
}
