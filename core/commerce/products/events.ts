import { watch } from '../../kernel/storage/changes.ts'
import { Product } from './entity.ts'
import { presentProduct } from './schema.ts'

/** No change of a product is an event of the contract; it is found by its words, and has a history. */
export const productChanges = watch(Product, 'product', {
  summary: ({ id, name, sku, brand, category, price, currency }) => ({ id, name, sku, brand, category, price, currency }),
  record: presentProduct,
  events: () => ({}),
  text: {
    object: 'products',
    of: ({ name, sku, barcode, brand, category, description, supplier_sku }) => ({
      title: [name, sku, barcode],
      body: [brand, category, supplier_sku, description],
    }),
  },
})
