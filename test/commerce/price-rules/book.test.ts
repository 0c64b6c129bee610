import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RuleBook } from '../../../core/commerce/price-rules/book.ts'
import { PriceRule } from '../../../core/commerce/price-rules/entity.ts'
import { resolvePrice } from '../../../core/commerce/price-rules/resolve.ts'
import { Product } from '../../../core/commerce/products/entity.ts'
import { initials } from '../../../core/kernel/storage/new-record.ts'

const one = <T>(...values: readonly T[]) => fc.constantFrom(null, ...values)
const rule = fc.record({
  company_id: one('c1', 'c2'),
  company_tier: one('gold'),
  product_id: one('p1', 'p2'),
  sku: one('S1', 'S2', 'X'),
  brand: one('Nord'),
  kind: fc.constantFrom('fixed_price' as const, 'discount_percent' as const),
  value: fc.integer({ min: 1, max: 90 }),
  active: fc.boolean(),
})
const product = fc.record({ id: fc.constantFrom('p1', 'p2', 'p3'), sku: fc.constantFrom('S1', 'S2'), brand: one('Nord'), price: one(100) })
const ask = fc.record({ product: fc.option(product, { nil: undefined }), sku: one('S1', 'X', 'Y'), customer: one('c1', 'c3') })

describe('The book of price rules', () => {
  it('finds all rules for a line, so that price, rule and trace are those of all rules', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 30 }), ask, (given, { product: asked, sku, customer }) => {
        const rules = given.map((each, at) =>
          Object.assign(new PriceRule(), initials(PriceRule.fields), each, { id: String(at).padStart(3, '0') }),
        )
        const known = asked && Object.assign(new Product(), initials(Product.fields), asked)
        const line = { product: known, sku, quantity: 1, currency: 'EUR', date: '2026-01-15' }
        const who = { id: customer, tier: 'gold' }
        const open = new RuleBook(rules).rulesFor(customer, known?.id ?? null, known?.sku ?? sku)
        expect(resolvePrice(open, who, line)).toEqual(resolvePrice(rules, who, line))
      }),
      { numRuns: 2000 },
    )
  })

  it('leaves out rules for another customer or article', () => {
    const rules = ['S1', 'S2', null].map((sku, at) => Object.assign(new PriceRule(), initials(PriceRule.fields), { id: String(at), sku }))
    expect(new RuleBook(rules).rulesFor(null, null, 'S2').map(({ id }) => id)).toEqual(['1', '2'])
  })
})
