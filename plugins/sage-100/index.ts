import { plugin, vocabulary } from 'rapport-crm'
import { aliases, columns, lineAliases } from './aliases.ts'

/** Teaches ingest the field names of Sage 100 (France): columns of its tables, and its SaaS API. */
export const sage100 = () => plugin({ name: 'sage-100', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'sage-100',
  title: 'Sage 100',
  fingerprint: {
    keys: ['Intitule', 'Telecom', 'Qualite', 'CompteG', 'intitule', 'telecom', 'qualite', 'classement'],
    keyPatterns: [new RegExp(`^(?:CT|AR|DO|DL|AC|FA|AS|LI|TQ|cb)_?(?:${columns.join('|')})$`)],
  },
  aliases,
  lines: {
    keys: ['Lignes', 'DocLignes'],
    aliases: lineAliases,
  },
  // The amount to pay is the open amount until something is paid.
  also: ({ DO_NetAPayer: due, DO_MontantRegle: paid }) => (due !== undefined && Number(paid) === 0 ? { amount_due: due } : {}),
  // Types 4 and 5 of a sales document are returns and credits.
  objectOf: ({ DO_Type: type }, object) => (object === 'invoices' && /^[45]$/.test(String(type)) ? 'credit_notes' : null),
})
