import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Account, Invitation, Passkey, PasswordReset, SignInAttempt, SignInSession } from './entity.ts'
import { passkeyTables, secondFactorDemand, sessionTables, signedOutUsers } from './migration.ts'
import { invitations, ownAccount } from './operations.ts'
import { passkeys } from './passkey-operations.ts'
import { SignInRetention } from './retention.ts'
import { sessions } from './session-operations.ts'

/** Accounts of people who sign in, their second factors, and invitations. */
export const accounts: Feature = plugin({
  name: 'accounts',
  version: '1.0.0',
  requires: { access: '^1.0.0', grants: '^1.0.0' },
  entities: [Account, Invitation, Passkey, PasswordReset, SignInAttempt, SignInSession],
  migrations: [sessionTables, passkeyTables, secondFactorDemand, signedOutUsers],
  operations: { invitations, ownAccount, sessions, passkeys },
  loops: [SignInRetention],
})
