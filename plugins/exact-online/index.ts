import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of Exact Online: its REST API. */
export const exactOnline = () => plugin({ name: 'exact-online', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'exact-online',
  title: 'Exact Online',
  fingerprint: {
    keys: ownKeys,
    hits: 3,
  },
  aliases,
  lines: {
    keys: ['SalesInvoiceLines', 'SalesOrderLines', 'QuotationLines'],
    aliases: lineAliases,
  },
})
