import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { zoneOf } from '../../../kernel/values/zone.ts'
import type { ConditionContext } from '../../conditions/context.ts'
import { evaluate } from '../../conditions/evaluate.ts'
import type { ParsedConditions } from '../../conditions/parsed.ts'
import type { Subjects } from '../actions/action.ts'
import type { WorkflowRun } from '../entity.ts'

/** What a run remembers that conditions read. */
type Remembered = Pick<WorkflowRun, 'wait_result' | 'split_variant' | 'memory'>

/** What the conditions of runs read. */
export class Facts {
  static readonly uses = { records: Records }
  readonly #records: Records

  constructor({ records }: Resolved<typeof Facts.uses>) {
    this.#records = records
  }

  /** What the conditions of one run read; with what is computed of its records where these conditions ask for it. */
  async contextsOf<R extends Remembered>(
    subjects: ReadonlyMap<R, Subjects>,
    zone: string,
    _asked: readonly ParsedConditions[],
  ): Promise<ReadonlyMap<R, ConditionContext>> {
    const now = this.#records.unit.now
    const home = await zoneOf(zone)
    return new Map(
      [...subjects].map(([run, { type, record, contact, deal, company }]) => [
        run,
        {
          entity: type === null ? null : { type, record },
          contact,
          deal,
          company,
          task: type === 'task' ? record : null,
          event: run.memory.event?.payload ?? null,
          wait: { result: run.wait_result, event: run.memory.wait_event?.payload ?? null },
          split: { variant: run.split_variant },
          now,
          zone: home,
        },
      ]),
    )
  }

  /** Whether these conditions hold. */
  met(conditions: ParsedConditions, context: ConditionContext): boolean {
    return evaluate(conditions, context).met
  }
}
