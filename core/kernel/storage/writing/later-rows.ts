import type { OwnRecord } from '../schema/entity.ts'

/**
 * Rows of one table that several changes of a unit of work leave to be written once (`Records.writeLater`); the events and the history of each
 * change are written at once. Whoever keeps them has locked the records, and reads them nowhere else until they are written.
 */
export class LaterRows<R extends OwnRecord = OwnRecord> {
  readonly #changed = new Map<string, { record: R; names: ReadonlySet<string> }>()

  /** Fields of a record that have changed, with the record as it is now. */
  add(record: R, names: readonly string[]): void {
    this.#changed.set(record.id, { record, names: new Set([...(this.#changed.get(record.id)?.names ?? []), ...names]) })
  }

  /** A record as it is now; undefined if no change of it waits. */
  get(id: string): R | undefined {
    return this.#changed.get(id)?.record
  }

  /** Those that are to be written, each with the names of what has changed; none of them waits any longer. */
  take(): { readonly record: R; readonly names: readonly string[] }[] {
    const taken = [...this.#changed.values()].map(({ record, names }) => ({ record, names: [...names] }))
    this.#changed.clear()
    return taken
  }
}
