import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of Dolibarr: columns of its tables and fields of its REST API. */
export const dolibarr = () => plugin({ name: 'dolibarr', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'dolibarr',
  title: 'Dolibarr',
  fingerprint: {
    keys: ownKeys,
  },
  aliases,
  lines: {
    keys: ['lines', 'lignes'],
    aliases: lineAliases,
  },
  objectOf: ({ type, fk_statut: state, statut }, object) =>
    object === 'invoices' && String(type) === '2' && (state ?? statut) !== undefined ? 'credit_notes' : null,
})
