import type { Product } from '../products/entity.ts'
import { foldText } from '../../records/search/text.ts'
import type { PriceRule } from './entity.ts'

/** Fields of a rule that hold words of people, which are the same in any case; keys such as `sku` are not. */
export const wordFields = ['company_tier', 'brand', 'category'] as const
/** What such fields are compared with; null where nothing is said. */
export type Words = Readonly<Record<(typeof wordFields)[number], string | null>>

// A set of documents asks the same rules for thousands of lines.
const known = new WeakMap<PriceRule, Words>()

/** The words of a customer and a product. */
export function askedWords({ tier }: { readonly tier: string | null }, product: Product | undefined): Words {
  return foldedWords({ company_tier: tier, brand: product?.brand ?? null, category: product?.category ?? null })
}

/** Whether the rule is for these words, as far as it names some. */
export function isMeant(rule: PriceRule, asked: Words): boolean {
  let words = known.get(rule)
  if (!words) known.set(rule, (words = foldedWords(rule)))
  return wordFields.every((field) => words[field] === null || words[field] === asked[field])
}

function foldedWords({ company_tier, brand, category }: Words): Words {
  return { company_tier: folded(company_tier), brand: folded(brand), category: folded(category) }
}

const folded = (word: string | null) => (word === null ? null : foldText(word))
