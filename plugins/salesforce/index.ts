import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of Salesforce: the standard objects of Sales Cloud. */
export const salesforce = () => plugin({ name: 'salesforce', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'salesforce',
  title: 'Salesforce',
  fingerprint: {
    keys: ownKeys,
    keyPatterns: [/^[A-Z]\w+__c$/],
  },
  lists: { QuoteLineItems: 'lines', OrderItems: 'lines', OpportunityLineItems: 'lines' },
  aliases,
  lines: {
    keys: ['QuoteLineItems', 'OrderItems', 'OpportunityLineItems'],
    aliases: lineAliases,
  },
})
