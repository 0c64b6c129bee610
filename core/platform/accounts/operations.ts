import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { Deleted } from '../../kernel/operation/schema/schema.ts'
import { OwnAccount } from './own-account.ts'
import {
  CodeProof,
  Done,
  FactorRemoval,
  InvitedUser,
  NewInvitation,
  NewSecondFactor,
  PasswordChange,
  PasswordProof,
  RecoveryCodes,
} from './schema.ts'
import { TeammateInvitations } from './teammate-invitations.ts'

const TAG = 'Users and teams'

/** Invitations, by which teammates get to sign in. */
export const invitations = group(TAG, {
  create: operation({
    id: 'createInvitation',
    summary: 'Invite a teammate to sign in, or renew the invitation; the link in the answer is shown only now and works once',
    scope: 'write',
    admin: true,
    route: 'POST /users/{id}/invitation',
    creates: 'always',
    secrets: ['link'],
    input: InvitedUser,
    output: NewInvitation,
    uses: { invitations: TeammateInvitations },
    async handle({ id }, { invitations }) {
      const { email, link, invitation } = await invitations.make(id)
      const { created_by, created_at, expires_at } = invitation
      return { user_id: id, email, link, created_by, created_at: created_at.toISOString(), expires_at: expires_at.toISOString() }
    },
  }),
  withdraw: operation({
    id: 'withdrawInvitation',
    summary: 'Withdraw the invitation of a teammate, whose link ends at once',
    scope: 'delete',
    admin: true,
    route: 'DELETE /users/{id}/invitation',
    input: InvitedUser,
    output: Deleted,
    uses: { invitations: TeammateInvitations },
    async handle({ id }, { invitations }) {
      await invitations.withdraw(id)
      return { deleted: true as const }
    },
  }),
})

// Passwords are hashed outside of any transaction, and no digest of them is kept: the key of a repetition is not.
const own = { scope: 'write', unitOfWork: false, idempotent: true, uses: { account: OwnAccount } } as const

/** The account with which the caller signs in; each change asks for the password. */
export const ownAccount = group(TAG, {
  changePassword: operation({
    ...own,
    id: 'changeMyPassword',
    summary: 'Change your own password; all of your sessions end, keys stay',
    route: 'POST /me/password',
    input: PasswordChange,
    output: Done,
    async handle({ current_password, new_password }, { account }) {
      await account.changePassword(current_password, new_password)
      return { changed: true as const }
    },
  }),
  beginSecondFactor: operation({
    ...own,
    id: 'beginMySecondFactor',
    summary: 'Begin to set up an authenticator app (TOTP) as your second factor; it counts once it is confirmed',
    route: 'POST /me/second-factor',
    secrets: ['secret', 'uri'],
    input: PasswordProof,
    output: NewSecondFactor,
    handle: ({ password }, { account }) => account.beginSecondFactor(password),
  }),
  confirmSecondFactor: operation({
    ...own,
    id: 'confirmMySecondFactor',
    summary: 'Confirm your second factor by a code of the app; the recovery codes in the answer are shown only now',
    route: 'POST /me/second-factor/confirm',
    input: CodeProof,
    output: RecoveryCodes,
    handle: async ({ code }, { account }) => ({ recovery_codes: [...(await account.confirmSecondFactor(code))] }),
  }),
  removeSecondFactor: operation({
    ...own,
    id: 'removeMySecondFactor',
    summary: 'Remove your second factor, by your password and a last code',
    route: 'POST /me/second-factor/remove',
    input: FactorRemoval,
    output: Done,
    async handle({ password, code }, { account }) {
      await account.removeSecondFactor(password, code)
      return { changed: true as const }
    },
  }),
})

/** `api.invitations` in process. */
export interface InvitationMethods extends Methods<typeof invitations> {}
/** `api.ownAccount` in process. */
export interface OwnAccountMethods extends Methods<typeof ownAccount> {}
