import type { Fields, RecordOf } from '../kernel/fields.ts'
import type { Ids } from '../ports/ids.ts'
import type { EntityClass } from '../storage/entity.ts'
import type { Records } from '../storage/records.ts'
import { NumberSeries } from './entity.ts'

const AHEAD = 100

/**
 * The next free number of a type of document, such as `INV-2026-00042`. Taken in the caller's transaction: one that fails
 * leaves no gap, and a number that an imported document has already is passed over.
 */
export async function nextNumber<F extends Fields & { readonly number: unknown }>(
  records: Records,
  ids: Ids,
  { entity, prefix, year }: { readonly entity: EntityClass<F>; readonly prefix: string; readonly year: string },
): Promise<string> {
  const series = `${entity.table}-${year}`
  for (let last = await held(records, ids, series); ; last += AHEAD) {
    const candidates = Array.from({ length: AHEAD }, (_, at) => `${prefix}-${year}-${String(last + at + 1).padStart(5, '0')}`)
    const taken = new Set<unknown>((await records.findBy(entity, 'number', candidates)).map((each) => (each as RecordOf<F>)['number']))
    const free = candidates.findIndex((each) => !taken.has(each))
    if (free < 0) continue
    await records.db
      .updateTable(NumberSeries.table)
      .set({ last: last + free + 1 })
      .where('series', '=', series)
      .execute()
    return candidates[free] ?? ''
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
