import type { CommonRecord } from '../../../kernel/storage/entity.ts'
import type { Row } from '../../../kernel/storage/codec.ts'
import type { Entry } from './entry.ts'

type ExternalIds = CommonRecord['external_ids']

/** One record of the store that a batch means, or is to make. */
export class Target {
  readonly before: Row | null
  /** As it will be. */
  record: Row
  readonly entries: Entry[] = []
  /** External ids that it is to get. */
  readonly newIds: string[] = []
  /** Lines as they are to be, where they change. */
  lines: readonly Row[] | null = null
  changed = false
  /** Companies that turned out to be this one. */
  readonly absorbs: Target[] = []
  /** Something that is written refers to it, or a record of the batch is it. */
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

  /** Takes a record of the source as this one. */
  add(entry: Entry, provider: string): void {
    this.entries.push(entry)
    const { externalId } = entry
    if (externalId !== undefined && !this.idsAt(provider).includes(externalId)) this.newIds.push(externalId)
  }
}
