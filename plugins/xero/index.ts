import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of Xero: the Accounting API, as JSON and as converted XML. */
export const xero = () => plugin({ name: 'xero', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'xero',
  title: 'Xero',
  fingerprint: {
    keys: ownKeys,
    values: [/^\/Date\(\d{10,14}[+-]\d{4}\)\/$/, /^ACC(?:REC|PAY)(?:CREDIT)?$/],
  },
  aliases,
  lines: {
    keys: ['LineItems'],
    aliases: lineAliases,
  },
  objectOf: ({ Type: type }, object) => (object === 'invoices' && /^ACC(?:REC|PAY)CREDIT$/.test(String(type)) ? 'credit_notes' : null),
})
