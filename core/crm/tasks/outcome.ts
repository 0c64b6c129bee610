import { invalid } from '../../kernel/operation/errors.ts'
import { callOutcomes } from '../../platform/catalog/lists.ts'

/** Throws `not_allowed` for an outcome that no call can have; what is no call can have any. */
export function checkOutcome({
  type,
  outcome,
}: {
  readonly type?: string | undefined
  readonly outcome?: string | null | undefined
}): void {
  if (type === 'call' && outcome && !callOutcomes.some((each) => each === outcome))
    throw invalid('/outcome', 'not_allowed', `The outcome of a call is one of ${callOutcomes.join(', ')}`, callOutcomes)
}
