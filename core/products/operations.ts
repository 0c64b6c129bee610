import { group, type Methods } from '../kernel/operation.ts'
import { standard } from '../kernel/resource.ts'
import { presentProduct, ProductCreate, ProductList, ProductRecord, ProductUpdate } from './schema.ts'
import { ProductService } from './service.ts'

export const products = group(
  'Products',
  standard({
    singular: 'product',
    plural: 'products',
    record: ProductRecord,
    create: ProductCreate,
    update: ProductUpdate,
    list: ProductList,
    store: ProductService,
    present: presentProduct,
    summary: {
      create: 'Create a product, or complete the one that has this sku or external id',
      delete: 'Delete one product (softly); documents keep their lines, and its sku is free at once',
    },
    mcp: { list: true, get: true, create: true, update: true },
  }),
)

export interface Products extends Methods<typeof products> {}
