import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Consents } from '../../crm/contacts/consents.ts'
import { ContactAddresses } from '../emails/contact-addresses.ts'
import { EmailChanges } from '../emails/changes.ts'
import { Email, EmailContact } from '../emails/entity.ts'
import { EmailEvents } from '../emails/events.ts'
import { returnedId } from '../links/return-path.ts'
import type { ReadMessage } from '../reading/read.ts'
import { judgeRefusal } from '../reading/reports/kind.ts'
import type { Report } from '../reading/reports/report.ts'
import { OutreachSecrets } from '../secrets/outreach-secrets.ts'
import { comparedAddress, hashOf } from '../suppressions/address.ts'
import { Suppressions } from '../suppressions/service.ts'
import { EmailReport } from './entity.ts'

const DAY_MS = 86_400_000
/** A report that names only a recipient is of a message of these days. */
const LOOSE_MS = 5 * DAY_MS
/** The clock of the server that has got it may be behind so much. */
const SKEW_MS = 5 * 60_000
const SOFT_MS = 7 * DAY_MS
/** So many soft reports within that time suppress an address. */
const MOST_SOFT = 5

/** What is reported of one address of a message. */
export interface Reported {
  readonly address: string
  readonly kind: EmailReport['kind']
  readonly code: string | null
  readonly text: string
}

/** What is new, with the hash of its address. */
interface Noted {
  readonly each: Reported
  readonly row: Pick<EmailReport, 'hash'>
}

/** Takes what servers and people report of messages: each report once, whatever way it came. */
export class EmailReports {
  static readonly uses = {
    records: Records,
    ids: Ids,
    changes: EmailChanges,
    suppressions: Suppressions,
    addresses: ContactAddresses,
    consents: Consents,
    events: EmailEvents,
    secrets: OutreachSecrets,
  }
  readonly #uses: Resolved<typeof EmailReports.uses>

  constructor(uses: Resolved<typeof EmailReports.uses>) {
    this.#uses = uses
  }

  /** Takes a report that came by e-mail at a time, which may be long ago; false where it is on no message that is known. */
  async take(report: Report, read: Pick<ReadMessage, 'delivered_to'>, at: Date): Promise<boolean> {
    const found = report.recipients.map(({ address, kind, code, text }): Reported => ({
      address,
      code,
      text,
      kind: report.kind === 'complaint' ? 'complained' : kind,
    }))
    const email = await this.#named(report, read)
    if (email) {
      // Only those count to whom the message was sent; a complaint may hide who complains.
      const [only] = email.recipients
      const own = found.flatMap((each) => (email.recipients.some(({ address }) => address === each.address) ? [each] : []))
      const alone = own.length === 0 && email.recipients.length === 1 && only
      const about = alone
        ? (found.length > 0 ? found.slice(0, 1) : [{ address: '', kind: 'complained' as const, code: null, text: '' }]).map((each) => ({
            ...each,
            address: only.address,
          }))
        : own
      const isComplaint = report.kind === 'complaint'
      if (!isComplaint || isMeant(report.feedback))
        await this.apply(
          email,
          about.filter(({ kind }) => isComplaint === (kind === 'complained')),
        )
      return true
    }
    if (report.kind === 'complaint') return false
    const loose = await Promise.all(
      found.filter(({ kind }) => kind !== 'delivered').map(async (each) => [each, await this.#lone(each.address, at)] as const),
    )
    for (const [each, about] of loose) if (about) await this.apply(about, [{ ...each, kind: 'soft' }])
    return loose.some(([, about]) => about !== undefined)
  }

  /** Notes whom the servers to which messages were given have refused at once, and suppresses who is none; the messages say it already. */
  async refused(emails: readonly Email[]): Promise<void> {
    for (const email of emails) {
      const back = email.recipients.flatMap(({ address, status, text }): Reported[] =>
        status === 'refused' ? [{ address, ...judgeRefusal(text ?? '') }] : [],
      )
      await this.#suppress(email, await this.#note(email, back), 'refusal')
    }
  }

  /** Writes what is reported of addresses of a message, or of no message that is known, and what follows. Answers how much was new. */
  async apply(email: Email | null, reported: readonly Reported[]): Promise<number> {
    const fresh = await this.#note(email, reported)
    if (fresh.length === 0) return 0
    const [locked] = email ? await this.#uses.records.whole.findBy(Email, 'id', [email.id], { lock: true }) : []
    if (locked)
      await this.#change(
        locked,
        fresh.map(({ each }) => each),
      )
    await this.#suppress(locked ?? email, fresh, 'report')
    return fresh.length
  }

  /** Writes what was not known yet. */
  async #note(email: Email | null, reported: readonly Reported[]): Promise<readonly Noted[]> {
    const { records, ids } = this.#uses
    const { unit } = records
    const rows = reported.flatMap((each) => {
      const compared = comparedAddress(each.address)
      if (compared === undefined) return []
      const hash = hashOf(compared)
      const key = `${email?.id ?? ''} ${hash} ${each.kind}`
      return [
        {
          each,
          row: {
            id: ids.next(),
            user_from: unit.actor.organization,
            key,
            email_id: email?.id ?? null,
            hash,
            kind: each.kind,
            code: each.code?.slice(0, 20) ?? null,
            created_at: unit.now,
          },
        },
      ]
    })
    const known = new Set(
      (
        await records.whole.findBy(
          EmailReport,
          'key',
          rows.map(({ row }) => row.key),
        )
      ).map(({ key }) => key),
    )
    const fresh = [...new Map(rows.filter(({ row }) => !known.has(row.key)).map((each) => [each.row.key, each])).values()]
    await records.whole.insert(
      EmailReport,
      fresh.map(({ row }) => row),
    )
    return fresh
  }

  /** The message of a report, by what only its sender can know: token of the return path, id of the envelope, ids of the message. */
  async #named(report: Report, { delivered_to }: Pick<ReadMessage, 'delivered_to'>): Promise<Email | undefined> {
    const { records, secrets } = this.#uses
    const secret = await secrets.find('links')
    const { organization } = records.unit.actor
    const named = [returnedId(delivered_to, secret, organization), report.envelope_id]
    const byId = await records.whole.findBy(
      Email,
      'id',
      named.filter((id) => typeof id === 'string' && UUID.test(id)),
    )
    const byMessage =
      byId.length > 0
        ? byId
        : await records.whole.findBy(
            Email,
            'message_id',
            report.message_ids.map((id) => `<${id}>`),
          )
    return byMessage.find(({ direction }) => direction === 'out')
  }

  /** The only message that was sent to an address in the days before. */
  async #lone(address: string, at: Date): Promise<Email | undefined> {
    const { records, addresses } = this.#uses
    const contact = (await addresses.find([address])).get(address)
    if (contact === undefined) return undefined
    const [since, until] = [at.getTime() - LOOSE_MS, at.getTime() + SKEW_MS]
    const sent = (await records.whole.findBy(EmailContact, 'contact_id', [contact])).filter(
      ({ sent_at }) => sent_at !== null && sent_at.getTime() >= since && sent_at.getTime() <= until,
    )
    if (sent.length !== 1) return undefined
    return (
      await records.whole.findBy(
        Email,
        'id',
        sent.map(({ email_id }) => email_id),
      )
    ).find(({ recipients }) => recipients.some((each) => each.address === address))
  }

  async #change(before: Email, reported: readonly Reported[]): Promise<void> {
    const { now } = this.#uses.records.unit
    const byAddress = new Map(reported.map((each) => [each.address, each]))
    const recipients = before.recipients.map((each) => {
      const said = byAddress.get(each.address)
      return said ? { ...each, status: stateOf[said.kind], code: said.code, text: said.text.slice(0, 500).toWellFormed() } : each
    })
    const worst =
      reported.find(({ kind }) => kind === 'hard') ??
      reported.find(({ kind }) => kind === 'blocked') ??
      reported.find(({ kind }) => kind === 'soft')
    const isBack = recipients.length > 0 && recipients.every(({ status }) => status === 'bounced' || status === 'refused')
    const inFlight = before.status === 'sent' || before.status === 'uncertain'
    const hasArrived = before.status === 'uncertain' ? { status: 'sent' as const, sent_at: before.begun_at ?? now, due_at: null } : {}
    // It has left, whatever came back.
    if (before.status === 'uncertain') await this.#uses.events.sent([{ ...before, ...hasArrived }])
    await this.#uses.changes.write([
      {
        before,
        changes: {
          ...hasArrived,
          recipients,
          ...(worst && { bounce: { kind: bounceOf(worst.kind), code: worst.code, text: worst.text.slice(0, 500).toWellFormed() } }),
          ...(isBack && inFlight && { status: 'bounced' as const, bounced_at: now }),
          ...(reported.some(({ kind }) => kind === 'complained') && { unsubscribed_at: before.unsubscribed_at ?? now }),
        },
      },
    ])
  }

  async #suppress(email: Email | null, fresh: readonly Noted[], how: 'report' | 'refusal'): Promise<void> {
    const { suppressions, addresses, consents } = this.#uses
    for (const { each, row } of fresh) {
      const reason = [each.code, each.text].filter(Boolean).join(' ').slice(0, 1000).toWellFormed()
      const isGone = each.kind === 'hard' || (each.kind === 'soft' && (await this.#softReports(row.hash)) >= MOST_SOFT)
      const source = { value: each.address, reason, source: how, email_id: email?.id ?? null }
      if (isGone) await suppressions.add([{ ...source, kind: 'bounced' }])
      if (each.kind !== 'complained') continue
      await suppressions.add([{ ...source, kind: 'complained' }])
      const contact = (await addresses.find([each.address])).get(each.address)
      if (contact !== undefined) await consents.withdraw({ id: contact, topic: 'all', source: 'complaint' }).catch(ignoreGone)
      const unsubscribed_at = email?.unsubscribed_at ?? this.#uses.records.unit.now
      if (email) await this.#uses.changes.tell([{ email: { ...email, unsubscribed_at }, to: 'unsubscribed' }])
    }
  }

  /** Soft reports on an address in the last days, since something was delivered to it. */
  async #softReports(hash: string): Promise<number> {
    const { records } = this.#uses
    const since = records.unit.now.getTime() - SOFT_MS
    const all = (await records.whole.findBy(EmailReport, 'hash', [hash])).filter(({ created_at }) => created_at.getTime() >= since)
    const delivered = Math.max(0, ...all.filter(({ kind }) => kind === 'delivered').map(({ created_at }) => created_at.getTime()))
    return all.filter(({ kind, created_at }) => kind === 'soft' && created_at.getTime() > delivered).length
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const stateOf = { hard: 'bounced', blocked: 'bounced', soft: 'delayed', delivered: 'delivered', complained: 'complained' } as const

const bounceOf = (kind: Reported['kind']) => (kind === 'hard' || kind === 'blocked' ? kind : 'soft')

/** Other feedback is of programs that check senders, not of people who complain. */
const isMeant = (feedback: string | null) => feedback !== 'auth-failure' && feedback !== 'not-spam' && feedback !== 'dmarc'

function ignoreGone(error: unknown): void {
  if (!(error instanceof CrmError && error.code === 'not_found')) throw error
}
