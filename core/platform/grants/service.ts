import type { Static } from '@sinclair/typebox'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Page } from '../../kernel/storage/records/listing.ts'
import { LoadedRecords } from '../../kernel/storage/records/loaded-records.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Rows } from '../../kernel/storage/records/rows.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { AccessChanges } from '../access/access-changes.ts'
import { User } from '../access/entity.ts'
import { SignInGrant } from './entity.ts'
import { forgetArtifacts, type GrantRecord } from './grants.ts'
import { type GrantList, grantFilters, grantSorts } from './schema.ts'

/** What programs may do as the caller; administrators see to the grants of their teammates, too. */
export class OwnGrants {
  static readonly uses = { loaded: LoadedRecords, records: Records, actor: CurrentActor, access: AccessChanges, database: Database }
  readonly #uses: Resolved<typeof OwnGrants.uses>
  readonly #rows: Rows<typeof SignInGrant.fields>

  constructor(uses: Resolved<typeof OwnGrants.uses>) {
    this.#uses = uses
    this.#rows = new Rows(uses.records, SignInGrant, 'grant', { filters: grantFilters, sorts: grantSorts })
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#uses.records.unit.now
  }

  /** Live grants of the caller or, for an administrator, of another user; throws `forbidden` for others. */
  async list({ user_id, ...query }: Static<typeof GrantList>): Promise<Page<GrantRecord>> {
    const own = await this.#own()
    if (user_id !== undefined && user_id !== own && !this.#administrates)
      throw new CrmError('forbidden', 'Only an administrator sees the grants of others')
    const whose = user_id ?? own
    return whose === undefined ? { items: [], next_cursor: null } : await this.#rows.list({ ended: false, ...query, user_id: whose })
  }

  /** Ends a grant at once and for good, with all of its tokens; throws `not_found`, also for one that has ended. */
  async end(id: string): Promise<void> {
    const { records, access, database, loaded } = this.#uses
    const before = await this.#rows.get(id, { lock: true })
    if (before.ended_at || (before.user_id !== (await this.#own()) && !this.#administrates))
      throw new CrmError('not_found', `No grant with the id ${id}`)
    await access.note(before.user_id)
    await records.update(SignInGrant, [{ before, changes: { ended_at: this.now } }])
    await forgetArtifacts(database.tablesWithin(loaded), [before.key])
  }

  /** Id of the caller's user; undefined where the embedding app acts as one who is not stored. */
  async #own(): Promise<string | undefined> {
    const { records, actor } = this.#uses
    const [self] = await records.findBy(User, 'email', [actor.user.trim().toLowerCase()])
    return self?.id
  }

  get #administrates(): boolean {
    const { role, administration } = this.#uses.actor
    return role === 'admin' && administration
  }
}
