import { Type } from '@sinclair/typebox'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById, Closed, NextCursor } from '../../kernel/operation/schema/schema.ts'
import { listFor } from '../../kernel/storage/records/place-cursor.ts'
import { pageOfAll, Paging } from '../../kernel/storage/records/whole-list.ts'
import { ConsentLog } from './consent-log.ts'
import { ConsentInput, ConsentRecord } from './consent-schema.ts'

/** Consents of contacts, in the group of the other privacy operations. */
export const consentOperations = group('Privacy', {
  listConsents: operation({
    id: 'listContactConsents',
    summary: 'List the consents of a contact by topic, with source, version of the text and time',
    scope: 'read',
    mcp: true,
    route: 'GET /contacts/{id}/consents',
    input: Closed({ ...ById.properties, ...Paging.properties }),
    output: Closed({
      consents: Type.Array(ConsentRecord, { description: 'One page of consents by topic' }),
      next_cursor: NextCursor,
    }),
    uses: { consents: ConsentLog },
    async handle({ id, ...page }, { consents }) {
      const { items, next_cursor } = pageOfAll(listFor('consents', { id }), await consents.list(id), page, ({ topic }) => topic)
      return { consents: [...items], next_cursor }
    },
  }),
  setConsent: operation({
    id: 'setContactConsent',
    summary: 'Record that a contact consents to a topic or withdraws the consent, with its proof',
    scope: 'write',
    mcp: true,
    route: 'PUT /contacts/{id}/consents/{topic}',
    input: ConsentInput,
    output: ConsentRecord,
    uses: { consents: ConsentLog },
    handle: (input, { consents }) => consents.say(input),
  }),
})

/** The typed methods that privacy gets. */
export interface ConsentMethods extends Methods<typeof consentOperations> {}
