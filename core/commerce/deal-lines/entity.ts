import { lineEntity } from '../documents/line.ts'

const schema = lineEntity('DealLine', 'deal_lines')

/** A product line of a deal, of the form of those of documents; `document_id` is the deal. */
export class DealLine extends schema.class {}
schema.setClass(DealLine)
