import type { Ids } from '../ports/ids.ts'
import type { Records } from '../storage/records.ts'
import { NumberSeries } from './entity.ts'

const AHEAD = 100

interface Series {
  /** Table of the documents. */
  readonly table: string
  readonly prefix: string
  readonly year: string
}

/**
 * The next free number of a type of document, such as `INV-2026-00042`. Taken in the caller's transaction: one that fails
 * leaves no gap, and a number that an imported document has already is passed over.
 */
export async function nextNumber(records: Records, ids: Ids, { table, prefix, year }: Series): Promise<string> {
  const series = `${table}-${year}`
  const numberAt = (at: number) => `${prefix}-${year}-${String(at).padStart(5, '0')}`
  // The very next number is nearly always free.
  for (let last = await held(records, ids, series), width = 1; ; last += width, width = AHEAD) {
    const candidates = Array.from({ length: width }, (_, at) => numberAt(last + at + 1))
    const rows = await records.db
      .selectFrom(table)
      .select('number')
      .where('number', 'in', candidates)
      .where('deleted_at', 'is', null)
      .execute()
    const taken = new Set(rows.map((row) => row['number']))
    const free = candidates.findIndex((each) => !taken.has(each))
    if (free < 0) continue
    await records.db
      .updateTable(NumberSeries.table)
      .set({ last: last + free + 1 })
      .where('series', '=', series)
      .execute()
    return numberAt(last + free + 1)
  }
}

// Writing the row, even with what it holds already, makes other writers of the series wait until this one has committed.
async function held({ db, unit }: Records, ids: Ids, series: string): Promise<number> {
  const row = await db
    .insertInto(NumberSeries.table)
    .values({ id: ids.next(), user_from: unit.actor.organization, series, last: 0 })
    .onConflict((conflict) =>
      conflict.columns(['user_from', 'series']).doUpdateSet((eb) => ({ last: eb.ref(`${NumberSeries.table}.last`) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return Number(row['last'])
}
