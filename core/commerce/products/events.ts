import { watch } from '../../kernel/storage/schema/changes.ts'
import { Product } from './entity.ts'
import { presentProduct } from './schema.ts'

/** Changes of products are no events; products are found by full-text search and have a history. */
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
