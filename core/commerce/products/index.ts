import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Product } from './entity.ts'
import { productChanges } from './events.ts'
import { products as operations } from './operations.ts'

/** The catalog of products, with their stock. */
export const products: Feature = plugin({
  name: 'products',
  version: '1.0.0',
  requires: { companies: '^1.0.0' },
  entities: [Product],
  watches: [productChanges],
  operations: { products: operations },
})
