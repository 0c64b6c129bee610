import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { isObject } from '../../kernel/values/is-object.ts'
import { Directory } from '../access/directory.ts'
import { Artifacts } from '../grants/artifacts.ts'
import { AccountStore } from './account-store.ts'
import { Credentials, type Entered, type SignInOrigin } from './credentials.ts'
import { Memberships } from './memberships.ts'
import { passkeyLibrary, passkeySite } from './passkey-library.ts'
import { SecondFactorDemand } from './second-factor-demand.ts'
import { type OwnSession, PASSKEY_METHODS } from './sessions.ts'
import { MOST_PASSKEYS, PasskeyStore, type PasskeyRecord } from './passkey-store.ts'

/** A passkey as its owner sees it. */
export interface OwnPasskey {
  /** By which it is renamed and removed. */
  readonly id: string
  /** How its owner calls it. */
  readonly name: string
  /** Whether the device shares it with others of its owner. */
  readonly synced: boolean
  /** When it was added. */
  readonly created_at: Date
  /** When somebody last signed in with it. */
  readonly last_used_at: Date | null
}

/** Where a question is asked, and what ties its answer to the browser that was asked. */
export interface PasskeyPlace {
  /** Scheme, host and port of the site, which browsers put into what they sign. */
  readonly origin: string
  /** Name of the interaction or session in which the question is asked, and no other answers it. */
  readonly binding: string
}

/** Where a person changes what their account is proved with. */
export interface ChangeOrigin {
  /** IPv4 or IPv6 address, where it is known. */
  readonly ip?: string | undefined
  /** The session in which it is done, which goes on. */
  readonly session?: OwnSession | undefined
}

const NAME_LENGTH = 60
// Seconds for which a question may be answered.
const QUESTION_S = 300
// Characters of what a browser answers; a key of RSA and some extensions need a third of it.
const MOST_ANSWERED = 16_384
const MODEL = 'PasskeyQuestion'

/**
 * Passkeys (WebAuthn): keys in a device that are known to this site alone and unlocked by its owner, so that each stands for the password and the
 * second factor. They need the package `@simplewebauthn/server`, and https.
 */
export class Passkeys {
  static readonly uses = {
    artifacts: Artifacts,
    credentials: Credentials,
    directory: Directory,
    demand: SecondFactorDemand,
    memberships: Memberships,
    passkeys: PasskeyStore,
    store: AccountStore,
  }
  readonly #uses: Resolved<typeof Passkeys.uses>

  constructor(uses: Resolved<typeof Passkeys.uses>) {
    this.#uses = uses
  }

  /** Whether browsers can have passkeys for a site at this origin, and the package is installed. */
  async arePossible(origin: string): Promise<boolean> {
    return passkeySite(origin) !== undefined && (await passkeyLibrary().catch(() => undefined)) !== undefined
  }

  /** Those of an account, the newest first. */
  async list(account_id: string): Promise<readonly OwnPasskey[]> {
    return (await this.#uses.passkeys.ofAccount(account_id)).map(({ id, name, synced, created_at, last_used_at }) => ({
      id,
      name,
      synced,
      created_at,
      last_used_at,
    }))
  }

  /**
   * The question for a new passkey of somebody who is signed in, in JSON for `navigator.credentials.create`; it replaces the one before, and can
   * be answered for five minutes. Throws `conflict` for an account that has ten, `not_found`, `unavailable` without the package.
   */
  async beginRegistration(account_id: string, { origin, binding }: PasskeyPlace): Promise<string> {
    const { library, site } = await opened(origin)
    const account = await this.#uses.store.find(account_id)
    if (!account) throw new CrmError('not_found', 'There is no such account')
    const known = await this.#uses.passkeys.ofAccount(account_id)
    if (known.length >= MOST_PASSKEYS) throw full()
    const options = await library.generateRegistrationOptions({
      rpName: 'Rapport',
      rpID: site,
      userName: account.email,
      userDisplayName: account.email,
      // The account, and nothing about the person.
      userID: new TextEncoder().encode(account_id),
      challenge: new Uint8Array(this.#uses.directory.generators.random.bytes(32)),
      attestationType: 'none',
      timeout: QUESTION_S * 1000,
      excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports: [...transports] })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await this.#ask('create', binding, options.challenge)
    return JSON.stringify(options)
  }

  /**
   * Adds the passkey with which a browser has answered. Throws `invalid_input` for an answer to another question, from another site or without
   * its owner; `already_exists`, `conflict` for an account that has ten, or a second factor that an organization demands and `session` was not proved
   * with; `unavailable`.
   */
  async register(
    account_id: string,
    { origin, binding }: PasskeyPlace,
    answer: string,
    name: string,
    { ip, session }: ChangeOrigin = {},
  ): Promise<void> {
    const { library, site } = await opened(origin)
    await this.#uses.demand.checkAdding(account_id, session)
    const expectedChallenge = await this.#asked('create', binding)
    const response = parsed<RegistrationResponseJSON>(answer)
    if (!response || expectedChallenge === undefined || !(await isPlain(response))) throw unfit()
    const options = { response, expectedChallenge, expectedOrigin: origin, expectedRPID: site, requireUserVerification: true }
    const { registrationInfo: found } = await library.verifyRegistrationResponse(options).catch(() => ({ registrationInfo: undefined }))
    if (!found) throw unfit()
    const { credential, credentialBackedUp } = found
    const { ids, now } = this.#uses.directory.generators
    const passkey = {
      id: ids.next(),
      account_id,
      credential_id: credential.id,
      user_handle: account_id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: (credential.transports ?? []).slice(0, 10).map((each) => String(each).slice(0, 20)),
      name: nameOf(name) || 'Passkey',
      synced: credentialBackedUp,
      created_at: now,
      last_used_at: null,
    }
    await this.#uses.passkeys.add(passkey, session)
    await this.#uses.memberships.note(account_id, 'passkey_added', ip)
  }

  /**
   * The question for any passkey of the site, in JSON for `navigator.credentials.get`; it replaces the one before, and can be answered for five
   * minutes. Throws `unavailable`.
   */
  async beginSignIn({ origin, binding }: PasskeyPlace): Promise<string> {
    const { library, site } = await opened(origin)
    const challenge = new Uint8Array(this.#uses.directory.generators.random.bytes(32))
    const asked = { rpID: site, challenge, timeout: QUESTION_S * 1000, userVerification: 'required' } as const
    const options = await library.generateAuthenticationOptions(asked)
    await this.#ask('get', binding, options.challenge)
    return JSON.stringify(options)
  }

  /**
   * Signs in with the passkey with which a browser has answered; no password and no code are asked for, because the device has asked its owner.
   * Throws `unauthenticated` with one message for every reason, `unavailable`.
   */
  async signIn({ origin, binding }: PasskeyPlace, answer: string, from: SignInOrigin = {}): Promise<Entered> {
    const { credentials, memberships, store, passkeys } = this.#uses
    const expectedChallenge = await this.#asked('get', binding)
    const response = parsed<AuthenticationResponseJSON>(answer)
    const passkey = response && expectedChallenge !== undefined ? await passkeys.byCredential(response.id) : undefined
    const account = passkey && (await store.find(passkey.account_id))
    if (!response || expectedChallenge === undefined || !passkey || !account) {
      await credentials.noteRefusal([], from.ip)
      throw wrong()
    }
    const counter = await verified({ origin, response, expectedChallenge, passkey })
    const isRight = counter !== undefined && (await passkeys.use(passkey.id, counter))
    if (!isRight || (await memberships.of(account.id)).length === 0) {
      await credentials.noteRefusal([account], from.ip)
      throw wrong()
    }
    return await credentials.entered(account, PASSKEY_METHODS, from)
  }

  /** Gives a passkey of an account another name; throws `not_found`, `invalid_input` for an empty one. */
  async rename(account_id: string, id: string, name: string): Promise<void> {
    await this.#own(account_id, id)
    const next = nameOf(name)
    if (next === '') throw invalid('/name', 'required', 'Give the passkey a name')
    if (!(await this.#uses.passkeys.rename(account_id, id, next))) throw gone()
  }

  /**
   * Removes a passkey of an account; all of its sessions but one end. Throws `not_found`, `conflict` for the last second factor where an organization
   * demands one.
   */
  async remove(account_id: string, id: string, kept: string | undefined, ip?: string): Promise<void> {
    await this.#own(account_id, id)
    const refuseLast = await this.#uses.demand.guardOf(account_id)
    if (!(await this.#uses.passkeys.remove(account_id, id, kept, refuseLast))) throw gone()
    await this.#uses.memberships.note(account_id, 'passkey_removed', ip)
  }

  async #own(account_id: string, id: string): Promise<void> {
    if (!(await this.#uses.passkeys.ofAccount(account_id)).some((each) => each.id === id)) throw gone()
  }

  async #ask(purpose: Purpose, binding: string, challenge: string): Promise<void> {
    await this.#uses.artifacts.upsert(MODEL, `${purpose} ${binding}`, { challenge }, QUESTION_S)
  }

  // Whoever answers takes the question away, so that no answer serves twice.
  async #asked(purpose: Purpose, binding: string): Promise<string | undefined> {
    const question = await this.#uses.artifacts.take(MODEL, `${purpose} ${binding}`)
    return typeof question?.['challenge'] === 'string' ? question['challenge'] : undefined
  }
}

type Purpose = 'create' | 'get'

async function opened(origin: string) {
  const [library, site] = [await passkeyLibrary(), passkeySite(origin)]
  if (site === undefined) throw new CrmError('unavailable', 'Browsers have passkeys for names of sites with https only')
  return { library, site }
}

/** The new signature counter; undefined where the answer is not one of this passkey to this question on this site. */
async function verified({
  origin,
  response,
  expectedChallenge,
  passkey,
}: {
  readonly origin: string
  readonly response: AuthenticationResponseJSON
  readonly expectedChallenge: string
  readonly passkey: PasskeyRecord
}): Promise<number | undefined> {
  const { library, site } = await opened(origin)
  if (response.response?.userHandle !== Buffer.from(passkey.user_handle).toString('base64url')) return undefined
  const credential: WebAuthnCredential = {
    id: passkey.credential_id,
    publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
    counter: passkey.counter,
  }
  const options = { response, expectedChallenge, expectedOrigin: origin, expectedRPID: site, credential, requireUserVerification: true }
  // The library throws for each thing that does not fit.
  const outcome = await library.verifyAuthenticationResponse(options).catch(() => undefined)
  return outcome?.verified ? outcome.authenticationInfo.newCounter : undefined
}

/** Whether an answer brings no certificates: none were asked for, and to check them the library would call addresses that they name. */
async function isPlain({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ '@simplewebauthn/server/helpers')
  try {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(String(response.attestationObject), 'base64url')))
    const format = attestation.get('fmt')
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}

/** What a browser has answered, of which the library checks the rest. */
function parsed<T extends { readonly id: string; readonly response: object }>(text: string): T | undefined {
  if (text.length > MOST_ANSWERED) return undefined
  try {
    const value: T = JSON.parse(text)
    return isObject(value) && typeof value.id === 'string' && isObject(value.response) ? value : undefined
  } catch {
    return undefined
  }
}

const nameOf = (name: string) => name.trim().slice(0, NAME_LENGTH).toWellFormed()
const wrong = () => new CrmError('unauthenticated', 'This passkey is not known here, or took too long; try again')
const gone = () => new CrmError('not_found', 'There is no such passkey')
const unfit = () =>
  invalid('/credential', 'not_allowed', 'The passkey was not added: the device did not answer in time or did not ask for you')
const full = () => new CrmError('conflict', `There are ${MOST_PASSKEYS} passkeys already; remove one first`)
