import { createRequire } from 'node:module'
import { type Kysely, sql } from 'kysely'
import type { RateLimiterRes as Res, RateLimiterStoreAbstract } from 'rate-limiter-flexible'
import type { Clock } from '../../kernel/ports/clock.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import type { Tables } from '../../kernel/storage/tables.ts'
import { RateWindow } from './entity.ts'

/** The running window of a key: the points used in it, and when it ends (milliseconds since 1970). */
export interface Window {
  readonly points: number
  readonly expires: number
}

/** Points used in the windows of keys; each step is atomic. */
export interface WindowStore {
  /** Adds points at `now` (milliseconds since 1970) and answers the running window. */
  add(key: string, points: number, now: number, durationMs: number): Promise<Window>
  /** Takes a point back out of the window that ends then, and answers it; `undefined` once another one has begun. */
  giveBack(key: string, expires: number): Promise<Window | undefined>
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

/** A place in a window, which knows the window. */
class Place extends RateLimiterRes {
  readonly expires: number

  constructor(left: number, msBeforeNext: number, { points, expires }: Window, isFirst: boolean) {
    super(left, msBeforeNext, points, isFirst)
    this.expires = expires
  }
}

/** rate-limiter-flexible over the windows of the engine, by the engine's clock. */
export class WindowLimiter extends StoreLimiter {
  readonly #store: WindowStore
  readonly #clock: Clock

  constructor(options: Options, clock: Clock) {
    super({ ...options, storeClient: options.store })
    this.#store = options.store
    this.#clock = clock
  }

  /** Undoes one `consume`; `undefined` once its window has ended, and with it what was counted there. */
  async giveBack(key: string, consumed: Res): Promise<Res | undefined> {
    if (!(consumed instanceof Place)) return undefined
    const window = await this.#store.giveBack(this.getKey(key), consumed.expires)
    return window && this.#placeIn(window)
  }

  /** Called by the library for each `consume`. */
  _upsert(key: string, points: number, durationMs: number): Promise<Window> {
    return this.#store.add(key, points, this.#clock.now().getTime(), durationMs)
  }

  /** Called by the library to read what `_upsert` answered. */
  _getRateLimiterRes(_key: string, changed: number, window: Window): Res {
    return this.#placeIn(window, window.points === changed)
  }

  #placeIn(window: Window, isFirst = false): Res {
    const left = Math.max(0, this.points - window.points)
    return new Place(left, Math.max(0, window.expires - this.#clock.now().getTime()), window, isFirst)
  }
}

/** Windows of this process, which is the only one on its database. */
export function memoryWindows(): WindowStore {
  const windows = new Map<string, Window>()
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
    async giveBack(key, expires) {
      const known = windows.get(key)
      if (known?.expires !== expires) return undefined
      const window = { points: known.points - 1, expires }
      windows.set(key, window)
      return window
    },
  }
}

/** Windows that processes share; the table is unlogged, so that counting costs no flush to disk. */
export function tableWindows(database: Database): WindowStore {
  return {
    async add(key, points, now, durationMs) {
      return windowOf(await addToWindow(database.tables(), key, points, now, durationMs))
    },
    async giveBack(key, expires) {
      const row = await database
        .tables()
        .updateTable(RateWindow.table)
        .set({ points: sql`points - 1` })
        .where('key', '=', key)
        .where('expires', '=', expires)
        .returning(['points', 'expires'])
        .executeTakeFirst()
      return row && windowOf(row)
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
    .executeTakeFirstOrThrow()
}

function windowOf({ points, expires }: Row): Window {
  return { points: Number(points), expires: Number(expires) }
}
