import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById, Closed, Deleted } from '../../kernel/operation/schema/schema.ts'
import { OwnSessions, TeammateSessions } from './own-sessions.ts'
import { Sessions } from './schema.ts'

// Sessions belong to a person and to no organization, so no unit of work of one holds them.
const own = { unitOfWork: false, uses: { sessions: OwnSessions } } as const

/** The browsers in which people are signed in. */
export const sessions = group('Users and teams', {
  list: operation({
    ...own,
    id: 'listMySessions',
    summary: 'List the browsers in which you are signed in',
    scope: 'read',
    route: 'GET /me/sessions',
    input: Closed({}),
    output: Sessions,
    async handle(_, { sessions }) {
      const found = await sessions.list()
      return {
        sessions: found.map(({ id, methods, address, browser, signed_in_at, last_used_at }) => ({
          id,
          methods: [...methods],
          address,
          browser,
          signed_in_at: signed_in_at.toISOString(),
          last_used_at: last_used_at.toISOString(),
        })),
      }
    },
  }),
  end: operation({
    ...own,
    id: 'endMySession',
    summary: 'Sign one of your browsers out, at once; programs that you have allowed stay allowed (DELETE /grants/{id} ends those)',
    scope: 'delete',
    route: 'DELETE /me/sessions/{id}',
    input: ById,
    output: Deleted,
    async handle({ id }, { sessions }) {
      await sessions.end(id)
      return { deleted: true as const }
    },
  }),
  endAll: operation({
    ...own,
    id: 'endMySessions',
    summary: 'Sign all of your browsers out, at once; programs that you have allowed stay allowed',
    scope: 'delete',
    route: 'DELETE /me/sessions',
    input: Closed({}),
    output: Deleted,
    async handle(_, { sessions }) {
      await sessions.endAll()
      return { deleted: true as const }
    },
  }),
  endOfUser: operation({
    id: 'endUserSessions',
    summary:
      'Sign all browsers of a teammate out of this organization, at once; what they do elsewhere goes on, and so do programs (DELETE /grants/{id} ends those)',
    scope: 'delete',
    admin: true,
    route: 'DELETE /users/{id}/sessions',
    input: ById,
    output: Deleted,
    uses: { sessions: TeammateSessions },
    async handle({ id }, { sessions }) {
      await sessions.endAll(id)
      return { deleted: true as const }
    },
  }),
})

/** `api.sessions` in process. */
export interface SessionMethods extends Methods<typeof sessions> {}
