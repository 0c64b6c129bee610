import { Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { ById, Closed, Id } from '../../kernel/operation/schema/schema.ts'
import { is, listSchema, refersTo } from '../../kernel/storage/records/filters.ts'
import { teamFields, userFields } from './entity.ts'
import { withoutDeleted } from '../../kernel/storage/records/list-schema.ts'

/** A user as the API shows it; the e-mail of the first administrator of an installation need not be a real address. */
export const UserRecord = Closed({ ...recordSchema(userFields).properties, email: Type.String({ description: 'Address, lower-case' }) })
/** A stored user as callers see it. */
export const presentUser = presenter(userFields)
const { active: _active, ...invited } = createSchema(userFields).properties
/** Input of invite. */
export const UserInvite = Closed(invited)
/** Input of update. */
export const UserUpdate = updateSchema(userFields)
/** Input of deactivate. */
export const UserDeactivate = Closed({
  ...ById.properties,
  reassign_to: Type.Optional(Id('User who becomes the owner of all records of the deactivated one; without it, records keep their owner')),
})
/** Filters of the list of users. */
export const userFilters = {
  email: is('email'),
  role: is('role', userFields.role.schema),
  team_id: refersTo('team_id'),
  active: is('active', Type.Boolean()),
}
/** Orders of the list of users. */
export const userSorts = ['created_at', 'updated_at', 'email'] as const
/** Query of the list of users. */
export const UserList = withoutDeleted(listSchema(userFilters, userSorts))

const members = Type.Array(Id(), { maxItems: 1000, uniqueItems: true, description: 'Ids of the users of the team; a user is in one team' })
/** A team as the API shows it, with its members. */
export const TeamRecord = Closed({
  ...recordSchema(teamFields).properties,
  members: Type.Array(UserRecord, { description: 'Users of the team' }),
})
/** A stored team as callers see it, without its members. */
export const presentTeam = presenter(teamFields)
/** Input of create, with the ids of the members. */
export const TeamCreate = Closed({ ...createSchema(teamFields).properties, member_ids: Type.Optional(members) })
/** Input of update; `member_ids` replaces all members. */
export const TeamUpdate = Closed({ ...updateSchema(teamFields).properties, member_ids: Type.Optional(members) })
/** Filters of the list of teams. */
export const teamFilters = { name: is('name') }
/** Orders of the list of teams. */
export const teamSorts = ['created_at', 'updated_at', 'name'] as const
/** Query of the list of teams. */
export const TeamList = withoutDeleted(listSchema(teamFilters, teamSorts))
