import {
  isLinkToRecord,
  holdsCodes,
  holdsCompanies,
  holdsReferences,
  isAnswered,
  isCount,
  isGlued,
  isNumbered,
  isOwnId,
  isOwnTenant,
  isPlaceInList,
  isShared,
  isWord,
} from './shapes.ts'
import { parseCurrency } from '../values/currency.ts'
import { isMachineId } from './evidence.ts'
import { tableMark } from '../languages/word-parts.ts'
import type { FieldKind } from '../fields.ts'
import { commonRates } from './rates.ts'
import type { Column } from '../read/table.ts'

/** A column that a pattern may match. */
export interface Possibility {
  readonly field: string
  /** Words of the pattern. */
  readonly words: readonly string[]
  readonly kind: FieldKind
  readonly column: Column
  /** Words of the column's own title. */
  readonly own: ReadonlySet<string>
  /** Words of what the column stands in. */
  readonly above: ReadonlySet<string>
  /** True for a record that has an address. */
  readonly addressed: boolean
  /** True for a record that says what a tax is called, or how much it is. */
  readonly taxed: boolean
}

type Rule = (possibility: Possibility) => boolean

// A document's "name" or "reference" is its number only where the values look like numbers: "S00021", "#1001", and no words.
const vague = new Set(['name', 'reference', 'document', 'code', 'order', 'invoice', 'quote', 'creditnote'])
// "Customer" is a name or a key; the values decide.
const party = new Set(['customer', 'account'])
const places = ['address', 'billing', 'shipping']
const documentWords = ['order', 'invoice', 'quote', 'creditnote']
const called = new Set(['name', 'display'])

const all = (words: readonly string[], of: ReadonlySet<string>) => words.every((word) => of.has(word))
const only = (words: readonly string[], word: string) => words.length === 1 && words[0] === word

/** Rules by which values or neighbors exclude what a title suggests. */
const rules: Readonly<Record<string, Rule>> = {
  'words are no number of a document': ({ field, words, column }) =>
    field === 'number' && all(words, vague) && !isNumbered(column) && !holdsReferences(column),
  'names are no numbers': ({ field, column }) =>
    field === 'number' && column.count > 0 && column.sample.every((value) => /^[^\d]*\p{L}{2} \p{L}{2}[^\d]*$/u.test(String(value))),
  'only a document with an address has the name of whom it is for': ({ field, words, own, column, addressed }) =>
    field === 'customer_name' &&
    only(words, 'name') &&
    !((addressed || own.has('1') || holdsCompanies(column)) && column.segments.length === 1 && !isNumbered(column)),
  'among totals a discount is an amount': ({ field, above }) => field === 'discount_percent' && above.has('total'),
  'an answer is no amount that is paid': ({ field, column }) => field === 'amount_paid' && isAnswered(column),
  'an amount is no answer whether it is paid': ({ field, column }) => field === 'is_paid' && !isAnswered(column),
  'nothing but zeros and ones are no sums': ({ kind, words, column }) =>
    kind === 'money' &&
    words.length === 1 &&
    (words[0] === 'excl' || words[0] === 'incl') &&
    column.sample.every((value) => Number(value) === 0 || Number(value) === 1),
  'one company in all records is the organization itself': ({ kind, words, column }) =>
    kind === 'key' && words.includes('company') && isOwnTenant(column),
  'what something related is called is not what the record is called': ({ words, above }) => above.has('related') && all(words, called),
  'the state of an address is a region': ({ kind, above }) => kind === 'status' && places.some((word) => above.has(word)),
  'beside a city a state is a region': ({ kind, words, own, column, addressed }) =>
    kind === 'status' && only(words, 'state') && own.size === 1 && addressed && column.segments.length === 1,
  'the name of a customer is no id': ({ field, words, column }) => field === 'external_id' && all(words, party) && !holdsCodes(column),
  'what an address is called is not what its owner is': ({ field, kind, words, above }) =>
    above.has('address') && ((field === 'external_id' && only(words, 'id')) || kind === 'job'),
  'the code in an address is no key': ({ kind, words, own, above }) =>
    kind === 'key' && only(words, 'code') && own.size === 1 && above.has('address'),
  'where an API has the record is no web site': ({ kind, column }) =>
    kind === 'domain' && column.count > 0 && column.sample.every(isLinkToRecord),
  'the name of a contact is no id': ({ field, words, column }) =>
    field === 'customer_external_id' && only(words, 'contact') && !column.sample.every((value) => isOwnId(value) || isLinkToRecord(value)),
  'the id of a tax that is named beside it is no tax number': ({ kind, own, column, taxed }) =>
    kind === 'vat' && own.has('vatid') && taxed && /id$/i.test(column.segments.at(-1) ?? '') && column.sample.every(isMachineId),
  'a UID that is a tax number is no id': ({ field, words, column }) =>
    (field === 'external_id' || field === 'customer_external_id') &&
    words.includes('vatid') &&
    !(/uid/i.test(column.segments.at(-1) ?? '') && column.sample.every(isOwnId)),
  'nothing but zeros are no rates': ({ field, words, column }) =>
    field === 'tax_rate' && words.length === 1 && column.sample.every((value) => Number(value) === 0),
  'an id that is no word is read by nobody': ({ kind, words, column }) =>
    kind === 'label' && words.includes('id') && !column.sample.every((value) => isWord(value) && !isMachineId(value)),
  'the art of a German title is its type': ({ words, column }) =>
    only(words, 'product') && /^art$/i.test(column.segments.at(-1) ?? '') && !holdsCodes(column),
  'ids are no words': ({ kind, column }) => kind === 'rich' && column.count > 0 && column.sample.every((value) => isMachineId(value)),
  'the number by which taxes know a company is no id': ({ field, own, column }) =>
    field === 'external_id' &&
    own.has('company') &&
    column.sample.every((value) => /^(?:CHE-?|[A-Z]{2})\d[\d. ]{7,13}\d$/.test(String(value))) &&
    column.count > 0,
  'what is called in words is no model': ({ field, words, column }) =>
    field === 'sku' && only(words, 'model') && column.sample.some((value) => /\s/.test(String(value).trim())),
  'the address of a customer in one line is no name': ({ field, words, own, column }) =>
    field === 'customer_name' &&
    own.has('address') &&
    !words.includes('name') &&
    !words.includes('company') &&
    !column.sample.some((value) => String(value).includes('\n')),
  'the place of an item in its list is no product': ({ field, column }) =>
    field === 'product_id' && /^item/i.test(column.segments.at(-1) ?? '') && isPlaceInList(column),
  'zero and one behind letters that nobody knows are no customers': ({ field, words, own, column }) =>
    field === 'customer_external_id' &&
    only(words, 'customer') &&
    [...own].some((word) => word.startsWith(tableMark)) &&
    column.sample.every((value) => Number(value) === 0 || Number(value) === 1),
  'small whole numbers are kinds of a tax, no rates': ({ field, column }) =>
    field === 'tax_rate' &&
    /^(?:tipo|type)/i.test(column.segments.at(-1) ?? '') &&
    column.sample.every((value) => [0, 1, 2, 3].includes(Number(value))),
  'a sign is no code of a product': ({ field, words, column }) =>
    field === 'sku' && only(words, 'symbol') && !column.sample.every((value) => /\d/.test(String(value))),
  'a currency is no unit': ({ field, column }) =>
    field === 'unit' &&
    column.count > 0 &&
    column.sample.every((value) => /^[A-Z]{3}$/.test(String(value)) && parseCurrency(String(value)) !== null),
  // Order numbers of catalogs have the same abbreviation: `Bestell-Nr.`
  'the number of an order is no product': ({ field, words, own, column }) =>
    field === 'sku' && only(words, 'number') && own.has('order') && !/(?:bestell|order)[ -]?nr/i.test(column.segments.at(-1) ?? ''),
  'what a rate of tax comes to is a rate only among the usual ones': ({ field, words, column }) =>
    field === 'tax_rate' &&
    words.includes('amount') &&
    !column.sample.every((value) => commonRates.some((rate) => rate === Number(value) || rate / 100 === Number(value))),
  'the number of a line is no product': ({ field, words, column }) => field === 'sku' && only(words, 'number') && isCount(column),
  'the id of an order that a customer gave it is no customer': ({ field, words, own, above }) =>
    field === 'customer_external_id' && above.has('customer') && documentWords.some((word) => own.has(word) && !words.includes(word)),
  'one account in all records is that of the ledger': ({ field, words, column }) =>
    (field === 'company' || field.startsWith('customer_')) && words.includes('account') && !words.includes('customer') && isShared(column),
  'the letters that numbers begin with are none': ({ field, own, column }) =>
    field === 'number' && own.has('series') && !isNumbered(column),
  // Only concatenated database names stand for the customer of the order.
  "the customer's own number of the order is no customer": ({ kind, words, own, column }) =>
    kind === 'key' && only(words, 'customer') && own.has('order') && !isGlued(column),
}

const known = Object.values(rules)

/** True where a column cannot have a meaning, whatever its title says. */
export const isExcluded = (possibility: Possibility): boolean => known.some((rule) => rule(possibility))
