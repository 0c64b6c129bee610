import type { RecordOf } from '../../kernel/operation/schema/fields.ts'
import type { Ids } from '../../kernel/ports/ids.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { equal } from '../../kernel/storage/schema/equal.ts'
import type { lineFields } from './line.ts'

/** The entity of the lines of one type of document. */
export type LineClass = EntityTable<typeof lineFields>
/** A line as it is stored. */
export type Line = RecordOf<typeof lineFields>
/** A line before it has its place in a document. */
export type LineValues = Omit<Line, 'id' | 'user_from' | 'document_id' | 'position'>

/** The lines of a document as they will be, and what is to be written for them. */
export interface LinesPlan {
  /** All lines of the document as they will be. */
  readonly lines: Line[]
  /** Positions that stay and change. */
  readonly kept: readonly { readonly before: Line; readonly changes: Line }[]
  readonly added: readonly Line[]
  /** Ids of the lines that are deleted. */
  readonly gone: readonly string[]
  /** Whether anything is to be written. */
  readonly changed: boolean
}

/** The lines of one type of document, read and written in sets. */
export class Lines {
  readonly #records: Records
  readonly #ids: Ids
  readonly #entity: LineClass

  constructor(records: Records, ids: Ids, entity: LineClass) {
    this.#records = records
    this.#ids = ids
    this.#entity = entity
  }

  /** Lines by document, in their order; a document without lines has an empty list. */
  async of(documents: readonly string[]): Promise<Map<string, Line[]>> {
    const lines = new Map<string, Line[]>(documents.map((id) => [id, []]))
    const found = await this.#records.findBy(this.#entity, 'document_id', documents)
    for (const line of found.toSorted((a, b) => a.position - b.position)) lines.get(line.document_id)?.push(line)
    return lines
  }

  /** Makes these the only lines of a document and writes what differs. */
  async replace(document_id: string, known: readonly Line[], values: readonly LineValues[]): Promise<LinesPlan> {
    const plan = this.plan(document_id, known, values)
    await this.write([plan])
    return plan
  }

  /** The writes that make these the only lines of a document; a position keeps its id. */
  plan(document_id: string, known: readonly Line[], values: readonly LineValues[]): LinesPlan {
    const { organization: user_from } = this.#records.unit.actor
    const lines = values.map((each, at): Line => ({
      id: known[at]?.id ?? this.#ids.next(),
      user_from,
      document_id,
      position: at + 1,
      ...each,
    }))
    const kept = lines.slice(0, known.length).flatMap((changes, at) => {
      const before = known[at]
      return before && !equal(before, changes) ? [{ before, changes }] : []
    })
    const gone = known.slice(lines.length).map(({ id }) => id)
    const added = lines.slice(known.length)
    return { lines, kept, added, gone, changed: kept.length + gone.length + added.length > 0 }
  }

  /** Writes the lines of any number of documents in a few statements. */
  async write(plans: readonly LinesPlan[]): Promise<void> {
    const gone = plans.flatMap((each) => each.gone)
    await this.#records.update(
      this.#entity,
      plans.flatMap(({ kept }) => kept),
    )
    await this.#records.insert(
      this.#entity,
      plans.flatMap(({ added }) => added),
    )
    if (gone.length > 0)
      await this.#records.db
        .deleteFrom(this.#entity.table)
        .where(this.#records.anyOf(this.#entity, 'id', gone))
        .execute()
  }
}

/** The values of a line, without its place in a document. */
export function valuesOf(line: LineValues & Partial<Line>): LineValues {
  const { id: _id, user_from: _organization, document_id: _document, position: _position, ...values } = line
  return values
}
