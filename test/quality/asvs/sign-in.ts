import { met, notApplicable, operator, type Requirements } from './requirement.ts'

const section = 'SECURITY.md#sign-in'
const signingIn = 'test/platform/accounts/sign-in.test.ts'
const own = 'test/platform/accounts/own-account.test.ts'
const passkeys = 'test/platform/accounts/passkeys.test.ts'
const sessions = 'test/adapters/sign-in/sessions.test.ts'
const factor = 'test/adapters/sign-in/second-factor.test.ts'
const hosts = 'test/adapters/sign-in/hosts.test.ts'
const refusals = 'test/adapters/sign-in/refusals.test.ts'
const places = 'test/adapters/sign-in/places.test.ts'
const browser = 'test/quality/browser/sign-in.test.ts'
const provider = 'test/adapters/identity-provider/tokens.test.ts'

const noChannel = 'No codes or requests go to the person over a second channel; a link for a new password is not a way to sign in.'
const noClient =
  'The engine takes access tokens and begins no authorization flow: it is no OAuth client and no relying party of OpenID Connect.'

/** V6: authentication of people. */
const authentication: Requirements = {
  'V6.1.1': operator(section, `${signingIn} > pauses after five failures of one account from one network, and nobody else`),
  'V6.1.2': operator(section, `${signingIn} > refuses a password that is %s`),
  'V6.1.3': operator(
    section,
    `${passkeys} > signs in whoever it belongs to, without a password, also where a second factor is set up`,
    `${own} > is asked for at sign-in once it is confirmed, and each code works once`,
  ),
  'V6.2.1': met(`${own} > is not changed to one that is %s`, `${signingIn} > refuses a password that is %s`),
  'V6.2.2': met(`${own} > is changed by whoever knows it, and ends all sessions`),
  'V6.2.3': met(`${own} > is not changed by whoever has a key only, who is slowed down as at sign-in`),
  'V6.2.4': met(`${own} > is not changed to one that is %s`),
  'V6.2.5': met(`${signingIn} > takes a password of any characters exactly as it is`),
  'V6.2.6': met(`${browser} > is used by keyboard in the order in which it is read, and says what was wrong to who does not see it`),
  'V6.2.7': met(`${browser} > takes an invitation and a new password, without scripts`, `${browser} > runs no script but its own`),
  'V6.2.8': met(`${signingIn} > takes a password of any characters exactly as it is`),
  'V6.2.9': met(`${signingIn} > takes a password of any characters exactly as it is`),
  'V6.2.10': met(`${signingIn} > takes a password for as long as nobody changes it`),
  'V6.2.11': met(`${signingIn} > refuses a password that is %s`, `${own} > is not changed to one that is %s`),
  'V6.2.12': met(`${own} > is not changed to one that is %s`),
  'V6.3.1': met(
    `${signingIn} > pauses after five failures of one account from one network, and nobody else`,
    `${signingIn} > counts attempts before they are made, so that many at once are no faster`,
    `${signingIn} > pauses a network that tries many accounts, but not those that have signed in from it`,
  ),
  'V6.3.2': met(`${signingIn} > knows nobody before an invitation is accepted`),
  'V6.3.3': operator(
    section,
    `${factor} > of %s is set up before a program gets in`,
    `${factor} > is the one that is there, not a further one that is added by the password alone`,
    `${browser} > lets somebody in who adds a passkey because their organization demands a second factor`,
  ),
  'V6.3.4': met(
    `${own} > is not asked for before the password is right`,
    `${passkeys} > is taken neither as new nor for sign-in from %s`,
    `${passkeys} > is of the account that the device names, and of nobody when the user is not active`,
  ),
  'V6.4.1': met(`${signingIn} > says who is invited where, works once, and ends after seven days`),
  'V6.4.2': notApplicable('There are no password hints and no secret questions.'),
  'V6.4.3': met(
    `${signingIn} > is set by a link that was sent to the address, once and within an hour`,
    `${own} > stays when the password is reset by mail, and goes by a code or by the installation only`,
    `${places} > set a new password by a link that is sent, once, and tell nobody who has an account`,
  ),
  'V6.4.4': operator(section, `${own} > stays when the password is reset by mail, and goes by a code or by the installation only`),
  'V6.5.1': met(
    `${own} > is asked for at sign-in once it is confirmed, and each code works once`,
    `${own} > is stood for by recovery codes, each once`,
    `${passkeys} > answers each question once, in its own browser, and within five minutes`,
  ),
  'V6.5.2': met(
    'test/quality/security.test.ts > makes every secret of at least 128 bits of the random generator',
    `${own} > is in the audit log, and nothing that it consists of is shown or stored as it is`,
  ),
  'V6.5.3': met('test/quality/security.test.ts > makes every secret of at least 128 bits of the random generator'),
  'V6.5.4': met(`${own} > is stood for by recovery codes, each once`),
  // A code is of 30 seconds; that of the step before and after is taken for clocks that differ (RFC 6238, section 5.2).
  'V6.5.5': met(`${own} > is asked for at sign-in once it is confirmed, and each code works once`),
  'V6.6.1': notApplicable(noChannel),
  'V6.6.2': notApplicable(noChannel),
  'V6.6.3': notApplicable(noChannel),
  'V6.8.1': met(
    `${provider} > is refused whenever it is not exactly what the provider gave out for this user and this site`,
    `${provider} > reaches the organization that a claim names, and only users of that one`,
  ),
  'V6.8.2': met(
    `${provider} > is refused whenever it is not exactly what the provider gave out for this user and this site`,
    `${provider} > are never taken from metadata of another issuer, or from an answer that is no set of keys`,
  ),
  'V6.8.3': notApplicable('SAML is not supported.'),
  'V6.8.4': notApplicable('No function asks for a certain strength or recentness of what an identity provider outside has done.'),
}

/** V7: sessions of people, and the tokens of programs that stand in for them. */
const session: Requirements = {
  'V7.1.1': operator(section, `${sessions} > end after two weeks without use and after a month in any case, and the oldest of too many`),
  'V7.1.2': operator(section, `${sessions} > end after two weeks without use and after a month in any case, and the oldest of too many`),
  'V7.1.3': operator(
    section,
    `${provider} > stops at the next call when its user is deactivated or the organization suspended, and when its hour is over`,
  ),
  'V7.2.1': met(
    `${hosts} > refuses forms of other sites, and pages of sign-ins that were begun in another browser`,
    `${sessions} > end with sign-out for whoever has copied the cookie, too, and begin under another name`,
  ),
  'V7.2.2': met(`${sessions} > end with sign-out for whoever has copied the cookie, too, and begin under another name`),
  'V7.2.3': met(`${sessions} > end with sign-out for whoever has copied the cookie, too, and begin under another name`),
  'V7.2.4': met(`${sessions} > end with sign-out for whoever has copied the cookie, too, and begin under another name`),
  'V7.3.1': met(`${sessions} > end after two weeks without use and after a month in any case, and the oldest of too many`),
  'V7.3.2': met(`${sessions} > end after two weeks without use and after a month in any case, and the oldest of too many`),
  'V7.4.1': met(`${sessions} > end with sign-out for whoever has copied the cookie, too, and begin under another name`),
  'V7.4.2': met(
    `${sessions} > end with a second factor that is added or removed, and with what the user may enter`,
    `${refusals} > stops with its grant, its hour, its user and its organization, at the next call`,
  ),
  'V7.4.3': met(
    `${sessions} > end with a change of the password in the same instant, and with a reset, but not the one that begins after it`,
    `${sessions} > end with a second factor that is added or removed, and with what the user may enter`,
    `${passkeys} > is renamed and removed by its owner only, and removal ends the other sessions`,
  ),
  'V7.4.4': met(`${browser} > adds a passkey, signs in with it instead of a password, and removes it`),
  'V7.4.5': met(`${sessions} > are listed and ended over the API, all of them and by an administrator, who does not see them`),
  'V7.5.1': met(
    `${own} > is not changed by whoever has a key only, who is slowed down as at sign-in`,
    `${sessions} > ask who they are again before they end anything, once ten minutes have passed`,
  ),
  'V7.5.2': met(
    `${sessions} > are listed with what began them, and each ends at once by its button`,
    `${sessions} > ask who they are again before they end anything, once ten minutes have passed`,
  ),
  'V7.6.1': met(
    `${refusals} > asks the user again after a year, however often tokens were refreshed`,
    `${provider} > stops at the next call when its user is deactivated or the organization suspended, and when its hour is over`,
  ),
  'V7.6.2': met(`${sessions} > are asked for by a browser that is signed in without a password, and by none whose session has ended`),
}

/** V9: tokens of an identity provider outside; those of the engine itself are looked up. */
const selfContained: Requirements = {
  'V9.1.1': met(`${provider} > is refused whenever it is not exactly what the provider gave out for this user and this site`),
  'V9.1.2': met(
    `${provider} > is refused whenever it is not exactly what the provider gave out for this user and this site`,
    `${places} > is refused by MCP and by REST: %s`,
  ),
  'V9.1.3': met(
    `${provider} > are read once, and once more for a key that is new; forged tokens are no way to have them read`,
    `${provider} > are never taken from metadata of another issuer, or from an answer that is no set of keys`,
  ),
  'V9.2.1': met(
    `${provider} > stops at the next call when its user is deactivated or the organization suspended, and when its hour is over`,
  ),
  'V9.2.2': met(
    `${places} > is what a program may not use it as: a code, a refresh token or an id token in place of an access token`,
    `${provider} > is refused whenever it is not exactly what the provider gave out for this user and this site`,
  ),
  'V9.2.3': met(
    `${provider} > acts as the user whom it names, with the scopes that it names, for what it was given out for`,
    `${refusals} > of the tools is refused by REST, and the reverse`,
  ),
  'V9.2.4': met(`${places} > is what a program may not use it as: a code, a refresh token or an id token in place of an access token`),
}

/** V10: OAuth, as authorization server and as resource server. */
const oauth: Requirements = {
  'V10.1.1': met(
    `${refusals} > refuses a request without PKCE or with a plain one, another redirect, an unknown resource and an unknown program`,
  ),
  'V10.1.2': notApplicable(noClient),
  'V10.2.1': notApplicable(noClient),
  'V10.2.2': notApplicable(noClient),
  'V10.3.1': met(`${refusals} > of the tools is refused by REST, and the reverse`),
  'V10.3.2': met(
    `${refusals} > sees what its user sees, and administrates only where that was allowed`,
    `${refusals} > answers a program that asks for no scope with the usual ones, and one that asks for a part with that part`,
  ),
  'V10.3.3': met(
    `${refusals} > stops with its grant, its hour, its user and its organization, at the next call`,
    `${provider} > reaches the organization that a claim names, and only users of that one`,
  ),
  'V10.3.4': notApplicable(
    'No operation asks for a certain strength or recentness of sign-in; what changes an account asks for its password itself.',
  ),
  'V10.4.1': met(
    `${refusals} > refuses a request without PKCE or with a plain one, another redirect, an unknown resource and an unknown program`,
  ),
  'V10.4.2': met(`${refusals} > refuses a code with another verifier or redirect, and ends the grant when a code comes twice`),
  'V10.4.3': met(`${refusals} > refuses a code that is a minute old`),
  'V10.4.4': met(`${places} > is given to no program for another grant, method or resource than it may have`),
  'V10.4.5': met(`${refusals} > takes a refresh token again for a minute, and ends the grant when it comes later`),
  'V10.4.6': met(
    `${refusals} > refuses a request without PKCE or with a plain one, another redirect, an unknown resource and an unknown program`,
    `${refusals} > refuses a code with another verifier or redirect, and ends the grant when a code comes twice`,
  ),
  'V10.4.7': met(
    `${places} > is given to no program for another grant, method or resource than it may have`,
    `${browser} > goes without scripts from sign-in with a second factor over the choice of an organization to a token`,
  ),
  'V10.4.8': met(`${refusals} > asks the user again after a year, however often tokens were refreshed`),
  'V10.4.9': met(`${sessions} > are listed with their organization, and end by their button with their tokens`),
  'V10.4.10': met(`${places} > is given to no program for another grant, method or resource than it may have`),
  'V10.4.11': met(
    `${refusals} > answers a program that asks for no scope with the usual ones, and one that asks for a part with that part`,
  ),
  'V10.5.1': notApplicable(noClient),
  'V10.5.2': notApplicable(noClient),
  'V10.5.3': notApplicable(noClient),
  'V10.5.4': notApplicable(noClient),
  'V10.5.5': notApplicable(noClient),
  'V10.6.1': met(
    `${refusals} > refuses a request without PKCE or with a plain one, another redirect, an unknown resource and an unknown program`,
  ),
  'V10.6.2': met(`${sessions} > end with sign-out for whoever has copied the cookie, too, and begin under another name`),
  'V10.7.1': met(
    `${sessions} > are asked for by a browser that is signed in without a password, and by none whose session has ended`,
    `${browser} > tells the program of a refusal, and is over with sign-out`,
  ),
  'V10.7.2': met(
    `${browser} > goes without scripts from sign-in with a second factor over the choice of an organization to a token`,
    'test/adapters/sign-in/clients.test.ts > signs in with its address, whose host is shown, and is refused with a document that is not of it',
  ),
  'V10.7.3': met(`${sessions} > are listed with their organization, and end by their button with their tokens`),
}

/** V6, V7, V9 and V10: people who sign in, their sessions, and the tokens of programs. */
export const signIn: Requirements = { ...authentication, ...session, ...selfContained, ...oauth }
