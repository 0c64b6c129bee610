import { type Static, Type } from '@sinclair/typebox'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById, Closed, NextCursor } from '../../kernel/operation/schema.ts'
import { withFields } from '../../records/record-type/shown.ts'
import { Units } from '../../kernel/storage/units.ts'
import { pageOfAll, Paging } from '../../kernel/storage/whole-list.ts'
import { ConsentLog } from '../../crm/contacts/consent-log.ts'
import { ConsentInput, ConsentRecord, presentRequest, PrivacyList, PrivacyRequestInput, PrivacyRequestRecord } from './schema.ts'
import { Privacy, type RequestWithState } from './service.ts'

/** Exports and erasures of a person's data, for administrators only, and consents of contacts. */
export const privacy = group('Privacy', {
  export: operation({
    id: 'createPrivacyExport',
    summary: 'Collect everything that is stored about a person as one JSON document, which is the result of the job',
    scope: 'read',
    admin: true,
    route: 'POST /privacy/exports',
    creates: 'anew',
    unitOfWork: false,
    input: PrivacyRequestInput,
    output: PrivacyRequestRecord,
    uses: { privacy: Privacy, units: Units },
    // The scope `read` suffices, but the request itself is written: so a unit of work of its own.
    handle: async (input, { privacy, units, actor }) =>
      show(await units.write(actor, (resolve) => resolve(Privacy).export(input)), privacy.now),
  }),
  erase: operation({
    id: 'createPrivacyErasure',
    summary: 'Erase a person everywhere for good, including events, deliveries, history and logs; a proof without personal data is kept',
    scope: 'delete',
    admin: true,
    route: 'POST /privacy/erasures',
    creates: 'anew',
    input: PrivacyRequestInput,
    output: PrivacyRequestRecord,
    uses: { privacy: Privacy },
    handle: async (input, { privacy }) => show(await privacy.erase(input), privacy.now),
  }),
  list: operation({
    id: 'listPrivacyRequests',
    summary: 'List the requests for exports and erasures with their state',
    scope: 'read',
    admin: true,
    route: 'GET /privacy/requests',
    input: PrivacyList,
    output: Closed({
      privacy_requests: Type.Array(PrivacyRequestRecord, { description: 'One page, the newest first' }),
      next_cursor: NextCursor,
    }),
    uses: { privacy: Privacy },
    async handle(query, { privacy }) {
      const { items, next_cursor } = await privacy.list(query)
      const shown = items.map((each) => show(each, privacy.now))
      return { privacy_requests: withFields(shown, query, PrivacyRequestRecord), next_cursor }
    },
  }),
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
      const { items, next_cursor } = pageOfAll(await consents.list(id), page, ({ topic }) => topic)
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
    handle: (input, { consents }) => consents.set(input),
  }),
})

/** `api.privacy` in process. */
export interface PrivacyMethods extends Methods<typeof privacy> {}

function show({ state, ...request }: RequestWithState, now: Date): Static<typeof PrivacyRequestRecord> {
  return { ...presentRequest(request as never, now), state } as Static<typeof PrivacyRequestRecord>
}
