import type { DispatchedEvent } from '../../../kernel/feature/event-consumer.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { Turns } from '../../../kernel/values/turns.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import type { RunMemory } from '../entity.ts'
import { Facts } from '../runs/facts.ts'
import { type ActiveWorkflow, callMemory, type Candidate, remembered } from './candidates.ts'
import { loopOf } from './enrollment.ts'
import { recordsOfEvents } from './event-records.ts'

/** An event, and the active workflows whose trigger it meets. */
export interface Started {
  readonly event: DispatchedEvent
  readonly workflows: readonly ActiveWorkflow[]
}

/** What is left of them. */
export interface Screened {
  /** With the event of each. */
  readonly candidates: ReadonlyMap<Candidate, DispatchedEvent>
  /** By workflow, how many records did not meet its conditions. */
  readonly refused: ReadonlyMap<string, number>
}

/**
 * Asks the conditions of many workflows about many events. Most events start nothing, so that a pair of both costs one evaluation and a
 * count, and only what is left becomes a candidate.
 */
export class Screening {
  static readonly uses = { types: RecordTypes }
  readonly #types: RecordTypes

  constructor({ types }: Resolved<typeof Screening.uses>) {
    this.#types = types
  }

  /** Those whose conditions hold, in look-ups that do not grow with the number of events. */
  async screen(records: Records, started: readonly Started[]): Promise<Screened> {
    const ids = await recordsOfEvents(
      records,
      this.#types,
      started.map(({ event }) => event),
    )
    const known = started.flatMap(({ event, workflows }) => {
      const own = ids.get(event.id)
      const memory: RunMemory = { event: remembered(event), ...callMemory(event.request_id) }
      return own ? [{ event, workflows, ids: own, run: { ...own, wait_result: null, split_variant: null, memory } }] : []
    })
    const facts = new Facts({ records, types: this.#types })
    const asking = new Set(known.flatMap(({ workflows }) => workflows))
    const contexts = await facts.contextsOf(
      known.map(({ run }) => run),
      [...asking].flatMap(({ version: { conditions } }) => conditions ?? []),
    )
    const candidates = new Map<Candidate, DispatchedEvent>()
    const refused = new Map<string, number>()
    const turns = new Turns(1)
    for (const { event, workflows, run, ids: own } of known) {
      const cause_chain = event.cause_chain ?? []
      const context = contexts.get(run)
      const rest = { ids: own, event_id: event.id, cause_chain, memory: run.memory, manual: false, judged: true }
      for (const active of workflows) {
        const { conditions } = active.version
        // A loop is told as such, whether or not the conditions hold.
        const refuses =
          conditions !== undefined &&
          !(context && facts.met(conditions, context)) &&
          (cause_chain.length === 0 || loopOf({ ...active, ...rest }) === undefined)
        if (refuses) refused.set(active.workflow.id, (refused.get(active.workflow.id) ?? 0) + 1)
        else candidates.set({ workflow: active.workflow, version: active.version, ...rest }, event)
      }
      if (turns.areOver()) await turns.next()
    }
    return { candidates, refused }
  }
}
