import type { ConditionContext } from './context.ts'
import type { ParsedConditions } from './parsed.ts'

/** The answer of conditions for one run. */
export interface Evaluation {
  readonly met: boolean
  /** What the answer leaves out or does not understand, in words for the log of the step. */
  readonly warnings: readonly string[]
}

const [yes, no]: readonly Evaluation[] = [
  { met: true, warnings: [] },
  { met: false, warnings: [] },
]

/** Whether a run meets conditions. */
export function evaluate({ met, warnings }: ParsedConditions, context: ConditionContext): Evaluation {
  const answer = met(context)
  if (warnings.length === 0 && !context.warnings?.length) return answer ? yes! : no!
  return { met: answer, warnings: [...warnings, ...(context.warnings ?? [])] }
}
