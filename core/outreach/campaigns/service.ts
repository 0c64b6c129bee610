import type { Static } from '@sinclair/typebox'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { equal } from '../../kernel/storage/schema/equal.ts'
import { homeOf } from '../../platform/access/organization.ts'
import { refuseTexts } from '../templates/text-faults.ts'
import { CampaignCheck, type Judged } from './check.ts'
import { Campaign } from './entity.ts'
import { CampaignList } from './rows.ts'
import { type CampaignCreate, campaignFilters, campaignSorts, type CampaignUpdate, type GivenAudience } from './schema.ts'
import { startOf } from './timing.ts'

type Given = Static<typeof GivenAudience>
const editable: readonly Campaign['status'][] = ['draft', 'scheduled', 'paused']
const judged = ['kind', 'template_id', 'subject', 'html', 'text', 'mailbox_id', 'from_name', 'schedule', 'variants', 'test'] as const

/** Campaigns as they are written; `CampaignControl` steers them. */
export class CampaignService extends RecordStore<typeof Campaign.fields> {
  static readonly uses = { ...storeParts, ids: Ids, check: CampaignCheck }
  readonly #uses: Resolved<typeof CampaignService.uses>

  constructor(uses: Resolved<typeof CampaignService.uses>) {
    super(uses, { entity: Campaign, object: 'campaigns', keys: [], filters: campaignFilters, sorts: campaignSorts })
    this.#uses = uses
  }

  /** A new draft, or the one with the same external id, changed. Throws `invalid_input` with a pointer to each fault. */
  async create({ audience = {}, ...input }: Static<typeof CampaignCreate>, reply: Reply): Promise<Campaign> {
    const known = await this.references.findAny(input.external_ids ?? [])
    if (known) {
      reply.matched('external_id')
      const { external_ids: _, kind: __, ...changes } = input
      return await this.update(known, { ...changes, audience }, reply)
    }
    const campaign = this.made(input)
    const { filter } = await this.#checked(campaign, audience)
    const added = await this.add({ ...input, filter })
    await this.#keepLists(added, audience)
    return added
  }

  /** Changes a campaign that is no longer or not yet at work; an audience is replaced as a whole. Throws `conflict` for any other. */
  async update(id: string, { audience, ...changes }: Omit<Static<typeof CampaignUpdate>, 'id'>, reply?: Reply): Promise<Campaign> {
    const campaign = await this.forChange(id, reply)
    if (!editable.includes(campaign.status))
      throw new CrmError('conflict', `The campaign is ${campaign.status}: only drafts, scheduled and paused ones can be changed`)
    const after = { ...campaign, ...this.asStored(changes, campaign) }
    const { filter } = await this.#checked(after, audience)
    if (campaign.status === 'scheduled') refuseEmpty(after)
    this.change(campaign, { ...changes, ...(audience && { filter }), ...(await this.#moved(campaign, after.schedule)) })
    if (audience) await this.#keepLists(campaign, audience)
    return campaign
  }

  /** Throws `invalid_input` for what it names that is not there, and for texts that cannot be sent to many. */
  async refuseFaults(campaign: Campaign): Promise<void> {
    refuseTexts(await this.#uses.check.faults(campaign))
  }

  // One that is to begin begins when its new schedule says; what was begun goes on.
  async #moved(campaign: Campaign, schedule: Campaign['schedule']): Promise<Partial<Campaign>> {
    const { kind, next_run_at } = campaign
    if (next_run_at === null || equal(schedule, campaign.schedule)) return {}
    const wanted = kind === 'recurring' ? null : schedule.at === undefined ? next_run_at : new Date(schedule.at)
    return { next_run_at: await startOf({ kind, schedule }, { wanted, home: (await homeOf(this.records)).timezone, now: this.now }) }
  }

  async #checked(campaign: Campaign, audience: Given | undefined) {
    const own: Judged = Object.fromEntries(judged.map((name) => [name, campaign[name]])) as Pick<Campaign, (typeof judged)[number]>
    const faults = await this.#uses.check.faults(own)
    const { filter, faults: others } = audience ? await this.#uses.check.audience(audience) : { filter: null, faults: [] }
    refuseTexts([...faults, ...others])
    return { filter }
  }

  async #keepLists({ id: campaign_id, user_from }: Campaign, { list_ids = [], exclude_list_ids = [] }: Given): Promise<void> {
    const { records } = this
    const rows = [
      ...unique(list_ids).map((list_id, position) => ({ list_id, position, excluded: false })),
      ...unique(exclude_list_ids).map((list_id, position) => ({ list_id, position, excluded: true })),
    ]
    await forgetLists(records, campaign_id)
    await records.insert(
      CampaignList,
      rows.map((row) => ({ id: this.#uses.ids.next(), user_from, campaign_id, ...row })),
    )
  }
}

/** Takes the lists out of a campaign. */
export async function forgetLists(records: Records, campaign_id: string): Promise<void> {
  const rows = await records.findBy(CampaignList, 'campaign_id', [campaign_id])
  await records.remove(
    CampaignList,
    rows.map(({ id }) => id),
  )
}

const unique = (ids: readonly string[]) => [...new Set(ids.map((each) => each.toLowerCase()))]

/** Throws `invalid_input` where a recipient would get nothing to read. */
export function refuseEmpty({ template_id, subject, html, text, variants }: Campaign): void {
  const hasBody = template_id !== null || Boolean(html?.trim()) || Boolean(text?.trim())
  const texts = variants.length > 0 ? variants : [{ template_id: undefined, subject: undefined }]
  if (!hasBody && texts.some((each) => each.template_id === undefined))
    throw invalid('/template_id', 'required', 'The campaign says nothing yet: give it a template, html or text')
  if (texts.some((each) => template_id === null && each.template_id === undefined && !(each.subject ?? subject)?.trim()))
    throw invalid('/subject', 'required', 'The campaign has no subject yet')
}
