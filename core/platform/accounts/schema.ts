import { Type } from '@sinclair/typebox'
import { ById, Closed, Id, Nullable, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { MOST_PASSKEYS } from './passkey-store.ts'
import { PASSWORD_LENGTH } from './password-rules.ts'
import { MOST_SESSIONS } from './sessions.ts'

const { min, max } = PASSWORD_LENGTH
const sentence = 'correct horse battery staple'
// Wrong ones may be of any length, so that only the right one is judged.
const password = (description: string) => Text(max, { description, examples: [sentence] })
const code = Text(60, { description: 'Six digits that the app shows now, or a recovery code', examples: ['492039'] })

/** The teammate of an invitation. */
export const InvitedUser = ById

/** An invitation, with its link, which is shown only now. */
export const NewInvitation = Closed({
  user_id: Id('The teammate who is invited'),
  email: Text(255, { description: 'Address of the teammate' }),
  link: Type.String({
    description: 'Where the teammate sets a password, once; give it to nobody else. A path where the host does not know its public address',
    examples: ['https://crm.lovelace.example/sign-in/invitation/wd2k5N1rTq0cVJ8fU4yZbA7hXeS3mP6oLg9iRtKuE0Q'],
  }),
  created_by: Text(255, { description: 'E-mail address of the user who made it' }),
  created_at: Timestamp('When it was made'),
  expires_at: Timestamp('Until when it can be accepted: seven days later'),
})

/** Input of changing the own password. */
export const PasswordChange = Closed({
  current_password: password('The password until now'),
  new_password: Type.String({
    maxLength: 4 * max,
    description: `The password from now on: ${min} to ${max} characters of any kind, none that is common or near at hand`,
    examples: [`${sentence} 2`],
  }),
})

/** Proof that the account is one's own. */
export const PasswordProof = Closed({ password: password('Your password') })

/** What an app for codes is set up with, shown only now. */
export const NewSecondFactor = Closed({
  secret: Text(100, { description: 'To be typed into an authenticator app, in base32', examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
  uri: Text(1000, {
    description: 'The same as an address, which apps read as a QR code',
    examples: ['otpauth://totp/Rapport:grace%40lovelace.example?issuer=Rapport&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  }),
})

/** Input of ending the set-up. */
export const CodeProof = Closed({ code })

/** Codes that stand for the app, shown only now. */
export const RecoveryCodes = Closed({
  recovery_codes: Type.Array(Text(60, { description: 'One code', examples: ['0f3a9c-77b1d2-e4580a-91c6fe-3b'] }), {
    maxItems: 20,
    description: 'Each stands for the app once, for whoever has lost it; keep them apart from it',
  }),
})

/** Input of taking the second factor away. */
export const FactorRemoval = Closed({ ...PasswordProof.properties, code })

const Session = Closed({
  id: Id('By which it is ended'),
  methods: Type.Array(Text(20, { description: '`pwd` a password, `otp` a code, `pop` a passkey', examples: ['pwd'] }), {
    maxItems: 5,
    description: 'How the person proved who they are (RFC 8176)',
  }),
  address: Nullable(Text(64, { description: 'IP address from which the person signed in', examples: ['192.0.2.7'] })),
  browser: Nullable(
    Text(200, { description: 'What the browser says that it is', examples: ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'] }),
  ),
  signed_in_at: Timestamp('When it began; it ends 30 days later at the latest'),
  last_used_at: Timestamp('When it was used last, give or take five minutes; it ends when it is not used for 14 days'),
})

/** The browsers in which the caller is signed in. */
export const Sessions = Closed({
  sessions: Type.Array(Session, { maxItems: MOST_SESSIONS, description: 'The one that was used last first' }),
})

const OnePasskey = Closed({
  id: Id('By which it is removed'),
  name: Text(60, { description: 'How its owner calls it', examples: ['Telephone'] }),
  synced: Type.Boolean({ description: 'Whether the device shares it with others of its owner' }),
  created_at: Timestamp('When it was added'),
  last_used_at: Nullable(Timestamp('When somebody last signed in with it')),
})

/** The passkeys of the caller. */
export const PasskeyList = Closed({
  passkeys: Type.Array(OnePasskey, { maxItems: MOST_PASSKEYS, description: 'The newest first' }),
})

/** Answer of what has nothing else to tell. */
export const Done = Closed({ changed: Type.Literal(true, { description: 'It is done; all sessions of the account have ended' }) })
