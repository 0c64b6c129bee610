import type { CommonRecord } from '../../../kernel/storage/entity.ts'
import type { Row } from '../../../kernel/storage/codec.ts'
import type { Entry } from './entry.ts'

type ExternalIds = CommonRecord['external_ids']

/** One record that a batch updates or creates. */
export class Target {
  readonly before: Row | null
  /** As it will be. */
  record: Row
  readonly entries: Entry[] = []
  /** External ids that it is to get. */
  readonly newIds: string[] = []
  /** The new lines, where they change. */
  lines: readonly Row[] | null = null
  changed = false
  /** Placeholders that turned out to be this company. */
  readonly absorbs: Target[] = []
  /** False for an implied company to which no written record refers. */
  used = true

  constructor(record: Row, before: Row | null) {
    this.record = record
    this.before = before
  }

  get id(): string {
    return String(this.record['id'])
  }

  idsAt(provider: string): string[] {
    const known = (this.record['external_ids'] ?? []) as ExternalIds
    return [...known.filter((each) => each.provider === provider).map(({ id }) => id), ...this.newIds]
  }

  /** Adds a record of the source to this target. */
  add(entry: Entry, provider: string): void {
    this.entries.push(entry)
    const { externalId } = entry
    if (externalId !== undefined && !this.idsAt(provider).includes(externalId)) this.newIds.push(externalId)
  }
}
