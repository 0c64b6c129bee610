import { mapInTurns } from '../../../kernel/values/turns.ts'
import { SourceState } from '../entity.ts'
import type { BatchContext } from '../match/context.ts'
import type { Entry } from '../match/entry.ts'
import { fingerprint, fingerprints, type Sent, type SentBefore } from '../match/merge.ts'
import type { Target } from '../match/target.ts'

interface KeyState {
  readonly record_id: string
  readonly hash: string
}

/** What sources sent last of the records of one object. */
export class SentStates {
  readonly #object: string
  readonly #context: BatchContext
  /** What this source sent last under the keys of a batch, without the values. */
  byKey: ReadonlyMap<string, KeyState> = new Map()
  /** By record, then by provider and key. */
  readonly #sent = new Map<string, Map<string, Sent>>()

  constructor(object: string, context: BatchContext) {
    this.#object = object
    this.#context = context
  }

  /** Looks up the keys of a batch. */
  async loadKeys(entries: readonly Entry[]): Promise<void> {
    this.byKey = await this.#context.states(
      this.#object,
      entries.map(({ key }) => key),
    )
  }

  /** Looks up what sources sent last of these records. */
  async load(targets: readonly Target[]): Promise<void> {
    const { records } = this.#context
    const ids = targets.filter(({ before }) => before !== null).map(({ id }) => id)
    for (const { object, provider, key, record_id, sent } of await records.findBy(SourceState, 'record_id', ids)) {
      if (object !== this.#object) continue
      const known = this.#sent.get(record_id) ?? new Map<string, Sent>()
      this.#sent.set(record_id, known.set(`${provider} ${key}`, sent))
    }
  }

  /** True where the source has sent the same before. */
  isRepeated({ key, hash, implied }: Entry): boolean {
    return !implied && this.byKey.get(key)?.hash === hash
  }

  /** The id of the record that the source has sent under this key. */
  recordOf(key: string): string | undefined {
    return this.byKey.get(key)?.record_id
  }

  /** What this source sent last of a record, and what other sources did. */
  before(target: Target, entry: Entry): SentBefore {
    const own = this.#ownOf(target, entry)
    return { own, others: [...(this.#sent.get(target.id)?.values() ?? [])].filter((each) => each !== own) }
  }

  /** The paths that sources have sent of a record; null where none has sent it. */
  pathsOf({ id }: Target): ReadonlySet<string> | null {
    const known = this.#sent.get(id)
    return known ? new Set([...known.values()].flatMap((sent) => Object.keys(sent))) : null
  }

  /** What is stored of these records as sent by this source. */
  async after(targets: readonly Target[]) {
    const states = await mapInTurns(targets, (target) =>
      target.entries.flatMap((entry) => {
        const { key, hash, draft, implied } = entry
        // When its own record arrives, that must count as new.
        if (implied && (this.byKey.has(key) || !target.changed)) return []
        const sent = {
          ...this.#ownOf(target, entry),
          ...fingerprints(draft.values),
          ...(draft.lines && { lines: fingerprint(draft.lines) }),
        }
        return [{ key, record_id: target.id, hash: implied ? '' : hash, sent }]
      }),
    )
    return states.flat()
  }

  #ownOf({ id }: Target, { key }: Entry): Sent | undefined {
    return this.#sent.get(id)?.get(`${this.#context.provider} ${key}`)
  }
}
