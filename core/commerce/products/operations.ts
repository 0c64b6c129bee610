import { bulkUpserting } from '../../records/bulk/operation.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { related } from '../../records/record-type/relation.ts'
import { standard } from '../../records/record-type/resource.ts'
import { filtered } from '../../records/search/filtered.ts'
import { searching } from '../../records/search/operation.ts'
import { productRelations } from './relations.ts'
import { presentProduct, ProductCreate, ProductList, ProductRecord, ProductUpdate } from './schema.ts'
import { productSearch } from './search.ts'
import { ProductService } from './service.ts'
import { productKeys } from './sets.ts'
import { StockChanges, StockResult, StockService } from './stock.ts'

const declared = {
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
  concise: ['name', 'sku', 'brand', 'category', 'price', 'currency', 'unit', 'active', 'stock_available'],
  mcp: { list: true, get: true, create: true, update: true },
} as const
const resource = filtered(related(declared, productRelations), productSearch)

/** The operations of products (operations.md 1). */
export const products = group('Products', {
  ...standard(resource),
  ...searching(resource, productSearch, true),
  ...bulkUpserting(resource, productKeys, true),
  setStock: operation({
    id: 'bulkSetStock',
    summary: 'Set on-hand, reserved and incoming quantity of up to 5,000 products by sku, and nothing else of them',
    scope: 'write',
    route: 'POST /products/stock',
    batch: true,
    input: StockChanges,
    output: StockResult,
    uses: { stock: StockService },
    handle: ({ records }, { stock }) => stock.set(records),
  }),
})

/** The typed methods of these operations. */
export interface Products extends Methods<typeof products> {}
