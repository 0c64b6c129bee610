import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import type { ConditionContext } from '../../conditions/context.ts'
import { evaluate } from '../../conditions/evaluate.ts'
import { loadContexts } from '../../conditions/load.ts'
import { needs } from '../../conditions/needs.ts'
import type { ParsedConditions } from '../../conditions/parsed.ts'
import type { CompiledVersion } from '../definition/compiled.ts'
import type { WorkflowRun } from '../entity.ts'
import type { RunState } from './run-state.ts'

/** The records of a run, and what it remembers that conditions read. */
export type Remembered = Pick<
  WorkflowRun,
  'entity_type' | 'entity_id' | 'contact_id' | 'deal_id' | 'company_id' | 'wait_result' | 'split_variant' | 'memory'
>

/** What the conditions of runs read. */
export class Facts {
  static readonly uses = { records: Records, types: RecordTypes }
  readonly #uses: Resolved<typeof Facts.uses>

  constructor(uses: Resolved<typeof Facts.uses>) {
    this.#uses = uses
  }

  /** What these conditions read of each run; nothing is looked up where there are none. */
  async contextsOf<R extends Remembered>(
    runs: readonly R[],
    asked: readonly ParsedConditions[],
  ): Promise<ReadonlyMap<R, ConditionContext>> {
    if (asked.length === 0 || runs.length === 0) return new Map()
    const loaded = await loadContexts(
      this.#uses,
      needs(...asked),
      runs.map(({ entity_type, entity_id, contact_id, company_id, deal_id }) => ({
        entity: entity_type !== null && entity_id !== null ? { type: entity_type, id: entity_id } : null,
        contact: contact_id,
        company: company_id,
        deal: deal_id,
      })),
    )
    return new Map(
      runs.flatMap((run, at) => {
        const context = loaded[at]
        if (!context) return []
        const { event, wait_event } = run.memory
        const wait = { result: run.wait_result, event: wait_event?.payload ?? null }
        return [[run, { ...context, event: event?.payload ?? null, wait, split: { variant: run.split_variant } }] as const]
      }),
    )
  }

  /** Whether these conditions hold. */
  met(conditions: ParsedConditions, context: ConditionContext): boolean {
    return evaluate(conditions, context).met
  }
}

/** The conditions of the steps at which these runs stand. */
export function askedBy(states: readonly RunState[], { paths, exit, of }: CompiledVersion): ParsedConditions[] {
  const at = new Set(states.map(({ run }) => run.cursor))
  const steps = [...at].flatMap((path) => {
    const placed = path === null ? undefined : paths.at(path)
    return placed ? [of(placed.step)] : []
  })
  return [exit, ...steps].filter((each) => each !== undefined)
}
