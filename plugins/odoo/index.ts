import { plugin } from 'rapport-crm'
import { odooVocabulary } from './vocabulary.ts'

/** Teaches ingest the words of Odoo: API fields, import and export columns, labels. */
export const odoo = () => plugin({ name: 'odoo', version: '1.0.0', vocabularies: [odooVocabulary] })
