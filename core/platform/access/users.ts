import type { Static } from '@sinclair/typebox'
import { Jobs } from '../../kernel/jobs/service.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Random } from '../../kernel/ports/random.ts'
import type { Page } from '../../kernel/storage/listing.ts'
import { checkVersion } from '../../kernel/storage/record-reader.ts'
import { Records } from '../../kernel/storage/records.ts'
import { Rows } from '../../kernel/storage/rows.ts'
import { Team, User } from './entity.ts'
import { checkLocale } from './locale.ts'
import { Reassignment } from './reassignment.ts'
import { newUser, type Parts, type UserRecord } from './new-records.ts'
import { SignIn } from './sign-in.ts'
import { type UserInvite, type UserList, userFilters, userSorts, type UserUpdate } from './user-schema.ts'

/** The teammates of one organisation (interface.md 5). */
export class Users {
  static readonly inject = [Records, CurrentActor, Ids, Random, SignIn, Jobs] as const
  readonly #records: Records
  readonly #organization: string
  readonly #parts: Parts
  readonly #signIn: SignIn
  readonly #jobs: Jobs
  readonly #rows: Rows<typeof User.fields>

  constructor(records: Records, { organization }: CurrentActor, ids: Ids, random: Random, signIn: SignIn, jobs: Jobs) {
    this.#records = records
    this.#organization = organization
    this.#parts = { ids, random, now: records.unit.now }
    this.#signIn = signIn
    this.#jobs = jobs
    this.#rows = new Rows(records, User, 'user', { filters: userFilters, sorts: userSorts })
  }

  get now(): Date {
    return this.#parts.now
  }

  /** Users by filters, deactivated ones among them. */
  list(query: Static<typeof UserList>): Promise<Page<UserRecord>> {
    return this.#rows.list(query)
  }

  /** Throws `not_found`. */
  get(id: string): Promise<UserRecord> {
    return this.#rows.get(id)
  }

  /** A new teammate, who gets in as soon as a key or a sign-in is made for them; throws `already_exists`. */
  async invite({ email, name = null, role = 'member', ...others }: Static<typeof UserInvite>): Promise<UserRecord> {
    const user = { ...newUser(this.#parts, { organization: this.#organization, email, name, role }), ...others }
    await this.#check(user)
    const [known] = await this.#records.findBy(User, 'email', [user.email])
    if (known) throw new CrmError('already_exists', `${user.email} is a teammate already`, { existing_id: known.id })
    await this.#records.insert(User, [user])
    return user
  }

  /**
   * Sets what differs; a new administrator sees all records. Throws `conflict` where no active administrator would be left,
   * `invalid_input` for a team, language or time zone that is none, `not_found`, `version_mismatch`.
   */
  async update(id: string, changes: Changes<typeof UserUpdate>, reply: Reply): Promise<UserRecord> {
    const before = await this.#rows.get(id, { lock: true })
    checkVersion(before, reply)
    // Administrators manage what everybody has, so they see it.
    const promoted = changes.role === 'admin' && before.role !== 'admin' && changes.visibility === undefined
    const values = promoted ? { ...changes, visibility: 'all' as const } : changes
    const after = { ...before, ...values } as UserRecord
    await this.#check(after)
    if (before.active && before.role === 'admin' && !(after.active && after.role === 'admin')) await this.#keepAdministrator(id)
    await this.#records.update(User, [{ before, changes: values as Partial<UserRecord> }])
    this.#records.unit.onCommit.push(() => this.#signIn.forget())
    return await this.get(id)
  }

  /**
   * Their keys end at once; what they own goes to another user, as a job, where one is named. Throws as `update` does, and
   * `invalid_input` for an heir who is not active.
   */
  async deactivate(id: string, reassignTo: string | undefined, reply: Reply): Promise<void> {
    const user = await this.update(id, { active: false }, reply)
    if (reassignTo === undefined) return
    const [heir] = await this.#records.findBy(User, 'id', [reassignTo])
    if (!heir?.active || heir.id === id)
      throw invalid('/reassign_to', 'unknown_record', `There is no other active user with the id ${reassignTo}`)
    await this.#jobs.start(Reassignment, { recordId: id, input: { from: user.email, to: heir.email } })
  }

  async #check(user: UserRecord): Promise<void> {
    if (user.role === 'admin' && user.visibility !== 'all')
      throw invalid('/visibility', 'not_allowed', 'Administrators see all records', ['all'])
    checkLocale(user)
    const { team_id } = user
    if (team_id !== null && (await this.#records.findBy(Team, 'id', [team_id])).length === 0)
      throw invalid('/team_id', 'unknown_record', `There is no team with the id ${team_id}`)
  }

  /** The others are locked, so that two administrators cannot deactivate each other. */
  async #keepAdministrator(id: string): Promise<void> {
    const others = await this.#records.findBy(User, 'role', ['admin'], { lock: true })
    if (!others.some((each) => each.active && each.id !== id))
      throw new CrmError('conflict', 'The organisation needs an active administrator besides this one first')
  }
}
