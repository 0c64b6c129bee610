import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { contribution } from '../../records/record-type/contribution.ts'
import { many } from '../../records/record-type/related-records.ts'
import { CreditNote, creditNoteFields } from './entity.ts'

/** What invoices show of the credit notes that correct them. */
export const creditNotesOfInvoices = contribution({
  to: 'invoices',
  relations: {
    credit_notes: many('invoice_id', {
      entity: CreditNote,
      title: 'Credit notes that correct it',
      record: recordSchema(creditNoteFields),
      present: presenter(creditNoteFields),
    }),
  },
})
