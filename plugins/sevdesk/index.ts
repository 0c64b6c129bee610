import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of sevDesk: the objects of its API. */
export const sevdesk = () => plugin({ name: 'sevdesk', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'sevdesk',
  title: 'sevDesk',
  fingerprint: {
    keys: ownKeys,
    values: [/^(?:SevClient|SevUser|StaticCountry|TaxSet|TaxRule)$/],
  },
  lists: {
    positions: 'lines',
    invoicePos: 'lines',
    orderPos: 'lines',
    creditNotePos: 'lines',
    invoicePosSave: 'lines',
    orderPosSave: 'lines',
    creditNotePosSave: 'lines',
  },
  aliases,
  lines: {
    aliases: lineAliases,
  },
  // A unit is the key of a translation: UNITY_PIECE.
  values: {
    unit: (value) => /^UNITY_(\w+)$/.exec(value)?.[1]?.toLowerCase(),
    'lines.unit': (value) => /^UNITY_(\w+)$/.exec(value)?.[1]?.toLowerCase(),
  },
  // A voucher of the credit side is a bill of a supplier.
  isPurchase: ({ objectName, creditDebit }) => objectName === 'Voucher' && creditDebit === 'C',
  // Type SR cancels an invoice. Quotes are orders of the type AN, and their confirmations are of the type AB.
  objectOf: ({ invoiceType: type, orderType: order }, object) => {
    if (object === 'invoices') return type === 'SR' ? 'credit_notes' : null
    if (object === 'orders' && order === 'AN') return 'quotes'
    return object === 'quotes' && order === 'AB' ? 'orders' : null
  },
})
