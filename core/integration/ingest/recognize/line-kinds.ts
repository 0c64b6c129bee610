import { fold } from '../languages/letters.ts'
import { cellOf, type Row } from '../read/table.ts'
import { parseBoolean } from '../values/boolean.ts'
import type { LinePlan } from './line-plan.ts'

/** What a row among the lines is. */
export type LineKind = 'item' | 'subtotal' | 'discount' | 'none'

const notItems =
  /^text|title|titel|heading|^header$|section|note|comment|shipping|freight|^tax|taxline|^(?:vat|tva|mwst|ust|iva|steuer)\b|surcharge|description_?only|^versand(?:position|kosten)?$|^(?:porto|fracht)|^(?:eventual|alternativ|bedarfs)(?:position)?$|^option(?:al)?$/
const kindOfText = new Map<string, LineKind>()

/** What a row of a line list is: only items are lines, text and sums are not. */
export function lineKind(row: Row, plan: LinePlan): LineKind {
  for (const column of plan.kinds) {
    const value = cellOf(row, column.index)
    if (typeof value !== 'string') continue
    const known = kindOfText.get(value) ?? classify(value)
    if (known !== 'item') return known
  }
  return plan.flags.some((column) => parseBoolean(cellOf(row, column.index) ?? false) === true) ? 'none' : 'item'
}

function classify(value: string): LineKind {
  const text = fold(value.slice(0, 60))
  const kind = /sub_?-? ?total|zwischensumme/.test(text)
    ? 'subtotal'
    : /discount|rabatt|remise|descuento|sconto|desconto/.test(text)
      ? 'discount'
      : notItems.test(text)
        ? 'none'
        : 'item'
  if (kindOfText.size < 1_000) kindOfText.set(value, kind)
  return kind
}

/** True for a part of another line that costs nothing by itself. */
export const isPart = (row: Row, plan: LinePlan, line: Readonly<Record<string, unknown>>): boolean =>
  !line.unit_price && !line.total_excl_tax && plan.parents.some((column) => !['', '0'].includes(String(cellOf(row, column.index) ?? '')))
