import type { Secret } from 'otpauth'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Random } from '../../kernel/ports/random.ts'
import { Keyring } from '../../kernel/secrets/keyring.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Directory } from '../access/directory.ts'
import { type AccountRecord, AccountStore } from './account-store.ts'
import { SignInSession } from './entity.ts'
import { PasskeyStore } from './passkey-store.ts'
import { prove } from './session-rows.ts'
import type { OwnSession } from './sessions.ts'
import { hashToken } from './tokens.ts'

const PERIOD_S = 30
// Clocks of telephones may be half a minute off.
const WINDOW = 1
const SECRET_BYTES = 20
const RECOVERY_CODES = 8
const RECOVERY_BYTES = 16
const NONE = { totp_secret: null, totp_pending: null, totp_step: null, recovery_hashes: [] }

/** What an authenticator app is set up with. */
export interface NewSecret {
  /** In base32, to be typed in. */
  readonly secret: string
  /** The same as an address, which apps read as a QR code. */
  readonly uri: string
}

/** One-time passwords by time (TOTP, RFC 6238), and recovery codes for whoever has lost the app. */
export class SecondFactors {
  static readonly uses = {
    store: AccountStore,
    passkeys: PasskeyStore,
    directory: Directory,
    keyring: Keyring,
    database: Database,
    clock: Clock,
    random: Random,
  }
  readonly #uses: Resolved<typeof SecondFactors.uses>

  constructor(uses: Resolved<typeof SecondFactors.uses>) {
    this.#uses = uses
  }

  /** Begins to set one up; it counts once a code of it has been given. */
  async begin({ id, email }: AccountRecord): Promise<NewSecret> {
    const { Secret } = await import('otpauth')
    const secret = new Secret({ buffer: new Uint8Array(this.#uses.random.bytes(SECRET_BYTES)).buffer })
    await this.#uses.store.write(async (tables) => {
      const owner = { db: tables, dialect: this.#uses.database.dialect, unit: { actor: { organization: '' }, now: this.#uses.clock.now() } }
      const totp_pending = await this.#uses.keyring.seal(secret.base32, id, owner)
      await this.#uses.store.update(tables, [id], { totp_pending })
    })
    return await shown(email, secret)
  }

  /** What is being set up, once more, for whoever has mistyped a code; undefined where nothing is. */
  async pending({ id, email, totp_pending }: AccountRecord): Promise<NewSecret | undefined> {
    if (totp_pending === null) return undefined
    const { Secret } = await import('otpauth')
    return await shown(email, Secret.fromBase32(await this.#uses.keyring.open(totp_pending, id, this.#uses.database.tables())))
  }

  /**
   * Ends the set-up by a code of the app; answers the recovery codes, which are shown only now, or undefined for a wrong code. All sessions end but the
   * one in which it is done, which counts as proved with it where it is the first second factor.
   */
  async confirm({ id, totp_pending }: AccountRecord, code: string, session?: OwnSession): Promise<readonly string[] | undefined> {
    const step = totp_pending === null ? undefined : await this.#stepOf(id, totp_pending, code)
    if (step === undefined) return undefined
    const codes = Array.from({ length: RECOVERY_CODES }, () => grouped(this.#uses.random.bytes(RECOVERY_BYTES).toString('hex')))
    const recovery_hashes = codes.map((each) => hashToken(plain(each)))
    const changes = { totp_secret: totp_pending, totp_pending: null, totp_step: step, recovery_hashes }
    const { store, passkeys, directory } = this.#uses
    return await store.write(async (tables) => {
      // Begun again or ended by another attempt meanwhile: the code was of another secret.
      if ((await store.locked(tables, id))?.totp_pending !== totp_pending) return undefined
      await store.changeCredentials(tables, [id], changes, session?.id)
      if (session && !(await passkeys.has(id, tables))) await prove(tables, directory.codec(SignInSession), session, ['otp'])
      return codes
    })
  }

  /** Takes away that of one account, whose sessions end but one; throws what `refuseLast` throws, which is called where no passkey is left. */
  async drop(id: string, kept: string | undefined, refuseLast: () => void): Promise<void> {
    const { store, passkeys } = this.#uses
    await store.write(async (tables) => {
      await store.locked(tables, id)
      if (!(await passkeys.has(id, tables))) refuseLast()
      await store.changeCredentials(tables, [id], NONE, kept)
    })
  }

  /** Takes it away; with the passkeys for whoever has lost the device with all of them. */
  async remove(ids: readonly string[], withPasskeys = false): Promise<void> {
    await this.#uses.store.write(async (tables) => {
      await this.#uses.store.changeCredentials(tables, ids, NONE)
      if (withPasskeys) await this.#uses.store.forgetPasskeys(tables, ids)
    })
  }

  /** Whether a code is the one of now, or a recovery code; each works once. */
  async verify({ id, totp_secret }: AccountRecord, code: string): Promise<boolean> {
    if (totp_secret === null) return false
    const step = await this.#stepOf(id, totp_secret, code)
    if (step !== undefined) return await this.#uses.store.useStep(id, step)
    return await this.#useRecovery(id, hashToken(plain(code)))
  }

  /** The number of the half minute that a code is of; undefined where it is wrong. */
  async #stepOf(id: string, sealed: string, code: string): Promise<number | undefined> {
    const token = code.replaceAll(/\s/g, '')
    if (!/^\d{6}$/.test(token)) return undefined
    const { Secret, TOTP } = await import('otpauth')
    const secret = Secret.fromBase32(await this.#uses.keyring.open(sealed, id, this.#uses.database.tables()))
    const timestamp = this.#uses.clock.now().getTime()
    const delta = new TOTP({ secret, period: PERIOD_S }).validate({ token, timestamp, window: WINDOW })
    return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta
  }

  // Read and written in one transaction, which on PostgreSQL locks the row: of two attempts with one code, one succeeds.
  async #useRecovery(id: string, hash: string): Promise<boolean> {
    return await this.#uses.store.write(async (tables) => {
      const account = await this.#uses.store.locked(tables, id)
      if (!account?.recovery_hashes.includes(hash)) return false
      await this.#uses.store.update(tables, [id], { recovery_hashes: account.recovery_hashes.filter((each) => each !== hash) })
      return true
    })
  }
}

async function shown(label: string, secret: Secret): Promise<NewSecret> {
  const { TOTP } = await import('otpauth')
  return { secret: secret.base32, uri: new TOTP({ issuer: 'Rapport', label, secret, period: PERIOD_S }).toString() }
}

function grouped(code: string): string {
  return code.match(/.{1,6}/g)?.join('-') ?? code
}

function plain(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase()
}
