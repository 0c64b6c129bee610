import type { Values } from './values.ts'
import { dropGrossPrice } from './gross.ts'
import { fold } from '../languages/letters.ts'

/** True for a line that sells something; a row with words only, or without quantity and amount, is a text between the lines. */
export const isItem = (line: Values): boolean =>
  (line.quantity !== 0 || Boolean(line.unit_price) || Boolean(line.total_excl_tax) || (line.sku ?? line.product_id) !== undefined) &&
  hasSubstance(line)

const hasSubstance = (line: Values): boolean =>
  line.quantity !== undefined ||
  line.unit_price !== undefined ||
  line.total_excl_tax !== undefined ||
  line.sku !== undefined ||
  line.product_id !== undefined

const sumWords =
  /^(?:(?:sales |output )?(?:tax|vat|gst)|tva|mwst|ust|umsatzsteuer|mehrwertsteuer|iva|igic|sub ?-?total|zwischensumme|sous[ -]total)(?![\p{L}])[^\p{L}]*$/u

/** True for a row that only says what tax or what sum the rows before it have. */
export function isSumRow(line: Readonly<Record<string, unknown>>): boolean {
  if (line.sku !== undefined || line.product_id !== undefined) return false
  const text = line.description ?? line.item_name
  return typeof text === 'string' && text.length <= 60 && sumWords.test(fold(text))
}

/** A line under its public names: what identifies or describes it stands in where no better name does. */
export function withPublicNames(line: Values): Values {
  if (line.product_id === undefined && line.item_name === undefined && line.total_incl === undefined) return line
  dropGrossPrice(line)
  const { product_id: id, item_name: name, total_incl: _gross, ...rest } = line
  if (rest.sku === undefined && id !== undefined) rest.sku = id
  if (rest.description === undefined && name !== undefined) rest.description = name
  return rest
}
