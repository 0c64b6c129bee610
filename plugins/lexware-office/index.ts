import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of Lexware Office (lexoffice): its public API. */
export const lexwareOffice = () => plugin({ name: 'lexware-office', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'lexware-office',
  title: 'Lexware Office',
  fingerprint: {
    keys: ownKeys,
  },
  aliases,
  lines: {
    keys: ['lineItems'],
    aliases: lineAliases,
  },
  objectOf: ({ voucherType: type }, object) => (object === 'invoices' && type === 'creditnote' ? 'credit_notes' : null),
})
