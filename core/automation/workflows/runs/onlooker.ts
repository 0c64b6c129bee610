import type { ConditionContext } from '../../conditions/context.ts'
import type { ParsedConditions } from '../../conditions/parsed.ts'
import type { OutsideAction, StepCall } from '../actions/action.ts'

/** Who looks on while the steps of runs are done. */
export interface Onlooker {
  /** A step has asked for a call to the outside, which comes after its commit. */
  called(action: OutsideAction, call: StepCall): void
  /** Conditions were asked about a run. */
  asked(conditions: ParsedConditions, context: ConditionContext): void
}
