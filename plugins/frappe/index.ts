import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of Frappe CRM and the exports of Frappe Books. */
export const frappe = () => plugin({ name: 'frappe', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'frappe',
  title: 'Frappe CRM and Frappe Books',
  fingerprint: {
    keys: ownKeys,
    keyPatterns: [/^SalesInvoice(?:Item)?\.\w+$/],
    values: [/^CRM (?:Lead|Deal|Organization|Product)$/, /^CRM-(?:LEAD|DEAL)-\d{4}-\d+$/],
    hits: 3,
  },
  aliases,
  lines: { aliases: lineAliases },
})
