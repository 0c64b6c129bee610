import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of ERPNext: the fields of its doctypes. */
export const erpnext = () => plugin({ name: 'erpnext', version: '1.0.0', vocabularies: [words] })

type Source = Readonly<Record<string, unknown>>

/** Refuses prices that include the tax of a tax row. */
const net = (_: string, { taxes }: Source) =>
  Array.isArray(taxes) && taxes.some((tax: unknown) => Number((tax as Source | null)?.included_in_print_rate) === 1) ? null : undefined

/** Takes amounts in the company's currency only at a rate of one, where they equal the amounts of the document. */
const sameCurrency = (value: string, record: Source) => (record.conversion_rate === 1 ? net(value, record) : null)

const words = vocabulary({
  name: 'erpnext',
  title: 'ERPNext',
  fingerprint: {
    keys: ownKeys,
    // A column of a file names the table of the document it belongs to.
    keyPatterns: [/^[A-Z][A-Za-z ]+ \((?:Items|Taxes|Sales Taxes and Charges)\)$/],
    hits: 3,
  },
  lists: {
    links: 'one',
    email_ids: 'one',
    phone_nos: 'one',
    barcodes: 'one',
    brands: 'one',
    items: 'lines',
    taxes: 'none',
    sales_team: 'none',
    uoms: 'none',
    payment_schedule: 'none',
  },
  aliases,
  lines: {
    keys: ['items'],
    aliases: lineAliases,
  },
  values: {
    base_net_total: sameCurrency,
    'lines.base_rate': sameCurrency,
    'lines.base_amount': sameCurrency,
    'lines.rate': net,
    'lines.price_list_rate': net,
    'lines.amount': net,
    rate: (_, { rate_or_discount: kind }) => (kind === undefined || kind === 'Rate' ? undefined : null),
    discount_percentage: (_, { rate_or_discount: kind }) => (kind === 'Rate' ? null : undefined),
    grand_total: (value, record) =>
      Number(value) === 0 && record.net_total === undefined && record.base_net_total === undefined ? null : undefined,
  },
  also: ({ name }, object) => (object === 'deals' ? { name } : {}),
})
