import { PriceRule } from '../../../commerce/price-rules/entity.ts'
import { PriceRuleRecord } from '../../../commerce/price-rules/schema.ts'
import { toMoney } from '../../../kernel/values/money.ts'
import { membersOf } from '../../../kernel/values/is-object.ts'
import type { RecordReading } from '../normalize/reading.ts'
import type { ReadField } from '../normalize/values.ts'
import { DraftBuilder } from './draft.ts'
import { linkFields } from './price-rule-links.ts'
import { digest } from '../match/merge.ts'
import { type OwnFields, ownFields } from './own-fields.ts'
import type { Draft, Flat, SourceSettings } from '../match/rules.ts'
import type { ObjectWriter } from './object-writer.ts'

type Tier = PriceRule['tiers'][number]
type RuleField = ReadField<'price_rules'>
/** The values of a draft by which rows of a price list are combined. */
interface RuleValues extends Flat {
  readonly tiers?: readonly Tier[]
}

const paths = { sku: 'sku', brand: 'brand', currency: 'currency', valid_from: 'valid_from', valid_to: 'valid_to' }
const own = {
  fields: PriceRule.fields,
  shown: Object.keys(PriceRuleRecord.properties),
  only: ['name', 'company_tier', 'category', 'priority', 'active'],
}
// In our own exports.
const whole = { fields: PriceRule.fields, shown: own.shown }

type RuleWriter = ObjectWriter<typeof PriceRule.fields>
type Batch = Parameters<NonNullable<RuleWriter['bind']>>[0]
/** By field, ids here by the ids in the file. */
type Named = ReadonlyMap<string, ReadonlyMap<string, string>>

// What a row of a price list says about the product and not about its price.
const besides = ['supplier_currency', 'stock_incoming'] as const

/**
 * Prices and discounts of a source: rules by external id, else by what they apply to; rows that differ in quantity are tiers of one
 * scale.
 */
export const priceRules: RuleWriter = { ...writerWith(), bind: async (batch) => writerWith(await namedIn(batch)) }

function writerWith(known?: Named): RuleWriter {
  return {
    object: 'price_rules',
    entity: PriceRule,
    keys: [{ column: 'source_key', taken: 'share' }],
    custom: 'custom',
    owner: '',
    own,
    draft(reading, source) {
      const exported = ownFields(reading, whole, source)
      if (exported.ours) return draftOfOwn(reading, { source, said: exported, known })
      const said = ownFields(reading, own, source)
      const draft = new DraftBuilder<RuleField>(reading, PriceRule.fields, source).copyAll(paths).custom('custom', said).setOwn(said.values)
      for (const field of besides) draft.set(`custom.${field}`, draft.read(field))
      const customer = draft.text('customer_external_id')
      const name = draft.text('customer_name')
      if (customer !== undefined) draft.company = { external_id: customer.slice(0, 255), ...(name !== undefined && { name }) }
      else if (name !== undefined) draft.company = { name }
      setValue(draft)
      if (draft.text('external_id') === undefined) draft.set('source_key', keyOf(source.provider, customer ?? name, draft.values))
      return draft.build()
    },
    link: (_party, { id }) => ({ values: { company_id: id } }),
    identity: ({ sku = null, brand = null, kind = null }) => JSON.stringify([sku, brand, kind]),
    combine(one: RuleValues, other: RuleValues) {
      const tiers = stepsOf(one.tiers, other.tiers)
      const value = other['value'] ?? one['value'] ?? null
      return { ...one, ...other, value, tiers }
    },
    // A tier that arrives alone joins the existing scale.
    complete(rule, given, before) {
      if (before && given.has('tiers') && before.kind === rule.kind) {
        rule.tiers = stepsOf(before.tiers, rule.tiers)
        rule.value ??= before.value
      }
    },
  }
}

/** A rule of our own export: every value stands under the name of its field, and means what the field means. */
function draftOfOwn(
  reading: RecordReading,
  { source, said, known }: { readonly source: SourceSettings; readonly said: OwnFields; readonly known: Named | undefined },
): Draft {
  const draft = new DraftBuilder<RuleField>(reading, PriceRule.fields, source).custom('custom', said).setOwn(said.values)
  for (const [field, object] of linkFields) {
    const named = idIn(reading, field)
    if (named === undefined) continue
    const id = known?.get(field)?.get(named)
    // Without its customer or product, a rule would be for all of them.
    draft.problem ??= id === undefined && known ? { code: 'not_found', field, reason: `${field}: none of the ${object} has this id` } : null
    draft.set(field, id)
  }
  if (draft.text('external_id') === undefined) draft.set('source_key', keyOf(source.provider, idIn(reading, 'company_id'), draft.values))
  return draft.build()
}

/** The records that rules of an export name, by the ids that they have there. */
async function namedIn({ readings, exported }: Batch): Promise<Named> {
  const found = new Map<string, ReadonlyMap<string, string>>()
  for (const [field, object] of linkFields) {
    const ids = new Set(readings.flatMap((reading) => idIn(reading, field) ?? []))
    if (ids.size > 0) found.set(field, await exported(object, ids))
  }
  return found
}

function idIn({ raw }: RecordReading, field: string): string | undefined {
  const value = membersOf(raw)[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A price goes before a percentage, because it says what is to be paid. */
function setValue(draft: DraftBuilder<RuleField>): void {
  const [price, percent, quantity] = [draft.read('price'), draft.read('discount_percent'), draft.read('min_quantity')]
  const value = typeof price === 'number' ? toMoney(price) : percent
  if (typeof value !== 'number') {
    draft.problem ??= { code: 'no_price', field: 'price', reason: 'no price: neither a price nor a discount was found in the record' }
    return
  }
  if (typeof price === 'number' && typeof percent === 'number') {
    draft.warnings.push(`discount_percent: ${percent} beside a price is kept as custom discount_percent`)
    draft.set('custom.discount_percent', percent)
  }
  const scale = typeof quantity === 'number' && quantity > 1
  draft.set('kind', typeof price !== 'number' ? 'discount_percent' : draft.read('is_tester') === true ? 'tester' : 'fixed_price')
  draft.set('value', scale ? null : value)
  draft.set('tiers', scale ? [{ min_quantity: quantity, value }] : [])
}

/** The key of a row without an id: rows that apply to the same are one rule, whatever their quantities. */
function keyOf(provider: string, customer: string | undefined, { sku, brand, currency, valid_from, valid_to, kind }: Flat): string {
  return digest(JSON.stringify([provider, customer, sku, brand, currency, valid_from, valid_to, kind]))
}

function stepsOf(one: readonly Tier[] = [], other: readonly Tier[] = []): Tier[] {
  const byQuantity = new Map([...one, ...other].map((tier) => [tier.min_quantity, tier]))
  return [...byQuantity.values()].toSorted((a, b) => a.min_quantity - b.min_quantity)
}
