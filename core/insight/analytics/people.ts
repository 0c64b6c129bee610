import type { Static } from '@sinclair/typebox'
import { type Expression, sql, type SqlBool } from 'kysely'
import { Activity } from '../../crm/activities/entity.ts'
import { lifecycleStages } from '../../records/search/lifecycle.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import { CurrencyTotal } from '../../kernel/money/currency-total.ts'
import { documentRate } from '../../platform/currencies/rates.ts'
import { Deal } from '../../crm/deals/entity.ts'
import { Invoice } from '../../commerce/invoices/entity.ts'
import { bucketOf, dayText, localDay } from '../../kernel/money/bucket.ts'
import { shownSpan, type Span, spanOf } from '../../kernel/money/span.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { tally, zero } from '../../kernel/money/tally.ts'
import { ChangeRecord } from '../../kernel/storage/change-record.ts'
import { Records, type RowQuery } from '../../kernel/storage/records.ts'
import { ownerMeant } from '../../kernel/values/owner.ts'
import { byName, ratio } from './common.ts'
import { dealsWhere, live } from './deal-states.ts'
import { during } from './during.ts'
import type {
  ActivityAnswer,
  ActivityQuery,
  CohortsAnswer,
  CohortsQuery,
  LeaderboardAnswer,
  LeaderboardQuery,
  LifecycleAnswer,
  LifecycleQuery,
} from './people-schema.ts'

// Bounds of a span that has none, between which the offsets of a time zone are asked for.
const DISTANT = new Date('9999-12-31')
const EARLY = new Date(0)

/** What people did, and what became of contacts and customers. */
export class PeopleAnalytics {
  static readonly inject = [Records] as const
  readonly #records: Records

  constructor(records: Records) {
    this.#records = records
  }

  /**
   * Owners by one figure; equal ones share a rank, and the next one is left out (1, 1, 3). Who owns neither a win nor an activity is
   * not in it.
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
    const rows = [...owners].map((owner_email) => {
      const pot = new CurrencyTotal(span.currency, total)
      const deals = won.filter((each) => each.owner_email === owner_email)
      for (const deal of deals) pot.addDeal(deal)
      const of = (type?: string) =>
        done.reduce((sum, { keys, count }) => sum + (keys[0] === owner_email && (type === undefined || keys[1] === type) ? count : 0), 0)
      return { owner_email, won_amount: pot.value, won_deals: deals.length, activities: of(), meetings: of('meeting'), calls: of('call') }
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
      byName(new Map((await tally(this.#records, some, [key], [])).map(({ keys, count }) => [keys[0] as string | null, count])))
    const types = await counts(sql.ref('type'))
    return {
      period: shownSpan(span),
      total: types.reduce((sum, [, count]) => sum + count, 0),
      types: types.map(([type, count]) => ({ type: String(type), count })),
      owners: (await counts(sql.ref('owner_email'))).map(([owner_email, count]) => ({ owner_email, count })),
      days: (await counts(day)).map(([at, count]) => ({ day: String(at), count })),
      call_outcomes: (await counts(sql.ref('outcome'), rows.where('type', '=', 'call'))).map(([outcome, count]) => ({ outcome, count })),
    }
  }

  /** Members by the month in which they began, and in which later month they won or bought. `offset` 0 is the month itself. */
  async cohorts({ of = 'contacts', ...days }: Static<typeof CohortsQuery>): Promise<Static<typeof CohortsAnswer>> {
    const span = await spanOf(await calendarOf(this.#records), days, 'm12')
    const total = new CurrencyTotal(span.currency)
    const members = of === 'contacts' ? await this.#contacts(span) : await this.#customers(span)
    // A cohort is in the span when its month begins in it, or the span in its month.
    const inSpan = members.filter(
      ({ month }) => (span.from === null || month >= `${span.from.slice(0, 7)}-01`) && (span.to === null || month <= span.to),
    )
    const cohorts = byName(Map.groupBy(inSpan, ({ month }) => month)).map(([month, own]) => {
      const size = own.reduce((sum, { size }) => sum + size, 0)
      const offsets = Map.groupBy(
        own.flatMap(({ then }) => then),
        ({ month: later }) => monthsBetween(month ?? later, later),
      )
      const months = [...offsets]
        .toSorted(([a], [b]) => a - b)
        .map(([offset, some]) => {
          const pot = new CurrencyTotal(span.currency, total)
          for (const { currency, amount, rate } of some) if (amount) pot.add(currency, amount, { rate })
          const count = some.reduce((sum, each) => sum + each.count, 0)
          return { offset, count, share: ratio(count, size), revenue: pot.value }
        })
      return { month: String(month), size, months }
    })
    return { of, period: shownSpan(span), currency: span.currency, cohorts, other_currencies: total.others }
  }

  /** Contacts by stage and source as they are now, and how often each move between two stages was made in the span. */
  async lifecycle({ owner, ...days }: Static<typeof LifecycleQuery>): Promise<Static<typeof LifecycleAnswer>> {
    const span = await spanOf(await calendarOf(this.#records), days, 'quarter')
    const all = this.#live(Contact.table)
    const rows = owner === undefined ? all : all.where('assigned_to', '=', ownerMeant(owner, this.#records.unit.actor))
    const found = await tally(this.#records, rows, [sql.ref('lifecycle_stage'), sql.ref('primary_source')], [])
    const count = (some: typeof found) => some.reduce((sum, each) => sum + each.count, 0)
    const contacts = count(found)
    const byStage = Map.groupBy(found, ({ keys }) => keys[0] as (typeof lifecycleStages)[number] | null)
    const bySource = Map.groupBy(found, ({ keys }) => keys[1] as string | null)
    return {
      period: shownSpan(span),
      contacts,
      stages: [...lifecycleStages, null]
        .filter((each) => each !== null || byStage.has(null))
        .map((stage) => ({ stage, count: count(byStage.get(stage) ?? []), share: ratio(count(byStage.get(stage) ?? []), contacts) })),
      sources: byName(bySource).map(([source, own]) => {
        const customers = count(own.filter(({ keys }) => keys[0] === 'customer'))
        return { source, count: count(own), customers, share: ratio(customers, count(own)) }
      }),
      changes: await this.#changes(span, owner),
    }
  }

  // Read from the log itself: stages that were passed through leave no trace on the contact.
  async #changes(span: Span, owner: string | undefined) {
    const { db, dialect } = this.#records
    const stage = (at: 0 | 1) =>
      dialect === 'postgresql'
        ? sql`(changes -> 'lifecycle_stage' ->> ${sql.lit(at)})`
        : sql`json_extract(changes, ${sql.lit(`$.lifecycle_stage[${at}]`)})`
    const said =
      dialect === 'postgresql'
        ? sql<SqlBool>`(changes -> 'lifecycle_stage') is not null`
        : sql<SqlBool>`json_type(changes, '$.lifecycle_stage') = 'array'`
    let log = db
      .selectFrom(ChangeRecord.table)
      .where('entity_type', '=', 'contact')
      .where(said)
      .where(during(this.#records, sql.ref('created_at'), span))
    if (owner !== undefined)
      log = log.where(
        'record_id',
        'in',
        this.#live(Contact.table).select('id').where('assigned_to', '=', ownerMeant(owner, this.#records.unit.actor)) as never,
      )
    const found = await tally(this.#records, log, [stage(0), stage(1)], [])
    return found
      .map(({ keys, count }) => ({ from: keys[0] as string | null, to: keys[1] as string | null, count }))
      .toSorted((a, b) => (`${a.from ?? ''}>${a.to ?? ''}` < `${b.from ?? ''}>${b.to ?? ''}` ? -1 : 1))
  }

  /** Contacts by month of creation, with the months of the first win. */
  async #contacts({ zone }: Span): Promise<Member[]> {
    const { db, dialect } = this.#records
    const month = (time: string) =>
      bucketOf(localDay(sql.ref(time), zone.offsets(EARLY, this.#records.unit.now), dialect), 'month', dialect)
    const first = db
      .selectFrom(`${Deal.table} as won`)
      .select(sql`min(won.closed_at)`.as('at'))
      .whereRef('won.primary_lead_id', '=', 'c.id')
      .where('won.status', '=', 'won')
      .where('won.deleted_at', 'is', null)
    const people = db
      .selectFrom(`${Contact.table} as c`)
      .select(['c.created_at', sql`${first}`.as('won_at')])
      .where('c.deleted_at', 'is', null)
    const found = await tally(this.#records, db.selectFrom(people.as('people')), [month('created_at'), month('won_at')], [])
    return found.map(({ keys: [made, won], count }) => ({
      month: String(made),
      size: count,
      then: won === null || won === undefined ? [] : [{ month: String(won), count, currency: null, amount: null, rate: null }],
    }))
  }

  /** Companies by the month of their first invoice, with what they were invoiced in each month. */
  async #customers({ currency, today }: Span): Promise<Member[]> {
    const { dialect } = this.#records
    const month = bucketOf(dayText(sql.ref('issue_date'), dialect), 'month', dialect)
    const rows = this.#live(Invoice.table)
      .where('status', 'in', ['sent', 'partially_paid', 'paid'])
      .where('company_id', 'is not', null)
      .where('issue_date', 'is not', null)
    const keys = [sql.ref('company_id'), month, sql.ref('currency'), documentRate(this.#records, sql.val(currency), today, Invoice.table)]
    const found = await tally(this.#records, rows, keys, [{ kind: 'money', sql: sql.ref('total_excl_tax') }])
    return [...Map.groupBy(found, ({ keys }) => String(keys[0]))].map(([, own]) => {
      // A company counts once a month, however many currencies it was invoiced in.
      const seen = new Set<string>()
      const then = own.map(({ keys, values }) => {
        const at = String(keys[1])
        const isNew = !seen.has(at)
        seen.add(at)
        return {
          month: at,
          count: isNew ? 1 : 0,
          currency: keys[2] as string | null,
          amount: values[0]?.sum ?? zero,
          rate: keys[3] === null || keys[3] === undefined ? null : Number(keys[3]),
        }
      })
      return { month: then.map(({ month }) => month).toSorted()[0] ?? '', size: 1, then }
    })
  }

  #live(table: string): RowQuery {
    return this.#records.db.selectFrom(table).where('deleted_at', 'is', null)
  }
}

/** Members that have the same month, and what became of them in which month. */
interface Member {
  readonly month: string
  readonly size: number
  readonly then: readonly { month: string; count: number; currency: string | null; amount: typeof zero | null; rate: number | null }[]
}

function monthsBetween(from: string, to: string): number {
  return monthOf(to) - monthOf(from)
}

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
