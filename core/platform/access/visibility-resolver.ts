import type { CurrentActor, Visibility } from '../../kernel/operation/actor.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Database } from '../../kernel/storage/database.ts'
import { User } from './entity.ts'

/** Another process may go on for so long by what a user saw before. */
const CACHE_MS = 1000
// Users whose sight is kept, so that memory does not grow with them.
const MAX_CACHED = 10_000

/** Whose records somebody sees. */
export interface Sight {
  readonly visibility: Visibility
  /** E-mails in lower case; absent = all. */
  readonly sees?: readonly string[]
}

const all: Sight = { visibility: 'all' }

/** Finds whose records a user sees, by what is written down of them and of their team. */
export class VisibilityResolver {
  static readonly inject = [Database, Clock] as const
  readonly #database: Database
  readonly #clock: Clock
  readonly #known = new Map<string, { readonly sight: Sight; readonly until: number }>()
  #generation = 0

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Administrators see everything, and so does who is not written down: the embedding app answers for them. */
  async of({ organization, user, role, visibility }: Pick<CurrentActor, 'organization' | 'user' | 'role' | 'visibility'>): Promise<Sight> {
    if (role === 'admin' || visibility === 'all') return all
    const email = user.trim().toLowerCase()
    const key = JSON.stringify([organization, email, visibility])
    const now = this.#clock.now().getTime()
    const known = this.#known.get(key)
    if (known && known.until > now) return known.sight
    const generation = this.#generation
    const sight = await this.#read(organization, email, visibility)
    if (this.#known.size >= MAX_CACHED) this.#known.clear()
    // What was changed while it was read is good for this call only.
    if (generation === this.#generation) this.#known.set(key, { sight, until: now + CACHE_MS })
    return sight
  }

  /** Forgets what everybody sees, after a user or a team was changed. */
  forget(): void {
    this.#generation += 1
    this.#known.clear()
  }

  async #read(user_from: string, email: string, asked: Visibility | undefined): Promise<Sight> {
    const users = this.#database.tables().selectFrom(User.table).where('user_from', '=', user_from)
    const self = await users.select(['visibility', 'team_id']).where('email', '=', email).executeTakeFirst()
    // Whom the embedding app calls a member is one, whatever the record says: its word is the narrower one.
    const visibility = asked ?? (self?.['visibility'] as Visibility | undefined) ?? 'all'
    if (visibility === 'all') return all
    const team_id = self?.['team_id']
    if (visibility === 'own' || !team_id) return { visibility, sees: [email] }
    const mates = await users.select('email').where('team_id', '=', team_id).orderBy('email').execute()
    return { visibility, sees: mates.map((mate) => String(mate['email']).toLowerCase()) }
  }
}
