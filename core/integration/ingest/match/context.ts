import type { Ids } from '../../../kernel/ports/ids.ts'
import type { EntityTable } from '../../../kernel/storage/schema/entity.ts'
import { References } from '../../../kernel/storage/records/references.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { inParts } from '../../../kernel/storage/writing/chunks.ts'
import { SourceState } from '../entity.ts'
import type { SourceSettings } from './rules.ts'

/** What the plans of one batch share. */
export class BatchContext {
  readonly records: Records
  readonly ids: Ids
  readonly source: SourceSettings
  /** False for a preview, which locks nothing. */
  readonly lock: boolean
  /** False for what strangers send, who are not asked for required values. */
  readonly isEntered: boolean
  /** The tables of all record types, to find what refers to a record. */
  readonly entities: readonly EntityTable[]

  constructor(
    records: Records,
    ids: Ids,
    source: SourceSettings,
    { lock, isEntered }: Pick<BatchContext, 'lock' | 'isEntered'>,
    entities: readonly EntityTable[],
  ) {
    this.records = records
    this.ids = ids
    this.source = source
    this.lock = lock
    this.isEntered = isEntered
    this.entities = entities
  }

  get provider(): string {
    return this.source.provider
  }

  references(object: string): References {
    return new References(this.records, this.ids, object)
  }

  /** What this source sent last under these keys, without the values. */
  async states(object: string, keys: Iterable<string>): Promise<Map<string, { record_id: string; hash: string }>> {
    const rows = await inParts(keys, (part) =>
      this.records.columns(SourceState, ['key', 'record_id', 'hash'], (query) =>
        query
          .where('provider', '=', this.provider)
          .where('object', '=', object)
          .where(this.records.anyOf(SourceState, 'key', part)),
      ),
    )
    return new Map(rows.map(({ key, ...state }) => [key, state]))
  }

  /** Stores what this source has sent, in place of what it sent before. */
  async keepStates(
    object: string,
    states: readonly { key: string; record_id: string; hash: string; sent: Record<string, string> }[],
  ): Promise<void> {
    if (states.length === 0) return
    const { db, unit } = this.records
    const { provider } = this
    const keys = states.map(({ key }) => key)
    await db
      .deleteFrom(SourceState.table)
      .where('provider', '=', provider)
      .where('object', '=', object)
      .where(this.records.anyOf(SourceState, 'key', keys))
      .execute()
    const own = { user_from: unit.actor.organization, provider, object }
    await this.records.insert(
      SourceState,
      states.map((each) => ({ ...own, ...each })),
    )
  }
}
