import { readHeader } from '../languages/headers.ts'
import type { Vocabulary } from '../vocabulary.ts'

/**
 * How a list is used: its items are lines, or perhaps lines; the best item stands for all (`one`), a single item does (`only`), variants
 * share fields, or the list is ignored.
 */
export type ListUse = 'lines' | 'perhaps' | 'one' | 'only' | 'variants' | 'none'

// The name of a list of lines tells what it holds; a word of another subject makes it a list of that.
const lineWords = ['line', 'product', 'entry', 'detail']

const notLines = (
  'tax shipping payment discount note address contact person credit group category source fee coupon section sections attributes ' +
  'tags history custom account attachment attachments'
).split(' ')

const single = ['address', 'phone', 'email', 'website', 'mobile', 'category']

const singleInLine = ['tax', 'discount', 'price', 'vat', 'amount']

/** Decides by the key how a list is used. */
export function listUse(
  key: string,
  parents: readonly string[],
  scope: 'document' | 'line' | 'other',
  vocabulary: Vocabulary | null,
): ListUse {
  const told = vocabulary?.lists
  const use = told && Object.hasOwn(told, key) ? told[key] : undefined
  // Only documents have lines: in other objects the best item stands for the list.
  if (use) return use === 'lines' && scope !== 'document' ? 'one' : use
  const { words } = readHeader(key)
  if (scope === 'document') {
    if (vocabulary?.lines?.keys?.includes(key)) return 'lines'
    if (words.includes('line') && /group/i.test(key)) return 'lines'
    if (words.some((word) => notLines.includes(word)) && words.join(' ') !== 'credit line') return useOf(words, parents)
    if (words.some((word) => lineWords.includes(word))) return 'lines'
    // Where the name says nothing, the values of the items decide.
    const otherwise = useOf(words, parents)
    return otherwise === 'none' && parents.every(isWholeDocument) ? 'perhaps' : otherwise
  }
  if (scope === 'line') return words.some((word) => singleInLine.includes(word)) ? 'one' : 'none'
  if (words.includes('variant')) return 'variants'
  return useOf(words, parents)
}

/** True for a wrapper around the whole document: `devis.contenu`. */
const isWholeDocument = (parent: string): boolean =>
  readHeader(parent).words.every((word) => ['invoice', 'order', 'quote', 'creditnote', 'sale', 'document', 'record', 'data'].includes(word))

function useOf(words: readonly string[], parents: readonly string[]): ListUse {
  if (words.includes('price') || words.includes('amount') || words.includes('total')) return 'only'
  if (words.includes('recipient') || words.includes('customer')) return 'only'
  // Of several payment dates none is the due date.
  if (words.includes('due')) return 'only'
  const all = [...words, ...parents.flatMap((parent) => readHeader(parent).words)]
  return all.some((word) => single.includes(word)) && !all.includes('fax') ? 'one' : 'none'
}
