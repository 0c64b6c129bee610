import { Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/fields.ts'
import { presenter } from '../../kernel/operation/present.ts'
import { ById, Closed, Id } from '../../kernel/operation/schema.ts'
import { is, listSchema, refersTo } from '../../kernel/storage/filters.ts'
import { teamFields, userFields } from './entity.ts'
import { withoutDeleted } from '../../kernel/storage/list-schema.ts'

// The first administrator of an installation may have an address that no mail server knows.
export const UserRecord = Closed({ ...recordSchema(userFields).properties, email: Type.String({ description: 'Address, lower-case' }) })
export const presentUser = presenter(userFields)
const { active: _active, ...invited } = createSchema(userFields).properties
/** Input of invite and update; whether a user is active is said by update and deactivate. */
export const UserInvite = Closed(invited)
export const UserUpdate = updateSchema(userFields)
export const UserDeactivate = Closed({
  ...ById.properties,
  reassign_to: Type.Optional(Id('User who becomes the owner of what the deactivated one owns; without it, records keep their owner')),
})
/** Filters and orders of the list of users. */
export const userFilters = {
  email: is('email'),
  role: is('role', userFields.role.schema),
  team_id: refersTo('team_id'),
  active: is('active', Type.Boolean()),
}
export const userSorts = ['created_at', 'updated_at', 'email'] as const
export const UserList = withoutDeleted(listSchema(userFilters, userSorts))

const members = Type.Array(Id(), { maxItems: 1000, uniqueItems: true, description: 'Ids of the users of the team; a user is in one team' })
/** A team as it is answered, with its members; as input it has their ids. */
export const TeamRecord = Closed({
  ...recordSchema(teamFields).properties,
  members: Type.Array(UserRecord, { description: 'Users of the team' }),
})
export const presentTeam = presenter(teamFields)
export const TeamCreate = Closed({ ...createSchema(teamFields).properties, member_ids: Type.Optional(members) })
export const TeamUpdate = Closed({ ...updateSchema(teamFields).properties, member_ids: Type.Optional(members) })
/** Filters and orders of the list of teams. */
export const teamFilters = { name: is('name') }
export const teamSorts = ['created_at', 'updated_at', 'name'] as const
export const TeamList = withoutDeleted(listSchema(teamFilters, teamSorts))
