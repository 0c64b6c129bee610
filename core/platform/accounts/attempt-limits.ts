import { type Kysely, sql } from 'kysely'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { networkOf } from '../../kernel/values/network.ts'
import { SignInAttempt } from './entity.ts'
import { hashToken } from './tokens.ts'

const DAY_MS = 86_400_000
/** Milliseconds after which failures are forgotten, and after which an address is no longer known to an account. */
export const FORGOTTEN_MS = DAY_MS
/** Milliseconds for which an address stays known to an account that has signed in from it. */
export const KNOWN_MS = 30 * DAY_MS

/** From how many failures on there is a pause, which doubles with each further one, and how long it becomes. */
interface Limit {
  readonly free: number
  readonly mostMs: number
}

// Of one account from one network: after the fifth failure a second, and with the fifteenth a quarter of an hour.
const OF_ACCOUNT: Limit = { free: 5, mostMs: 900_000 }
// Of one network, an office maybe, for whatever accounts have not signed in from it lately.
const OF_NETWORK: Limit = { free: 30, mostMs: 60_000 }
const FIRST_PAUSE_MS = 1_000
// Beyond it a number of 32 bits would not hold the pause.
const MOST_DOUBLINGS = 20

/** An attempt that may be made; it counts as failed unless it is told otherwise. */
export interface Attempt {
  /** Takes it back: it succeeded in part, such as a password before its code. */
  undo(): Promise<void>
  /** It succeeded: the failures of the account from this network are forgotten, and the network is known to it. */
  succeeded(): Promise<void>
}

/**
 * Slows down whoever guesses passwords, over all hosts of a database: by account and network, and by network. Nobody else waits for it: an
 * account is never locked, and from a network that it has signed in from lately only its own failures count.
 */
export class AttemptLimits {
  static readonly uses = { database: Database, clock: Clock }
  readonly #uses: Resolved<typeof AttemptLimits.uses>

  constructor(uses: Resolved<typeof AttemptLimits.uses>) {
    this.#uses = uses
  }

  /** Counts an attempt before it is made, so that many at once are as slow as one after the other; throws `rate_limited`. */
  async admit(email: string, ip: string | undefined): Promise<Attempt> {
    const network = networkOf(ip ?? 'unknown')
    // Hashed, so that the table tells nobody who has tried to sign in from where.
    const [account, address] = [hashToken(`account ${email} ${network}`), hashToken(`network ${network}`)]
    const known = await this.#count(account, OF_ACCOUNT)
    const undo = () => this.#giveBack(account)
    if (known) return { undo, succeeded: () => this.#remember(account) }
    try {
      await this.#count(address, OF_NETWORK)
    } catch (error) {
      await undo()
      throw error
    }
    return {
      undo: async () => {
        await undo()
        await this.#giveBack(address)
      },
      succeeded: async () => {
        await this.#remember(account)
        await this.#giveBack(address)
      },
    }
  }

  /** Answers whether the network is known to the account. One statement counts, so that of many at once each sees those before it. */
  async #count(key: string, { free, mostMs }: Limit): Promise<boolean> {
    const now = this.#uses.clock.now().getTime()
    const { table } = SignInAttempt
    const stored = (column: string) => sql.ref(`${table}.${column}`)
    const at = sql<number>`cast(${now} as bigint)`
    const failures = sql`case when ${stored('last_at')} < ${now - FORGOTTEN_MS} then 1 else ${stored('failures')} + 1 end`
    const over = sql`(${stored('failures')} + 1 - cast(${free} as integer))`
    const pause = sql`case when ${stored('last_at')} < ${now - FORGOTTEN_MS} or ${over} < 0 then 0
      when ${over} > ${MOST_DOUBLINGS} or ${FIRST_PAUSE_MS} * (1 << ${over}) > ${mostMs} then ${mostMs} else ${FIRST_PAUSE_MS} * (1 << ${over}) end`
    const row = await this.#tables
      .insertInto(table)
      .values({ key, failures: 1, next_at: now, last_at: now, known_until: 0 })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ failures, next_at: sql`${at} + ${pause}`, last_at: now })
          // A time that lies further ahead than any pause was written before the clock went back.
          .where(sql<boolean>`${stored('next_at')} <= ${now} or ${stored('next_at')} > ${now + 2 * mostMs}`),
      )
      .returning('known_until')
      .executeTakeFirst()
    if (row) return this.#codec.pick(row, ['known_until']).known_until > now
    throw await this.#refused(key, now)
  }

  async #refused(key: string, now: number): Promise<CrmError> {
    const row = await this.#tables.selectFrom(SignInAttempt.table).select('next_at').where('key', '=', key).executeTakeFirst()
    const next_at = row ? this.#codec.pick(row, ['next_at']).next_at : now
    const retry_after = Math.max(1, Math.ceil((next_at - now) / 1000))
    return new CrmError('rate_limited', `Too many attempts to sign in; try again in ${retry_after} s`, { retry_after })
  }

  async #giveBack(key: string): Promise<void> {
    const failures = sql`case when failures > 0 then failures - 1 else 0 end`
    await this.#tables.updateTable(SignInAttempt.table).set({ failures, next_at: 0 }).where('key', '=', key).execute()
  }

  async #remember(key: string): Promise<void> {
    const known_until = this.#uses.clock.now().getTime() + KNOWN_MS
    await this.#tables.updateTable(SignInAttempt.table).set({ failures: 0, next_at: 0, known_until }).where('key', '=', key).execute()
  }

  get #codec() {
    return Codec.of(SignInAttempt.fields, this.#uses.database.dialect)
  }

  get #tables(): Kysely<Tables> {
    return this.#uses.database.tables()
  }
}
