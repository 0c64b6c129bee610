import { sql, type SqlBool } from 'kysely'
import { bucketOf } from '../../automation/splits/bucket.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { amongGiven } from '../../kernel/storage/records/any-of.ts'
import { givenTo } from '../../kernel/storage/schema/given-to.ts'
import { initials } from '../../kernel/storage/records/new-record.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { fromEntity } from '../../kernel/storage/schema/tables.ts'
import { chunks } from '../../kernel/storage/writing/chunks.ts'
import { Turns } from '../../kernel/values/turns.ts'
import { Audience, type Candidate, PART } from './audience.ts'
import { Campaign } from './entity.ts'
import { heldStates } from './locks.ts'
import { CampaignIssue, CampaignRecipient, recipientFields, steps, variantsOf } from './rows.ts'

// Rows of one statement.
const AT_ONCE = 500

/** Writes down whom an issue goes to, part by part; nobody joins later. */
export class Freezing {
  static readonly uses = { records: Records, ids: Ids, audience: Audience }
  readonly #uses: Resolved<typeof Freezing.uses>

  constructor(uses: Resolved<typeof Freezing.uses>) {
    this.#uses = uses
  }

  /** Writes the next part of the audience: one row for each contact and for each address. */
  async part(id: string): Promise<void> {
    const { records, audience } = this.#uses
    const [known] = await records.findBy(CampaignIssue, 'id', [id])
    const states = await heldStates(records, known ? [known.campaign_id] : [])
    const [issue] = await records.findBy(CampaignIssue, 'id', [id], { lock: true })
    const [campaign] = issue ? await records.findBy(Campaign, 'id', [issue.campaign_id]) : []
    if (!issue || !campaign || issue.frozen_at || states.get(campaign.id)?.status !== 'sending') return
    const found = await audience.next(campaign, { after: issue.looked_at, until: issue.started_at, limit: PART })
    await this.#insert(campaign, issue, found)
    const isLast = found.length < PART
    const looked_at = found.at(-1)?.lead_id ?? issue.looked_at
    await records.update(CampaignIssue, [{ before: issue, changes: { looked_at, ...(isLast && { frozen_at: records.unit.now }) } }])
  }

  // Contacts come once, in their order; addresses that several contacts share are left out but for the first.
  async #insert(campaign: Campaign, begun: CampaignIssue, found: readonly Candidate[]): Promise<void> {
    const { records, ids } = this.#uses
    const common = { user_from: campaign.user_from, campaign_id: campaign.id, issue: begun.issue, created_at: records.unit.now }
    const places = { id: campaign.id, test: campaign.test, variants: variantsOf(begun) }
    const turns = new Turns(1)
    for (const part of chunks(found, AT_ONCE)) {
      if (turns.areOver()) await turns.next()
      const taken = await this.#taken(common, part)
      const rows = part.flatMap(({ lead_id, address, reason }): CampaignRecipient[] => {
        if (address !== null && taken.has(address)) return []
        if (address !== null) taken.add(address)
        const status = reason === null ? 'pending' : 'skipped'
        return [{ ...initials(recipientFields), id: ids.next(), ...common, lead_id, address, status, reason, ...placeOf(places, lead_id) }]
      })
      await records.insert(CampaignRecipient, rows)
    }
  }

  /** Which of these addresses the issue has already. */
  async #taken(
    { campaign_id, issue }: Pick<CampaignIssue, 'campaign_id' | 'issue'>,
    part: readonly Candidate[],
  ): Promise<Set<string | null>> {
    const { records } = this.#uses
    const addresses = part.flatMap(({ address }) => address ?? [])
    const given = givenTo(records.dialect, addresses)
    const rows = await records.rows<{ address: string }>(
      'addresses of an issue',
      [campaign_id, issue, given],
      (db, campaign, name, place) => {
        const own = fromEntity(db, CampaignRecipient).select('address').where('campaign_id', '=', campaign).where('issue', '=', name)
        if (records.dialect === 'sqlite') return own.where(amongGiven('address', 'text', place, 'sqlite'))
        // The next one in the order of the index of addresses: PostgreSQL, which has not looked at these rows yet, takes no other index for that.
        const next = own
          .where(sql<SqlBool>`address >= given.address`)
          .orderBy('address')
          .limit(1)
        return db
          .selectFrom(sql<{ address: string }>`unnest(${place}::text[])`.as<'given'>(sql`given(address)`))
          .innerJoinLateral(next.as('taken'), (join) => join.onRef('taken.address', '=', sql.ref('given.address')))
          .select('taken.address')
      },
    )
    return new Set(rows.map(({ address }) => address))
  }
}

/** Which variant a contact gets, or that it waits for the best one: the same in every issue of the campaign. */
export function placeOf(
  { id, variants, test }: Pick<Campaign, 'id' | 'test'> & { readonly variants: ReturnType<typeof variantsOf> },
  lead_id: string,
): { readonly variant: string | null; readonly step: number } {
  if (variants.length === 0) return { variant: null, step: steps.ready }
  const share = (test?.percent ?? 100) / 100
  const bucket = bucketOf(id, 'variants', lead_id)
  if (bucket >= share) return { variant: null, step: steps.held }
  const at = Math.min(variants.length - 1, Math.floor((bucket / share) * variants.length))
  return { variant: variants[at]?.id ?? null, step: steps.ready }
}
