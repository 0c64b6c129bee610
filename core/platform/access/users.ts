import type { Static } from '@sinclair/typebox'
import { Jobs } from '../../kernel/jobs/service.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Random } from '../../kernel/ports/random.ts'
import type { Page } from '../../kernel/storage/records/listing.ts'
import { checkVersion } from '../../kernel/storage/records/record-reader.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Rows } from '../../kernel/storage/records/rows.ts'
import { AccessChanges } from './access-changes.ts'
import { Team, User } from './entity.ts'
import { checkLocale } from './locale.ts'
import { Reassignment } from './reassignment.ts'
import { newUser, type Generators, type UserRecord } from './new-records.ts'
import { type UserInvite, type UserList, userFilters, userSorts, type UserUpdate } from './user-schema.ts'

/** The teammates of one organization. */
export class Users {
  static readonly uses = { records: Records, actor: CurrentActor, ids: Ids, random: Random, access: AccessChanges, jobs: Jobs }
  readonly #uses: Resolved<typeof Users.uses>
  readonly #organization: string
  readonly #generators: Generators
  readonly #rows: Rows<typeof User.fields>

  constructor(uses: Resolved<typeof Users.uses>) {
    this.#uses = uses
    const { organization } = uses.actor

    this.#organization = organization
    this.#generators = { ids: uses.ids, random: uses.random, now: uses.records.unit.now }
    this.#rows = new Rows(uses.records, User, 'user', { filters: userFilters, sorts: userSorts })
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#generators.now
  }

  /** Users by filters, including deactivated ones. */
  list(query: Static<typeof UserList>): Promise<Page<UserRecord>> {
    return this.#rows.list(query)
  }

  /** One user; throws `not_found`. */
  get(id: string): Promise<UserRecord> {
    return this.#rows.get(id)
  }

  /** Adds a teammate, who can work once a key or a sign-in is added for them; throws `already_exists`, `invalid_input`. */
  async invite({ email, name = null, role = 'member', ...others }: Static<typeof UserInvite>): Promise<UserRecord> {
    const user = { ...newUser(this.#generators, { organization: this.#organization, email, name, role }), ...others }
    await this.#check(user)
    const [known] = await this.#uses.records.findBy(User, 'email', [user.email])
    if (known) throw new CrmError('already_exists', `${user.email} is already a teammate`, { existing_id: known.id })
    await this.#uses.records.insert(User, [user])
    // The embedding app may act as this user already: until now one who saw everything.
    await this.#uses.access.note()
    return user
  }

  /**
   * Changes a user; a new administrator sees all records. Throws `conflict` if no active administrator would be left,
   * `invalid_input` for an unknown team, language or time zone, `not_found`, `version_mismatch`.
   */
  async update(id: string, changes: Changes<typeof UserUpdate>, reply: Reply): Promise<UserRecord> {
    const before = await this.#rows.get(id, { lock: true })
    checkVersion(before, reply)
    // Administrators manage the records of all users, so they must see them.
    const promoted = changes.role === 'admin' && before.role !== 'admin' && changes.visibility === undefined
    const values = promoted ? { ...changes, visibility: 'all' as const } : changes
    const after = { ...before, ...values }
    await this.#check(after)
    if (before.active && before.role === 'admin' && !(after.active && after.role === 'admin')) await this.#keepAdministrator(id)
    await this.#uses.records.update(User, [{ before, changes: values }])
    await this.#uses.access.note(id)
    return await this.get(id)
  }

  /**
   * Deactivates a user, whose keys end at once; a job gives their records to `reassignTo`, if given. Throws as `update` does, and
   * `invalid_input` if that user is not active.
   */
  async deactivate(id: string, reassignTo: string | undefined, reply: Reply): Promise<void> {
    const user = await this.update(id, { active: false }, reply)
    if (reassignTo === undefined) return
    const [successor] = await this.#uses.records.findBy(User, 'id', [reassignTo])
    if (!successor?.active || successor.id === id)
      throw invalid('/reassign_to', 'unknown_record', `No other active user has the id ${reassignTo}`)
    await this.#uses.jobs.start(Reassignment, { recordId: id, input: { from: user.email, to: successor.email } })
  }

  async #check(user: UserRecord): Promise<void> {
    if (user.role === 'admin' && user.visibility !== 'all')
      throw invalid('/visibility', 'not_allowed', 'Administrators see all records', ['all'])
    checkLocale(user)
    const { team_id } = user
    if (team_id !== null && (await this.#uses.records.findBy(Team, 'id', [team_id])).length === 0)
      throw invalid('/team_id', 'unknown_record', `No team has the id ${team_id}`)
  }

  /** Throws `conflict` without another active administrator. Locks them, so that two administrators cannot deactivate each other. */
  async #keepAdministrator(id: string): Promise<void> {
    const others = await this.#uses.records.findBy(User, 'role', ['admin'], { lock: true })
    if (!others.some((each) => each.active && each.id !== id))
      throw new CrmError('conflict', 'This is the last active administrator; add another one first')
  }
}
