import type { IngestObject } from '../objects.ts'
import type { DateOrder } from '../values/date.ts'
import type { DecimalSign } from '../values/number.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { Row, Table } from './table.ts'

/** How a batch is read: what its source says of itself, and what the installation knows. */
export interface ReadOptions {
  readonly object: IngestObject
  readonly vocabularies: readonly Vocabulary[]
  /** The name of the source (`odoo` of `custom:odoo`): a vocabulary of that name then needs one hit only. */
  readonly hint?: string
  readonly locale?: string
  readonly decimal?: DecimalSign
  readonly dateOrder?: DateOrder
  readonly timeZone?: string
  /** Currency of amounts that name none; a setting of the source, never a guess. */
  readonly currency?: string
  /** Currency of the organization: a bare `$` stands for it if it is a dollar. */
  readonly home?: string
  /** Source path -> canonical field (`lines.sku` for a line's), null for "ignore". */
  readonly overrides?: Readonly<Record<string, string | null>>
  /** Source path -> canonical field, as somebody outside proposes it for columns that stay unknown. */
  readonly proposals?: Readonly<Record<string, string>>
  /** Whether to find what else each column may be. */
  readonly explain?: boolean
}

/** A batch while it is turned into columns and rows; the passes of this folder fill it in. */
export interface TableReading {
  /** The records as they were sent. */
  readonly records: readonly unknown[]
  readonly options: ReadOptions
  readonly object: IngestObject
  /** The product whose words the batch uses; null where none is detected. */
  vocabulary: Vocabulary | null
  table: Table
  /** The rows of the table without the gaps of records that cannot be read. */
  rows: readonly Row[]
}
