import type { CurrentActor } from '../../kernel/operation/actor.ts'
import { type AnyOperation, writes } from '../../kernel/operation/operation.ts'
import { spokenDates, withDatesMeant } from '../../kernel/operation/schema/spoken-dates.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { Units } from '../../kernel/storage/units/units.ts'
import { loadCalendar } from './day-calendar.ts'

/**
 * The input of a call with the days and times that it names as people do, by the time zone of the user, else of the organization. Only an
 * input that names some reads the calendar. Throws `invalid_input` for a period of which a write needs one day.
 */
export async function datesMeant(units: Units, operation: AnyOperation, input: unknown, actor: CurrentActor): Promise<unknown> {
  const named = spokenDates(operation.input, input)
  if (named.length === 0) return input
  return await units.read(actor, async (resolve) => {
    const records = resolve(Records)
    await loadCalendar(records, 'today')
    const { now, calendar } = records.unit
    return await withDatesMeant(input, named, { now, ...calendar }, !writes(operation))
  })
}
