import type { Line } from '../../../commerce/documents/lines.ts'
import type { Entry } from './entry.ts'
import type { MatchedRecord } from './matched-record.ts'

/** A line as it is to be stored, before it has an id. */
export type NewLine = Omit<Line, 'id'>

/** One record that a batch updates or creates. */
export class Target<R extends MatchedRecord = MatchedRecord> {
  readonly before: R | null
  /** As it will be. */
  record: R
  readonly entries: Entry[] = []
  /** External ids that it is to get. */
  readonly newIds: string[] = []
  /** The new lines, where they change. */
  lines: readonly NewLine[] | null = null
  changed = false
  /** Placeholders that turned out to be this company. */
  readonly absorbs: Target<R>[] = []
  /** False for an implied company to which no written record refers. */
  used = true

  constructor(record: R, before: R | null) {
    this.record = record
    this.before = before
  }

  get id(): string {
    return this.record.id
  }

  idsAt(provider: string): string[] {
    return [...this.record.external_ids.filter((each) => each.provider === provider).map(({ id }) => id), ...this.newIds]
  }

  /** Adds a record of the source to this target. */
  add(entry: Entry, provider: string): void {
    this.entries.push(entry)
    const { externalId } = entry
    // Its own id is no id of a source.
    if (externalId !== undefined && externalId !== this.id && !this.idsAt(provider).includes(externalId)) this.newIds.push(externalId)
  }
}
