import { sql } from 'kysely'
import type { Static } from '@sinclair/typebox'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Rows } from '../../kernel/storage/records/rows.ts'
import { suspicionOf } from '../engagement/machines.ts'
import { People, type PersonRecord } from '../people/people.ts'
import { OutreachSecrets } from '../secrets/outreach-secrets.ts'
import { PageVisit, Visitor } from './entity.ts'
import { pageUrl } from './page-url.ts'
import { type Identification, type TrackedPage, visitFilters, type VisitList, visitSorts } from './schema.ts'

const SILENCE_MS = 30 * 60_000
const BACK_MS = 24 * 3_600_000
const AHEAD_MS = 5 * 60_000
/** Pages of one visitor in 24 hours, and in all as long as nobody knows who it is; who opens more is no person. */
const MOST_PAGES = 5_000

/** Who tells of visits: a browser with a key that is bound to sites, or a server. */
export interface Teller {
  readonly agent: string
  /** Sites that the key is bound to; null or empty: any. */
  readonly origins: readonly string[] | null
}

type Page = TrackedPage & { readonly url: string; readonly time: Date }

/** Visitors of web sites, the pages that they open, and who they are. */
export class Tracking {
  static readonly uses = { records: Records, ids: Ids, people: People, secrets: OutreachSecrets }
  readonly #uses: Resolved<typeof Tracking.uses>

  constructor(uses: Resolved<typeof Tracking.uses>) {
    this.#uses = uses
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#uses.records.unit.now
  }

  /** One page of what was visited, the newest first. */
  list(query: Static<typeof VisitList>) {
    return new Rows(this.#uses.records, PageVisit, 'visit', { filters: visitFilters, sorts: visitSorts }).list(query)
  }

  /** The secret under which host applications sign whom they know; made in a unit of work that writes. */
  async identitySecret(): Promise<string> {
    return identitySecretOf(await this.#uses.secrets.of('links'))
  }

  /**
   * Stores pages that were opened, each once; a visit begins after 30 minutes of silence, and where it is known whose it is, it is counted and
   * told once, at its start. What is more than a person opens is dropped as a machine's.
   */
  async track(visits: readonly TrackedPage[], { agent, origins }: Teller) {
    const dropped = { bot: 0, origin: 0, invalid: 0 }
    if (agent !== '' && suspicionOf({ agent })) return { accepted: 0, dropped: { ...dropped, bot: visits.length } }
    const pages: Page[] = []
    for (const visit of visits) {
      const url = pageUrl(visit.url)
      const time = visit.at === undefined ? this.now : new Date(visit.at)
      const late = time.getTime() - this.now.getTime()
      if (url === undefined || !(late >= -BACK_MS && late <= AHEAD_MS)) dropped.invalid += 1
      else if (origins?.length && !origins.includes(new URL(url).origin)) dropped.origin += 1
      else pages.push({ ...visit, url, time })
    }
    const visitors = await this.#visitors(new Set(pages.map(({ visitor_id }) => visitor_id)))
    for (const [key, own] of Map.groupBy(pages, ({ visitor_id }) => visitor_id)) {
      const visitor = visitors.get(key)
      if (visitor) dropped.bot += await this.#store(visitor, own)
    }
    return { accepted: pages.length - dropped.bot, dropped }
  }

  /**
   * Says who a visitor is, and counts the visits so far without events. A visitor who is somebody else already stays that, and a new one
   * begins. Throws `invalid_input` unless exactly one of contact and e-mail is given, and `forbidden` for a wrong signature; `mustSign`: the
   * caller is a public page, where anybody can claim to be anybody.
   */
  async identify({ visitor_id, contact_id, email, signature }: Identification, mustSign: boolean) {
    const value = contact_id ?? email?.trim().toLowerCase()
    if (value === undefined || (contact_id !== undefined && email !== undefined))
      throw invalid('/contact_id', 'required', 'Give either contact_id or email')
    if ((mustSign || signature !== undefined) && !isSigned(value, signature ?? '', await this.identitySecret()))
      throw new CrmError('forbidden', 'The signature is not that of this contact_id or email under the identity_secret')
    const { people, ids, records } = this.#uses
    const id = contact_id ?? (await people.idsByAddress([value])).get(value)
    const person = id === undefined ? undefined : (await people.find([id])).get(id)
    if (!person) return { visitor_id, contact_id: null }
    const visitor = (await this.#visitors(new Set([visitor_id]))).get(visitor_id)
    if (!visitor || visitor.contact_id === person.id) return { visitor_id, contact_id: person.id }
    if (visitor.contact_id !== null && (await people.find([visitor.contact_id])).get(visitor.contact_id)?.id !== person.id) {
      const key = ids.next()
      await this.#noted(await this.#add([key], person.id))
      return { visitor_id: key, contact_id: person.id }
    }
    await records.whole.update(Visitor, [{ before: visitor, changes: { contact_id: person.id } }])
    await this.#noted([visitor])
    await this.#backFill(visitor, person)
    return { visitor_id, contact_id: person.id }
  }

  async #noted(visitors: readonly Visitor[]): Promise<void> {
    const found = visitors.map(({ id }) => id)
    await this.#uses.records.whole.note(Visitor, found, 'identified')
  }

  async #backFill(visitor: Visitor, { id: contact_id }: PersonRecord): Promise<void> {
    const records = this.#uses.records.whole
    const seen = (await records.findBy(PageVisit, 'visitor', [visitor.id])).filter((each) => each.contact_id === null)
    await records.update(
      PageVisit,
      seen.map((before) => ({ before, changes: { contact_id } })),
    )
    const visits = new Set(seen.map(({ visit_id }) => visit_id)).size
    if (visits > 0) await this.#uses.people.add(contact_id, 'total_website_visits', visits)
  }

  /** The visitors of these keys, new ones where there are none; locked, so that the visits of one are told apart one after the other. */
  async #visitors(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, Visitor>> {
    const known = await this.#uses.records.whole.findBy(Visitor, 'key', keys, { lock: true })
    const found = new Set(known.map(({ key }) => key))
    const added = await this.#add(
      [...keys].filter((key) => !found.has(key)),
      null,
    )
    return new Map([...known, ...added].map((each) => [each.key, each]))
  }

  async #add(keys: readonly string[], contact_id: string | null): Promise<Visitor[]> {
    const { records, ids } = this.#uses
    const { actor, now } = records.unit
    const added = keys.map((key): Visitor => ({ id: ids.next(), user_from: actor.organization, key, contact_id, created_at: now }))
    if (added.length > 0) await records.whole.insert(Visitor, added)
    return added
  }

  /** Stores pages of one visitor, each once; answers how many were too many. */
  async #store(visitor: Visitor, pages: readonly Page[]): Promise<number> {
    const { records, ids, people } = this.#uses
    const keyed = new Map(pages.map((page) => [`${visitor.id} ${page.id}`, page]))
    const stored = new Set((await records.whole.findBy(PageVisit, 'key', keyed.keys())).map(({ key }) => key))
    const news = [...keyed].filter(([key]) => !stored.has(key)).toSorted(([, a], [, b]) => a.time.getTime() - b.time.getTime())
    if (news.length === 0) return 0
    const fresh = news.slice(0, await this.#room(visitor))
    if (fresh.length === 0) return news.length
    const around = await this.#around(visitor, fresh)
    let person = visitor.contact_id === null ? undefined : (await people.find([visitor.contact_id])).get(visitor.contact_id)
    const added: PageVisit[] = []
    for (const [key, page] of fresh) {
      const near = [...around, ...added].find(({ at }) => Math.abs(at.getTime() - page.time.getTime()) < SILENCE_MS)
      const id = ids.next()
      const seconds = page.duration_seconds ?? null
      const row: PageVisit = {
        id,
        user_from: visitor.user_from,
        visit_id: near?.visit_id ?? id,
        is_start: !near,
        visitor: visitor.id,
        contact_id: person?.id ?? null,
        url: page.url,
        title: page.title?.slice(0, 500).toWellFormed() ?? null,
        referrer: page.referrer ? (pageUrl(page.referrer) ?? null) : null,
        at: page.time,
        duration_seconds: seconds === null ? null : Math.round(seconds),
        key,
        created_at: records.unit.now,
      }
      added.push(row)
      if (near || !person) continue
      person = await people.count(person, 'total_website_visits')
      const { url, title, referrer, visit_id } = row
      await people.tell('contact.website_visit', person, {
        url,
        title,
        referrer,
        visit_id,
        at: row.at.toISOString(),
        total_visits: person.total_website_visits,
      })
    }
    await records.whole.insert(PageVisit, added)
    return news.length - fresh.length
  }

  /** How many more pages of a visitor are stored: the rest of its calls has to read all of them. */
  async #room({ id, contact_id }: Visitor): Promise<number> {
    const records = this.#uses.records.whole
    const since = records.codec(PageVisit).toColumn('at', new Date(this.now.getTime() - BACK_MS))
    const all = records.db.selectFrom(PageVisit.table).select('id').where('visitor', '=', id).limit(MOST_PAGES)
    const kept = contact_id === null ? all : all.where('at', '>', since)
    const row = await records.db
      .selectFrom(kept.as('kept'))
      .select(sql<number>`count(*)`.as('number'))
      .executeTakeFirst()
    return MOST_PAGES - Number(row?.number ?? 0)
  }

  /** Pages of the visitor of whose visits these may be a part. */
  async #around(visitor: Visitor, fresh: readonly (readonly [string, Page])[]) {
    const records = this.#uses.records.whole
    const codec = records.codec(PageVisit)
    const times = fresh.map(([, { time }]) => time.getTime())
    return await records.columns(PageVisit, ['at', 'visit_id'], (query) =>
      query
        .where('visitor', '=', visitor.id)
        .where('at', '>', codec.toColumn('at', new Date(Math.min(...times) - SILENCE_MS)))
        .where('at', '<', codec.toColumn('at', new Date(Math.max(...times) + SILENCE_MS)))
        .orderBy('at'),
    )
  }
}

function identitySecretOf(secret: Buffer): string {
  return createHmac('sha256', secret).update('identity of visitors').digest('hex')
}

function isSigned(value: string, signature: string, secret: string): boolean {
  const wanted = createHmac('sha256', secret).update(value).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
