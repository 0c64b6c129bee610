import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Account, Invitation, PasswordReset, SignInAttempt } from './entity.ts'
import { invitations, ownAccount } from './operations.ts'
import { SignInRetention } from './retention.ts'

/** Accounts of people who sign in, their second factors, and invitations. */
export const accounts: Feature = plugin({
  name: 'accounts',
  version: '1.0.0',
  requires: { access: '^1.0.0' },
  entities: [Account, Invitation, PasswordReset, SignInAttempt],
  operations: { invitations, ownAccount },
  loops: [SignInRetention],
})
