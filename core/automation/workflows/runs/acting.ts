import type { Acting, ActingStep } from '../../../kernel/storage/schema/unit.ts'
import type { SetSteps } from '../actions/action.ts'

/** One step acts alone: all that is written meanwhile is its own. */
export function oneActs(step: ActingStep): Acting {
  return { of: () => step }
}

/** Many steps act together, each on records of its own; what none of them has alone tells none. */
export class ManyAct implements Acting, SetSteps {
  readonly #steps: readonly ActingStep[]
  readonly #byRecord = new Map<string, ActingStep | null>()

  /** The step of each call, and the records of its run. */
  constructor(steps: readonly { readonly step: ActingStep; readonly records: readonly string[] }[]) {
    this.#steps = steps.map(({ step }) => step)
    for (const { step, records } of steps) for (const id of new Set(records)) this.#byRecord.set(id, this.#byRecord.has(id) ? null : step)
  }

  of(record_id: string): ActingStep | undefined {
    return this.#byRecord.get(record_id) ?? undefined
  }

  own(index: number, record_id: string): void {
    const step = this.#steps[index]
    if (step) this.#byRecord.set(record_id, step)
  }
}
