import type { CurrentActor } from '../../kernel/operation/actor.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { checkOutcome } from '../tasks/outcome.ts'
import { sourceByVia } from '../tasks/sources.ts'
import type { Activity } from './entity.ts'
import { type ActivityValues, subjects } from './values.ts'

/** One activity that is to be written. */
export interface ActivityDraft {
  /** What was given. */
  readonly values: ActivityValues
  /** The activity as it is; left out for a new one. */
  readonly known?: Activity | undefined
  readonly actor: CurrentActor
  readonly now: Date
}

/**
 * What is written for one activity, alone or in a set: the values of a new one, which is the caller's and of now unless given otherwise, or
 * the changes of a known one. Throws `required` for a new one that is about no record, `not_allowed` for an outcome that no call has.
 */
export function decideActivity({ values, known, actor, now }: ActivityDraft): ActivityValues {
  checkOutcome({ ...known, ...values })
  if (known) return values
  if (subjects.every((name) => !values[name]))
    throw invalid('/lead_id', 'required', 'An activity is about a contact, company, deal, quote or task: give one of their ids')
  return { owner_email: actor.user, at: now, ...values, source: sourceByVia[actor.via.type] }
}
