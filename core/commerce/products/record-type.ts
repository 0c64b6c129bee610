import { one } from '../../records/record-type/related-records.ts'
import { catalogEvents } from '../../platform/access/organization.ts'
import { recordType } from '../../records/record-type/record-type.ts'
import { Company } from '../../crm/companies/entity.ts'
import { CompanyRecord, presentCompany } from '../../crm/companies/schema.ts'
import { Product } from './entity.ts'
import { productChanges } from './events.ts'
import { presentProduct, ProductCreate, ProductList, ProductRecord, ProductUpdate } from './schema.ts'
import { productSearch } from './search.ts'
import { ProductService } from './service.ts'
import { productKeys } from './sets.ts'

/** Products, as everything that works on records knows them. */
export const productType = recordType({
  entity: Product,
  singular: 'product',
  plural: 'products',
  watch: productChanges,
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
  mcp: { list: true, get: true, create: true, update: true, search: true, bulkUpsert: true },
  keys: productKeys,
  eventsOnDemand: catalogEvents,
  search: productSearch,
  relations: {
    supplier: one('supplier_company_id', {
      entity: Company,
      title: 'The company that supplies it',
      record: CompanyRecord,
      present: presentCompany,
    }),
  },
  report: { date: 'created_at' },
  export: true,
})
