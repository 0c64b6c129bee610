import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import type { Records } from '../../kernel/storage/records/records.ts'
import { rateOf } from '../sequences/sequence-stats.ts'
import type { Campaign } from './entity.ts'
import type { CampaignWinner } from './parts-schema.ts'
import { type CampaignIssue, CampaignRecipient, variantsOf } from './rows.ts'

/** Recipients of each variant without which figures tell nothing. */
export const LEAST_SENT = 100

/** What was counted of one variant. */
export interface VariantFigures {
  readonly id: string
  readonly sent: number
  readonly count: number
}
type Winner = Static<typeof CampaignWinner>

/** What was counted of the variants with which an issue was begun: what people did, and no machine. */
export async function figuresOfVariants(
  records: Records,
  { metric: what }: Pick<NonNullable<Campaign['test']>, 'metric'>,
  { campaign_id, issue, texts }: Pick<CampaignIssue, 'campaign_id' | 'issue' | 'texts'>,
): Promise<readonly VariantFigures[]> {
  const metric = `${what}_at`
  const rows = await records.whole.db
    .selectFrom(CampaignRecipient.table)
    .select(['variant', sql<number>`count(sent_at)`.as('sent'), sql<number>`count(${sql.ref(metric)})`.as('amount')])
    .where('campaign_id', '=', campaign_id)
    .where('issue', '=', issue)
    .groupBy('variant')
    .execute()
  return variantsOf({ texts }).map(({ id }) => {
    const row = rows.find(({ variant }) => variant === id)
    return { id, sent: Number(row?.sent ?? 0), count: Number(row?.amount ?? 0) }
  })
}

/**
 * The variant that the rest gets: the one with the highest share, if each was sent to 100 and its interval lies above those of all others;
 * else the fallback, which says that the figures do not tell. A fallback that came after the issue was begun counts as none.
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
  const fallback = (variants.find(({ id }) => id === test.fallback) ?? variants[0])?.id ?? ''
  return { variant: tells ? best.id : fallback, inconclusive: !tells, metric: test.metric, decided_at: now.toISOString(), variants }
}
