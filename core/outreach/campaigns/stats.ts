import type { Static } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Email } from '../emails/entity.ts'
import { rateOf } from '../sequences/sequence-stats.ts'
import { CampaignRecipient, campaignRecipientStates } from './rows.ts'
import type { CampaignStats, Figures } from './schema.ts'

const SHOWN = 100
const times = ['sent_at', 'opened_at', 'clicked_at', 'replied_at', 'unsubscribed_at'] as const

interface Link {
  readonly value: string
}
type Of = { readonly id: string; readonly issue?: string | undefined }

/** The figures of a campaign, or of one issue of it, counted from the rows that the caller sees. */
export async function figuresOf(records: Records, of: Of): Promise<Figures> {
  const row = await rowsOf(records, of)
    .select(times.map((name) => sql<number>`count(${sql.ref(name)})`.as(name)))
    .select(
      campaignRecipientStates.map((state) => sql<number>`count(case when ${sql.ref('status')} = ${state} then 1 end)`.as(`is_${state}`)),
    )
    .select([sql<number>`count(*)`.as('recipients'), sql<number>`count(case when bounced_at is null then sent_at end)`.as('delivered')])
    .executeTakeFirst()
  const counted: Readonly<Record<string, unknown>> = row ?? {}
  const amount = (name: string) => Number(counted[name] ?? 0)
  return {
    recipients: amount('recipients'),
    pending: amount('is_pending'),
    sent: amount('sent_at'),
    delivered: amount('delivered'),
    skipped: amount('is_skipped'),
    failed: amount('is_failed'),
    bounced: amount('is_bounced'),
    uncertain: amount('is_uncertain'),
    cancelled: amount('is_cancelled'),
    opened: amount('opened_at'),
    clicked: amount('clicked_at'),
    replied: amount('replied_at'),
    unsubscribed: amount('unsubscribed_at'),
  }
}

/** All that is counted of a campaign: in all, by reason, variant, link and issue. */
export async function statsOf(records: Records, of: Of): Promise<Static<typeof CampaignStats>> {
  return {
    ...(await figuresOf(records, of)),
    reasons: await reasonsOf(records, of),
    variants: await variantsOf(records, of),
    links: await linksOf(records, of),
    issues: await issuesOf(records, of),
  }
}

function rowsOf(records: Records, { id, issue }: Of) {
  const own = records.db.selectFrom(CampaignRecipient.table).where('campaign_id', '=', id)
  return issue === undefined ? own : own.where('issue', '=', issue)
}

async function reasonsOf(records: Records, of: Of): Promise<Record<string, number>> {
  const rows = await rowsOf(records, of)
    .select(['reason', sql<number>`count(*)`.as('amount')])
    .where('reason', 'is not', null)
    .groupBy('reason')
    .orderBy('reason')
    .execute()
  return Object.fromEntries(rows.map(({ reason, amount }) => [String(reason), Number(amount)]))
}

async function variantsOf(records: Records, of: Of) {
  const rows = await rowsOf(records, of)
    .select(['variant', sql<number>`count(*)`.as('recipients')])
    .select(times.map((name) => sql<number>`count(${sql.ref(name)})`.as(name)))
    .where('variant', 'is not', null)
    .groupBy('variant')
    .orderBy('variant')
    .execute()
  return rows.map((row) => {
    const sent = Number(row.sent_at)
    const rate = (name: (typeof times)[number]) => rateOf(Number(row[name]), sent)
    return {
      variant: String(row.variant),
      recipients: Number(row.recipients),
      sent,
      opened: rate('opened_at'),
      clicked: rate('clicked_at'),
      replied: rate('replied_at'),
    }
  })
}

async function issuesOf(records: Records, of: Of) {
  const rows = await rowsOf(records, of)
    .select(['issue', sql<number>`count(*)`.as('recipients'), sql<number>`count(sent_at)`.as('sent')])
    .groupBy('issue')
    .orderBy('issue', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ issue, recipients, sent }) => ({ issue: String(issue), recipients: Number(recipients), sent: Number(sent) }))
}

async function linksOf(records: Records, of: Of) {
  const links = sql.ref(`${Email.table}.links`)
  const entry =
    records.dialect === 'postgresql'
      ? sql<Link>`json_array_elements(${links})`.as<'entry'>(sql`entry(value)`)
      : sql<Link>`json_each(${links})`.as<'entry'>(sql`entry`)
  const url = sql<string>`${sql.ref('entry.value')} ->> 'url'`
  const clicks = sql<number>`cast(${sql.ref('entry.value')} ->> 'click_count' as integer)`
  const clicked = rowsOf(records, of).select('email_id').where('clicked_at', 'is not', null)
  const rows = await records.db
    .selectFrom([Email.table, entry])
    .select([url.as('url'), sql<number>`sum(${clicks})`.as('clicks'), sql<number>`count(*)`.as('people')])
    .where(sql<SqlBool>`${sql.ref(`${Email.table}.id`)} in ${clicked}`)
    .where(sql<SqlBool>`${clicks} > 0`)
    .groupBy(url)
    .orderBy('clicks', 'desc')
    .orderBy('url')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({ url: String(row.url), clicks: Number(row.clicks), people: Number(row.people) }))
}
