import type { FieldPlan } from '../recognize/formats.ts'
import { near, sum, tolerance } from '../recognize/figures.ts'
import { readHeader } from '../languages/headers.ts'
import { commonRates } from '../recognize/rates.ts'
import type { Column, Row, Scalar } from '../read/table.ts'
import { parseBoolean } from '../values/boolean.ts'

type Line = Record<string, unknown>

/** Columns that say whether the prices of a document include tax. */
export function taxModeColumns(columns: readonly Column[]): Column[] {
  const modes = columns.filter((column) => {
    const { words } = readHeader(column.segments.at(-1) ?? '')
    const about = ['tax', 'price', 'incl', 'amount'].some((word) => words.includes(word)) || isNetFlag(column)
    if (!about || column.sample.length === 0) return false
    const boolean = words.includes('include') || words.includes('incl') || isNetFlag(column)
    return boolean
      ? column.sample.every((value) => parseBoolean(value) !== null || isTax(value))
      : column.sample.every((value) => modeOf(value) !== null)
  })
  // A statement that tax is included takes precedence over one that something comes without it, `is_pre_gst`.
  return modes.toSorted((one, other) => Number(isNetFlag(one)) - Number(isNetFlag(other)))
}

/** `isNet` says the opposite of `includesTax`. */
const isNetFlag = ({ segments }: Column): boolean => {
  const { words } = readHeader(segments.at(-1) ?? '')
  return words.includes('flag') && words.includes('excl') && !words.includes('discount')
}

/** What prices include may be said by its name: `prices_include: "VAT"`. */
const isTax = (value: Scalar): boolean => typeof value === 'string' && value.length <= 10 && readHeader(value).words.join() === 'tax'

const grossModes = new Set(['gross', 'inclusive', 'brutto', 'ttc', 'included', 'incl', 'taxinclusive'])
const netModes = new Set([
  'net',
  'exclusive',
  'netto',
  'ht',
  'excluded',
  'taxexcluded',
  'excl',
  'notax',
  'none',
  'notapplicable',
  'vatfree',
])

/** What a word for a mode of prices says, `gross` as `GROSS_MODE`. */
function modeOf(value: Scalar): boolean | null {
  const word = String(value)
    .toLowerCase()
    .replace(/[ _-]?(?:mode|prices?)$/, '')
  return grossModes.has(word) ? true : netModes.has(word) ? false : null
}

/** True when a record says that its prices include tax, false when it says they do not, null when it says nothing. */
export function statedGross(row: Row, columns: readonly Column[]): boolean | null {
  for (const column of columns) {
    const at = row.at.indexOf(column.index)
    const value = at < 0 ? undefined : row.values[at]
    if (value === undefined || value === '') continue
    const mode = modeOf(value) ?? parseBoolean(value) ?? (isTax(value) ? true : null)
    if (mode !== null) return isNetFlag(column) ? !mode : mode
  }
  return null
}

/** Without a statement, the lines prove it: they add up to the total with tax and not to the one without. */
export function provenGross(values: Line, lines: readonly Line[]): boolean {
  const { total_excl_tax: excl, total_incl_tax: incl } = values
  if (typeof incl !== 'number' || typeof excl !== 'number' || lines.length === 0) return false
  const within = tolerance(lines.length)
  if (near(excl, incl, within)) return false
  const totals = lines.map((line) => line.total_excl_tax)
  if (!totals.every((total) => typeof total === 'number')) return false
  const total = sum(totals)
  return near(total, incl, within) && !near(total, excl, within)
}

/** Line fields that exclude tax although other amounts of the lines include it: prices that make up the total without tax. */
export function provenNet({ total_excl_tax: excl }: Line, lines: readonly Line[]): string[] {
  const made = lines.map(
    ({ quantity, unit_price: price, discount_percent: discount = 0 }) => Number(quantity) * Number(price) * (1 - Number(discount) / 100),
  )
  return typeof excl === 'number' && made.every(Number.isFinite) && near(sum(made), excl, tolerance(lines.length)) ? ['unit_price'] : []
}

/** Drops prices that include tax from fields that exclude it; a price that is stated to be net stays. */
export function dropGross(lines: readonly Line[], stated: ReadonlySet<string>, warnings: string[]): void {
  let dropped = false
  for (const line of lines)
    for (const field of ['unit_price', 'total_excl_tax'])
      if (line[field] !== undefined && !stated.has(field)) {
        delete line[field]
        dropped = true
      }
  if (dropped) warnings.push('lines: prices that include tax were left out')
}

/** Drops amounts that include tax, where the record states so, from its own fields; a column that is stated to be net stays. */
export function dropGrossOf(values: Line, net: ReadonlySet<string>, warnings: string[]): void {
  const { price, total_excl_tax: excl, total_tax: tax } = values
  if (price !== undefined && !net.has('price')) delete values.price
  // With a tax beside them, arithmetic has distinguished the two totals already.
  if (excl !== undefined && tax === undefined && !net.has('total_excl_tax')) delete values.total_excl_tax
  for (const [field, value] of [
    ['price', price],
    ['total_excl_tax', excl],
  ] as const)
    if (value !== values[field]) warnings.push(`${field}: an amount that includes tax was left out`)
}

/** A price that makes up the line's total with tax, and not the one without, includes tax. */
export function dropGrossPrice(line: Line): void {
  const { quantity, unit_price: price, discount_percent: discount = 0, tax_rate: rate, total_excl_tax: excl, total_incl: incl } = line
  if (typeof quantity !== 'number' || typeof price !== 'number' || typeof incl !== 'number' || typeof discount !== 'number') return
  const taxed = typeof excl === 'number' ? !near(excl, incl, 0.011) : typeof rate === 'number' && rate > 0
  const made = quantity * price * (1 - discount / 100)
  if (taxed && near(made, incl, 0.011) && !(typeof excl === 'number' && near(made, excl, 0.011))) delete line.unit_price
}

/** A total of a line that is its net price and its tax together includes tax. */
export function dropGrossTotal(line: Line): void {
  const { quantity, unit_price: price, discount_percent: discount = 0, tax_rate: rate, total_excl_tax: total } = line
  if (typeof quantity !== 'number' || typeof price !== 'number' || typeof rate !== 'number' || typeof total !== 'number') return
  const made = quantity * price * (1 - Number(discount) / 100)
  if (rate > 0 && near(made * (1 + rate / 100), total, 0.011) && !near(made, total, 0.011)) delete line.total_excl_tax
}

/** Drops tax rates of lines that are amounts: they add up to the tax of the document. */
export function dropTaxAmounts({ total_tax: tax }: Line, lines: readonly Line[]): void {
  const taxes = lines.map(({ tax_rate: rate = 0 }) => Number(rate))
  if (typeof tax !== 'number' || tax === 0 || !near(sum(taxes), tax, 0.011) || taxes.every((each) => commonRates.includes(each))) return
  const rated = lines.map(({ tax_rate: rate = 0, quantity, unit_price, total_excl_tax }) => {
    const total = total_excl_tax ?? Number(quantity) * Number(unit_price)
    return (Number(total) * Number(rate)) / 100
  })
  if (rated.every(Number.isFinite) && !near(sum(rated), tax, tolerance(lines.length))) for (const line of lines) delete line.tax_rate
}

/** A unit price that already has the discount taken off is not the unit price. */
export function dropDiscounted(line: Line): void {
  const { quantity, unit_price: price, discount_percent: discount, total_excl_tax: total } = line
  if (typeof quantity !== 'number' || typeof price !== 'number' || typeof discount !== 'number' || typeof total !== 'number') return
  if (discount === 0 || price === 0 || total === 0) return
  if (near(quantity * price, total, 0.011) && !near(quantity * price * (1 - discount / 100), total, 0.011)) delete line.unit_price
}

/** Fields whose column says itself that it excludes tax. */
export function netFields(fields: readonly FieldPlan[], columns: readonly Column[]): string[] {
  return fields.flatMap(({ field, columns: [first] }) => {
    const { segments = [] } = columns.find(({ index }) => index === first?.column) ?? {}
    const net = segments.some((segment) => {
      const { words, hints } = readHeader(segment)
      return words.includes('excl') || hints.includes('excl')
    })
    return net ? [field] : []
  })
}
