import { fullVisibilityGroup, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById, Deleted } from '../../kernel/operation/schema/schema.ts'
import { withFields } from '../../records/record-type/shown.ts'
import { presentSuppression, SuppressionCreate, SuppressionList, SuppressionPage, SuppressionRecord } from './schema.ts'
import { Suppressions } from './service.ts'

const uses = { suppressions: Suppressions }

/** The addresses and domains to which nothing is sent; for users who see all records, because these are those of all owners. */
export const suppressions = fullVisibilityGroup('Emails', {
  list: operation({
    id: 'listSuppressions',
    summary: 'List the addresses and domains to which nothing is sent: unsubscribed, bounced, complained, blocked by hand',
    scope: 'read',
    route: 'GET /suppressions',
    input: SuppressionList,
    output: SuppressionPage,
    uses,
    async handle(query, { suppressions }) {
      const { items, next_cursor } = await suppressions.list(query)
      const shown = items.map((each) => presentSuppression(each, suppressions.now))
      return { suppressions: withFields(shown, query, SuppressionRecord), next_cursor }
    },
  }),
  add: operation({
    id: 'addSuppression',
    summary: 'Block an address or a domain, of any kind, so that the list of another system can be brought along',
    scope: 'write',
    route: 'POST /suppressions',
    creates: 'once',
    input: SuppressionCreate,
    output: SuppressionRecord,
    uses,
    handle: async (input, { suppressions, reply }) => presentSuppression(await suppressions.create(input, reply), suppressions.now),
  }),
  delete: operation({
    id: 'deleteSuppression',
    summary: 'Remove a block; the audit log tells who did',
    scope: 'delete',
    route: 'DELETE /suppressions/{id}',
    input: ById,
    output: Deleted,
    uses,
    async handle({ id }, { suppressions }) {
      await suppressions.delete(id)
      return { deleted: true as const }
    },
  }),
})

/** The typed methods of these operations. */
export interface SuppressionMethods extends Methods<typeof suppressions> {}
