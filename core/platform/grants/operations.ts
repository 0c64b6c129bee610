import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById, Deleted } from '../../kernel/operation/schema/schema.ts'
import { withFields } from '../../records/record-type/shown.ts'
import { GrantList, GrantPage, GrantRecord, presentGrant } from './schema.ts'
import { OwnGrants } from './service.ts'

const uses = { grants: OwnGrants }

/** What programs may do as the caller. */
export const grants = group('Grants', {
  list: operation({
    id: 'listGrants',
    summary: 'List the programs that may act as you after sign-in; administrators name a teammate by `user_id`',
    scope: 'read',
    route: 'GET /grants',
    input: GrantList,
    output: GrantPage,
    uses,
    async handle(query, { grants }) {
      const { items, next_cursor } = await grants.list(query)
      const shown = items.map((each) => presentGrant(each, grants.now))
      return { grants: withFields(shown, query, GrantRecord), next_cursor }
    },
  }),
  end: operation({
    id: 'endGrant',
    summary: 'End what a program may do as you, at once and for good: its tokens stop working on every host',
    scope: 'delete',
    route: 'DELETE /grants/{id}',
    input: ById,
    output: Deleted,
    uses,
    async handle({ id }, { grants }) {
      await grants.end(id)
      return { deleted: true as const }
    },
  }),
})

/** `api.grants` in process. */
export interface GrantMethods extends Methods<typeof grants> {}
