import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { audited } from '../../kernel/storage/schema/changes.ts'
import { SignInArtifact, SignInGrant, SignInSecret } from './entity.ts'
import { grantTables } from './migration.ts'
import { grants as operations } from './operations.ts'
import { ArtifactRetention } from './retention.ts'

/** Sign-in of programs: what people allow them to do, and the memory of the authorization server. */
export const grants: Feature = plugin({
  name: 'grants',
  version: '1.0.0',
  requires: { access: '^1.0.0' },
  entities: [SignInGrant, SignInArtifact, SignInSecret],
  migrations: [grantTables],
  audits: [audited(SignInGrant, 'grant', { action: (changed) => (changed.has('ended_at') ? 'revoked' : undefined) })],
  creators: [{ via: 'grant', entity: SignInGrant, label: 'client', user: 'user_id' }],
  operations: { grants: operations },
  loops: [ArtifactRetention],
})
