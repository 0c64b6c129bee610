import { plugin, vocabulary } from 'rapport-crm'
import { aliases, columns, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of Invoice Ninja: its API (version 5) and the columns of its CSV files. */
export const invoiceNinja = () => plugin({ name: 'invoice-ninja', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'invoice-ninja',
  title: 'Invoice Ninja',
  fingerprint: {
    keys: ownKeys,
    keyPatterns: [new RegExp(`^(?:client|invoice|quote|item|product|contact|payment)\\.(?:${columns.join('|')})$`)],
  },
  lists: { contacts: 'one', invitations: 'none', documents: 'none', gateway_tokens: 'none' },
  aliases,
  lines: {
    keys: ['line_items'],
    aliases: lineAliases,
  },
  // A product has no name besides its key.
  also: ({ product_key: name }, object) => (object === 'products' ? { name } : {}),
})
