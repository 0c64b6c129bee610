import { GREATEST_AMOUNT } from '../../kernel/operation/schema/greatest-amount.ts'
import { type Static, Type } from '@sinclair/typebox'
import { createSchema, recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Id, Nullable, Text } from '../../kernel/operation/schema/schema.ts'
import { withReadOnly } from '../../kernel/operation/validate.ts'
import { headerFields } from './header.ts'
import { lineFields } from './line.ts'
import type { Line } from './lines.ts'

const { user_from: _organization, document_id: _document, ...shownLine } = recordSchema(lineFields).properties
/** A line as the API shows it. */
export const LineRecord = Closed(shownLine)
export type LineRecord = Static<typeof LineRecord>
/** All lines of a document, as the API shows them. */
export const Lines = Type.Array(LineRecord, { description: 'What is sold, line by line' })

/** An amount that only a source may give. */
export const given = (description: string) =>
  Type.Optional(Nullable(Type.Number({ minimum: -GREATEST_AMOUNT, maximum: GREATEST_AMOUNT, description })))
const forSource = 'Only with source_totals; else computed'

/** Input of a line: what is left out is taken from the product. */
export const LineInput = Closed({
  ...createSchema(lineFields).properties,
  position: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'Place among the lines; as given when left out' })),
  custom_properties: Type.Optional(lineFields.custom.schema),
  total_excl_tax: given(forSource),
  tax_amount: given(forSource),
  total_incl_tax: given(forSource),
})
export type LineInput = Static<typeof LineInput>
withReadOnly(LineInput, Object.keys(LineRecord.properties))

/** Further names of fields, amounts of a source and lines, which create and update of every document take. */
export const aliases = {
  contact_id: Type.Optional(Nullable(Id('Same as lead_id'))),
  assigned_to: Type.Optional(Nullable(Text(254, { description: 'Same as owner_email' }))),
  custom_properties: Type.Optional(headerFields.custom.schema),
  total_excl_tax: given(forSource),
  tax_total: given(forSource),
  total_incl_tax: given(forSource),
  lines: Type.Optional(Type.Array(LineInput, { maxItems: 1000, description: 'What is sold, line by line' })),
}
/** The same and the number, which only create takes. */
export const documentInput = {
  ...aliases,
  number: Type.Optional(Text(100, { minLength: 1, description: 'Unique; given at its issue when left out' })),
}

/** The input that every type of document takes. */
export const DocumentInput = Closed({ ...createSchema(headerFields).properties, ...documentInput })
export type DocumentInput = Static<typeof DocumentInput>

const line = presenter(lineFields)

/** The lines of a document, where the view has them. */
export function presentLines(view: { readonly lines: readonly Line[] }, now: Date): { lines: LineRecord[] }
export function presentLines(view: { readonly lines?: readonly Line[] }, now: Date): { lines?: LineRecord[] }
export function presentLines({ lines }: { readonly lines?: readonly Line[] }, now: Date): { lines?: LineRecord[] } {
  return lines ? { lines: lines.map((each) => presentLine(each, now)) } : {}
}

function presentLine(each: Line, now: Date): LineRecord {
  const { user_from: _, document_id: __, ...shown } = line(each, now)
  return shown
}
