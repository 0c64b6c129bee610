/** The fields by which a price rule names other records, with the object of each. */
export const linkFields = [
  ['company_id', 'companies'],
  ['product_id', 'products'],
] as const
