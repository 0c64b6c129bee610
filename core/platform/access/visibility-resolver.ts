import type { Resolved } from '../../kernel/operation/operation.ts'
import type { CurrentActor, Visibility } from '../../kernel/operation/actor.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { User } from './entity.ts'

/** Milliseconds for which another process may still use a former visibility. */
const CACHE_MS = 1000
// Entries in the cache, so that memory does not grow with the users.
const MAX_CACHED = 10_000

/** Whose records a user sees. */
export interface ResolvedVisibility {
  readonly visibility: Visibility
  /** E-mails of the owners, in lower case; absent = all. */
  readonly sees?: readonly string[]
}

const all: ResolvedVisibility = { visibility: 'all' }

/** Finds whose records a user sees, from the stored user and team. */
export class VisibilityResolver {
  static readonly uses = { database: Database, clock: Clock }
  readonly #uses: Resolved<typeof VisibilityResolver.uses>
  readonly #known = new Map<string, { readonly resolved: ResolvedVisibility; readonly until: number }>()
  #generation = 0

  constructor(uses: Resolved<typeof VisibilityResolver.uses>) {
    this.#uses = uses
  }

  /** Administrators see all records, and so do users who are not stored: the embedding app is responsible for them. */
  async resolve({
    organization,
    user,
    role,
    visibility,
  }: Pick<CurrentActor, 'organization' | 'user' | 'role' | 'visibility'>): Promise<ResolvedVisibility> {
    if (role === 'admin' || visibility === 'all') return all
    const email = user.trim().toLowerCase()
    const key = JSON.stringify([organization, email, visibility])
    const now = this.#uses.clock.now().getTime()
    const known = this.#known.get(key)
    if (known && known.until > now) return known.resolved
    const generation = this.#generation
    const resolved = await this.#read(organization, email, visibility)
    if (this.#known.size >= MAX_CACHED) this.#known.clear()
    // A result that was outdated while it was read serves this call only.
    if (generation === this.#generation) this.#known.set(key, { resolved, until: now + CACHE_MS })
    return resolved
  }

  /** Empties the cache, after a user or a team has changed. */
  forget(): void {
    this.#generation += 1
    this.#known.clear()
  }

  async #read(user_from: string, email: string, asked: Visibility | undefined): Promise<ResolvedVisibility> {
    const users = this.#uses.database.tables().selectFrom(User.table).where('user_from', '=', user_from)
    const stored = await users.select(['visibility', 'team_id']).where('email', '=', email).executeTakeFirst()
    const self = stored && Codec.of(User.fields, this.#uses.database.dialect).fromRow(stored)
    // A visibility that the embedding app sets overrides the stored one.
    const visibility = asked ?? self?.visibility ?? 'all'
    if (visibility === 'all') return all
    const team_id = self?.team_id
    if (visibility === 'own' || !team_id) return { visibility, sees: [email] }
    const mates = await users.select('email').where('team_id', '=', team_id).orderBy('email').execute()
    return { visibility, sees: mates.map(({ email: address }) => String(address).toLowerCase()) }
  }
}
