import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of WooCommerce: its REST API. */
export const woocommerce = () => plugin({ name: 'woocommerce', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'woocommerce',
  title: 'WooCommerce',
  fingerprint: {
    keys: ownKeys,
    hits: 3,
  },
  lists: {
    tax_lines: 'none',
    shipping_lines: 'none',
    fee_lines: 'none',
    coupon_lines: 'none',
    refunds: 'none',
    images: 'none',
    tags: 'none',
  },
  aliases,
  lines: {
    keys: ['line_items'],
    aliases: lineAliases,
  },
  also: ({ discount_type: type, amount }, object) =>
    object === 'price_rules' && String(type).startsWith('percent') ? { discount_percent: amount } : {},
})
