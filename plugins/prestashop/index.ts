import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of PrestaShop and its relatives: web service, tables, and templates of the CSV import. */
export const prestashop = () => plugin({ name: 'prestashop', version: '1.0.0', vocabularies: [words] })

type Source = Readonly<Record<string, unknown>>

const words = vocabulary({
  name: 'prestashop',
  title: 'PrestaShop',
  fingerprint: {
    keys: ownKeys,
  },
  lists: { order_rows: 'lines' },
  aliases,
  lines: {
    keys: ['order_rows'],
    aliases: lineAliases,
  },
  // A price of -1 keeps the price of the product. Only a reduction of the type percentage is a share of one.
  values: { price: (value) => (Number(value) < 0 ? null : undefined) },
  also: ({ reduction_type: type, reduction }: Source, object) =>
    object === 'price_rules' && type === 'percentage' ? { discount_percent: Math.round(Number(reduction) * 1e6) / 1e4 } : {},
})
