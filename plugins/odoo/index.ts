import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of Odoo: API fields, import and export columns, labels. */
export const odoo = () => plugin({ name: 'odoo', version: '1.0.0', vocabularies: [words] })

/** The SKU of `[SKU] Name`. */
const code = (value: string) => /^\[([^\]]{1,64})\] ./.exec(value)?.[1]

const words = vocabulary({
  name: 'odoo',
  title: 'Odoo',
  fingerprint: {
    keys: ownKeys,
    keyPatterns: [
      /\/(?:Externe ID|ID externe|ID externo|Landescode|Code du pays|Código de país)$/,
      /^[a-z_]+_ids?\/(?:\.?id|name)$/,
      /^(?:Pricelist Items|Order Lines|Invoice lines) ?\/ ?\w/i,
    ],
    values: [/^(?:base|product|sale|crm|uom|account|stock|__export__)\.[a-z][\w]*$/],
  },
  aliases,
  lines: {
    keys: ['order_line', 'invoice_line_ids', 'order_lines'],
    aliases: lineAliases,
  },
  values: {
    sku: code,
    'lines.sku': code,
    'lines.product_id.name': (value) => code(value) ?? null,
    price: (_, { compute_price: how }) => (how === undefined ? undefined : null),
    fixed_price: (_, { compute_price: how }) => (how === undefined || how === 'fixed' ? undefined : null),
    percent_price: (_, { compute_price: how }) => (how === 'formula' ? null : undefined),
  },
  objectOf: (record, object) => (object === 'invoices' && (record.move_type ?? record.type) === 'out_refund' ? 'credit_notes' : null),
})
