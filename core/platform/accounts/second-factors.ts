import type { Resolved } from '../../kernel/operation/operation.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Random } from '../../kernel/ports/random.ts'
import { Keyring } from '../../kernel/secrets/keyring.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { type AccountRecord, AccountStore } from './account-store.ts'
import { hashToken } from './tokens.ts'

const PERIOD_S = 30
// Clocks of telephones may be half a minute off.
const WINDOW = 1
const SECRET_BYTES = 20
const RECOVERY_CODES = 8
const RECOVERY_BYTES = 16

/** What an authenticator app is set up with. */
export interface NewSecret {
  /** In base32, to be typed in. */
  readonly secret: string
  /** The same as an address, which apps read as a QR code. */
  readonly uri: string
}

/** One-time passwords by time (TOTP, RFC 6238), and recovery codes for whoever has lost the app. */
export class SecondFactors {
  static readonly uses = { store: AccountStore, keyring: Keyring, database: Database, clock: Clock, random: Random }
  readonly #uses: Resolved<typeof SecondFactors.uses>

  constructor(uses: Resolved<typeof SecondFactors.uses>) {
    this.#uses = uses
  }

  /** Begins to set one up; it counts once a code of it has been given. */
  async begin({ id, email }: AccountRecord): Promise<NewSecret> {
    const { Secret, TOTP } = await import('otpauth')
    const secret = new Secret({ buffer: new Uint8Array(this.#uses.random.bytes(SECRET_BYTES)).buffer })
    await this.#uses.store.write(async (tables) => {
      const owner = { db: tables, dialect: this.#uses.database.dialect, unit: { actor: { organization: '' }, now: this.#uses.clock.now() } }
      const totp_pending = await this.#uses.keyring.seal(secret.base32, id, owner)
      await this.#uses.store.update(tables, [id], { totp_pending })
    })
    return { secret: secret.base32, uri: new TOTP({ issuer: 'Rapport', label: email, secret, period: PERIOD_S }).toString() }
  }

  /** Ends the set-up by a code of the app; answers the recovery codes, which are shown only now, or undefined for a wrong code. */
  async confirm({ id, totp_pending }: AccountRecord, code: string): Promise<readonly string[] | undefined> {
    const step = totp_pending === null ? undefined : await this.#stepOf(id, totp_pending, code)
    if (step === undefined) return undefined
    const codes = Array.from({ length: RECOVERY_CODES }, () => grouped(this.#uses.random.bytes(RECOVERY_BYTES).toString('hex')))
    const recovery_hashes = codes.map((each) => hashToken(plain(each)))
    const changes = { totp_secret: totp_pending, totp_pending: null, totp_step: step, recovery_hashes }
    await this.#uses.store.write((tables) => this.#uses.store.changeCredentials(tables, [id], changes))
    return codes
  }

  /** Takes it away; with the passkeys for whoever has lost the device with all of them. */
  async remove(ids: readonly string[], withPasskeys = false): Promise<void> {
    const none = { totp_secret: null, totp_pending: null, totp_step: null, recovery_hashes: [] }
    await this.#uses.store.write(async (tables) => {
      await this.#uses.store.changeCredentials(tables, ids, none)
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

function grouped(code: string): string {
  return code.match(/.{1,6}/g)?.join('-') ?? code
}

function plain(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase()
}
