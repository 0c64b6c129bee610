import { invalid } from '../../kernel/operation/errors.ts'
import { callOutcomes } from '../../platform/catalog/lists.ts'

/** What has a type and an outcome. */
interface WithOutcome {
  readonly type?: string | undefined
  readonly outcome?: string | null | undefined
}

/** Whether its type can have its outcome: what is no call can have any. */
export function isCallOutcome({ type, outcome }: WithOutcome): boolean {
  return type !== 'call' || !outcome || callOutcomes.some((each) => each === outcome)
}

/** Throws `not_allowed` for an outcome that no call can have; what is no call can have any. */
export function checkOutcome(given: WithOutcome): void {
  if (!isCallOutcome(given))
    throw invalid('/outcome', 'not_allowed', `The outcome of a call is one of ${callOutcomes.join(', ')}`, callOutcomes)
}
