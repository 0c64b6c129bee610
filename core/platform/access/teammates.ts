import { entityManagerOf } from '../../kernel/storage/records/entity-manager-of.ts'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Random } from '../../kernel/ports/random.ts'
import { Organization, User } from './entity.ts'
import { newOrganization, newUser, type OrganizationRecord, type Generators, type UserRecord } from './new-records.ts'

/** The organization of the caller and its users; an embedding app may act as users who are not stored yet. */
export class Teammates {
  static readonly uses = { ...storeParts, random: Random }
  readonly #uses: Resolved<typeof Teammates.uses>
  readonly #generators: Generators

  constructor(uses: Resolved<typeof Teammates.uses>) {
    this.#uses = uses

    this.#generators = { ids: uses.ids, random: uses.random, now: uses.records.unit.now }
  }

  /** The caller's user; null if the embedding app acts as a user who is not stored. */
  async self(): Promise<UserRecord | null> {
    return await entityManagerOf(this.#uses.loaded).findOne(User, { email: this.#uses.actor.user.trim().toLowerCase() })
  }

  /** The caller's organization; null until it is stored. */
  async organization(): Promise<OrganizationRecord | null> {
    return await entityManagerOf(this.#uses.loaded).findOne(Organization, {})
  }

  /** The caller's user, stored if it was not: a key can act only as a stored user. Throws `forbidden` for a deactivated user. */
  async ensureSelf(): Promise<UserRecord> {
    await this.ensureOrganization()
    const known = await this.self()
    if (known && !known.active) throw new CrmError('forbidden', 'This user is not active')
    const { organization, user: email, role } = this.#uses.actor
    return known ?? entityManagerOf(this.#uses.loaded).create(User, newUser(this.#generators, { organization, email, role }))
  }

  /** Another active teammate; throws `invalid_input` for an unknown or deactivated one. */
  async active(id: string): Promise<UserRecord> {
    const user = await entityManagerOf(this.#uses.loaded).findOne(User, { id, active: true })
    if (!user) throw invalid('/user_id', 'unknown_record', `No active user has the id ${id}`)
    return user
  }

  /** The caller's organization, stored if it was not. */
  async ensureOrganization(): Promise<OrganizationRecord> {
    return (await this.organization()) ?? entityManagerOf(this.#uses.loaded).create(Organization, this.newOrganization())
  }

  /** The defaults that apply until the organization is stored. */
  newOrganization(): OrganizationRecord {
    return newOrganization(this.#generators, this.#uses.actor.organization)
  }
}
