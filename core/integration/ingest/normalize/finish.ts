import { near, sum, tolerance } from '../recognize/figures.ts'
import { dropDiscounted, dropGross, dropGrossOf, dropGrossTotal, dropTaxAmounts, provenGross, provenNet } from './gross.ts'
import { differByTax } from '../recognize/rates.ts'
import { type IngestObject, objectDeclarations } from '../objects.ts'
import type { Problem } from '../read/table.ts'
import type { Values } from './values.ts'
import { isCompanyName, splitName } from '../values/name.ts'

/** What is known about a record beside its values. */
export interface FinishContext {
  readonly object: IngestObject
  readonly warnings: string[]
  /** True for a record that is an organization by its type: its name is not the name of a person. */
  readonly organization: boolean
  /** True where the source states that prices include tax, false where it states that they do not, null where it states nothing. */
  readonly gross: boolean | null
  /** Fields of the record whose header, or vocabulary, says that they exclude tax. */
  readonly net: ReadonlySet<string>
  /** Line fields whose header itself says that they exclude tax. */
  readonly netInLines: ReadonlySet<string>
  /** True when the postcode came as a number. */
  readonly bareNumber: boolean
  /** True where the total without tax is a subtotal that may exclude something other than the tax. */
  readonly doubted: boolean
  /** Sum of the subtotal rows less the discount rows of the line list. */
  readonly subtotal: number | undefined
  /** The field of the bare amount of a price rule. */
  readonly amountIs: 'discount_percent' | 'price' | null
}

/** Composes fields of their parts, corrects signs and checks a record by arithmetic; a problem rejects it. */
export function finishRecord(values: Values, finishing: FinishContext): Problem | null {
  composePhone(values)
  if (finishing.bareNumber) padPostcode(values)
  const { object } = finishing
  if (finishing.gross) dropGrossOf(values, finishing.net, finishing.warnings)
  if (object === 'companies') composeCompany(values)
  if (object === 'contacts') composeContact(values, finishing)
  // A deal without a stage takes its status for one.
  if (object === 'deals' && values.stage === undefined && values.status !== undefined) values.stage = values.status
  if (object === 'price_rules') composeRule(values, finishing)
  if (object === 'price_rules' || object === 'products') return null
  return 'lines' in values || 'number' in values || documentFields.some((field) => field in values)
    ? finishDocument(values, finishing)
    : null
}

const documentFields = ['customer_first', 'customer_last', 'total_incl_tax', 'total_excl_tax', 'total_tax', 'amount_due', 'amount_paid']

function take(values: Values, field: string): string | undefined {
  const value = values[field]
  delete values[field]
  return value === undefined ? undefined : String(value)
}

function composePhone(values: Values): void {
  const country = take(values, 'phone_country')
  const area = take(values, 'phone_area')
  if (typeof values.phone === 'string') values.phone = [country, area, values.phone].filter((part) => part !== undefined).join(' ')
}

/** Restores the leading zeros that spreadsheets remove from postcodes, for countries with five digits. */
function padPostcode(values: Values): void {
  if (typeof values.postcode === 'string' && fiveDigits.has(String(values.country))) values.postcode = values.postcode.padStart(5, '0')
}

const fiveDigits = new Set(['ES', 'FR', 'DE', 'IT', 'US'])

function composeCompany(values: Values): void {
  const person = [take(values, 'person_first'), take(values, 'person_last')].filter((part) => part !== undefined).join(' ')
  if (values.name === undefined && person !== '') values.name = person
}

function composeRule(values: Values, { amountIs }: FinishContext): void {
  const { amount } = values
  delete values.amount
  // In a rule with a discount, a price of zero means that no price is set.
  if (values.price === 0 && Number(values.discount_percent) > 0) delete values.price
  if (amountIs !== null && typeof amount === 'number') values[amountIs] ??= amountIs === 'price' ? amount : Math.abs(amount)
}

function composeContact(values: Values, { organization }: FinishContext): void {
  const whole = take(values, 'full_name')
  if (whole === undefined || organization) return
  const named = values.first_name !== undefined || values.last_name !== undefined
  if (isCompanyName(whole)) {
    // Beside first and last name, the name of a company is the company of the person.
    if (named) values.company ??= whole
    return
  }
  if (whole === values.company) return
  if (named) return completeName(values, whole)
  const { first, last } = splitName(whole)
  if (first !== undefined) values.first_name = first
  values.last_name = last
}

// "Vorname" and "Name" side by side are the first and the last name; a whole name beside its first or last part holds the other.
function completeName(values: Values, whole: string): void {
  const { first_name: first, last_name: last } = values
  if (typeof last === 'string' && first === undefined && whole !== last) {
    const front = whole.endsWith(` ${last}`) ? whole.slice(0, -last.length - 1) : whole
    if (front !== whole || /^[\p{L}\p{M}'’-]+$/u.test(whole)) values.first_name = front
  }
  if (typeof first !== 'string' || last !== undefined || whole === first) return
  const rest = whole.startsWith(`${first} `) ? whole.slice(first.length + 1) : whole
  if (rest !== whole || /^[\p{L}\p{M}'’-]+$/u.test(whole)) values.last_name = rest
}

function finishDocument(values: Values, finishing: FinishContext): Problem | null {
  const { warnings } = finishing
  const person = [take(values, 'customer_first'), take(values, 'customer_last')].filter((part) => part !== undefined).join(' ')
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
