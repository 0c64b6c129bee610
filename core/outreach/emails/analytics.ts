import type { Static } from '@sinclair/typebox'
import { type Expression, sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Activity } from '../../crm/activities/entity.ts'
import { Email } from './entity.ts'
import { shownSpan, type Span, spanOf } from '../../kernel/money/span.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { tally, type Tallied, type Value } from '../../kernel/money/tally.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { byName, ratio } from '../../insight/analytics/common.ts'
import { during } from '../../insight/analytics/during.ts'
import type { EmailAnswer, EmailQuery } from './analytics-schema.ts'

// A message is counted where it has the time in question.
const sent = (name: string) => sql`(case when sent_at is not null then ${sql.ref(name)} end)`
const counted: Readonly<Record<string, Expression<unknown>>> = {
  sent: sql.ref('sent_at'),
  failed: sql`(case when sent_at is null then failed_at end)`,
  bounced: sent('bounced_at'),
  opened: sent('opened_at'),
  clicked: sent('clicked_at'),
  replied: sent('replied_at'),
  unsubscribed: sent('unsubscribed_at'),
}
const none = { sent: 0, failed: 0, bounced: 0, opened: 0, clicked: 0, replied: 0, unsubscribed: 0 }
type Counts = typeof none

/** Counts and rates of the e-mails of a period. */
export class EmailAnalytics {
  static readonly uses = { records: Records }
  readonly #records: Records

  constructor({ records }: Resolved<typeof EmailAnalytics.uses>) {
    this.#records = records
  }

  /** Counts and rates: in all, by campaign, sequence and sender. Rates are shares of what was delivered, null where nothing was. */
  async read(days: Static<typeof EmailQuery>): Promise<Static<typeof EmailAnswer>> {
    const span = await spanOf(await calendarOf(this.#records), days, 'd30')
    const [all] = await this.#messages(span)
    const senders = new Map((await this.#messages(span, 'mailbox')).map(({ keys, ...each }) => [keyOf(keys), countsOf(each)]))
    const logged = await this.#logged(span)
    const names = new Map([...senders.keys(), ...logged.keys()].map((name) => [name, name]))
    const rows = [...logged.values()]
    const total = { logged_sent: sum(rows, 'logged_sent'), logged_received: sum(rows, 'logged_received') }
    return {
      period: shownSpan(span),
      total: { ...figuresOf(countsOf(all)), ...total },
      campaigns: (await this.#grouped(span, 'campaign_id')).map(([campaign_id, figures]) => ({ campaign_id, ...figures })),
      sequences: (await this.#grouped(span, 'sequence_id')).map(([sequence_id, figures]) => ({ sequence_id, ...figures })),
      senders: byName(names).map(([sender]) => ({
        sender,
        ...figuresOf(senders.get(sender) ?? none),
        ...(logged.get(sender) ?? { logged_sent: 0, logged_received: 0 }),
      })),
    }
  }

  async #grouped(span: Span, field: 'campaign_id' | 'sequence_id') {
    const found = new Map((await this.#messages(span, field)).map(({ keys, ...each }) => [keyOf(keys), figuresOf(countsOf(each))]))
    return byName(found).flatMap(([id, figures]) => (id === null ? [] : [[id, figures] as const]))
  }

  /** Outgoing messages of the span, each counted once by when it was sent, or failed. */
  async #messages(span: Span, field?: string): Promise<Tallied[]> {
    const rows = this.#records.db
      .selectFrom(Email.table)
      .where('direction', '=', 'out')
      .where(during(this.#records, sql`coalesce(sent_at, failed_at)`, span))
      .where(sql<boolean>`coalesce(sent_at, failed_at) is not null`)
    const values = Object.values(counted).map((each): Value => ({ kind: 'other', sql: each }))
    return await tally(this.#records, rows, field === undefined ? [] : [sql.ref(field)], values)
  }

  /** E-mails that were logged by people and channels, by owner. */
  async #logged(span: Span) {
    const rows = this.#records.db
      .selectFrom(Activity.table)
      .where('deleted_at', 'is', null)
      .where('type', '=', 'email')
      .where('email_id', 'is', null)
      .where('direction', 'in', ['in', 'out'])
      .where(during(this.#records, sql.ref('at'), span))
    const found = await tally(this.#records, rows, [sql`lower(owner_email)`, sql.ref('direction')], [])
    const bySender = Map.groupBy(found, ({ keys }) => keyOf(keys))
    return new Map([...bySender].map(([name, some]) => [name, { logged_sent: countOf(some, 'out'), logged_received: countOf(some, 'in') }]))
  }
}

const keyOf = (keys: readonly unknown[]) => (keys[0] === null || keys[0] === undefined ? null : String(keys[0]))
const sum = <K extends string>(rows: readonly Readonly<Record<K, number>>[], name: K) => rows.reduce((all, each) => all + each[name], 0)

function countOf(some: readonly Tallied[], direction: string): number {
  return some.reduce((all, { keys, count }) => all + (keys[1] === direction ? count : 0), 0)
}

function countsOf(found: Pick<Tallied, 'values'> | undefined): Counts {
  // `counted` has the names of `Counts`.
  return Object.fromEntries(Object.keys(counted).map((name, at) => [name, found?.values[at]?.known ?? 0])) as Counts
}

/** Counted by message: one that was opened five times counts once. */
function figuresOf(counts: Counts) {
  const delivered = counts.sent - counts.bounced
  return {
    ...counts,
    delivered,
    delivery_rate: ratio(delivered, counts.sent),
    open_rate: ratio(counts.opened, delivered),
    click_rate: ratio(counts.clicked, delivered),
    reply_rate: ratio(counts.replied, delivered),
    unsubscribe_rate: ratio(counts.unsubscribed, delivered),
  }
}
