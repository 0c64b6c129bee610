import { sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { draftOf } from '../../kernel/storage/schema/event-draft.ts'
import { EmailChanges } from '../emails/changes.ts'
import { Email, EmailContact } from '../emails/entity.ts'
import type { EmailChange } from '../emails/followers.ts'
import { People } from '../people/people.ts'
import { EmailEvents } from '../emails/events.ts'
import { EmailHit } from './entity.ts'
import { burstsOf, verdictOf } from './judgement.ts'

type Kind = 'opened' | 'clicked'

/** What became of a message by the hits of people. */
interface Engagement {
  readonly email: Email
  readonly kind: Kind
  /** Of a click. */
  readonly url: string | null
}

/** Counts what people did with messages, and tells of the first open and the first click. */
export class Engagements {
  static readonly uses = { records: Records, changes: EmailChanges, events: EmailEvents, people: People }
  readonly #uses: Resolved<typeof Engagements.uses>

  constructor(uses: Resolved<typeof Engagements.uses>) {
    this.#uses = uses
  }

  /** Judges these hits, each once, with everything that follows from them. */
  async judge(ids: readonly string[]): Promise<void> {
    const records = this.#uses.records.whole
    // Two processes that judge hits of the same messages take turns.
    const named = await records.findBy(EmailHit, 'id', ids)
    const found = await records.findBy(Email, 'id', new Set(named.map(({ email_id }) => email_id)), { lock: true })
    const emails = await this.#arrived(found)
    const byEmail = Map.groupBy(
      await records.findBy(EmailHit, 'email_id', new Set(named.map(({ email_id }) => email_id))),
      (hit) => hit.email_id,
    )
    const wanted = new Set(ids)
    const first: Engagement[] = []
    for (const [email_id, all] of byEmail) {
      const email = emails.get(email_id)
      const hits = all.filter(({ id, due_at }) => wanted.has(id) && due_at !== null)
      const bursts = burstsOf(all, email?.links.length ?? 0)
      const verdicts = hits.map((hit) => (email ? verdictOf(hit, bursts, email.sent_at) : 'early'))
      await records.update(
        EmailHit,
        hits.map((before, at) => {
          const reason = verdicts[at] ?? null
          return { before, changes: { due_at: null, verdict: reason === null ? 'human' : 'machine', reason } as const }
        }),
      )
      const human = hits.filter((_, at) => verdicts[at] === null).toSorted((a, b) => a.at.getTime() - b.at.getTime())
      if (email && human.length > 0) first.push(...(await this.#count(email, human)))
    }
    await this.#tell(first)
  }

  /** A hit proves that a message has arrived of which that was not certain. */
  async #arrived(found: readonly Email[]): Promise<ReadonlyMap<string, Email>> {
    const uncertain = found.filter(({ status }) => status === 'uncertain')
    const settled = await this.#uses.changes.write(
      uncertain.map((before) => ({ before, changes: { status: 'sent', sent_at: before.begun_at ?? before.created_at, due_at: null } })),
    )
    await this.#uses.events.sent(settled)
    return new Map([...found, ...settled].map((each) => [each.id, each]))
  }

  async #count(before: Email, hits: readonly EmailHit[]): Promise<Engagement[]> {
    const clicks = hits.filter(({ kind }) => kind === 'click')
    const opens = hits.length - clicks.length
    const [opened, clicked] = [hits[0]?.at ?? null, clicks[0]?.at ?? null]
    const isFirstOpen = before.opened_at === null
    // A click without an open is an open first.
    const counted = opens > 0 || !isFirstOpen ? opens : 1
    const changes = {
      opened_at: before.opened_at ?? opened,
      open_count: before.open_count + counted,
      clicked_at: before.clicked_at ?? clicked,
      click_count: before.click_count + clicks.length,
      links: before.links.map((link) => ({
        ...link,
        click_count: link.click_count + clicks.filter(({ link_index }) => link_index === link.index).length,
      })),
    }
    await this.#uses.records.whole.update(Email, [{ before, changes }])
    const email: Email = { ...before, ...changes }
    const url = before.links.find(({ index }) => index === clicks[0]?.link_index)?.url ?? null
    return [
      ...(isFirstOpen ? [{ email, kind: 'opened', url: null } as const] : []),
      ...(before.clicked_at === null && clicked !== null ? [{ email, kind: 'clicked', url } as const] : []),
    ]
  }

  async #tell(engagements: readonly Engagement[]): Promise<void> {
    if (engagements.length === 0) return
    const { people } = this.#uses
    const records = this.#uses.records.whole
    const known = new Map(await people.find(engagements.flatMap(({ email }) => email.lead_id ?? [])))
    for (const { email, kind, url } of engagements) {
      const lead = email.lead_id ?? ''
      const person = known.get(lead)
      const data = { ...emailData(email), lead_id: person?.id ?? email.lead_id, ...(kind === 'clicked' && { url }) }
      await records.append([draftOf(`email.${kind}`, { type: 'email', id: email.id }, data, null, records.unit)])
      if (!person) continue
      const counted = kind === 'opened' ? await people.count(person, 'total_emails_opened') : person
      for (const [id, each] of known) if (each.id === counted.id) known.set(id, counted)
      await people.tell(`contact.email_${kind}`, counted, { ...data, ...(await this.#placed(email)), email_id: email.id })
    }
    await this.#uses.changes.tell(engagements.map(({ email, kind }): EmailChange => ({ email, to: kind })))
  }

  /** Which of the messages to its contact it is, and whether the contact was only in copy. */
  async #placed({ id, lead_id, sent_at }: Email): Promise<{ readonly nth: number; readonly in_copy: string }> {
    const { whole: records } = this.#uses.records
    const row = await records.db
      .selectFrom(EmailContact.table)
      .select(sql<number>`count(*)`.as('number'))
      .where('contact_id', '=', lead_id)
      .where('sent_at', '<=', records.codec(EmailContact).toColumn('sent_at', sent_at))
      .executeTakeFirst()
    const [own] = (await records.findBy(EmailContact, 'email_id', [id])).filter(({ contact_id }) => contact_id === lead_id)
    return { nth: Number(row?.number ?? 0), in_copy: String(own?.in_copy ?? false) }
  }
}

/** What events of messages tell of a message. */
function emailData(email: Email) {
  const { id, lead_id, campaign_id, sequence_id, workflow_id, template_id, subject, mailbox, snippet } = email
  return { id, lead_id, campaign_id, sequence_id, workflow_id, template_id, subject, mailbox, snippet, channel: 'email' }
}
