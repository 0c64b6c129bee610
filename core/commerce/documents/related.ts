import { belongsTo } from '../../records/search/related.ts'

/** The customer of a document, as conditions name it. */
export const relatedCustomer = { company: belongsTo('companies', 'company_id'), contact: belongsTo('contacts', 'lead_id') }
