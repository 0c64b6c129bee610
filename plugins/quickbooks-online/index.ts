import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of QuickBooks Online: the entities of the Accounting API, nested or flattened by a connector. */
export const quickbooksOnline = () => plugin({ name: 'quickbooks-online', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'quickbooks-online',
  title: 'QuickBooks Online',
  fingerprint: {
    keys: ownKeys,
    // The origin of a record, which every copy of it states.
    values: [/^QBO$/],
    keyPatterns: [/^(?:MetaData__|CustomerRef__|CurrencyRef__|BillAddr__)/],
  },
  aliases,
  lines: {
    keys: ['Line'],
    aliases: lineAliases,
  },
  // Only the note of a voided document says that it is void; all its amounts are zero.
  also: ({ PrivateNote: note }, object) =>
    typeof note === 'string' && /^void(?:ed)?\b/i.test(note) && object !== 'companies' ? { status: note.slice(0, 60) } : {},
})
