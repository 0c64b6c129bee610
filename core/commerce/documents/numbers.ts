import type { Ids } from '../../kernel/ports/ids.ts'
import { anyOf } from '../../kernel/storage/records/any-of.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { NumberSeries } from './entity.ts'

// So many numbers are looked up together where imported documents have taken many.
const AHEAD = 100

interface Series {
  /** Table of the documents. */
  readonly table: string
  /** `INV`, `CN`, ... */
  readonly prefix: string
  readonly year: string
}

/**
 * The next free numbers of a type of document, such as `INV-2026-00042`. They are taken in the caller's transaction, so one that fails leaves
 * no gap. The number of a deleted draft is given again; a number that a document has already, or that is `taken` in the same set, is skipped.
 */
export async function nextNumbers(
  records: Records,
  ids: Ids,
  { table, prefix, year }: Series,
  { count = 1, taken = new Set() }: { readonly count?: number; readonly taken?: ReadonlySet<string> } = {},
): Promise<string[]> {
  const series = `${table}-${year}`
  const held = await hold(records, ids, series)
  const numberAt = (at: number) => `${prefix}-${year}-${String(at).padStart(5, '0')}`
  const free = async (candidates: readonly number[], most: number) =>
    (await freeOf(records, table, candidates, numberAt)).filter((at) => !taken.has(numberAt(at))).slice(0, most)
  const again = await free(held.released, count)
  const latest = again.at(-1) ?? 0
  let { last } = held
  const found = [...again]
  // The very next numbers are nearly always free.
  for (let width = count - found.length; found.length < count; width = AHEAD) {
    const candidates = Array.from({ length: width }, (_, at) => last + at + 1)
    const next = await free(candidates, count - found.length)
    found.push(...next)
    last = found.length < count ? last + width : (next.at(-1) ?? last)
  }
  // Of the released numbers, none up to the last that was looked up is free.
  const released = again.length < count ? [] : held.released.filter((at) => at > latest)
  await keep(records, series, { last, released })
  return found.map(numberAt)
}

/** Releases the number of a deleted draft, where it came from a series. */
export async function releaseNumber(records: Records, ids: Ids, { table, prefix }: Omit<Series, 'year'>, number: string): Promise<void> {
  const [, own, year = '', digits = ''] = /^(.*)-(\d{4})-(\d{5,})$/.exec(number) ?? []
  if (own !== prefix) return
  const at = Number(digits)
  const series = `${table}-${year}`
  const held = await hold(records, ids, series)
  if (at > held.last || held.released.includes(at)) return
  await keep(records, series, { ...held, released: [...held.released, at].toSorted((a, b) => a - b) })
}

/** Those of these numbers that no live document has, whether the caller may see it or not. */
async function freeOf(
  { whole: { db }, dialect }: Records,
  table: string,
  candidates: readonly number[],
  numberAt: (at: number) => string,
): Promise<number[]> {
  if (candidates.length === 0) return []
  const rows = await db
    .selectFrom(table)
    .select('number')
    .where(anyOf('number', 'text', candidates.map(numberAt), dialect))
    .where('deleted_at', 'is', null)
    .execute()
  const taken = new Set(rows.map(({ number }) => number))
  return candidates.filter((at) => !taken.has(numberAt(at)))
}

interface Held {
  readonly last: number
  /** In ascending order. */
  readonly released: readonly number[]
}

// Writing the row, even with its own value, makes other writers of the series wait until this one has committed.
async function hold(records: Records, ids: Ids, series: string): Promise<Held> {
  const { db, unit } = records
  const codec = records.codec(NumberSeries)
  const row = await db
    .insertInto(NumberSeries.table)
    .values(codec.toRow({ id: ids.next(), user_from: unit.actor.organization, series, last: 0, released: [] }))
    .onConflict((conflict) =>
      conflict.columns(['user_from', 'series']).doUpdateSet((eb) => ({ last: eb.ref(`${NumberSeries.table}.last`) })),
    )
    .returning(['last', 'released'])
    .executeTakeFirstOrThrow()
  const { last, released } = codec.fromRow(row)
  return { last, released }
}

async function keep(records: Records, series: string, { last, released }: Held): Promise<void> {
  const released_column = records.codec(NumberSeries).toColumn('released', released)
  await records.db.updateTable(NumberSeries.table).set({ last, released: released_column }).where('series', '=', series).execute()
}
