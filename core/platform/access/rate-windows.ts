import { type Kysely, sql } from 'kysely'
import { compiledOnce } from '../../kernel/storage/connection/compiled.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { Database } from '../../kernel/storage/units/database.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { numberOf } from './access-generation.ts'
import { RateWindow } from './entity.ts'

/** The running window of a key: the calls counted in it, and when it ends (milliseconds since 1970). */
export interface Window {
  readonly points: number
  readonly expires: number
  /** Number of the access changes when the call was counted, from a table that processes share (`AccessGeneration`). */
  readonly generation?: number
}

/** Counts calls in the windows of keys; each step is atomic. */
export interface WindowStore {
  /** Counts calls at `now` (milliseconds since 1970) and returns the running window; one that has ended is replaced. */
  add(key: string, points: number, now: number, durationMs: number): Promise<Window>
  /** Takes one call back out of the window that ends at `expires`, and returns it; `undefined` once another window has begun. */
  giveBack(key: string, expires: number): Promise<Window | undefined>
}

// Windows in memory above which ended ones are looked for and dropped.
const MAX_IDLE = 10_000
/** Windows in memory at most: whoever comes from ever new addresses makes the oldest be forgotten, and the process does not grow. */
const MOST_WINDOWS = 100_000

/** Windows in the memory of this process, for a database that no other process uses. */
export function memoryWindows(): WindowStore & { readonly size: number } {
  const windows = new Map<string, Window>()
  let roomUntil = MAX_IDLE
  const makeRoom = (now: number) => {
    for (const [key, { expires }] of windows) if (expires <= now) windows.delete(key)
    // Of very many only the newest half stays, so that each of them is looked at a few times, however many come.
    const most = windows.size >= MOST_WINDOWS ? MOST_WINDOWS / 2 : MOST_WINDOWS
    for (const key of windows.keys()) if (windows.size > most) windows.delete(key)
    roomUntil = Math.min(MOST_WINDOWS, Math.max(MAX_IDLE, 2 * windows.size))
  }
  return {
    get size() {
      return windows.size
    },
    async add(key, points, now, durationMs) {
      const known = windows.get(key)
      const running = known && runs(known.expires, now, durationMs)
      // A new object each time: the next call must not change the count that this caller still has to read.
      const window = running ? { points: known.points + points, expires: known.expires } : { points, expires: now + durationMs }
      if (known && !running) windows.delete(key)
      if (!running && windows.size >= roomUntil) makeRoom(now)
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

/** Windows in a table that processes share; it is unlogged, so that counting costs no flush to disk. */
export function tableWindows(database: Database): WindowStore {
  const add = compiledOnce<Row>(addToWindow)
  return {
    async add(key, points, now, durationMs) {
      const tables = database.tables()
      const { rows } = await tables.executeQuery(add(tables, key, points, now, latest(now, durationMs), now + durationMs))
      return windowOf(rows[0] ?? {})
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

// A window that ends later than any window can was begun before the clock went back: it must not count for as long as the clock went back.
// Clocks of processes that share windows may be a little apart.
function runs(expires: number, now: number, durationMs: number): boolean {
  return expires > now && expires <= latest(now, durationMs)
}

const latest = (now: number, durationMs: number) => now + 2 * durationMs

// Written directly: counters are no records, and only one statement counts exactly while other processes count too.
function addToWindow(tables: Kysely<Tables>, key: never, points: never, now: never, latest: never, expires: never) {
  const { table } = RateWindow
  const running = sql`${sql.ref(`${table}.expires`)} > ${now} and ${sql.ref(`${table}.expires`)} <= ${latest}`
  return (
    tables
      .insertInto(table)
      .values({ key, points, expires })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          points: sql`case when ${running} then ${sql.ref(`${table}.points`)} + excluded.points else excluded.points end`,
          expires: sql`case when ${running} then ${sql.ref(`${table}.expires`)} else excluded.expires end`,
        }),
      )
      .returning(['points', 'expires'])
      // Every call is counted, so no further statement is needed to learn whether its key has changed.
      .returning((eb) => numberOf(eb).as('generation'))
  )
}

function windowOf({ points, expires, generation }: Row): Window {
  return { points: Number(points), expires: Number(expires), generation: Number(generation ?? 0) }
}
