import { type SelectQueryBuilder, sql } from 'kysely'
import { earliest } from '../../kernel/operation/schema/moments.ts'
import { ofWorkingOrganization } from '../../kernel/storage/records/working-organization.ts'
import { Codec, type Row } from '../../kernel/storage/schema/codec.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import type { Database } from '../../kernel/storage/units/database.ts'
import { Campaign } from './entity.ts'
import { CampaignIssue } from './rows.ts'

const MOST = 200
// Of one organization: whose campaigns wait for a server that is down must not keep those of others out of sight, nor its own for long.
const OF_ONE = 20

/** A campaign or an issue that has something to do. */
export interface Due {
  readonly id: string
  readonly organization: string
}

/** What is due of the campaigns of all organizations that are not suspended. */
export class DueCampaigns {
  readonly #database: Database
  readonly #campaigns: Codec<typeof Campaign.fields>
  readonly #issues: Codec<typeof CampaignIssue.fields>
  readonly #starts = new Rotation()
  readonly #work = new Rotation()

  constructor(database: Database) {
    this.#database = database
    this.#campaigns = Codec.of(Campaign.fields, database.dialect)
    this.#issues = Codec.of(CampaignIssue.fields, database.dialect)
  }

  /** Campaigns that are to begin, 20 of each organization and 200 in all. */
  async starts(now: Date): Promise<readonly Due[]> {
    const due = this.#scheduled().clearOrderBy().where('next_run_at', '<=', this.#campaigns.toColumn('next_run_at', now))
    const rows = await this.#shared(due.select(['id', 'user_from', this.#starts.nth()])).execute()
    return this.#starts.remember(rows.map((row) => dueOf(this.#campaigns.pick(row, ['id', 'user_from']))))
  }

  /** Issues that are at work, 20 of each organization and 200 in all. */
  async work(now: Date): Promise<readonly Due[]> {
    const due = this.#open().clearOrderBy().where('work_at', '<=', this.#issues.toColumn('work_at', now))
    const rows = await this.#shared(due.select(['id', 'user_from', this.#work.nth()])).execute()
    return this.#work.remember(rows.map((row) => dueOf(this.#issues.pick(row, ['id', 'user_from']))))
  }

  /** Says that one of them had its turn: of its organization, those behind it come first then. */
  passed(due: Due): void {
    this.#starts.passed(due)
    this.#work.passed(due)
  }

  /** When the next of both is due. */
  async next(now: Date): Promise<Date | null> {
    const start = await this.#scheduled()
      .where('next_run_at', '>', this.#campaigns.toColumn('next_run_at', now))
      .select('next_run_at')
      .limit(1)
      .executeTakeFirst()
    const issue = await this.#open()
      .where('work_at', '>', this.#issues.toColumn('work_at', now))
      .select('work_at')
      .limit(1)
      .executeTakeFirst()
    return earliest([
      start ? this.#campaigns.pick(start, ['next_run_at']).next_run_at : null,
      issue ? this.#issues.pick(issue, ['work_at']).work_at : null,
    ])
  }

  // The first of each before the second of any.
  #shared(due: SelectQueryBuilder<Tables, string, Row>) {
    return this.#database
      .tables()
      .selectFrom(due.as('due'))
      .select(['id', 'user_from'])
      .where('nth', '<=', OF_ONE)
      .orderBy('nth')
      .limit(MOST)
  }

  #scheduled() {
    return this.#database
      .tables()
      .selectFrom(Campaign.table)
      .where('next_run_at', 'is not', null)
      .where('status', '=', 'scheduled')
      .where('deleted_at', 'is', null)
      .where(ofWorkingOrganization(Campaign))
      .orderBy('next_run_at')
  }

  #open() {
    return this.#database
      .tables()
      .selectFrom(CampaignIssue.table)
      .where('work_at', 'is not', null)
      .where(ofWorkingOrganization(CampaignIssue))
      .orderBy('work_at')
  }
}

/** Where many of one organization are due, which of them had their turn last. */
class Rotation {
  #many = new Map<string, string>()

  /** The place among the due ones of an organization, from the one behind the last that had its turn. */
  nth() {
    const had = [...this.#many].map(([organization, id]) => sql`(user_from = ${organization} and id <= ${id})`)
    const later = had.length === 0 ? sql`0` : sql`case when ${sql.join(had, sql` or `)} then 1 else 0 end`
    return sql<number>`row_number() over (partition by user_from order by ${later}, id)`.as('nth')
  }

  /** Forgets organizations of which all that is due is seen at once. */
  remember(seen: readonly Due[]): readonly Due[] {
    const groups = Map.groupBy(seen, ({ organization }) => organization)
    const many = [...groups].filter(([, own]) => own.length >= OF_ONE)
    this.#many = new Map(many.map(([organization]) => [organization, this.#many.get(organization) ?? NONE]))
    return seen
  }

  passed({ id, organization }: Due): void {
    if (this.#many.has(organization)) this.#many.set(organization, id)
  }
}

// Before every other.
const NONE = '00000000-0000-0000-0000-000000000000'
const dueOf = ({ id, user_from }: { readonly id: string; readonly user_from: string }): Due => ({ id, organization: user_from })

/** One of each organization after the other, those after `last` first. */
export function inTurns(all: readonly Due[], last: string | undefined): readonly Due[] {
  const groups = [...Map.groupBy(all, ({ organization }) => organization)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const at = groups.findIndex(([organization]) => last !== undefined && organization > last)
  const order = at <= 0 ? groups : [...groups.slice(at), ...groups.slice(0, at)]
  const most = Math.max(0, ...order.map(([, own]) => own.length))
  return Array.from({ length: most }, (_, nth) => order.flatMap(([, own]) => own[nth] ?? [])).flat()
}
