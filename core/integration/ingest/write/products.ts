import { Product } from '../../../commerce/products/entity.ts'
import { ProductRecord } from '../../../commerce/products/schema.ts'
import { fold } from '../../../kernel/values/fold.ts'
import { uniqueTags } from '../../../kernel/values/tags.ts'
import type { ReadField } from '../normalize/values.ts'
import { DraftBuilder } from './draft.ts'
import { ownFields } from './own-fields.ts'
import type { ObjectWriter } from './object-writer.ts'

const paths = {
  name: 'name',
  price: 'price',
  currency: 'currency',
  stock: 'stock_on_hand',
  unit: 'unit',
  category: 'category',
  description: 'description',
  brand: 'brand',
  tax_rate: 'tax_rate',
  cost: 'cost',
  supplier_sku: 'supplier_sku',
  supplier_price: 'supplier_price',
  supplier_currency: 'supplier_currency',
  is_tester: 'is_tester',
}

const own = { fields: Product.fields, shown: Object.keys(ProductRecord.properties) }

/** Articles of a source: products by external id, sku and barcode. */
export const products: ObjectWriter<typeof Product.fields> = {
  object: 'products',
  entity: Product,
  keys: [
    { column: 'sku', taken: 'reject' },
    { column: 'barcode', taken: 'share' },
  ],
  custom: 'custom',
  owner: '',
  own,
  draft(reading, source) {
    const said = ownFields(reading, own, source)
    const draft = new DraftBuilder<ReadField<'products'>>(reading, Product.fields, source).custom('custom', said)
    if (!said.ours)
      draft.copyAll(paths).copy('stock_incoming', 'stock_incoming', (quantity) => [{ quantity, expected_at: null, reference: null }])
    draft.key('sku', reading.values.sku).key('barcode', reading.values.barcode)
    const { tags, ...values } = said.values
    draft.setOwn(values)
    if (tags) draft.set('tags', uniqueTags(tags))
    return draft.build()
  },
  identity: ({ name }) => (typeof name === 'string' ? fold(name) : null),
  complete(record, given) {
    const code = record.external_ids[0]?.id ?? record.barcode
    if (code !== null) record.sku ??= code
    // A source that gives a product another currency gives its price in it.
    record.prices = record.prices.filter(({ currency }) => currency !== record.currency)
    if (!given.has('name')) record.name ??= record.sku
  },
}
