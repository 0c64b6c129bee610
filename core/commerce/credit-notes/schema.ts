import type { Static } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/fields.ts'
import { presenter } from '../../kernel/operation/present.ts'
import { Closed } from '../../kernel/operation/schema.ts'
import { listSchema } from '../../kernel/storage/filters.ts'
import { documentSorts } from '../documents/filters.ts'
import type { Line } from '../documents/lines.ts'
import { aliases, documentInput, given, Lines, presentLines } from '../documents/schema.ts'
import { type CreditNote, creditNoteFields } from './entity.ts'
import { creditNoteFilters } from './filters.ts'

/** A credit note as lists show it; a single one has its lines, too. */
export const CreditNoteRecord = recordSchema(creditNoteFields)
export const FullCreditNote = Closed({ ...CreditNoteRecord.properties, lines: Lines }, { description: 'A credit note with its lines' })
const applied_amount = given('Only with source_totals: what was applied, as the source says')
/** Input of create and update; the number is for create alone. */
export const CreditNoteCreate = Closed({ ...createSchema(creditNoteFields).properties, ...documentInput, applied_amount })
export const CreditNoteUpdate = Closed({ ...updateSchema(creditNoteFields).properties, ...aliases, applied_amount })
export type CreditNoteInput = Partial<Static<typeof CreditNoteCreate>>
export const CreditNoteList = listSchema(creditNoteFilters, documentSorts)

/** A credit note; lists leave the lines out. */
export type CreditNoteView = CreditNote & { readonly lines?: readonly Line[] }

const creditNote = presenter(creditNoteFields)

/** A credit note as it is answered, with its lines where they are at hand. */
export function presentCreditNote(view: CreditNoteView, now: Date): Record<string, unknown> {
  return { ...creditNote(view, now), ...presentLines(view, now) }
}
