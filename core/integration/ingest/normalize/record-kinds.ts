import { isObject } from '../../../kernel/values/is-object.ts'
import { type IngestObject, isDocument } from '../objects.ts'
import type { Column, Problem, Row } from '../read/table.ts'
import type { FieldsReading } from '../recognize/reading.ts'
import { amountTypeOf, documentTypeOf, isOrganization, purchaseProblem, supplierColumns, typeColumns } from './document-type.ts'
import type { Values } from './values.ts'

/** What the records of a batch are, by their types and parties and by what their vocabulary says. */
export class RecordKinds {
  readonly #object: IngestObject
  readonly #vocabulary: FieldsReading['vocabulary']
  readonly #types: readonly Column[]
  readonly #suppliers: readonly Column[]

  constructor({ object, vocabulary, table }: FieldsReading) {
    this.#object = object
    this.#vocabulary = vocabulary
    this.#types = typeColumns(table.root.columns)
    this.#suppliers = supplierColumns(table.root.columns)
  }

  /** The object that a record is stored as. */
  objectOf(row: Row, source: unknown): IngestObject {
    const stated = isObject(source) ? this.#vocabulary?.objectOf?.(source, this.#object) : null
    return stated ?? (isDocument(this.#object) ? documentTypeOf(row, this.#types, this.#object) : this.#object)
  }

  /** The problem of a document of a supplier: it was bought, not sold. */
  purchaseProblem(stored: IngestObject, row: Row, source: unknown, values: Values): Problem | null {
    if (!isDocument(this.#object)) return null
    const bought = isObject(source) && this.#vocabulary?.isPurchase?.(source) === true
    return purchaseProblem(stored, row, this.#types, this.#suppliers, values, bought)
  }

  /** True for a party that is an organization by its type. */
  isOrganization(row: Row): boolean {
    return isOrganization(row, this.#types)
  }

  /** What the bare amount of a price rule is; null for every other object. */
  amountTypeOf(row: Row): 'discount_percent' | 'price' | null {
    return this.#object === 'price_rules' ? amountTypeOf(row, this.#types) : null
  }
}
