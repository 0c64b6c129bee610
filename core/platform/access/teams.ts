import type { Static } from '@sinclair/typebox'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { RecordOf } from '../../kernel/operation/schema/fields.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { checkVersion } from '../../kernel/storage/records/record-reader.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Rows } from '../../kernel/storage/records/rows.ts'
import { AccessChanges } from './access-changes.ts'
import { Team, User } from './entity.ts'
import type { UserRecord } from './new-records.ts'
import { type TeamCreate, type TeamList, teamFilters, teamSorts, type TeamUpdate } from './user-schema.ts'

type TeamRow = RecordOf<typeof Team.fields>
/** A team with its members. */
export type TeamWithMembers = TeamRow & { readonly members: readonly UserRecord[] }

/** Teams: users with the visibility `team` see what their members own. */
export class Teams {
  static readonly uses = { records: Records, actor: CurrentActor, ids: Ids, access: AccessChanges }
  readonly #uses: Resolved<typeof Teams.uses>
  readonly #rows: Rows<typeof Team.fields>

  constructor(uses: Resolved<typeof Teams.uses>) {
    this.#uses = uses

    this.#rows = new Rows(uses.records, Team, 'team', { filters: teamFilters, sorts: teamSorts })
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#uses.records.unit.now
  }

  /** A page of teams with their members. */
  async list(query: Static<typeof TeamList>): Promise<{ items: TeamWithMembers[]; next_cursor: string | null }> {
    const { items, next_cursor } = await this.#rows.list(query)
    return { items: await this.#withMembers(items), next_cursor }
  }

  /**
   * Adds a team; members of other teams move to it. Throws `already_exists` for a name that is taken, `invalid_input` for unknown
   * users.
   */
  async create({ member_ids = [], name, manager_id = null }: Static<typeof TeamCreate>): Promise<TeamWithMembers> {
    await this.#check(name, manager_id)
    const stamps = { created_at: this.now, updated_at: this.now, version: 1 }
    const { organization: user_from, user: created_by } = this.#uses.actor
    const team = { id: this.#uses.ids.next(), user_from, name, manager_id, created_by, ...stamps }
    await this.#uses.records.insert(Team, [team])
    return await this.#setMembers(team, member_ids)
  }

  /** Changes a team; `member_ids` replaces all members. Throws as `create` does, and `not_found` or `version_mismatch`. */
  async update(id: string, { member_ids, ...changes }: Changes<typeof TeamUpdate>, reply: Reply): Promise<TeamWithMembers> {
    const before = await this.#rows.get(id, { lock: true })
    checkVersion(before, reply)
    await this.#check(changes.name, changes.manager_id ?? null, id)
    await this.#uses.records.update(Team, [{ before, changes }])
    const team = await this.#rows.get(id)
    return member_ids ? await this.#setMembers(team, member_ids) : (await this.#withMembers([team]))[0]!
  }

  /** Deletes a team. Its members then have none, so those with the visibility `team` see only their own records. */
  async remove(id: string, reply: Reply): Promise<void> {
    const team = await this.#rows.get(id, { lock: true })
    checkVersion(team, reply)
    await this.#setMembers(team, [])
    await this.#uses.records.remove(Team, [id])
  }

  async #setMembers(team: TeamRow, ids: readonly string[]): Promise<TeamWithMembers> {
    const named = await this.#uses.records.findBy(User, 'id', ids, { lock: true })
    const unknown = ids.findIndex((id) => !named.some((each) => each.id === id.toLowerCase()))
    if (unknown >= 0) throw invalid(`/member_ids/${unknown}`, 'unknown_record', `No user has the id ${ids[unknown]}`)
    const before = await this.#uses.records.findBy(User, 'team_id', [team.id], { lock: true })
    const left = before.filter((each) => !named.some(({ id }) => id === each.id))
    await this.#uses.records.update(User, [
      ...named.map((each) => ({ before: each, changes: { team_id: team.id } })),
      ...left.map((each) => ({ before: each, changes: { team_id: null } })),
    ])
    await this.#uses.access.note()
    return (await this.#withMembers([team]))[0]!
  }

  async #withMembers(teams: readonly TeamRow[]): Promise<TeamWithMembers[]> {
    const users = await this.#uses.records.findBy(
      User,
      'team_id',
      teams.map(({ id }) => id),
    )
    const byTeam = Map.groupBy(
      users.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      ({ team_id }) => team_id,
    )
    return teams.map((team) => ({ ...team, members: byTeam.get(team.id) ?? [] }))
  }

  async #check(name: string | undefined, manager_id: string | null, self?: string): Promise<void> {
    const [known] = name === undefined ? [] : await this.#uses.records.findBy(Team, 'name', [name])
    if (known && known.id !== self) throw new CrmError('already_exists', `There is already a team ${name}`, { existing_id: known.id })
    if (manager_id !== null && (await this.#uses.records.findBy(User, 'id', [manager_id])).length === 0)
      throw invalid('/manager_id', 'unknown_record', `No user has the id ${manager_id}`)
  }
}
