import type { Fields, RecordOf } from '../../kernel/operation/schema/fields.ts'
import type { Line, LineClass, LinesPlan } from './lines.ts'
import type { Draft } from './drafts.ts'
import type { Header } from './amounts.ts'
import type { headerFields } from './header.ts'
import type { StoreOptions } from '../../kernel/storage/records/record-reader.ts'

/** The fields that all documents have. */
export type HeaderFields = typeof headerFields
/** A document and its lines, in their order. */
export type WithLines<R> = R & { readonly lines: readonly Line[] }

/** What is particular to one type of document. */
export interface DocumentKind<F extends Fields> extends Omit<StoreOptions<F>, 'keys'> {
  readonly lines: LineClass
  /** First letters of its numbers: `INV`. */
  readonly prefix: string
  /** Fields that are frozen with the lines once the document is; `issuedFields` unless given. */
  readonly frozen?: readonly (keyof HeaderFields)[]
}

/** What an input makes of a document: the draft, and the values that only its type has. Nothing of it is written yet. */
export interface Decision<F extends Fields> {
  readonly draft: Draft
  readonly own: Partial<RecordOf<F>>
}

/** What a decision changes in a known document. */
export interface DocumentChange<F extends Fields> {
  readonly before: RecordOf<F>
  /** Values of the header that differ or may differ; without external ids. */
  readonly values: Partial<RecordOf<F>>
  /** Whether any of `values` differs. */
  readonly differs: boolean
  /** Its lines as they were. */
  readonly known: readonly Line[]
  readonly lines: LinesPlan
  /** External ids that the document lacks. */
  readonly added: Header['external_ids']
}

/** Fields that stay as the other side was sent them; notes and the owner are not among them. */
export const issuedFields = [
  'number',
  'company_id',
  'currency',
  'exchange_rate',
  'issue_date',
  'billing_address',
  'discount_percent',
  'discount_amount',
] as const

/** A document of any type as its header. */
export function headerOf<F extends HeaderFields & Fields>(record: RecordOf<F>): Header {
  // TypeScript does not see that the record of `HeaderFields` and more has them all.
  return record as unknown as Header
}

/** Whether a document is sent, issued or confirmed: it has a number and a rate of its own from then on. */
export function isIssued({ status = 'draft' }: { readonly status?: unknown }): boolean {
  return status !== 'draft' && status !== 'void' && status !== 'cancelled'
}

/** Values of a header as values of a document of any type. */
export function headerValues<F extends HeaderFields & Fields>(values: Partial<Header>): Partial<RecordOf<F>> {
  // As in `headerOf`: every type of document has these fields.
  return values as unknown as Partial<RecordOf<F>>
}
