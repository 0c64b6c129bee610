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
  | 'moment'
  | 'flag'

/** The kind of value of each field. */
export type FieldKinds = Readonly<Record<string, FieldKind>>

/** What a value of a kind is in memory. */
export type ValueOf<K extends FieldKind> = K extends 'number' | 'money' | 'percent' ? number : K extends 'flag' ? boolean : string

const lineKinds = {
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
} as const satisfies FieldKinds

/** Canonical fields of a document line. */
export const lineFields: FieldKinds = lineKinds

/** The values of a line of a document by canonical field, as they were read. */
export type LineRead = { [F in keyof typeof lineKinds]?: ValueOf<(typeof lineKinds)[F]> | undefined }

/** Canonical fields of a quote, an order, an invoice or a credit note. */
export const documentFields = {
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
} as const satisfies FieldKinds
