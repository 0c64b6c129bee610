import { isConcept } from '../languages/dictionary.ts'
import { readHeader } from '../languages/headers.ts'
import type { Column } from '../read/table.ts'

/** Words of wrappers: they tell where a field stands, not what it is. */
export const containers = new Set(
  (
    'detail data info general header document field fields values value attributes properties reference total price address main ' +
    'primary default string object translated record monetary accounting master link embed content snapshot links related breakdown ' +
    'results summary node original to parties column visit postal head issue taxed merge entity core body electronic exchanged supply ' +
    'chain trade include included applicable specified agreement settlement summation'
  ).split(' '),
)

/** The number of wrappers that all columns of a batch share: `{ retorno: { pedido: { ... } } }`. */
export function sharedWrappers(columns: readonly Column[]): number {
  const [first, ...others] = columns.map(({ segments }) => segments.slice(0, -1))
  if (!first || others.length === 0) return 0
  const apart = first.findIndex((segment, at) => others.some((segments) => segments[at] !== segment))
  return apart < 0 ? first.length : apart
}

/** Words of the wrappers of a column, without those that all columns share. */
export function wordsAbove({ segments }: Column, shared: number): Set<string> {
  return new Set(segments.slice(shared, -1).flatMap(wrapperWords))
}

/** Words of a wrapper; unknown words beside a party are ignored, `customer_snapshot`. */
function wrapperWords(segment: string): readonly string[] {
  // In the terms of the web, offers are prices and not quotes.
  if (segment === 'offers') return ['price']
  const { words } = readHeader(segment)
  if (words.length === 2 && words[1] === 'list' && listed.has(words[0] ?? '')) return words.slice(0, 1)
  return words.some((word) => partyWords.has(word)) ? words.filter((word) => isConcept(word) || containers.has(word)) : words
}

/** In the name of a list, the word for its items decides, `address_list`. */
const listed = new Set(['address', 'phone', 'email', 'contact'])
const partyWords = new Set(['customer', 'recipient', 'billing', 'account', 'contact', 'company'])

/** True for a code among the parts of an address with a common prefix, `p_street`, `p_city`, `p_code`. */
export function isInAddress({ segments }: Column, columns: readonly Column[]): boolean {
  const wrapper = segments.slice(0, -1).join('.')
  const [letters] = /^[A-Za-z]+_(?=[A-Za-z]+$)/.exec(segments.at(-1) ?? '') ?? []
  if (letters === undefined) return false
  const beside = new Set(
    columns.flatMap(({ segments: others }) =>
      others.slice(0, -1).join('.') === wrapper && others.at(-1)?.startsWith(letters) ? readHeader(others.at(-1) ?? '').words : [],
    ),
  )
  return beside.has('city') && beside.has('street')
}
