import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById, Closed, Deleted } from '../../kernel/operation/schema/schema.ts'
import { OwnPasskeys } from './own-passkeys.ts'
import { PasskeyList } from './schema.ts'

// Passkeys belong to a person and to no organization, so no unit of work of one holds them.
const own = { unitOfWork: false, uses: { passkeys: OwnPasskeys } } as const

/** The passkeys of the caller. */
export const passkeys = group('Users and teams', {
  list: operation({
    ...own,
    id: 'listMyPasskeys',
    summary:
      'List the passkeys with which you can sign in; a browser adds them on the page of sign-in (/sign-in/account), where it asks your device',
    scope: 'read',
    route: 'GET /me/passkeys',
    input: Closed({}),
    output: PasskeyList,
    async handle(_, { passkeys }) {
      const found = await passkeys.list()
      return {
        passkeys: found.map(({ id, name, synced, created_at, last_used_at }) => ({
          id,
          name,
          synced,
          created_at: created_at.toISOString(),
          last_used_at: last_used_at?.toISOString() ?? null,
        })),
      }
    },
  }),
  remove: operation({
    ...own,
    id: 'removeMyPasskey',
    summary:
      'Remove one of your passkeys, at once; all of your browsers are signed out. The last second factor stays where an organization demands one',
    scope: 'delete',
    route: 'DELETE /me/passkeys/{id}',
    input: ById,
    output: Deleted,
    async handle({ id }, { passkeys }) {
      await passkeys.remove(id)
      return { deleted: true as const }
    },
  }),
})

/** `api.passkeys` in process. */
export interface PasskeyMethods extends Methods<typeof passkeys> {}
