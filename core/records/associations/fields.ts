import { Services } from '../../kernel/operation/services.ts'
import type { FieldLink, FieldLinkSource, FoundFieldLink, LinkedRecord } from '../record-type/field-links.ts'
import { RecordTypes } from '../record-type/record-types.ts'

/** Links that are stored in fields of records, of all record types that declare `links`. */
export class FieldLinks {
  static readonly inject = [Services, RecordTypes] as const
  readonly #sources: readonly FieldLinkSource[]

  constructor(services: Services, types: RecordTypes) {
    this.#sources = types.with('links').flatMap(({ links = [] }) => links.map((token) => services.resolve(token)))
  }

  /** The links of a record that fields store, whichever of the two records has the field. */
  async of(record: LinkedRecord): Promise<FieldLink[]> {
    const found: FieldLink[] = []
    for (const source of this.#sources) found.push(...(await source.of(record)))
    return found
  }

  /** Writes a link into the field that is for it; undefined if no field is for it. Throws `conflict` if the field has another value. */
  async write(from: LinkedRecord, to: LinkedRecord, label: string | null, inverse_label: string | null): Promise<FieldLink | undefined> {
    for (const source of this.#sources) {
      const written = await source.write(from, to, label, inverse_label)
      if (written) return written
    }
    return undefined
  }

  /** The link with this id; undefined if no field stores it, or the caller does not see the record. */
  async find(id: string): Promise<FoundFieldLink | undefined> {
    for (const source of this.#sources) {
      const found = await source.find(id)
      if (found) return found
    }
    return undefined
  }
}
