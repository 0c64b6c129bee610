/** The objects that a data source may push. */
export const ingestObjects = [
  'products',
  'companies',
  'contacts',
  'deals',
  'quotes',
  'orders',
  'invoices',
  'credit_notes',
  'price_rules',
] as const

/** One of the objects that a data source may push. */
export type IngestObject = (typeof ingestObjects)[number]

/** What a canonical field holds: decides how a source value is judged and read. */
export type FieldKind =
  | 'key'
  | 'name'
  | 'person'
  | 'text'
  | 'rich'
  | 'code'
  | 'email'
  | 'phone'
  | 'domain'
  | 'street'
  | 'postcode'
  | 'country'
  | 'currency'
  | 'vat'
  | 'label'
  | 'job'
  | 'status'
  | 'number'
  | 'money'
  | 'percent'
  | 'date'
  | 'flag'

/** The kind of value of each field. */
export type FieldKinds = Readonly<Record<string, FieldKind>>

// Parts such as `phone_area`, `full_name`, `customer_first`, `is_paid` or `payment_days` are composed into another field and never
// answered themselves.
const address: FieldKinds = { street: 'street', city: 'label', postcode: 'postcode', country: 'country' }
const phoneParts: FieldKinds = { phone: 'phone', phone_area: 'code', phone_country: 'code' }

const document: FieldKinds = {
  number: 'code',
  external_id: 'key',
  date: 'date',
  due_date: 'date',
  customer_external_id: 'key',
  customer_name: 'name',
  customer_first: 'person',
  customer_last: 'person',
  currency: 'currency',
  total_excl_tax: 'money',
  total_tax: 'money',
  total_incl_tax: 'money',
  amount_due: 'money',
  amount_paid: 'money',
  is_paid: 'flag',
  payment_status: 'status',
  payment_days: 'number',
  status: 'status',
}

/** Canonical fields per object, flat, with the kind of value each one holds. */
export const objectFields: Readonly<Record<IngestObject, FieldKinds>> = {
  companies: {
    external_id: 'key',
    name: 'name',
    person_first: 'person',
    person_last: 'person',
    domain: 'domain',
    email: 'email',
    ...phoneParts,
    ...address,
    vat_number: 'vat',
    currency: 'currency',
    industry: 'label',
  },
  contacts: {
    external_id: 'key',
    email: 'email',
    first_name: 'person',
    last_name: 'person',
    full_name: 'person',
    title: 'job',
    ...phoneParts,
    ...address,
    company: 'key',
  },
  products: {
    external_id: 'key',
    sku: 'code',
    name: 'name',
    price: 'money',
    currency: 'currency',
    stock: 'number',
    unit: 'label',
    barcode: 'code',
    category: 'label',
    description: 'rich',
    brand: 'label',
    tax_rate: 'percent',
    cost: 'money',
    stock_incoming: 'number',
    supplier_sku: 'code',
    supplier_price: 'money',
    supplier_currency: 'currency',
    is_tester: 'flag',
  },
  deals: {
    external_id: 'key',
    name: 'name',
    amount: 'money',
    currency: 'currency',
    stage: 'status',
    close_date: 'date',
    company: 'key',
    owner: 'text',
    status: 'status',
    probability: 'percent',
    contact: 'key',
    priority: 'label',
    deal_type: 'label',
    source: 'label',
    next_step: 'text',
    lost_reason: 'text',
    description: 'rich',
  },
  price_rules: {
    external_id: 'key',
    sku: 'code',
    customer_external_id: 'key',
    customer_name: 'name',
    brand: 'label',
    min_quantity: 'number',
    price: 'money',
    currency: 'currency',
    discount_percent: 'percent',
    amount: 'money',
    valid_from: 'date',
    valid_to: 'date',
    supplier_currency: 'currency',
    stock_incoming: 'number',
    is_tester: 'flag',
  },
  quotes: document,
  orders: document,
  invoices: document,
  credit_notes: document,
}

/** Canonical fields of a document line. */
export const lineFields: FieldKinds = {
  sku: 'code',
  product_id: 'key',
  description: 'rich',
  item_name: 'rich',
  quantity: 'number',
  unit: 'label',
  unit_price: 'money',
  discount_percent: 'percent',
  tax_rate: 'percent',
  total_excl_tax: 'money',
  total_incl: 'money',
}

/** True for the four objects that carry lines. */
export const isDocument = (object: IngestObject): boolean => objectFields[object] === document

const otherNames: Readonly<Record<string, IngestObject>> = {
  documents: 'invoices',
  customers: 'companies',
  accounts: 'companies',
  clients: 'companies',
  kunden: 'companies',
  clientes: 'companies',
  people: 'contacts',
  items: 'products',
  articles: 'products',
  artikel: 'products',
  produits: 'products',
  productos: 'products',
  opportunities: 'deals',
  quotations: 'quotes',
  estimates: 'quotes',
  devis: 'quotes',
  angebote: 'quotes',
  presupuestos: 'quotes',
  sales_orders: 'orders',
  commandes: 'orders',
  auftraege: 'orders',
  pedidos: 'orders',
  factures: 'invoices',
  rechnungen: 'invoices',
  facturas: 'invoices',
  credits: 'credit_notes',
  credit_memos: 'credit_notes',
  refunds: 'credit_notes',
  avoirs: 'credit_notes',
  gutschriften: 'credit_notes',
  abonos: 'credit_notes',
  pricelists: 'price_rules',
}

/** The object a caller means by a name or one of its other names; undefined when nobody knows it. */
export function ingestObject(name: string): IngestObject | undefined {
  const folded = name
    .trim()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  const exact = ingestObjects.find((object) => object === folded)
  return exact ?? (Object.hasOwn(otherNames, folded) ? otherNames[folded] : undefined)
}

/** Every other name of an object. */
export const otherNamesOf = (object: IngestObject): string[] =>
  Object.entries(otherNames).flatMap(([name, meant]) => (meant === object ? [name] : []))
