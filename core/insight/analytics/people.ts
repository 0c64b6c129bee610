import type { Static } from '@sinclair/typebox'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Activity } from '../../crm/activities/entity.ts'
import { CurrencyTotal } from '../../kernel/money/currency-total.ts'
import { localDay } from '../../kernel/money/bucket.ts'
import { shownSpan, spanOf } from '../../kernel/money/span.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { tally } from '../../kernel/money/tally.ts'
import { Records, type RowQuery } from '../../kernel/storage/records/records.ts'
import { textOrNull } from '../../kernel/values/scalar.ts'
import { ownerMeant } from '../../kernel/values/owner.ts'
import { byName } from './common.ts'
import { DealSums } from './deal-selection.ts'
import { dealsWhere, live } from './deal-states.ts'
import { during } from './during.ts'
import type { ActivityAnswer, ActivityQuery, LeaderboardAnswer, LeaderboardQuery } from './people-schema.ts'

// Bounds of a span that has none, between which the offsets of a time zone are asked for.
const DISTANT = new Date('9999-12-31')
const EARLY = new Date(0)

/** What people did, and how contacts moved on. */
export class PeopleAnalytics {
  static readonly uses = { records: Records }
  readonly #records: Records

  constructor({ records }: Resolved<typeof PeopleAnalytics.uses>) {
    this.#records = records
  }

  /**
   * Owners by one figure; equal ones share a rank, and the next rank is left out (1, 1, 3). Owners with neither a win nor an activity are left
   * out.
   */
  async leaderboard({
    by = 'won_amount',
    limit = 50,
    ...days
  }: Static<typeof LeaderboardQuery>): Promise<Static<typeof LeaderboardAnswer>> {
    const span = await spanOf(await calendarOf(this.#records), days, 'month')
    const won = await dealsWhere(
      this.#records,
      sql<SqlBool>`${live} and status = 'won' and ${during(this.#records, sql.ref('closed_at'), span)}`,
      ['owner_email', 'amount'],
    )
    const done = await tally(
      this.#records,
      this.#live(Activity.table).where(during(this.#records, sql.ref('at'), span)),
      [sql.ref('owner_email'), sql.ref('type')],
      [],
    )
    const total = new CurrencyTotal(span.currency)
    const owners = new Set<string>([
      ...won.map(({ owner_email }) => owner_email),
      ...done.flatMap(({ keys }) => (keys[0] ? [String(keys[0])] : [])),
    ])
    const [sums, wonBy] = [new DealSums(), Map.groupBy(won, ({ owner_email }) => owner_email)]
    const doneBy = Map.groupBy(done, ({ keys }) => keys[0])
    const rows = await Array.fromAsync(owners, async (owner_email) => {
      const deals = wonBy.get(owner_email) ?? []
      const subtotal = await sums.add(deals, new CurrencyTotal(span.currency, total))
      const own = doneBy.get(owner_email) ?? []
      const of = (type?: string) => own.reduce((sum, { keys, count }) => sum + (type === undefined || keys[1] === type ? count : 0), 0)
      return {
        owner_email,
        won_amount: subtotal.value,
        won_deals: deals.length,
        activities: of(),
        meetings: of('meeting'),
        calls: of('call'),
      }
    })
    const first = rows.toSorted((a, b) => b[by] - a[by] || (a.owner_email < b.owner_email ? -1 : 1))
    // The rank is that of the first with the same figure.
    const ranked = first.map((each) => ({ rank: first.findIndex((other) => other[by] === each[by]) + 1, ...each }))
    return { period: shownSpan(span), currency: span.currency, owners: ranked.slice(0, limit), other_currencies: total.others }
  }

  /** Activities by type, owner, day where the organization is, and outcome of calls; planned ones of the span are among them. */
  async activity({ owner, ...days }: Static<typeof ActivityQuery>): Promise<Static<typeof ActivityAnswer>> {
    const span = await spanOf(await calendarOf(this.#records), days, 'd30')
    const { dialect } = this.#records
    const all = this.#live(Activity.table).where(during(this.#records, sql.ref('at'), span))
    const rows = owner === undefined ? all : all.where('owner_email', '=', ownerMeant(owner, this.#records.unit.actor))
    const day = localDay(sql.ref('at'), span.zone.offsets(span.start ?? EARLY, span.end ?? DISTANT), dialect)
    const counts = async (key: Expression<unknown>, some = rows) =>
      byName(new Map((await tally(this.#records, some, [key], [])).map(({ keys, count }) => [textOrNull(keys[0]), count])))
    const types = await counts(sql.ref('type'))
    return {
      period: shownSpan(span),
      total: types.reduce((sum, [, count]) => sum + count, 0),
      types: types.map(([type, count]) => ({ type: String(type), count })),
      // Equal ones keep the order of their names.
      owners: (await counts(sql.ref('owner_email')))
        .toSorted(([, a], [, b]) => b - a)
        .map(([owner_email, count]) => ({ owner_email, count })),
      days: (await counts(day)).map(([at, count]) => ({ day: String(at), count })),
      call_outcomes: (await counts(sql.ref('outcome'), rows.where('type', '=', 'call'))).map(([outcome, count]) => ({ outcome, count })),
    }
  }

  #live(table: string): RowQuery {
    return this.#records.db.selectFrom(table).where('deleted_at', 'is', null)
  }
}
