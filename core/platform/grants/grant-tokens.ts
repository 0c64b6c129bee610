import { CurrentActor, type Scope } from '../../kernel/operation/actor.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { AccessGeneration, numberOf } from '../access/access-generation.ts'
import type { FoundToken, TokenFinder } from '../access/access-tokens.ts'
import { Organization, User } from '../access/entity.ts'
import { artifactKey } from './artifact-key.ts'
import { SignInArtifact, SignInGrant } from './entity.ts'

// A token with its grant and its user, as the database answers them.
type Row = Readonly<Record<string, unknown>> & {
  readonly generation: unknown
  readonly suspended_at: unknown
  readonly own_account: unknown
}

/** Reads access tokens with their grant and its user, in one statement. */
export class GrantTokens implements TokenFinder {
  static readonly uses = { database: Database, clock: Clock, generation: AccessGeneration }
  readonly #uses: Resolved<typeof GrantTokens.uses>

  constructor(uses: Resolved<typeof GrantTokens.uses>) {
    this.#uses = uses
  }

  /** A token as it is now, whether it works or not; undefined if nobody knows it. */
  async find(by: { readonly token: string } | { readonly stored: string }): Promise<FoundToken | undefined> {
    const { own } = this.#uses.generation
    const key = 'token' in by ? artifactKey('AccessToken', by.token) : by.stored
    const row = await this.#read(key)
    return row && this.#foundOf(key, row, own)
  }

  #foundOf(key: string, row: Row, own: number): FoundToken {
    const { dialect } = this.#uses.database
    const grant = Codec.of(SignInGrant.fields, dialect).fromRow(row)
    const user = Codec.of(User.fields, dialect).pick(row, ['email', 'role'])
    const { content, expires_at: ends } = Codec.of(SignInArtifact.fields, dialect).pick(row, ['content', 'expires_at'])
    const changes = Number(row.generation ?? 0)
    const generation = this.#uses.generation.isShared ? changes : own
    const actor = new CurrentActor({
      organization: grant.user_from,
      user: user.email,
      user_id: grant.user_id,
      role: user.role,
      scopes: scopesOf(content, grant.scopes),
      via: { type: 'grant', id: grant.id, label: grant.client },
      administration: grant.administration,
      credential: { secret_id: key, token: true, generation, changes, ends_at: ends, allowed_ips: [] },
    })
    return { actor, audiences: [grant.audience], ends, refused: this.#refusalOf(grant, row, ends) }
  }

  #refusalOf({ ended_at, account_id }: { readonly ended_at: Date | null; readonly account_id: string }, row: Row, ends: Date) {
    const { active } = Codec.of(User.fields, this.#uses.database.dialect).pick(row, ['active'])
    if (!active) return 'its user is not active'
    if (row.suspended_at !== null) return 'its organization is suspended'
    if (row.own_account !== account_id) return 'its user signs in with another account'
    if (ended_at) return 'its grant has ended'
    return ends <= this.#uses.clock.now() ? 'expired' : undefined
  }

  // The number of access changes is read in the same statement, so it is never newer than the token.
  #read(key: string): Promise<Row | undefined> {
    const [artifacts, grants, users] = [SignInArtifact.table, SignInGrant.table, User.table]
    return this.#uses.database
      .tables()
      .selectFrom(artifacts)
      .innerJoin(grants, (join) => join.onRef(`${grants}.key`, '=', `${artifacts}.grant_key`))
      .innerJoin(users, (join) => join.onRef(`${users}.id`, '=', `${grants}.user_id`))
      .leftJoin(Organization.table, (join) => join.onRef(`${Organization.table}.user_from`, '=', `${grants}.user_from`))
      .selectAll(grants)
      .select([`${artifacts}.content`, `${artifacts}.expires_at`])
      .select([`${users}.email`, `${users}.role`, `${users}.active`, `${users}.account_id as own_account`])
      .select(`${Organization.table}.suspended_at`)
      .select((eb) => numberOf(eb).as('generation'))
      .where(`${artifacts}.key`, '=', key)
      .where(`${artifacts}.model`, '=', 'AccessToken')
      .executeTakeFirst()
  }
}

function scopesOf(content: string, granted: readonly Scope[]): ReadonlySet<Scope> {
  const { scope }: { readonly scope?: unknown } = JSON.parse(content)
  const asked = new Set(typeof scope === 'string' ? scope.split(' ') : [])
  return new Set(granted.filter((each) => asked.has(each)))
}
