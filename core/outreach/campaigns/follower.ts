import type { Services } from '../../kernel/operation/services.ts'
import { projectAmong } from '../../kernel/storage/records/project.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { EmailChange, EmailFollower } from '../emails/followers.ts'
import { People } from '../people/people.ts'
import { doubledEmails } from './doubles.ts'
import { heldStates, isOver, type State, WAITS_FOR } from './locks.ts'
import { CampaignRecipient } from './rows.ts'

// An e-mail that was cancelled for another reason must not be sent to this recipient.
const cancelled: ReadonlySet<string> = new Set(['cancelled', 'campaign_cancelled', 'removed'])

/** Holds back e-mails of campaigns that are cancelled or paused, and those that a person would get a second time, and writes down what becomes of each recipient in the commit of its e-mail. */
export function followCampaigns(services: Services): EmailFollower {
  const records = services.resolve(Records).whole
  // Asked for twice in the same transaction.
  let known: { readonly ids: string; readonly states: Promise<ReadonlyMap<string, State>> } | undefined
  const statesOf = async (ids: ReadonlySet<string>, isBegun: boolean) => {
    const named = [...ids].toSorted().join()
    if (known?.ids !== named) known = { ids: named, states: heldStates(records, ids, !isBegun) }
    return await known.states
  }
  const within = async (
    emails: Parameters<NonNullable<EmailFollower['held']>>[0],
    is: (state: State | undefined) => boolean,
    word: string,
    isBegun = false,
  ) => {
    const own = emails.flatMap(({ id, campaign_id }) => (campaign_id === null ? [] : [{ id, campaign_id }]))
    if (own.length === 0) return new Map<string, string>()
    const states = await statesOf(new Set(own.map(({ campaign_id }) => campaign_id)), isBegun)
    return new Map(own.flatMap(({ id, campaign_id }) => (is(states.get(campaign_id)) ? [[id, word] as const] : [])))
  }
  return {
    held: async (emails, isBegun) =>
      new Map([
        ...(await doubledEmails(records, services.resolve(People), emails)),
        ...(await within(emails, (state) => state === undefined || isOver(state), 'campaign_cancelled', isBegun)),
      ]),
    waiting: (emails) => within(emails, (state) => state?.status === 'paused', WAITS_FOR),
    async changed(changes) {
      const own = changes.filter(({ email }) => email.campaign_id !== null)
      if (own.length === 0) return
      for (const group of Map.groupBy(own, (change) => JSON.stringify(becomes(change))).values()) {
        const ids = group.map(({ email }) => email.id)
        await projectAmong(records, CampaignRecipient, ['email_id', ids], group[0] ? becomes(group[0]) : {})
      }
    },
  }
}

function becomes({ email, to }: EmailChange): Partial<CampaignRecipient> {
  const { sent_at, bounced_at, opened_at, clicked_at, replied_at, unsubscribed_at, error, bounce } = email
  const times = { sent_at, bounced_at, opened_at, clicked_at, replied_at, unsubscribed_at }
  const reason = (error?.code ?? bounce?.code ?? null)?.slice(0, 100) ?? null
  switch (to) {
    case 'sent':
      return { ...times, status: 'sent', reason: null }
    case 'failed':
    case 'uncertain':
      return { ...times, status: to, reason }
    case 'bounced':
      return { ...times, status: 'bounced', reason: bounce?.kind ?? reason }
    case 'cancelled':
      return { status: reason === null || cancelled.has(reason) ? 'cancelled' : 'skipped', reason }
    default:
      return times
  }
}
