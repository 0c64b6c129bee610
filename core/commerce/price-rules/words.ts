import type { Product } from '../products/entity.ts'
import { foldText } from '../../records/search/grammar/text.ts'
import type { PriceRule } from './entity.ts'

/** Fields of a rule that people write, which are compared in any case; keys such as `sku` are not. */
export const wordFields = ['company_tier', 'brand', 'category'] as const
/** Folded values of these fields; null where there is none. */
export type Words = Readonly<Record<(typeof wordFields)[number], string | null>>

// A set of documents compares the same rules with thousands of lines.
const known = new WeakMap<PriceRule, Words>()

/** The words of a customer and a product. */
export function wordsOf({ tier }: { readonly tier: string | null }, product: Product | undefined): Words {
  return foldedWords({ company_tier: tier, brand: product?.brand ?? null, category: product?.category ?? null })
}

/** Whether the rule is for these words, as far as it names some. */
export function isMeant(rule: PriceRule, wanted: Words): boolean {
  let words = known.get(rule)
  if (!words) known.set(rule, (words = foldedWords(rule)))
  return wordFields.every((field) => words[field] === null || words[field] === wanted[field])
}

function foldedWords({ company_tier, brand, category }: Words): Words {
  return { company_tier: folded(company_tier), brand: folded(brand), category: folded(category) }
}

const folded = (word: string | null) => (word === null ? null : foldText(word))
