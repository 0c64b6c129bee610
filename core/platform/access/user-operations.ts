import { type Static, Type } from '@sinclair/typebox'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById, Closed, Deleted, NextCursor } from '../../kernel/operation/schema/schema.ts'
import { withFields } from '../../records/record-type/shown.ts'
import { Teams, type TeamWithMembers } from './teams.ts'
import {
  presentTeam,
  presentUser,
  TeamCreate,
  TeamList,
  TeamRecord,
  TeamUpdate,
  UserDeactivate,
  UserInvite,
  UserList,
  UserRecord,
  UserUpdate,
} from './user-schema.ts'
import { Users } from './users.ts'

const TAG = 'Users and teams'
const next_cursor = NextCursor

/** Teammates: who they are, what they see, and how they leave. */
export const users = group(TAG, {
  list: operation({
    id: 'listUsers',
    summary: 'List the teammates of the organization, for example to choose an owner',
    scope: 'read',
    mcp: true,
    route: 'GET /users',
    input: UserList,
    output: Closed({ users: Type.Array(UserRecord, { description: 'One page of users' }), next_cursor }),
    uses: { users: Users },
    async handle(query, { users }) {
      const { items, next_cursor } = await users.list(query)
      const shown = items.map((each) => presentUser(each, users.now))
      return { users: withFields(shown, query, UserRecord), next_cursor }
    },
  }),
  invite: operation({
    id: 'inviteUser',
    summary: 'Add a teammate with role, visibility and team',
    scope: 'write',
    admin: true,
    route: 'POST /users',
    creates: 'always',
    input: UserInvite,
    output: UserRecord,
    uses: { users: Users },
    handle: async (input, { users }) => presentUser(await users.invite(input), users.now),
  }),
  get: operation({
    id: 'getUser',
    summary: 'Read one teammate',
    scope: 'read',
    route: 'GET /users/{id}',
    input: ById,
    output: UserRecord,
    uses: { users: Users },
    handle: async ({ id }, { users }) => presentUser(await users.get(id), users.now),
  }),
  update: operation({
    id: 'updateUser',
    summary: 'Change role, visibility (own, team, all), team, activity, time zone or language of a teammate',
    scope: 'write',
    admin: true,
    route: 'PATCH /users/{id}',
    input: UserUpdate,
    output: UserRecord,
    uses: { users: Users },
    handle: async ({ id, ...changes }, { users, reply }) => presentUser(await users.update(id, changes, reply), users.now),
  }),
  deactivate: operation({
    id: 'deactivateUser',
    summary: 'Deactivate a teammate, whose keys end at once; `reassign_to` gives their records to another user',
    scope: 'delete',
    admin: true,
    route: 'DELETE /users/{id}',
    input: UserDeactivate,
    output: Deleted,
    uses: { users: Users },
    async handle({ id, reassign_to }, { users, reply }) {
      await users.deactivate(id, reassign_to, reply)
      return { deleted: true as const }
    },
  }),
})

/** Teams: users with the visibility `team` see the records of their members. */
export const teams = group(TAG, {
  list: operation({
    id: 'listTeams',
    summary: 'List the teams with their members',
    scope: 'read',
    mcp: true,
    route: 'GET /teams',
    input: TeamList,
    output: Closed({ teams: Type.Array(TeamRecord, { description: 'One page of teams' }), next_cursor }),
    uses: { teams: Teams },
    async handle(query, { teams }) {
      const { items, next_cursor } = await teams.list(query)
      const shown = items.map((each) => show(each, teams.now))
      return { teams: withFields(shown, query, TeamRecord), next_cursor }
    },
  }),
  create: operation({
    id: 'createTeam',
    summary: 'Create a team; members with the visibility `team` see the records of one another',
    scope: 'write',
    admin: true,
    route: 'POST /teams',
    creates: 'always',
    input: TeamCreate,
    output: TeamRecord,
    uses: { teams: Teams },
    handle: async (input, { teams }) => show(await teams.create(input), teams.now),
  }),
  update: operation({
    id: 'updateTeam',
    summary: 'Change name, members or manager of a team',
    scope: 'write',
    admin: true,
    route: 'PATCH /teams/{id}',
    input: TeamUpdate,
    output: TeamRecord,
    uses: { teams: Teams },
    handle: async ({ id, ...changes }, { teams, reply }) => show(await teams.update(id, changes, reply), teams.now),
  }),
  delete: operation({
    id: 'deleteTeam',
    summary: 'Delete a team; its members stay users without a team',
    scope: 'delete',
    admin: true,
    route: 'DELETE /teams/{id}',
    input: ById,
    output: Deleted,
    uses: { teams: Teams },
    async handle({ id }, { teams, reply }) {
      await teams.remove(id, reply)
      return { deleted: true as const }
    },
  }),
})

/** `api.users` in process. */
export interface UserMethods extends Methods<typeof users> {}
/** `api.teams` in process. */
export interface TeamMethods extends Methods<typeof teams> {}

function show(team: TeamWithMembers, now: Date): Static<typeof TeamRecord> {
  const members = team.members.map((each) => presentUser(each, now))
  return { ...presentTeam(team, now), members }
}
