import { createRequire } from 'node:module'
import { type Kysely, sql } from 'kysely'
import type { RateLimiterRes as Res, RateLimiterStoreAbstract } from 'rate-limiter-flexible'
import type { Clock } from '../ports/clock.ts'
import type { Database } from '../storage/database.ts'
import type { Tables } from '../storage/set-writer.ts'
import { RateWindow } from './entity.ts'

/** Points used in the window of a key; both in one atomic step. */
export interface WindowStore {
  /** Adds points at `now` (milliseconds since 1970) and answers those of the running window, and when it ends. */
  add(key: string, points: number, now: number, durationMs: number): Promise<{ points: number; expires: number }>
}

interface Options {
  readonly store: WindowStore
  /** Calls that a window takes. */
  readonly points: number
  /** Seconds. */
  readonly duration: number
}

// Windows in memory before those that have ended are looked for.
const MAX_IDLE = 10_000

// The library's entry loads a client for each of its twenty stores; its base for stores is all that is wanted of it.
const require = createRequire(import.meta.url)
const StoreLimiter = require('rate-limiter-flexible/lib/RateLimiterStoreAbstract.js') as typeof RateLimiterStoreAbstract
const RateLimiterRes = require('rate-limiter-flexible/lib/RateLimiterRes.js') as typeof Res

/** rate-limiter-flexible over the windows of the engine, by the engine's clock. */
export class WindowLimiter extends StoreLimiter {
  readonly #store: WindowStore
  readonly #clock: Clock

  constructor(options: Options, clock: Clock) {
    super({ ...options, storeClient: options.store })
    this.#store = options.store
    this.#clock = clock
  }

  /** Called by the library for each `consume`. */
  _upsert(key: string, points: number, durationMs: number): Promise<{ points: number; expires: number }> {
    return this.#store.add(key, points, this.#clock.now().getTime(), durationMs)
  }

  /** Called by the library to read what `_upsert` answered. */
  _getRateLimiterRes(_key: string, changed: number, stored: { points: number; expires: number }): Res {
    const left = Math.max(0, this.points - stored.points)
    return new RateLimiterRes(left, Math.max(0, stored.expires - this.#clock.now().getTime()), stored.points, stored.points === changed)
  }
}

/** Windows of this process, which is the only one on its database. */
export function memoryWindows(): WindowStore {
  const windows = new Map<string, { points: number; expires: number }>()
  return {
    async add(key, points, now, durationMs) {
      const known = windows.get(key)
      const running = known && known.expires > now
      // A new object each time: the next call would change the count that this one still has to read.
      const window = running ? { points: known.points + points, expires: known.expires } : { points, expires: now + durationMs }
      if (!running && windows.size > MAX_IDLE) for (const [old, { expires }] of windows) if (expires <= now) windows.delete(old)
      windows.set(key, window)
      return window
    },
  }
}

/** Windows that processes share; the table is unlogged, so that counting costs no flush to disk. */
export function tableWindows(database: Database): WindowStore {
  return {
    async add(key, points, now, durationMs) {
      const row = await addToWindow(database.tables(), key, points, now, durationMs)
      return { points: Number(row?.['points']), expires: Number(row?.['expires']) }
    },
  }
}

function addToWindow(tables: Kysely<Tables>, key: string, points: number, now: number, durationMs: number) {
  const { table } = RateWindow
  return tables
    .insertInto(table)
    .values({ key, points, expires: now + durationMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        points: sql`case when ${sql.ref(`${table}.expires`)} <= ${now} then excluded.points else ${sql.ref(`${table}.points`)} + excluded.points end`,
        expires: sql`case when ${sql.ref(`${table}.expires`)} <= ${now} then excluded.expires else ${sql.ref(`${table}.expires`)} end`,
      }),
    )
    .returning(['points', 'expires'])
    .executeTakeFirst()
}
