import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of NetSuite: columns of SuiteAnalytics, and records of SOAP and REST. */
export const netsuite = () => plugin({ name: 'netsuite', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'netsuite',
  title: 'NetSuite',
  fingerprint: {
    keys: ownKeys,
    keyPatterns: [/^cust(?:entity|body|item|col|record)_?\w+$/],
    hits: 2,
  },
  lists: { item: 'lines', itemList: 'lines' },
  aliases,
  lines: {
    keys: ['itemList', 'item', 'items'],
    aliases: lineAliases,
  },
})
