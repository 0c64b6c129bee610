import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of Holded: its invoicing and CRM API. */
export const holded = () => plugin({ name: 'holded', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'holded',
  title: 'Holded',
  fingerprint: {
    keys: ownKeys,
  },
  lists: { shippingAddresses: 'none', contactPersons: 'none', notes: 'none' },
  aliases,
  lines: {
    keys: ['products', 'items'],
    aliases: lineAliases,
  },
})
