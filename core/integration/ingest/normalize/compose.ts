import { hash } from 'node:crypto'
import { type IngestObject, objectDeclarations } from '../objects.ts'
import { dropGrossOf } from './gross.ts'
import { isCompanyName, splitName } from '../values/name.ts'
import { composeStreet } from './street.ts'
import type { Values } from './values.ts'

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

type Compose = (values: Values, finishing: FinishContext) => void

// What is composed of the parts of one object, where it has some.
const composers: Readonly<Partial<Record<IngestObject, Compose>>> = {
  companies: composeCompany,
  contacts: composeContact,
  deals: composeDeal,
  price_rules: composeRule,
}

/** Composes fields of their parts: a name of first and last name, a phone number of country, area and number. */
export function composeFields(values: Values, finishing: FinishContext): void {
  composePhone(values)
  composeStreet(values)
  if (finishing.bareNumber) padPostcode(values)
  if (finishing.gross) dropGrossOf(values, finishing.net, finishing.warnings)
  composers[finishing.object]?.(values, finishing)
  identify(values, objectDeclarations[finishing.object].toldApart ?? [])
}

/** The first and the last name of whom a record is about, as one; an empty text where it has neither. */
export function takePerson(values: Values, first: string, last: string): string {
  return [take(values, first), take(values, last)].filter((part) => part !== undefined).join(' ')
}

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
  const person = takePerson(values, 'person_first', 'person_last')
  if (values.name === undefined && person !== '') values.name = person
}

/** A record without an id is found again by what it says: the same row makes no second one. */
function identify(values: Values, names: readonly string[]): void {
  if (names.some((name) => values[name] !== undefined))
    values.external_id ??= `row:${hash('sha256', JSON.stringify(names.map((name) => values[name] ?? null)), 'base64url').slice(0, 27)}`
}

/** A deal without a stage takes its status for one. */
function composeDeal(values: Values): void {
  if (values.stage === undefined && values.status !== undefined) values.stage = values.status
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
