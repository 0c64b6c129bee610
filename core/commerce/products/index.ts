import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { furtherPrices } from './migration.ts'
import { productJobs, productOperations } from './operations.ts'
import { productType } from './record-type.ts'

/** The catalog of products, with their stock. */
export const products: Feature = plugin({
  name: 'products',
  version: '1.0.0',
  requires: { companies: '^1.0.0' },
  recordTypes: [productType],
  migrations: [furtherPrices],
  operations: (types: RecordTypes) => ({ products: productOperations(types.of(productType)) }),
  jobTypes: [productJobs.delete],
})
