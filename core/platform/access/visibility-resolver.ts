import type { Resolved } from '../../kernel/operation/operation.ts'
import type { CurrentActor, Visibility } from '../../kernel/operation/actor.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { User } from './entity.ts'

// Milliseconds after which a visibility is read again in any case.
const CACHE_MS = 1000
// Entries in the cache, so that memory does not grow with the users.
const MAX_CACHED = 10_000

/** Whose records a user sees. */
export interface ResolvedVisibility {
  readonly visibility: Visibility
  /** E-mails of the owners, in lower case; absent = all. */
  readonly sees?: readonly string[]
}

type Caller = Pick<CurrentActor, 'organization' | 'user' | 'role' | 'visibility'>

const emailOf = ({ user }: Caller) => user.trim().toLowerCase()
const keyOf = (caller: Caller) => JSON.stringify([caller.organization, emailOf(caller), caller.visibility])

const all: ResolvedVisibility = { visibility: 'all' }

// Read under a number of access changes; `until` is in milliseconds since 1970.
interface Known {
  readonly resolved: ResolvedVisibility
  readonly generation: number
  readonly until: number
}

/** Finds whose records a user sees, from the stored user and team. */
export class VisibilityResolver {
  static readonly uses = { database: Database, clock: Clock }
  readonly #uses: Resolved<typeof VisibilityResolver.uses>
  readonly #known = new Map<string, Known>()
  #forgotten = 0

  constructor(uses: Resolved<typeof VisibilityResolver.uses>) {
    this.#uses = uses
  }

  /**
   * As it is under this number of access changes (`AccessGeneration`). Administrators see all records, and so do users who are not stored:
   * the embedding app is responsible for them.
   */
  async resolve(caller: Caller, generation: number): Promise<ResolvedVisibility> {
    const { role, visibility } = caller
    if (role === 'admin' || visibility === 'all') return all
    const known = this.#knownOf(caller)
    if (known?.generation === generation) return known.resolved
    const forgotten = this.#forgotten
    const now = this.#uses.clock.now().getTime()
    const resolved = await this.#read(caller.organization, emailOf(caller), visibility)
    if (this.#known.size >= MAX_CACHED) this.#known.clear()
    // A result that was outdated while it was read serves this call only.
    if (forgotten === this.#forgotten) this.#known.set(keyOf(caller), { resolved, generation, until: now + CACHE_MS })
    return resolved
  }

  /** As it was when it was last read, under whichever number of access changes; undefined if that is too long ago. */
  remembered(caller: Caller): ResolvedVisibility | undefined {
    return this.#knownOf(caller)?.resolved
  }

  /** Empties the cache, after a user or a team has changed. */
  forget(): void {
    this.#forgotten += 1
    this.#known.clear()
  }

  #knownOf(caller: Caller): Known | undefined {
    const known = this.#known.get(keyOf(caller))
    return known && known.until > this.#uses.clock.now().getTime() ? known : undefined
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
