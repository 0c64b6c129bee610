import { type Expression, sql, type SqlBool } from 'kysely'
import { Contact } from '../../crm/contacts/entity.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { chunks } from '../../kernel/storage/writing/chunks.ts'
import { Turns } from '../../kernel/values/turns.ts'
import { List } from '../../records/lists/entity.ts'
import { ListMembers } from '../../records/lists/members.ts'
import { comparedAddress } from '../suppressions/address.ts'
import { Consents } from '../suppressions/consents.ts'
import type { Campaign } from './entity.ts'
import { CampaignList, CampaignSubscription } from './rows.ts'
import type { Preview, ShownAudience } from './schema.ts'

/** Contacts that one step looks at. */
export const PART = 5000
const JUDGED = 500

/** A contact of the audience, and why it gets nothing, if that is so. */
export interface Candidate {
  readonly lead_id: string
  /** As addresses are compared; null where there is none. */
  readonly address: string | null
  readonly reason: string | null
}

/** Contacts up to which a part goes, and those that were there when the issue began. */
interface Span {
  readonly after: string | null
  readonly until: Date
  readonly limit: number
}

/** Whom a campaign is for: one condition on contacts, so that everybody is found once, however many lists name them. */
export class Audience {
  static readonly uses = { records: Records, members: ListMembers, consents: Consents }
  readonly #uses: Resolved<typeof Audience.uses>

  constructor(uses: Resolved<typeof Audience.uses>) {
    this.#uses = uses
  }

  /** The audiences of campaigns as they are shown. */
  async shown(campaigns: readonly Campaign[]): Promise<(campaign: Campaign) => ShownAudience> {
    const ids = campaigns.map(({ id }) => id)
    const rows = (await this.#uses.records.findBy(CampaignList, 'campaign_id', ids)).toSorted((a, b) => a.position - b.position)
    const of = (id: string, excluded: boolean) =>
      rows.filter((each) => each.campaign_id === id && each.excluded === excluded).map(({ list_id }) => list_id)
    return ({ id, filter }) => ({ list_ids: of(id, false), filter, exclude_list_ids: of(id, true) })
  }

  /** The next contacts in the order of their ids, each judged. */
  async next(campaign: Campaign, span: Span): Promise<readonly Candidate[]> {
    return await this.#judged(campaign, await this.#part(await this.#condition(campaign), span))
  }

  /** Somebody of it; undefined where it is empty. */
  async first(campaign: Campaign): Promise<string | undefined> {
    const { now: until } = this.#uses.records.unit
    const [first] = await this.#part(await this.#condition(campaign), { after: null, until, limit: 1 })
    return first?.id
  }

  /** How many it would be sent to now, and why others get nothing. */
  async preview(campaign: Campaign): Promise<Preview> {
    const condition = await this.#condition(campaign)
    const { now } = this.#uses.records.unit
    const suppressed: Record<string, number> = {}
    const addresses = new Set<string>()
    for (let after: string | null = null; ;) {
      const part = await this.#part(condition, { after, until: now, limit: PART })
      for (const { reason, address } of await this.#judged(campaign, part)) {
        if (reason !== null) suppressed[reason] = (suppressed[reason] ?? 0) + 1
        else if (address !== null) addresses.add(address)
      }
      if (part.length < PART) return { recipients: addresses.size, suppressed }
      after = part.at(-1)?.id ?? null
    }
  }

  async #part(condition: Expression<SqlBool>, { after, until, limit }: Span) {
    const { records } = this.#uses
    const latest = records.codec(Contact).toColumn('created_at', until)
    return await records.columns(Contact, ['id', 'primary_email'], (query) => {
      const own = query.where('deleted_at', 'is', null).where('created_at', '<=', latest).where(condition)
      return (after === null ? own : own.where('id', '>', after)).orderBy('id').limit(limit)
    })
  }

  async #judged(campaign: Campaign, contacts: readonly Pick<Contact, 'id' | 'primary_email'>[]): Promise<Candidate[]> {
    const turns = new Turns(1)
    const judged: Candidate[] = []
    for (const part of chunks(contacts, JUDGED)) {
      const asked = part.map(({ id, primary_email }) => ({ address: primary_email ?? '', contact_id: id }))
      const reasons = await this.#uses.consents.judge(asked, 'marketing', campaign.topic)
      for (const [at, { id, primary_email }] of part.entries())
        judged.push({ lead_id: id, address: comparedAddress(primary_email ?? '') ?? null, reason: reasons[at] ?? null })
      if (turns.areOver()) await turns.next()
    }
    return judged
  }

  /** In one of its lists, found by its filter or subscribed; and neither in an excluded list nor taken out. */
  async #condition({ id, filter }: Campaign): Promise<Expression<SqlBool>> {
    const { records, members } = this.#uses
    const rows = await records.findBy(CampaignList, 'campaign_id', [id])
    const lists = await records.findBy(
      List,
      'id',
      rows.map(({ list_id }) => list_id),
    )
    const excluded = new Set(rows.flatMap((row) => (row.excluded ? [row.list_id] : [])))
    const included = new Set(rows.flatMap((row) => (row.excluded ? [] : [row.list_id])))
    const any = [this.#subscribed(id, true)]
    const none = [this.#subscribed(id, false)]
    for (const list of lists) {
      if (included.has(list.id)) any.push(await members.condition(list))
      if (excluded.has(list.id)) none.push(await members.condition(list))
    }
    if (filter) any.push(await members.condition({ id: '', object: 'contacts', type: 'dynamic', filter }))
    // A condition on a value that is not there is neither true nor false.
    return sql<SqlBool>`((${sql.join(any, sql`) or (`)})) and ((${sql.join(none, sql`) or (`)})) is not true`
  }

  #subscribed(campaign_id: string, subscribed: boolean): Expression<SqlBool> {
    const { records } = this.#uses
    const rows = records.db
      .selectFrom(CampaignSubscription.table)
      .select('lead_id')
      .where('campaign_id', '=', campaign_id)
      .where('subscribed', '=', records.codec(CampaignSubscription).toColumn('subscribed', subscribed))
    return sql<SqlBool>`${sql.ref(`${Contact.table}.id`)} in ${rows}`
  }
}
