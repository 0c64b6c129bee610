import { EntityManager } from '@mikro-orm/core'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Random } from '../../kernel/ports/random.ts'
import { Records } from '../../kernel/storage/records.ts'
import { Organization, User } from './entity.ts'
import { newOrganization, newUser, type OrganizationRecord, type Parts, type UserRecord } from './new-records.ts'

/** The organisation of the caller and its users; an embedding app may act as users who are not written down yet. */
export class Teammates {
  static readonly inject = [EntityManager, Records, CurrentActor, Ids, Random] as const
  readonly #em: EntityManager
  readonly #actor: CurrentActor
  readonly #parts: Parts

  constructor(em: EntityManager, records: Records, actor: CurrentActor, ids: Ids, random: Random) {
    this.#em = em
    this.#actor = actor
    this.#parts = { ids, random, now: records.unit.now }
  }

  /** The caller's user; null where the embedding app acts as somebody who is not written down. */
  async self(): Promise<UserRecord | null> {
    return await this.#em.findOne(User, { email: this.#actor.user.trim().toLowerCase() })
  }

  /** The caller's organisation; null until it is written down. */
  async organization(): Promise<OrganizationRecord | null> {
    return await this.#em.findOne(Organization, {})
  }

  /** The caller, written down; a key can only act as somebody who is. Throws `forbidden` for a user who was deactivated. */
  async ensureSelf(): Promise<UserRecord> {
    await this.ensureOrganization()
    const known = await this.self()
    if (known && !known.active) throw new CrmError('forbidden', 'This user is not active')
    const { organization, user: email, role } = this.#actor
    return known ?? this.#em.create(User, newUser(this.#parts, { organization, email, role }))
  }

  /** Another teammate, as whom somebody is to act; throws `invalid_input` for none, and for one who was deactivated. */
  async active(id: string): Promise<UserRecord> {
    const user = await this.#em.findOne(User, { id, active: true })
    if (!user) throw invalid('/user_id', 'unknown_record', `There is no active user with the id ${id}`)
    return user
  }

  /** The caller's organisation, written down. */
  async ensureOrganization(): Promise<OrganizationRecord> {
    return (await this.organization()) ?? this.#em.create(Organization, this.newOrganization())
  }

  /** What an organisation is until it is written down. */
  newOrganization(): OrganizationRecord {
    return newOrganization(this.#parts, this.#actor.organization)
  }
}
