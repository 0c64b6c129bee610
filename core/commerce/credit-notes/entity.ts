import { choice, defaulted, money, optional, readOnly, uuid } from '../../kernel/operation/schema/fields.ts'
import { entity } from '../../kernel/storage/schema/entity.ts'
import { headerFields, headerIndexes } from '../documents/header.ts'
import { lineEntity } from '../documents/line.ts'

/** States of a credit note; `applied` once nothing of it remains. */
export const creditNoteStates = ['draft', 'issued', 'applied', 'void'] as const
/** How far a credit note has come. */
export type CreditNoteState = (typeof creditNoteStates)[number]
/** Why a credit note was given. */
export const creditReasons = ['refund', 'return', 'discount', 'correction'] as const

/** The header of a credit note: that of every document, and the fields that only credit notes have. */
export const creditNoteFields = {
  ...headerFields,
  status: defaulted(choice(creditNoteStates, 'Its status'), 'draft'),
  invoice_id: optional(uuid('The invoice that it corrects')),
  reason: optional(choice(creditReasons, 'Why it was given')),
  applied_amount: readOnly(defaulted(money('Amount of it that was applied to invoices'), 0)),
  remaining_amount: readOnly(optional(money('What of it is left'))),
}

const creditNote = entity('CreditNote', 'credit_notes', creditNoteFields, {
  uniques: [['number']],
  indexes: [...headerIndexes, ['invoice_id']],
})

/** A credit note; its lines are `CreditNoteLine` rows. Quantities and totals are positive. */
export class CreditNote extends creditNote.class {}
creditNote.setClass(CreditNote)

const creditNoteLine = lineEntity('CreditNoteLine', 'credit_note_lines')

/** A line of a credit note; quantity and totals are positive. */
export class CreditNoteLine extends creditNoteLine.class {}
creditNoteLine.setClass(CreditNoteLine)
