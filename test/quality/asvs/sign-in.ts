import { met, operator, planned, type Requirements } from './requirement.ts'
import { sections } from './sections.ts'

// Authentication of people, sessions, self-contained tokens, OAuth and OIDC: there are API keys only.
const chapters = ['V6', 'V7', 'V9', 'V10']

const security = 'SECURITY.md'
const signingIn = 'test/platform/accounts/sign-in.test.ts'
const own = 'test/platform/accounts/own-account.test.ts'

/** V6, V7, V9 and V10: they come with sign-in. */
export const signIn: Requirements = {
  ...waiting(),
  'V6.1.1': operator(`${security}#sign-in`, `${signingIn} > pauses after five failures of one account from one network, and nobody else`),
  'V6.1.2': operator(`${security}#sign-in`, `${signingIn} > refuses a password that is %s`),
  'V6.2.1': met(`${own} > is not changed to one that is %s`, `${signingIn} > refuses a password that is %s`),
  'V6.2.2': met(`${own} > is changed by whoever knows it, and ends all sessions`),
  'V6.2.3': met(`${own} > is not changed by whoever has a key only, who is slowed down as at sign-in`),
  'V6.2.4': met(`${own} > is not changed to one that is %s`),
  'V6.2.5': met(`${signingIn} > takes a password of any characters exactly as it is`),
  'V6.2.8': met(`${signingIn} > takes a password of any characters exactly as it is`),
  'V6.2.9': met(`${signingIn} > takes a password of any characters exactly as it is`),
  'V6.2.11': met(`${signingIn} > refuses a password that is %s`, `${own} > is not changed to one that is %s`),
  'V6.2.12': met(`${own} > is not changed to one that is %s`),
  'V6.3.1': met(
    `${signingIn} > pauses after five failures of one account from one network, and nobody else`,
    `${signingIn} > counts attempts before they are made, so that many at once are no faster`,
    `${signingIn} > pauses a network that tries many accounts, but not those that have signed in from it`,
  ),
  'V6.4.1': met(`${signingIn} > says who is invited where, works once, and ends after seven days`),
  'V6.4.3': met(
    `${signingIn} > is set by a link that was sent to the address, once and within an hour`,
    `${own} > stays when the password is reset by mail, and goes by a code or by the installation only`,
  ),
  'V6.4.4': operator(
    `${security}#sign-in`,
    `${own} > stays when the password is reset by mail, and goes by a code or by the installation only`,
  ),
  'V6.5.1': met(
    `${own} > is asked for at sign-in once it is confirmed, and each code works once`,
    `${own} > is stood for by recovery codes, each once`,
  ),
  'V6.5.3': met('test/quality/security.test.ts > makes every secret of at least 128 bits of the random generator'),
  'V6.5.4': met(`${own} > is stood for by recovery codes, each once`),
}

function waiting(): Requirements {
  return Object.fromEntries(
    Object.entries(sections)
      .filter(([section]) => chapters.includes(section.split('.')[0] ?? ''))
      .flatMap(([section, count]) => Array.from({ length: count }, (_, at) => [`${section}.${at + 1}`, planned('sign-in')])),
  )
}
