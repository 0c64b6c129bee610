import type { Records } from '../../kernel/storage/records/records.ts'
import { Email } from '../emails/entity.ts'
import type { Merged, People } from '../people/people.ts'
import { CampaignRecipient } from './rows.ts'

const columns = ['id', 'campaign_id', 'issue', 'lead_id', 'status', 'email_id'] as const
type Row = Pick<CampaignRecipient, (typeof columns)[number]>

// These have had the message, or nobody knows that they have not.
const left: ReadonlySet<string> = new Set(['sent', 'uncertain', 'bounced'])

/**
 * Those of these recipients whose person gets the same issue by another one, because their contacts were merged since it was frozen: one
 * person gets one message. The one that has left or is being sent counts, then the one with an e-mail, then that of the survivor.
 */
export async function doubledRecipients(
  { whole }: Records,
  rows: readonly Row[],
  personOf: (lead_id: string) => Merged | undefined,
): Promise<ReadonlySet<string>> {
  const people = rows.flatMap(({ lead_id }) => personOf(lead_id) ?? []).filter(({ merged_ids }) => merged_ids.length > 0)
  if (people.length === 0) return new Set()
  const meant = new Map(people.flatMap(({ id, merged_ids }) => [id, ...merged_ids].map((each) => [each, id] as const)))
  const campaigns = new Set(rows.map(({ campaign_id }) => campaign_id))
  const all = await whole.columns(CampaignRecipient, columns, (query) =>
    query.where(whole.anyOf(CampaignRecipient, 'lead_id', meant.keys())).where(whole.anyOf(CampaignRecipient, 'campaign_id', campaigns)),
  )
  const emails = await whole.columnsOf(
    Email,
    ['id', 'status'],
    all.flatMap(({ email_id }) => email_id ?? []),
  )
  const states = new Map(emails.map(({ id, status }) => [id, status]))
  const place = ({ status, email_id, lead_id }: Row) => {
    const progress = left.has(status) ? 0 : email_id === null ? 3 : states.get(email_id) === 'sending' ? 1 : 2
    return progress * 2 + (meant.get(lead_id) === lead_id ? 0 : 1)
  }
  const asked = new Set(rows.map(({ id }) => id))
  const served = all.filter(({ status }) => status === 'pending' || left.has(status))
  const groups = Map.groupBy(served, ({ campaign_id, issue, lead_id }) => JSON.stringify([campaign_id, issue, meant.get(lead_id)]))
  const doubled = [...groups.values()].flatMap((group) => {
    const [, ...others] = group.toSorted((one, other) => place(one) - place(other) || (one.id < other.id ? -1 : 1))
    return others.flatMap(({ id }) => (asked.has(id) ? [id] : []))
  })
  return new Set(doubled)
}

/** Which e-mails of campaigns are not to leave for that, by their ids. */
export async function doubledEmails(
  { whole }: Records,
  people: People,
  emails: readonly { readonly id: string; readonly campaign_id: string | null; readonly lead_id: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const own = emails.flatMap(({ id, campaign_id, lead_id }) => (campaign_id === null || lead_id === null ? [] : [{ id, lead_id }]))
  if (own.length === 0) return new Map()
  const merged = await people.merged(own.map(({ lead_id }) => lead_id))
  if (merged.length === 0) return new Map()
  const byId = new Map(merged.flatMap((person) => [person.id, ...person.merged_ids].map((id) => [id, person] as const)))
  const ids = own.flatMap(({ id, lead_id }) => (byId.has(lead_id) ? [id] : []))
  const rows = await whole.columns(CampaignRecipient, columns, (query) => query.where(whole.anyOf(CampaignRecipient, 'email_id', ids)))
  const doubled = await doubledRecipients(whole, rows, (lead_id) => byId.get(lead_id))
  return new Map(rows.flatMap(({ id, email_id }) => (doubled.has(id) && email_id !== null ? [[email_id, 'merged'] as const] : [])))
}
