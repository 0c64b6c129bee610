import { CurrentActor, type VerifiedToken } from '../../kernel/operation/actor.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { AccessGeneration, numberOf } from './access-generation.ts'
import type { FoundToken } from './access-tokens.ts'
import { Organization, User } from './entity.ts'

/** Finds the users that tokens of an identity provider outside name. */
export class ExternalUsers {
  static readonly uses = { database: Database, clock: Clock, generation: AccessGeneration }
  readonly #uses: Resolved<typeof ExternalUsers.uses>

  constructor(uses: Resolved<typeof ExternalUsers.uses>) {
    this.#uses = uses
  }

  /** Whom a verified token acts as; undefined if its organization has no such user. `hash` is the name under which the token is remembered. */
  async find(hash: string, verified: VerifiedToken): Promise<FoundToken | undefined> {
    const { own, isShared } = this.#uses.generation
    const row = await this.#read(verified)
    if (!row) return undefined
    const { id, email, role, active } = Codec.of(User.fields, this.#uses.database.dialect).pick(row, ['id', 'email', 'role', 'active'])
    const changes = Number(row.generation ?? 0)
    const actor = new CurrentActor({
      organization: verified.organization,
      user: email,
      user_id: id,
      role,
      scopes: verified.scopes,
      administration: verified.administration,
      credential: {
        secret_id: hash,
        verified,
        generation: isShared ? changes : own,
        changes,
        ends_at: verified.ends,
        allowed_ips: [],
      },
    })
    return { actor, audiences: verified.audiences, ends: verified.ends, refused: this.#refusalOf(active, row, verified) }
  }

  #refusalOf(active: boolean, { suspended_at }: { readonly suspended_at: unknown }, { ends }: VerifiedToken): string | undefined {
    if (!active) return 'its user is not active'
    if (suspended_at !== null) return 'its organization is suspended'
    return ends <= this.#uses.clock.now() ? 'expired' : undefined
  }

  // The number of access changes is read in the same statement, so it is never newer than the user.
  #read({ organization, email }: VerifiedToken) {
    const users = User.table
    return this.#uses.database
      .tables()
      .selectFrom(users)
      .leftJoin(Organization.table, (join) => join.onRef(`${Organization.table}.user_from`, '=', `${users}.user_from`))
      .selectAll(users)
      .select(`${Organization.table}.suspended_at`)
      .select((eb) => numberOf(eb).as('generation'))
      .where(`${users}.user_from`, '=', organization)
      .where(`${users}.email`, '=', email.trim().toLowerCase())
      .executeTakeFirst()
  }
}
