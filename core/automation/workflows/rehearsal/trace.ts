import type { Records } from '../../../kernel/storage/records/records.ts'
import { EventRecord } from '../../../kernel/storage/schema/event-record.ts'
import { membersOf } from '../../../kernel/values/is-object.ts'
import type { RecordTypes } from '../../../records/record-type/record-types.ts'
import type { ConditionContext } from '../../conditions/context.ts'
import { type AskedComparison, explain } from '../../conditions/explain.ts'
import type { ParsedConditions } from '../../conditions/parsed.ts'
import type { OutsideAction, StepCall } from '../actions/action.ts'
import type { Onlooker } from '../runs/onlooker.ts'
import { shownError, type StepOutcome } from '../runs/outcome.ts'
import { MAX_RESULT, plainObject } from '../runs/plain.ts'
import type { RunState } from '../runs/run-state.ts'

/** An event that a step would make. */
export interface Emitted {
  readonly type: string
  readonly entity: { readonly type: string; readonly id: string }
  readonly data: Readonly<Record<string, unknown>>
}

/** A step of a rehearsal: its row in the history of a run, and what nobody sees of a run. */
export interface TracedStep extends StepOutcome {
  /** Comparisons that it has asked, and why each answered as it did; null where it asks nothing. */
  readonly conditions: readonly AskedComparison[] | null
  /** What the call of a step to the outside would have sent; null for a step that makes none. */
  readonly would: Readonly<Record<string, unknown>> | null
  /** Events that it would make. */
  readonly emitted: readonly Emitted[]
}

/** Looks on while a run is rehearsed, and keeps what it sees step by step. */
export class Trace implements Onlooker {
  readonly #types: RecordTypes
  readonly #exit: ParsedConditions | undefined
  readonly #steps = new Map<number, TracedStep>()
  #asked: readonly AskedComparison[] | null = null
  #would: Readonly<Record<string, unknown>> | null = null
  /** What was asked last of whether the run ends early; null where nothing ends it. */
  exit: readonly AskedComparison[] | null = null

  constructor(types: RecordTypes, exit: ParsedConditions | undefined) {
    this.#types = types
    this.#exit = exit
  }

  called(action: OutsideAction, call: StepCall): void {
    this.#would = { action: action.type, ...wouldOf(action, call) }
  }

  asked(conditions: ParsedConditions, context: ConditionContext): void {
    const said = explain(this.#types, conditions, context)
    if (conditions === this.#exit) this.exit = said
    else this.#asked = said
  }

  /** Keeps what a turn of the run has added to its history; `records` are of the moment. */
  async keep({ steps, settled, run, before }: RunState, records: Records): Promise<void> {
    for (const step of steps) {
      const emitted = await eventsOf(records, `${run.id}:${step.seq}`)
      this.#steps.set(step.seq, { ...step, conditions: this.#asked, would: this.#would, emitted })
    }
    const waited = settled && this.#steps.get(settled.seq)
    if (waited) this.#steps.set(waited.seq, { ...waited, ...settled, conditions: this.#asked ?? waited.conditions })
    if (steps.length > 0 || settled || run.cursor !== before.cursor) [this.#asked, this.#would] = [null, null]
  }

  /** The steps in their order. */
  get steps(): readonly TracedStep[] {
    return [...this.#steps.values()]
  }
}

// An action of a plugin may answer anything.
function wouldOf(action: OutsideAction, call: StepCall): Readonly<Record<string, unknown>> {
  try {
    return plainObject(action.dryRun?.(call) ?? {}, MAX_RESULT, 'What the call would send')
  } catch (error) {
    return { error: shownError(error) }
  }
}

async function eventsOf(records: Records, step: string): Promise<Emitted[]> {
  const rows = await records.columns(EventRecord, ['type', 'entity_type', 'entity_id', 'payload'], (query) =>
    query.where('step', '=', step).orderBy('id'),
  )
  return rows.map(({ type, entity_type, entity_id, payload }) => ({
    type,
    entity: { type: entity_type, id: entity_id },
    data: membersOf(JSON.parse(payload)),
  }))
}
