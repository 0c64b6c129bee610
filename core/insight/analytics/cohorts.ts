import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Invoice } from '../../commerce/invoices/entity.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import { Deal } from '../../crm/deals/entity.ts'
import { bucketOf, dayText, localDay } from '../../kernel/money/bucket.ts'
import { CurrencyTotal } from '../../kernel/money/currency-total.ts'
import { shownSpan, type Span, spanOf } from '../../kernel/money/span.ts'
import { tally, zero } from '../../kernel/money/tally.ts'
import { Records, type RowQuery } from '../../kernel/storage/records/records.ts'
import { numberOrNull, textOrNull } from '../../kernel/values/scalar.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { documentRate } from '../../platform/currencies/rates.ts'
import { byName, ratio } from './common.ts'
import type { CohortsAnswer, CohortsQuery } from './people-schema.ts'

// From when on the offsets of a time zone are looked up.
const EARLY = new Date(0)

/** Contacts and customers by the month in which they began, and when they won or bought. */
export class Cohorts {
  static readonly uses = { records: Records }
  readonly #records: Records

  constructor({ records }: Resolved<typeof Cohorts.uses>) {
    this.#records = records
  }

  /** Members by the month in which they began, and the later months in which they won or bought. `offset` 0 is the month itself. */
  async read({ of = 'contacts', ...days }: Static<typeof CohortsQuery>): Promise<Static<typeof CohortsAnswer>> {
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
          const subtotal = new CurrencyTotal(span.currency, total)
          for (const { currency, amount, rate } of some) if (amount) subtotal.add(currency, amount, { rate })
          const count = some.reduce((sum, each) => sum + each.count, 0)
          return { offset, count, share: ratio(count, size), revenue: subtotal.value }
        })
      return { month: String(month), size, months }
    })
    return { of, period: shownSpan(span), currency: span.currency, cohorts, other_currencies: total.others }
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
          currency: textOrNull(keys[2]),
          amount: values[0]?.sum ?? zero,
          rate: numberOrNull(keys[3]),
        }
      })
      return { month: then.map(({ month }) => month).toSorted()[0] ?? '', size: 1, then }
    })
  }

  #live(table: string): RowQuery {
    return this.#records.db.selectFrom(table).where('deleted_at', 'is', null)
  }
}

/** Members of the same month, and the months in which they won or bought. */
interface Member {
  readonly month: string
  readonly size: number
  readonly then: readonly { month: string; count: number; currency: string | null; amount: typeof zero | null; rate: number | null }[]
}

function monthsBetween(from: string, to: string): number {
  return monthOf(to) - monthOf(from)
}

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
