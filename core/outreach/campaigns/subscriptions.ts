import { sql, type SqlBool } from 'kysely'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { meantBy, survivorsOf } from '../../kernel/storage/records/references.ts'
import { RecordTypes } from '../../records/record-type/record-types.ts'
import { Outbox } from '../emails/outbox.ts'
import { Consents } from '../suppressions/consents.ts'
import { Campaign } from './entity.ts'
import { CampaignRecipient, CampaignSubscription } from './rows.ts'

/** What became of one contact. */
export type SubscribeResult =
  | { readonly lead_id: string; readonly added: true }
  | { readonly lead_id: string; readonly added: false; readonly reason: string }

/** Adds contacts to recurring campaigns and takes them out, whatever the lists and the filter of these say. */
export class Subscriptions {
  static readonly uses = { records: Records, actor: CurrentActor, ids: Ids, types: RecordTypes, consents: Consents, outbox: Outbox }
  readonly #uses: Resolved<typeof Subscriptions.uses>

  constructor(uses: Resolved<typeof Subscriptions.uses>) {
    this.#uses = uses
  }

  /** Subscribes those who may be written to; they get the next issue that begins. Throws `conflict` for a campaign that is sent once or is over. */
  async add(campaign: Campaign, asked: readonly string[]): Promise<readonly SubscribeResult[]> {
    if (campaign.kind !== 'recurring') throw new CrmError('conflict', 'The campaign is sent once: only recurring ones have subscribers')
    if (campaign.status === 'cancelled') throw new CrmError('conflict', 'The campaign was cancelled')
    const { records, consents, types } = this.#uses
    const { entity } = types.get('contacts')
    const wanted = [...new Set(asked.map((each) => each.toLowerCase()))]
    const meant = await survivorsOf(records, entity, wanted)
    const ids = new Set(wanted.map((id) => meant.get(id) ?? id))
    const contacts = new Map((await records.findBy(entity, 'id', ids)).map((each) => [each.id, each]))
    const found = [...contacts.values()]
    const answers = await consents.judge(
      found.map(({ id, primary_email }) => ({ address: String(primary_email ?? ''), contact_id: id })),
      'marketing',
      campaign.topic,
    )
    const reasons = new Map(found.flatMap(({ id }, at) => (answers[at] ? [[id, answers[at]] as const] : [])))
    const allowed = found.flatMap(({ id }) => (reasons.has(id) ? [] : [id]))
    const added = await this.#set(campaign, allowed, true)
    if (added.size > 0) await records.note(Campaign, [campaign.id], 'recipients_added', { recipients: [null, added.size] })
    const fresh = new Set(added)
    return wanted.map((lead_id) => {
      const id = meant.get(lead_id) ?? lead_id
      // The id of a merged contact means the same one again.
      if (fresh.delete(id)) return { lead_id, added: true }
      return { lead_id, added: false, reason: reasons.get(id) ?? (contacts.has(id) ? 'already_subscribed' : 'not_found') }
    })
  }

  /** Takes a contact out of a campaign: it gets no further issue, and nothing of this one that has not left. Answers whether that changed anything. */
  async remove(campaign: Campaign, lead_id: string): Promise<boolean> {
    const { records, outbox, types } = this.#uses
    const { entity } = types.get('contacts')
    const id = await meantBy(records, entity, lead_id.toLowerCase())
    if (!(await records.has(entity, id))) throw new CrmError('not_found', `No contacts with the id ${lead_id}`)
    // Nobody makes a recipient into an e-mail meanwhile.
    await records.findBy(Campaign, 'id', [campaign.id], { lock: true })
    const changed = await this.#set(campaign, [id], false)
    const pending = await records.columns(CampaignRecipient, ['id', 'email_id'], (query) =>
      query.where('campaign_id', '=', campaign.id).where('lead_id', '=', id).where('status', '=', 'pending'),
    )
    await outbox.cancel(
      pending.flatMap(({ email_id }) => email_id ?? []),
      'removed',
    )
    const loose = await records.findBy(
      CampaignRecipient,
      'id',
      pending.flatMap((each) => (each.email_id === null ? [each.id] : [])),
    )
    await records.update(
      CampaignRecipient,
      loose.map((before) => ({ before, changes: { status: 'cancelled' as const, reason: 'removed' } })),
    )
    if (changed.size > 0) await records.note(Campaign, [campaign.id], 'recipient_removed', { recipient: [id, null] })
    return changed.size > 0 || pending.length > 0
  }

  /** Ends the subscriptions of a contact to recurring campaigns of a topic, or of all topics. */
  async end(lead_id: string, topic: string | null): Promise<void> {
    const records = this.#uses.records.whole
    const own = records.db
      .selectFrom(Campaign.table)
      .select('id')
      .where('kind', '=', 'recurring')
      .where(topic === null ? sql<SqlBool>`1 = 1` : sql<SqlBool>`topic = ${topic}`)
    const rows = await records.columns(CampaignSubscription, ['id'], (query) =>
      query
        .where('lead_id', '=', lead_id)
        .where('subscribed', '=', records.codec(CampaignSubscription).toColumn('subscribed', true))
        .where('campaign_id', 'in', own),
    )
    const found = await records.findBy(
      CampaignSubscription,
      'id',
      rows.map(({ id }) => id),
      { lock: true },
    )
    const { now: changed_at, actor } = records.unit
    await records.update(
      CampaignSubscription,
      found.map((before) => ({ before, changes: { subscribed: false, changed_by: actor.user, changed_at } })),
    )
  }

  // Whose subscription is another by that.
  async #set({ id: campaign_id, user_from }: Campaign, leads: readonly string[], subscribed: boolean): Promise<ReadonlySet<string>> {
    const { records, ids, actor } = this.#uses
    const rows = await records.columns(CampaignSubscription, ['id'], (query) =>
      query.where('campaign_id', '=', campaign_id).where(records.anyOf(CampaignSubscription, 'lead_id', leads)),
    )
    const known = await records.findBy(
      CampaignSubscription,
      'id',
      rows.map(({ id }) => id),
      { lock: true },
    )
    const other = known.filter((each) => each.subscribed !== subscribed)
    const fresh = leads.filter((each) => !known.some(({ lead_id }) => lead_id === each))
    const said = { subscribed, changed_by: actor.user, changed_at: records.unit.now }
    await records.update(
      CampaignSubscription,
      other.map((before) => ({ before, changes: said })),
    )
    await records.insert(
      CampaignSubscription,
      fresh.map((lead_id) => ({ id: ids.next(), user_from, campaign_id, lead_id, ...said })),
    )
    return new Set([...other.map(({ lead_id }) => lead_id), ...fresh])
  }
}
