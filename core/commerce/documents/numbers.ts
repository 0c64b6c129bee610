import type { Ids } from '../../kernel/ports/ids.ts'
import { anyOf } from '../../kernel/storage/records/any-of.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { NumberSeries } from './entity.ts'

// So many numbers are looked up together where imported documents have taken many.
const AHEAD = 100

/** Numbers that follow one another. */
interface Series {
  /** Table of the documents. */
  readonly table: string
  /** What of the documents it numbers: those of a year, or drafts. */
  readonly part: string
  /** What stands before the count: `INV-2026`. */
  readonly stem: string
}

/** The numbers of documents that are issued in a year: `INV-2026-00042`. */
export const issuedIn = (table: string, prefix: string, year: string): Series => ({ table, part: year, stem: `${prefix}-${year}` })

/** The numbers that drafts have until they are issued: `DRAFT-00007`. */
export const drafted = (table: string): Series => ({ table, part: 'draft', stem: 'DRAFT' })

/** Whether a number is only that of a draft. */
export function isProvisional(number: unknown): boolean {
  return typeof number === 'string' && /^DRAFT-\d{5,}$/.test(number)
}

/**
 * The next numbers of a series. They are taken in the caller's transaction, so that one that fails leaves no gap, and who takes one waits
 * until the others are written; none is given twice. A number that a document has already, or that is `taken` in the same set, is skipped.
 */
export async function nextNumbers(
  records: Records,
  ids: Ids,
  { table, part, stem }: Series,
  { count = 1, taken = new Set() }: { readonly count?: number; readonly taken?: ReadonlySet<string> } = {},
): Promise<string[]> {
  const series = `${table}-${part}`
  let last = await hold(records, ids, series)
  const numberAt = (at: number) => `${stem}-${String(at).padStart(5, '0')}`
  const found: number[] = []
  // The very next numbers are nearly always free.
  for (let width = count; found.length < count; width = AHEAD) {
    const candidates = Array.from({ length: width }, (_, at) => last + at + 1)
    const free = (await freeOf(records, table, candidates, numberAt)).filter((at) => !taken.has(numberAt(at)))
    const next = free.slice(0, count - found.length)
    found.push(...next)
    last = found.length < count ? last + width : (next.at(-1) ?? last)
  }
  await records.db.updateTable(NumberSeries.table).set({ last }).where('series', '=', series).execute()
  return found.map(numberAt)
}

/** Those of these numbers that no document has or had, whether the caller may see it or not; a draft that is deleted has none. */
async function freeOf(
  { whole: { db }, dialect }: Records,
  table: string,
  candidates: readonly number[],
  numberAt: (at: number) => string,
): Promise<number[]> {
  const rows = await db
    .selectFrom(table)
    .select('number')
    .where(anyOf('number', 'text', candidates.map(numberAt), dialect))
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('status', '<>', 'draft')]))
    .execute()
  const taken = new Set(rows.map(({ number }) => number))
  return candidates.filter((at) => !taken.has(numberAt(at)))
}

// Writing the row, even with its own value, makes other writers of the series wait until this one has committed.
async function hold(records: Records, ids: Ids, series: string): Promise<number> {
  const { db, unit } = records
  const codec = records.codec(NumberSeries)
  const row = await db
    .insertInto(NumberSeries.table)
    .values(codec.toRow({ id: ids.next(), user_from: unit.actor.organization, series, last: 0 }))
    .onConflict((conflict) =>
      conflict.columns(['user_from', 'series']).doUpdateSet((eb) => ({ last: eb.ref(`${NumberSeries.table}.last`) })),
    )
    .returning(['last'])
    .executeTakeFirstOrThrow()
  return codec.pick(row, ['last']).last
}
