import { readHeader } from '../languages/headers.ts'
import type { FieldKind } from '../fields.ts'
import type { Column, Scalar } from '../read/table.ts'
import { parsePlace } from '../values/place.ts'
import { parseBoolean } from '../values/boolean.ts'
import { parseCurrency } from '../values/currency.ts'
import { parseDate } from '../values/date.ts'
import { parseDomain } from '../values/domain.ts'
import { salutation } from '../values/name.ts'
import { parseNumber, parsePercent } from '../values/number.ts'
import { isPhone } from '../../../kernel/values/phone.ts'
import { isNothing } from '../values/text.ts'
import { parseVat } from '../values/vat.ts'

const email = /^[^\s@<>"{}[\],;]{1,64}@[^\s@<>"{}[\],;]{1,190}$/
// Ids of rows in the source's own tables: nobody reads them as a category, a unit or a country.
/** A random id of letters and digits: `BJNQCF2FJ6S6UIDT65ABHLRX`. */
const drawnId = /^(?=[^\d]*\d)(?=.*[A-Za-z])[\dA-Za-z]{20,40}$/
const machineId = /^(?:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[\da-f]{24}|[\da-f]{32}|-?\d{1,20})$/i
/** A module id of a record: `base.res_partner_2`. */
const reference = /^[a-z_]{2,40}\.[a-z]\w{0,60}_\w{1,60}$/
/** True for an id made by a machine: a UUID, a hash, a number. */
export const isMachineId = (value: Scalar): boolean => machineId.test(String(value)) || drawnId.test(String(value))

/** The number of a house is no street: `3a`, `12-14`, `7 bis`. */
const houseNumber = /^\d{1,5} ?(?:\p{L}|bis|ter)?(?: ?[-/] ?\d{1,5} ?\p{L}?)?$/iu
/** Letters before a number of three digits or more are a key: `A67890`. */
const addressKey = /^\p{L}{0,3}[ -]?\d{3,}$/u
/** A role in a system is not a job title: `customer`, `admin`. */
const systemRole = /^(?:[Cc]ustomer|[Cc]lient|[Ss]upplier|[Vv]endor|admin|administrator|user|member|owner|subscriber|editor|guest|billing)$/
const flagWord = /^(?:true|false|yes|no|t|f|y|n|oui|non|ja|nein|si|sí)$/i

/** What a column's values say about a kind: 0 cannot be, 1 fits, in between the share that fits. */
export function fitness(column: Column, kind: FieldKind): number {
  // Some systems send false for "nothing": beside other values it says no more than an empty text.
  const mixed = column.sample.some((value) => typeof value !== 'boolean')
  const values = column.sample.filter((value) => (typeof value === 'string' ? !isNothing(value) : value !== false || !mixed))
  if (values.length === 0) return 0.9
  const test = tests[kind]
  let hits = 0
  for (const value of values) if (test(value, column)) hits++
  return hits / values.length
}

/** The share of fitting values below which a kind is excluded: one stray value must not cost a column, a wrong kind must. */
export const leastFit: Readonly<Record<FieldKind, number>> = {
  key: 0.5,
  name: 0.5,
  person: 0.5,
  text: 0.5,
  rich: 0.5,
  code: 0.5,
  email: 0.4,
  phone: 0.4,
  domain: 0.4,
  street: 0.4,
  postcode: 0.5,
  country: 0.4,
  currency: 0.4,
  vat: 0.4,
  label: 0.5,
  job: 0.6,
  status: 0.5,
  number: 0.5,
  money: 0.5,
  percent: 0.6,
  date: 0.5,
  moment: 0.5,
  flag: 0.6,
}

/** Rich Text Format is not shown; the plain text mostly stands beside it. */
const isRtf = (value: Scalar): boolean => isText(value) && value.startsWith('{\\rtf')

type Test = (value: Scalar, column: Column) => boolean

const isText = (value: Scalar): value is string => typeof value === 'string'
const isFlag = (value: Scalar) => typeof value === 'boolean' || (isText(value) && flagWord.test(value))
const numeric = (value: Scalar) => (typeof value === 'number' ? true : isText(value) && isNumber(value))
const textual: Test = (value) => isText(value) && !isFlag(value) && !email.test(value) && !/^[\d\s.,:/-]+$/.test(value)

function isNumber(text: string): boolean {
  const read = parseNumber(text.trim(), null)
  return read.ok || read.ambiguous !== null
}

const tests: Readonly<Record<FieldKind, Test>> = {
  key: (value) => !isFlag(value) && String(value).length <= 128 && !/[\n<>]/.test(String(value)),
  // A text of three lines is a postal address.
  name: (value) =>
    isText(value) &&
    !isFlag(value) &&
    !salutation.test(value) &&
    value.length <= 250 &&
    !email.test(value) &&
    !reference.test(value) &&
    !/^https?:/.test(value) &&
    value.split('\n').length < 3,
  person: (value) => textual(value, none) && String(value).length <= 120,
  text: (value) => !isFlag(value) && !isRtf(value),
  rich: (value) => !isFlag(value) && !isRtf(value),
  code: (value) => !isFlag(value) && String(value).length <= 128 && !/\n/.test(String(value)),
  email: (value) => isText(value) && email.test(value.trim()),
  phone: (value) => isPhone(String(value)),
  domain: (value) => isText(value) && parseDomain(value) !== null,
  street: (value) =>
    isText(value) &&
    !isFlag(value) &&
    /\p{L}/u.test(value) &&
    !houseNumber.test(value) &&
    !addressKey.test(value) &&
    !email.test(value) &&
    !/^https?:/.test(value),
  postcode: (value) => !isFlag(value) && /^[\p{L}\d][\p{L}\d\s-]{1,11}$/u.test(String(value).trim()) && /\d|^[A-Z]{2,}/.test(String(value)),
  country: (value) => isText(value) && parsePlace(value) !== null,
  // An unknown code is still a currency, and must be rejected as one rather than ignored.
  currency: (value) => isText(value) && (/^[A-Z]{3}$/.test(value) || parseCurrency(value) !== null),
  vat: (value) => parseVat(String(value)) !== null,
  label: (value) => isText(value) && !isFlag(value) && !machineId.test(value) && value.length <= 500 && !/^\{|</.test(value),
  job: (value) => textual(value, none) && !salutation.test(String(value)) && !systemRole.test(String(value)) && String(value).length <= 120,
  status: (value) => typeof value !== 'boolean' && String(value).length <= 60,
  number: numeric,
  money: numeric,
  percent: (value) => {
    if (typeof value === 'number') return Math.abs(value) <= 100
    const read = isText(value) ? parsePercent(value, '.') : null
    return read?.ok === true && Math.abs(read.value) <= 100
  },
  flag: (value) => parseBoolean(value) !== null,
  date: isDate,
  moment: isDate,
}

function isDate(value: Scalar, column: Column): boolean {
  const short = typeof value === 'number' && value < 1e8
  if (short && !readHeader(column.segments.at(-1) ?? '').words.some((word) => dateWords.has(word))) return false
  if (typeof value === 'boolean') return false
  const read = parseDate(value, null, null)
  return read.ok || read.empty || read.ambiguous !== null
}

const none: Column = { index: -1, path: '', key: '', segments: [], sample: [], count: 0 }
const dateWords = new Set(['date', 'due', 'expiry', 'issue', 'validity', 'from', 'to', 'until', 'start', 'end', 'created'])
