import type { Static } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed } from '../../kernel/operation/schema/schema.ts'
import { listSchema } from '../../kernel/storage/records/filters.ts'
import { documentSorts } from '../documents/filters.ts'
import type { Line } from '../documents/lines.ts'
import { aliases, documentInput, given, Lines, presentLines } from '../documents/schema.ts'
import { type CreditNote, creditNoteFields } from './entity.ts'
import { creditNoteFilters } from './filters.ts'

/** A credit note as lists show it, without its lines. */
export const CreditNoteRecord = recordSchema(creditNoteFields)
/** A credit note as everything but lists shows it. */
export const FullCreditNote = Closed({ ...CreditNoteRecord.properties, lines: Lines }, { description: 'A credit note with its lines' })
const applied_amount = given('Only with source_totals: what was applied, as the source says')
/** Input of create. */
export const CreditNoteCreate = Closed({ ...createSchema(creditNoteFields).properties, ...documentInput, applied_amount })
/** Input of update, which cannot change the number. */
export const CreditNoteUpdate = Closed({ ...updateSchema(creditNoteFields).properties, ...aliases, applied_amount })
/** What create and update of a credit note take. */
export type CreditNoteInput = Partial<Static<typeof CreditNoteCreate>>
/** Query of the list of credit notes. */
export const CreditNoteList = listSchema(creditNoteFilters, documentSorts)

/** A credit note; without lines in lists. */
export type CreditNoteView = CreditNote & { readonly lines?: readonly Line[] }

const creditNote = presenter(creditNoteFields)

/** A credit note as the API shows it, with lines where the view has them. */
export function presentCreditNote(view: CreditNoteView, now: Date): Static<typeof CreditNoteRecord> {
  return { ...creditNote(view, now), ...presentLines(view, now) }
}
