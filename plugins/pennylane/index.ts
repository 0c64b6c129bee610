import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of Pennylane: its external API, versions 1 and 2. */
export const pennylane = () => plugin({ name: 'pennylane', version: '1.0.0', vocabularies: [words] })

/** `FR_200` is 20.0 %; words such as `exempt` are no rates. */
const rate = (value: string) => {
  const tenths = /^[A-Z]{2}_(\d{1,4})$/.exec(value)?.[1]
  return tenths === undefined ? undefined : Number(tenths) / 10
}

const words = vocabulary({
  name: 'pennylane',
  title: 'Pennylane',
  fingerprint: {
    keys: ownKeys,
    values: [/^FR_\d{2,3}$/],
  },
  aliases,
  lines: {
    keys: ['line_items', 'invoice_lines'],
    aliases: lineAliases,
  },
  values: { tax_rate: rate, 'lines.tax_rate': rate },
})
