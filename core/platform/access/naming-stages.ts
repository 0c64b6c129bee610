import type { CurrentActor } from '../../kernel/operation/actor.ts'
import { type AnyOperation, writes } from '../../kernel/operation/operation.ts'
import { spokenDates, withDatesMeant } from '../../kernel/values/spoken-dates.ts'
import type { Stages } from '../../kernel/operation/pipeline.ts'
import { withOwnersMeant } from '../../kernel/storage/records/owners-meant.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { Units } from '../../kernel/storage/units/units.ts'
import { loadCalendar } from './day-calendar.ts'

/** The stages of a call in which its input is read as people write: days, and teammates by name. */
export function namingStages(units: Units): Pick<Stages, 'datesMeant' | 'ownersMeant'> {
  return { datesMeant: (operation, input, actor) => datesMeant(units, operation, input, actor), ownersMeant: withOwnersMeant }
}

/*
 * The input of a call with the days and times that it names as people do, by the time zone of the user, else of the organization. Only an
 * input that names some reads the calendar. Throws `invalid_input` for a period of which a write needs one day.
 */
async function datesMeant(units: Units, operation: AnyOperation, input: unknown, actor: CurrentActor): Promise<unknown> {
  const named = spokenDates(operation.input, input)
  if (named.length === 0) return input
  return await units.read(actor, async (resolve) => {
    const records = resolve(Records)
    await loadCalendar(records, 'today')
    const { now, calendar } = records.unit
    return await withDatesMeant(input, named, { now, ...calendar }, !writes(operation))
  })
}
