import { type Static, Type } from '@sinclair/typebox'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { Closed, NextCursor } from '../../kernel/operation/schema/schema.ts'
import { withFields } from '../../records/record-type/shown.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { presentRequest, PrivacyList, PrivacyRequestInput, PrivacyRequestRecord } from './schema.ts'
import { Privacy, type RequestWithState } from './service.ts'

/** Exports and erasures of a person's data, for administrators only. */
export const privacy = group('Privacy', {
  export: operation({
    id: 'createPrivacyExport',
    summary: 'Collect everything that is stored about a person as one JSON document, which is the result of the job',
    scope: 'read',
    admin: true,
    route: 'POST /privacy/exports',
    creates: 'always',
    unitOfWork: false,
    joins: true,
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
    creates: 'always',
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
})

/** The typed methods of the group. */
export interface PrivacyMethods extends Methods<typeof privacy> {}

function show(request: RequestWithState, now: Date): Static<typeof PrivacyRequestRecord> {
  return { ...presentRequest(request, now), state: request.state }
}
