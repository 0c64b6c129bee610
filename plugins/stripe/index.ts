import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of Stripe: its API objects, whose amounts are in the smallest unit of their currency. */
export const stripe = () => plugin({ name: 'stripe', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'stripe',
  title: 'Stripe',
  fingerprint: {
    keys: ownKeys,
    values: [/^(?:cus|prod|price|in|il|ii|cn|cnli|qt|sub|si|txr|acct|promo)_[A-Za-z0-9]{6,}$/],
  },
  minorUnits: true,
  lists: {
    lines: 'lines',
    line_items: 'lines',
    tax_rates: 'one',
    tax_ids: 'one',
    total_tax_amounts: 'none',
    discounts: 'none',
    tax_amounts: 'none',
    images: 'none',
  },
  aliases,
  lines: { keys: ['lines', 'line_items'], aliases: lineAliases },
})
