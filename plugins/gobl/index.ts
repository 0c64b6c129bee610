import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases } from './aliases.ts'

/** Teaches ingest the field names of GOBL, an open format of business documents. */
export const gobl = () => plugin({ name: 'gobl', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'gobl',
  title: 'GOBL',
  fingerprint: {
    keys: ['$schema', '$regime', '$addons', 'total_with_tax'],
    values: [/^https:\/\/gobl\.org\//],
  },
  lists: { due_dates: 'one', preceding: 'none', ordering: 'none' },
  aliases,
  lines: {
    keys: ['lines'],
    aliases: lineAliases,
  },
})
