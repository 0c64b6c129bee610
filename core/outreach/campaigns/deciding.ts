import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import type { Records } from '../../kernel/storage/records/records.ts'
import { rateOf } from '../sequences/sequence-stats.ts'
import type { Campaign } from './entity.ts'
import type { CampaignWinner } from './parts-schema.ts'
import { type CampaignIssue, CampaignRecipient } from './rows.ts'

/** Recipients of each variant without which figures tell nothing. */
export const LEAST_SENT = 100

/** What was counted of one variant. */
export interface VariantFigures {
  readonly id: string
  readonly sent: number
  readonly count: number
}
type Winner = Static<typeof CampaignWinner>

/** What was counted of the variants of an issue: what people did, and no machine. */
export async function figuresOfVariants(
  records: Records,
  { variants, test }: Pick<Campaign, 'variants' | 'test'>,
  { campaign_id, issue }: Pick<CampaignIssue, 'campaign_id' | 'issue'>,
): Promise<readonly VariantFigures[]> {
  const metric = `${test?.metric ?? 'opened'}_at`
  const rows = await records.whole.db
    .selectFrom(CampaignRecipient.table)
    .select(['variant', sql<number>`count(sent_at)`.as('sent'), sql<number>`count(${sql.ref(metric)})`.as('amount')])
    .where('campaign_id', '=', campaign_id)
    .where('issue', '=', issue)
    .groupBy('variant')
    .execute()
  return variants.map(({ id }) => {
    const row = rows.find(({ variant }) => variant === id)
    return { id, sent: Number(row?.sent ?? 0), count: Number(row?.amount ?? 0) }
  })
}

/**
 * The variant that the rest gets: the one with the highest share, if each was sent to 100 and its interval lies above those of all others;
 * else the fallback, which says that the figures do not tell.
 */
export function winnerOf(figures: readonly VariantFigures[], test: NonNullable<Campaign['test']>, now: Date): Winner {
  const variants = figures.map(({ id, sent, count }) => ({ id, sent, ...rateOf(count, sent) }))
  const [best, second] = variants.toSorted((a, b) => b.rate - a.rate)
  const others = variants.filter(({ id }) => id !== best?.id)
  const tells =
    best !== undefined &&
    second !== undefined &&
    variants.every(({ sent }) => sent >= LEAST_SENT) &&
    others.every(({ high }) => high < best.low)
  const fallback = test.fallback ?? variants[0]?.id ?? ''
  return { variant: tells ? best.id : fallback, inconclusive: !tells, metric: test.metric, decided_at: now.toISOString(), variants }
}
