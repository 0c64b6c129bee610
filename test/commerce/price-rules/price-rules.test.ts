import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PriceRule, ruleKinds } from '../../../core/commerce/price-rules/entity.ts'
import type { PricingLine } from '../../../core/commerce/price-rules/price.ts'
import { type Customer, resolvePrice } from '../../../core/commerce/price-rules/resolve.ts'
import { Product } from '../../../core/commerce/products/entity.ts'
import { describeStorages } from '../../support/storages.ts'

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const word = fc.constantFrom('x', 'y')
const id = fc.constantFrom('p1', 'p2')
const amount = fc.integer({ min: 0, max: 2000 }).map((cents) => cents / 100)
const currency = maybe(fc.constantFrom('EUR', 'USD'))
const day = maybe(fc.constantFrom('2026-01-10', '2026-01-15', '2026-01-20'))
const tiers = fc.uniqueArray(fc.record({ min_quantity: fc.integer({ min: 1, max: 6 }), value: fc.integer({ min: 0, max: 30 }) }), {
  selector: ({ min_quantity }) => min_quantity,
  maxLength: 3,
})

const rule = fc.record({
  company_id: maybe(fc.constantFrom('c1', 'c2')),
  company_tier: maybe(word),
  product_id: maybe(id),
  sku: maybe(fc.constantFrom('S1', 'S2')),
  brand: maybe(word),
  category: maybe(word),
  kind: fc.constantFrom(...ruleKinds),
  value: maybe(fc.integer({ min: 0, max: 30 })),
  currency,
  tiers,
  valid_from: day,
  valid_to: day,
  priority: fc.integer({ min: 0, max: 2 }),
  active: fc.boolean(),
})
const product = fc.record({
  brand: maybe(word),
  category: maybe(word),
  price: maybe(amount),
  currency,
  cost: maybe(amount),
  supplier_price: maybe(amount),
  supplier_currency: currency,
  is_tester: fc.boolean(),
  prices: fc.array(
    fc.record({
      currency: fc.constantFrom('EUR', 'USD'),
      price: amount,
      price_tiers: fc.array(fc.record({ min_quantity: fc.integer({ min: 1, max: 6 }), price: amount }), { maxLength: 1 }),
      cost: maybe(amount),
    }),
    { maxLength: 1 },
  ),
  price_tiers: fc.uniqueArray(fc.record({ min_quantity: fc.integer({ min: 1, max: 6 }), price: amount }), {
    selector: ({ min_quantity }) => min_quantity,
    maxLength: 2,
  }),
})

interface Found {
  readonly price: number | null
  readonly rule_id: string | null
}

/** The ranking of price rules, step by step over every rule: slow and simple. */
function oracle(rules: readonly PriceRule[], customer: Customer, { product, sku, quantity, currency, date }: PricingLine): Found {
  const best = (steps: readonly { min_quantity: number }[]) =>
    steps.filter((step) => step.min_quantity <= quantity).reduce<number>((most, step) => Math.max(most, step.min_quantity), -1)
  const same = (own: string | null) => own === null || own === currency
  const further = product && product.currency !== currency ? product.prices.find((each) => each.currency === currency) : undefined
  const priced = further ?? (product && same(product.currency) ? product : undefined)
  const steps = priced?.price_tiers ?? []
  const list = steps.find((step) => step.min_quantity === best(steps))?.price ?? priced?.price ?? null
  const found: { id: string; price: number; keys: number[] }[] = []
  for (const each of rules) {
    const wants = [
      [each.company_id, customer.id],
      [each.company_tier, customer.tier],
      [each.product_id, product?.id],
      [each.sku, product?.sku ?? sku],
      [each.brand, product?.brand],
      [each.category, product?.category],
    ] as const
    if (!each.active || !same(each.currency) || wants.some(([wanted, is]) => wanted !== null && wanted !== is)) continue
    if ((each.valid_from ?? '') > date || (each.valid_to ?? '9999') < date) continue
    const value = each.tiers.find((step) => step.min_quantity === best(each.tiers))?.value ?? each.value
    const cost = further?.cost ?? (product && same(product.currency) ? product.cost : null)
    const bought = product && same(product.supplier_currency) ? product.supplier_price : null
    const base = {
      fixed_price: 1,
      tester: product?.is_tester ? 1 : null,
      discount_percent: list,
      markup_percent: product ? (cost ?? bought) : null,
    }[each.kind]
    if (value === null || base === null) continue
    const factor = each.kind === 'discount_percent' ? 100 - value : 100 + value
    const price =
      each.kind === 'fixed_price' || each.kind === 'tester' ? value : new Decimal(base).times(factor).div(100).toDecimalPlaces(4).toNumber()
    const customerLevel = each.company_id !== null ? 3 : each.company_tier !== null ? 2 : 1
    const productLevel = each.product_id !== null || each.sku !== null ? 4 : each.brand !== null ? 3 : each.category !== null ? 2 : 1
    found.push({ id: each.id, price, keys: [customerLevel, productLevel, each.priority, -price] })
  }
  const beats = (a: (typeof found)[number], b: (typeof found)[number]) => {
    for (let at = 0; at < 4; at += 1) if (a.keys[at] !== b.keys[at]) return a.keys[at]! > b.keys[at]!
    return a.id < b.id
  }
  const winner = found.find((each) => found.every((other) => other === each || beats(each, other)))
  return winner ? { price: winner.price, rule_id: winner.id } : { price: list, rule_id: null }
}

describe('The price of a line', () => {
  it('follows from the ranking of the rules, and the trace names every rule for the line once', () => {
    const line = fc.record({
      known: fc.boolean(),
      sku: fc.constantFrom('S1', 'S2'),
      quantity: fc.integer({ min: 0, max: 8 }),
      currency: fc.constantFrom('EUR', 'USD'),
    })
    const who = fc.record({ id: maybe(fc.constantFrom('c1', 'c2')), tier: maybe(word) })
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 8 }), product, line, who, (given, values, { known, sku, quantity, currency }, customer) => {
        const rules = given.map((each, at) => Object.assign(new PriceRule(), each, { id: `r${at}`, name: null }))
        const prices = values.prices.filter((each) => each.currency !== values.currency)
        const product = known ? Object.assign(new Product(), values, { id: 'p1', sku, prices }) : undefined
        const ask = { product, sku, quantity, currency, date: '2026-01-15' }
        const { price, rule_id, trace } = resolvePrice(rules, customer, ask)
        expect({ price, rule_id }).toEqual(oracle(rules, customer, ask))
        const named = trace.map((each) => each.rule_id)
        expect(new Set(named).size).toBe(named.length)
        expect(trace.filter(({ outcome }) => outcome === 'won').length).toBe(price === null ? 0 : 1)
        expect(trace.every(({ outcome, reason }) => (outcome === 'won') === (reason === 'won'))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describeStorages('Price rules', (open) => {
  it('are resolved for a customer, with the rule that won and why the others did not', async () => {
    const { api } = await open()
    const company = await api.companies.create({ name: 'Lac', tier: 'gold', currency: 'EUR' })
    const product = await api.products.create({ sku: 'A-1', name: 'Chair', brand: 'Nord', price: 100, currency: 'EUR', cost: 40 })
    const make = async (values: Partial<Parameters<typeof api.priceRules.create>[0]>) =>
      (await api.priceRules.create({ kind: 'discount_percent', value: 10, ...values })).id
    const brand = await make({ name: 'brand', brand: 'Nord', company_id: company.id })
    const tier = await make({ name: 'tier', company_tier: 'gold', product_id: product.id, value: 50 })
    const early = await make({ name: 'early', company_id: company.id, sku: 'A-1', valid_from: '2026-02-01' })
    const scale = await make({
      name: 'scale',
      company_id: company.id,
      sku: 'A-1',
      kind: 'fixed_price',
      value: null,
      currency: 'EUR',
      tiers: [{ min_quantity: 10, value: 70 }],
    })
    const other = await make({ name: 'other', company_id: company.id, kind: 'fixed_price', value: 1, currency: 'USD' })
    const { lines, currency, company_tier } = await api.priceRules.resolve({
      company_id: company.id,
      lines: [{ sku: 'A-1', quantity: 2 }, { product_id: product.id, quantity: 12 }, { sku: 'unknown' }],
    })
    expect([currency, company_tier]).toEqual(['EUR', 'gold'])
    expect(lines.map(({ line, price, list_price, rule_id }) => [line, price, list_price, rule_id])).toEqual([
      [0, 90, 100, brand],
      [1, 70, 100, scale],
      [2, null, null, null],
    ])
    const reasons = (at: number) =>
      Object.fromEntries((lines[at]?.trace ?? []).map(({ rule_id, reason }) => [rule_id ?? 'catalog', reason]))
    expect(reasons(0)).toEqual({
      [brand]: 'won',
      [tier]: 'less_specific_customer',
      [early]: 'not_yet_valid',
      [scale]: 'quantity_too_small',
      [other]: 'other_currency',
      catalog: 'less_specific_product',
    })
    expect(reasons(1)).toMatchObject({ [scale]: 'won', [brand]: 'less_specific_product' })
    const later = await api.priceRules.resolve({ company_id: company.id, date: '2026-02-01', currency: 'USD', lines: [{ sku: 'A-1' }] })
    expect(later.lines[0]).toMatchObject({ price: 1, list_price: null, rule_id: other })
  })

  it('give prices with at most four decimals, so that a line shows the price that is stored', async () => {
    const { api } = await open()
    await api.priceRules.create({ sku: 'FLOUR', kind: 'fixed_price', value: 12.345678 })
    expect((await api.priceRules.resolve({ lines: [{ sku: 'FLOUR' }] })).lines).toMatchObject([{ price: 12.3457 }])
    const quote = await api.quotes.create({ lines: [{ sku: 'FLOUR', quantity: 1000 }] })
    expect(quote.lines).toMatchObject([{ unit_price: 12.3457, total_excl_tax: 12345.7 }])
    expect((await api.quotes.get({ id: quote.id })).lines).toEqual(quote.lines)
  })

  it('compare tiers, brands and categories in any case, and articles exactly', async () => {
    const { api } = await open()
    const company = await api.companies.create({ name: 'C', tier: 'Gold' })
    await api.products.create({ sku: 'A-1', name: 'A', price: 100, currency: 'EUR', brand: 'Élan', category: 'Skis' })
    const price = async () =>
      (await api.priceRules.resolve({ company_id: company.id, lines: [{ sku: 'A-1', quantity: 1 }] })).lines[0]?.price
    const prices: unknown[] = []
    for (const of of [{ company_id: company.id, sku: 'a-1' }, { category: 'SKIS' }, { brand: 'éLAN ' }, { company_tier: 'gold' }]) {
      await api.priceRules.create({ kind: 'discount_percent', value: prices.length + 1, ...of })
      prices.push(await price())
    }
    expect(prices).toEqual([100, 98, 97, 96])
    const { id } = await api.quotes.create({ company_id: company.id, lines: [{ sku: 'A-1', quantity: 1 }] })
    const { created } = await api.quotes.bulkUpsert({ records: [{ number: 'Q', company_id: company.id, lines: [{ sku: 'A-1' }] }] })
    expect([(await api.quotes.get({ id })).total_excl_tax, created]).toEqual([96, 1])
  })

  it('must give a price, name records that exist, and are listed and written in sets by their external id', async () => {
    const { api } = await open()
    const path = async (input: Parameters<typeof api.priceRules.create>[0]) =>
      await api.priceRules.create(input).then(
        () => null,
        (error: { details?: { errors?: { path: string; code: string }[] } }) =>
          error.details?.errors?.map((each) => `${each.path} ${each.code}`).join(),
      )
    expect(await path({ kind: 'fixed_price' })).toBe('/value required')
    expect(await path({ kind: 'fixed_price', value: -1 })).toBe('/value too_small')
    expect(await path({ kind: 'discount_percent', value: 101 })).toBe('/value too_big')
    expect(await path({ kind: 'discount_percent', value: 1, valid_from: '2026-02-01', valid_to: '2026-01-01' })).toBe('/valid_to too_small')
    expect(
      await path({
        kind: 'fixed_price',
        tiers: [
          { min_quantity: 1, value: 1 },
          { min_quantity: 1, value: 2 },
        ],
      }),
    ).toBe('/tiers/1/min_quantity duplicate')
    expect(await path({ kind: 'fixed_price', value: 1, company_id: '01900000-0000-7000-8000-000000000001' })).toBe(
      '/company_id unknown_record',
    )
    const records = [
      { kind: 'fixed_price' as const, value: 5, sku: 'A', external_ids: [{ provider: 'custom:erp', id: '1' }], valid_to: '2026-01-31' },
      { kind: 'discount_percent' as const, value: 500 },
      { kind: 'discount_percent' as const, value: 5, brand: 'Nord', external_ids: [{ provider: 'custom:erp', id: '2' }] },
      { kind: 'fixed_price' as const },
    ]
    const { created, rejected } = await api.priceRules.bulkUpsert({ records })
    expect([created, rejected.map(({ index, code }) => [index, code])]).toEqual([
      2,
      [
        [1, 'too_big'],
        [3, 'required'],
      ],
    ])
    expect(await api.priceRules.bulkUpsert({ records: [records[0]!] })).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
    const named = async (query: Parameters<typeof api.priceRules.list>[0]) =>
      (await api.priceRules.list({ sort: 'created_at', ...query })).price_rules.map(({ sku, brand }) => sku ?? brand)
    expect(await named({ valid_on: '2026-01-31' })).toEqual(['A', 'Nord'])
    expect(await named({ valid_on: '2026-02-01' })).toEqual(['Nord'])
    expect(await named({ kind: 'fixed_price' })).toEqual(['A'])
  })
})
