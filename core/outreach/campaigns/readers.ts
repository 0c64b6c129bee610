import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { AnyRecord } from '../../kernel/storage/schema/entity.ts'
import { RecordTypes } from '../../records/record-type/record-types.ts'
import { People, type PersonRecord } from '../people/people.ts'

/** Somebody for whom a text is filled in, with the company. */
export interface Reader {
  readonly contact: PersonRecord
  readonly company: AnyRecord | null
}

/** The records that the texts of campaigns name. */
export class Readers {
  static readonly uses = { records: Records, types: RecordTypes, people: People }
  readonly #uses: Resolved<typeof Readers.uses>

  constructor(uses: Resolved<typeof Readers.uses>) {
    this.#uses = uses
  }

  /** The live contacts that these ids mean, by each id as it was given. */
  async of(ids: readonly string[]): Promise<ReadonlyMap<string, Reader>> {
    const { people, records, types } = this.#uses
    const found = await people.find(ids)
    const companies = await records.whole.findBy(
      types.get('companies').entity,
      'id',
      [...found.values()].map(({ company_id }) => company_id),
    )
    const byId = new Map(companies.map((each) => [each.id, each]))
    return new Map([...found].map(([id, contact]) => [id, { contact, company: byId.get(contact.company_id ?? '') ?? null }]))
  }
}
