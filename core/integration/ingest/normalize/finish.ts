import { near, sum, tolerance } from '../recognize/figures.ts'
import { composeFields, type FinishContext, takePerson } from './compose.ts'
import { dropDiscounted, dropGross, dropGrossTotal, dropTaxAmounts, provenGross, provenNet } from './gross.ts'
import { differByTax } from '../recognize/rates.ts'
import { type IngestObject, isDocument, objectDeclarations } from '../objects.ts'
import type { Problem } from '../read/table.ts'
import type { Values } from './values.ts'

/** Composes fields of their parts, corrects signs and checks a record by arithmetic; a problem rejects it. */
export function finishRecord(values: Values, finishing: FinishContext): Problem | null {
  composeFields(values, finishing)
  const isFilled = 'lines' in values || 'number' in values || documentFields.some((field) => field in values)
  return isFilled && isDocument(finishing.object) ? finishDocument(values, finishing) : null
}

const documentFields = ['customer_first', 'customer_last', 'total_incl_tax', 'total_excl_tax', 'total_tax', 'amount_due', 'amount_paid']

function finishDocument(values: Values, finishing: FinishContext): Problem | null {
  const { warnings } = finishing
  const person = takePerson(values, 'customer_first', 'customer_last')
  if (values.customer_name === undefined && person !== '') values.customer_name = person
  const lines = values.lines ?? []
  if (finishing.doubted) dropOtherSum(values, lines)
  const stated = values.total_excl_tax !== undefined
  if (!stated && finishing.subtotal !== undefined) values.total_excl_tax = finishing.subtotal
  if (finishing.gross) dropGross(lines, finishing.netInLines, warnings)
  else if (finishing.gross === null && provenGross(values, lines))
    dropGross(lines, new Set([...finishing.netInLines, ...provenNet(values, lines)]), warnings)
  for (const line of lines) {
    dropDiscounted(line)
    dropGrossTotal(line)
  }
  dropBookedTax(values)
  dropTaxAmounts(values, lines)
  dropUncomputed(values, lines)
  if (finishing.object === 'credit_notes') makePositive(values, lines)
  else if (finishing.object === 'invoices' && typeof values.total_incl_tax === 'number' && values.total_incl_tax < 0)
    warnings.push('total_incl_tax: a negative invoice is kept as it is')
  checkSums(values, lines, warnings)
  return checkDue(values)
}

/** Ledgers write the tax in a total with the opposite sign: `1200 | -200`. */
function dropBookedTax(values: Values): void {
  const { total_excl_tax: excl, total_tax: tax, total_incl_tax: incl } = values
  if (excl === undefined && typeof tax === 'number' && typeof incl === 'number' && tax * incl < 0) delete values.total_tax
}

/** Drops a subtotal before discounts or without delivery costs: it is not the total without tax. */
function dropOtherSum(values: Values, lines: readonly Values[]): void {
  const { total_excl_tax: excl, total_tax: tax, total_incl_tax: incl } = values
  if (typeof excl !== 'number' || typeof incl !== 'number' || isSumOfTaxed(excl, incl, lines)) return
  if (typeof tax === 'number' ? !near(excl + tax, incl, 0.021) : !differByTax(excl, incl)) delete values.total_excl_tax
}

/** True where the lines add up to the subtotal, and with their taxes to the total, within the rounding of prices with tax. */
function isSumOfTaxed(excl: number, incl: number, lines: readonly Values[]): boolean {
  const nets = lines.map(({ total_excl_tax: net }) => Number(net))
  const taxed = lines.map(({ tax_rate: rate }, at) => (nets[at] ?? NaN) * (1 + Number(rate) / 100))
  const within = tolerance(lines.length)
  return lines.length > 0 && near(sum(nets), excl, within) && near(sum(taxed), incl, Math.max(within, Math.abs(incl) / 10_000))
}

const totals = ['total_excl_tax', 'total_tax', 'total_incl_tax', 'amount_due', 'amount_paid']

/** Some systems send zero for totals that they have not computed yet. */
function dropUncomputed(values: Values, lines: readonly Values[]): void {
  const priced = lines.some(
    (line) => Number(line.total_excl_tax ?? 0) !== 0 || Number(line.unit_price ?? 0) * Number(line.quantity ?? 0) !== 0,
  )
  const unpriced = lines.length > 0 && lines.every((line) => line.total_excl_tax === undefined && line.unit_price === undefined)
  if (values.total_incl_tax !== 0 || !(priced || unpriced) || (priced && lines.every((line) => line.total_excl_tax === 0))) return
  for (const field of ['total_incl_tax', 'total_excl_tax']) if (values[field] === 0) delete values[field]
}

function makePositive(values: Values, lines: readonly Values[]): void {
  for (const field of totals) if (typeof values[field] === 'number') values[field] = Math.abs(values[field])
  for (const line of lines)
    for (const field of ['quantity', 'unit_price', 'total_excl_tax'])
      if (typeof line[field] === 'number') line[field] = Math.abs(line[field])
}

function checkSums(values: Values, lines: readonly Values[], warnings: string[]): void {
  const { total_excl_tax: excl, total_tax: tax, total_incl_tax: incl } = values
  if (typeof excl !== 'number' || typeof tax !== 'number' || typeof incl !== 'number') return
  if (!near(excl + tax, incl, tolerance(lines.length))) warnings.push(`totals: ${excl} + ${tax} is not ${incl}`)
}

/** Rejects a document with more unpaid than its total: the two amounts are in different currencies, and it is unknown which is right. */
function checkDue(values: Values): Problem | null {
  const { amount_due: due, total_incl_tax: incl } = values
  if (typeof due !== 'number' || typeof incl !== 'number' || incl === 0) return null
  if (Math.abs(due) <= Math.abs(incl) + Math.max(0.05, Math.abs(incl) * 0.01)) return null
  delete values.amount_due
  return { code: 'inconsistent', field: 'amount_due', reason: `amount_due ${due} is more than total_incl_tax ${incl}: inconsistent` }
}

/** The problem of a record without any of the keys of its object. */
export function missingKey(object: IngestObject, values: Values): Problem | null {
  const { keys } = objectDeclarations[object]
  if (keys.some((key) => values[key] !== undefined)) return null
  return { code: 'no_key', field: keys[0] ?? '', reason: `no key: none of ${keys.join(', ')} was found in the record` }
}
