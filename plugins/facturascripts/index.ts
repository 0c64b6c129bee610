import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of FacturaScripts and Eneboo: columns of their tables, which are those of the API. */
export const facturascripts = () => plugin({ name: 'facturascripts', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'facturascripts',
  title: 'FacturaScripts',
  fingerprint: {
    keys: ownKeys,
  },
  aliases,
  lines: {
    keys: ['lineas', 'lines'],
    aliases: lineAliases,
  },
  // An invoice that corrects another names it.
  objectOf: ({ codigorect: corrected, total }, object) =>
    object === 'invoices' && typeof corrected === 'string' && corrected !== '' && Number(total) < 0 ? 'credit_notes' : null,
})
