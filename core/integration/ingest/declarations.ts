import { documentFields, type FieldKinds } from './fields.ts'

/** What ingest knows of one object before it reads a record of it; `write/object-writers.ts` says how its records are stored. */
export interface ObjectDeclaration {
  /** Canonical fields, flat, with the kind of value each one holds. */
  readonly fields: FieldKinds
  /** Other names by which callers may mean it. */
  readonly otherNames: readonly string[]
  /** Its place in the order of storing: after the objects to which it refers. */
  readonly order: number
  /** Natural keys: a record without any of them cannot be matched and would be created again with every batch. */
  readonly keys: readonly string[]
  /** Fields by which a record without an external id is found again: it gets one of what they say. */
  readonly toldApart?: readonly string[]
  /** Fields beyond the canonical names, which are kept apart so that `values` has the canonical names only. */
  readonly derived?: readonly string[]
  /** For a document, which carries lines: why one of a supplier is rejected. */
  readonly purchase?: string
}

// Parts such as `phone_area`, `house_number`, `full_name`, `customer_first`, `is_paid` or `payment_days` are composed into another field and never
// answered themselves.
const address = { street: 'street', house_number: 'code', city: 'label', postcode: 'postcode', country: 'country' } as const
const phoneParts = { phone: 'phone', phone_area: 'code', phone_country: 'code' } as const

const subjects = { contact: 'key', company: 'key', deal: 'key' } as const
// Of what is to be done or was done with somebody.
const about = {
  ...subjects,
  external_id: 'key',
  type: 'label',
  outcome: 'label',
  owner: 'text',
} as const

const documentKeys = ['number', 'external_id']

/** One entry for each object, in the order in which the API lists them. */
export const declarations = {
  products: {
    fields: {
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
    otherNames: ['items', 'articles', 'artikel', 'produits', 'productos'],
    order: 3,
    keys: ['sku', 'external_id', 'barcode'],
    derived: ['brand', 'tax_rate', 'cost', 'stock_incoming', 'supplier_sku', 'supplier_price', 'supplier_currency', 'is_tester'],
  },
  companies: {
    fields: {
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
    otherNames: ['customers', 'accounts', 'clients', 'kunden', 'clientes'],
    order: 1,
    keys: ['external_id', 'domain', 'email', 'vat_number', 'name'],
  },
  contacts: {
    fields: {
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
    otherNames: ['people'],
    order: 2,
    keys: ['external_id', 'email'],
    derived: ['street', 'city', 'postcode', 'country'],
  },
  deals: {
    fields: {
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
    otherNames: ['opportunities'],
    order: 5,
    keys: ['external_id'],
    derived: ['status', 'probability', 'contact', 'priority', 'deal_type', 'source', 'next_step', 'lost_reason', 'description'],
  },
  quotes: {
    fields: documentFields,
    otherNames: ['quotations', 'estimates', 'devis', 'angebote', 'presupuestos'],
    order: 6,
    keys: documentKeys,
    purchase: "a supplier's quote, not one to a customer",
  },
  orders: {
    fields: documentFields,
    otherNames: ['sales_orders', 'commandes', 'auftraege', 'pedidos'],
    order: 7,
    keys: documentKeys,
    purchase: 'an order to a supplier, not one of a customer',
  },
  invoices: {
    fields: documentFields,
    otherNames: ['documents', 'factures', 'rechnungen', 'facturas'],
    order: 8,
    keys: documentKeys,
    purchase: "a supplier's bill, not an invoice to a customer",
  },
  credit_notes: {
    fields: documentFields,
    otherNames: ['credits', 'credit_memos', 'refunds', 'avoirs', 'gutschriften', 'abonos'],
    order: 9,
    keys: documentKeys,
    purchase: "a supplier's credit, not a credit note to a customer",
  },
  price_rules: {
    fields: {
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
    otherNames: ['pricelists'],
    order: 4,
    keys: ['external_id', 'sku', 'brand', 'customer_external_id'],
    derived: ['external_id', 'customer_name', 'supplier_currency', 'stock_incoming', 'is_tester'],
  },
  tasks: {
    fields: {
      ...about,
      title: 'text',
      due_at: 'moment',
      remind_at: 'moment',
      completed_at: 'moment',
      status: 'status',
      priority: 'label',
      description: 'rich',
    },
    otherNames: ['todos', 'to_dos', 'aufgaben', 'taches', 'tareas', 'compiti', 'taken', 'tarefas'],
    order: 10,
    keys: ['external_id', 'title'],
    toldApart: ['title', 'due_at', ...Object.keys(subjects)],
  },
  activities: {
    fields: { ...about, subject: 'text', body: 'rich', at: 'moment', direction: 'label' },
    otherNames: ['aktivitaeten', 'activites', 'actividades', 'attivita', 'activiteiten', 'atividades'],
    order: 11,
    keys: ['external_id', 'subject', 'body', 'at'],
    toldApart: ['type', 'subject', 'body', 'at', ...Object.keys(subjects)],
  },
} as const satisfies Readonly<Record<string, ObjectDeclaration>>
