import { sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { amongGiven } from '../../kernel/storage/records/any-of.ts'
import { givenTo } from '../../kernel/storage/schema/given-to.ts'
import { project } from '../../kernel/storage/records/project.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { References, survivorsOf } from '../../kernel/storage/records/references.ts'
import { draftOf } from '../../kernel/storage/schema/event-draft.ts'
import { inParts } from '../../kernel/storage/writing/chunks.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import { contactEvents } from '../../crm/contacts/events.ts'
import { presentContact } from '../../crm/contacts/schema.ts'
import { emails } from '../../crm/contacts/values.ts'

/** A live contact. */
export type PersonRecord = Contact
/** What a contact has said about being written to, deleted or not. */
export type Permission = Pick<Contact, 'id' | 'deleted_at' | 'do_not_contact' | 'consents'>
/** A contact with the ids of those that it has taken in. */
export type Merged = Pick<Contact, 'id' | 'merged_ids'>
/** A figure of a contact that only counts up. */
type Counter = 'total_emails_opened' | 'total_website_visits'

/** The contacts who are written to or who visit, whoever asks; a merged one is the one that has taken it in. */
export class People {
  static readonly uses = { records: Records, ids: Ids }
  readonly #records: Records
  readonly #ids: Ids

  constructor({ records, ids }: Resolved<typeof People.uses>) {
    this.#records = records.whole
    this.#ids = ids
  }

  /** The live contacts that these ids mean, by each id as it was given; `lock` keeps other writers off them until the unit of work ends. */
  async find(ids: Iterable<string>, lock: { readonly lock?: boolean } = {}): Promise<ReadonlyMap<string, PersonRecord>> {
    const meant = await this.#meant(ids)
    const rows = await this.#records.findBy(Contact, 'id', new Set(meant.values()), lock)
    const byId = new Map(rows.map((each) => [each.id, each]))
    return new Map(
      [...meant].flatMap(([given, id]) => [[given, byId.get(id)] as const]).flatMap(([id, each]) => (each ? [[id, each]] : [])),
    )
  }

  /** What the contacts of these ids have said, those that were deleted, too; by each id as it was given. */
  async permissions(ids: Iterable<string>): Promise<ReadonlyMap<string, Permission>> {
    const given = new Set(ids)
    const read = (some: Iterable<string>) => this.#records.columnsOf(Contact, ['id', 'deleted_at', 'do_not_contact', 'consents'], some)
    // Few were merged: the others are read while it is asked who was.
    const [meant, own] = await Promise.all([this.#meant(given), read(given)])
    const others = [...meant].flatMap(([id, survivor]) => (id === survivor ? [] : [survivor]))
    const byId = new Map([...own, ...(others.length > 0 ? await read(others) : [])].map((row) => [row.id, row]))
    return new Map([...meant].flatMap(([given, id]) => [byId.get(id)].flatMap((each) => (each ? [[given, each] as const] : []))))
  }

  /** Those of these contacts that have taken in others, with the ids of all of them; few have. */
  async merged(ids: Iterable<string>): Promise<readonly Merged[]> {
    const { dialect } = this.#records
    const rows = await this.#records.rows('contacts that have taken in others', [givenTo(dialect, new Set(ids))], (db, place) =>
      db
        .selectFrom(Contact.table)
        .select(['id', 'merged_ids'])
        .where(amongGiven('id', 'uuid', place, dialect))
        .where(sql<SqlBool>`cast(merged_ids as text) <> '[]'`),
    )
    return rows.map((row) => this.#records.codec(Contact).pick(row, ['id', 'merged_ids']))
  }

  /** The ids of live contacts by their addresses, first or further ones, in lower case. */
  async idsByAddress(addresses: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const all = new Set(addresses)
    if (all.size === 0) return new Map()
    const further = await new References(this.#records, this.#ids, Contact.table).findMany(emails.provider, all)
    const first = await inParts(all, (part) =>
      this.#records.columns(Contact, ['id', 'primary_email'], (query) =>
        query.where('deleted_at', 'is', null).where(this.#records.anyOf(Contact, 'primary_email', part)),
      ),
    )
    return new Map([...further, ...first.map(({ id, primary_email }) => [primary_email ?? '', id] as const)])
  }

  /** Counts once more what a contact did; nobody has changed the contact by that. Answers the contact as it is now. */
  async count(person: PersonRecord, counter: Counter): Promise<PersonRecord> {
    await project(this.#records, Contact, { where: { id: person.id }, set: { [counter]: sql`${sql.ref(counter)} + 1` } })
    return { ...person, [counter]: person[counter] + 1 }
  }

  /** Adds to a figure of a contact what happened before it was known who did it; no event. */
  async add(id: string, counter: Counter, number: number): Promise<void> {
    await project(this.#records, Contact, { where: { id }, set: { [counter]: sql`${sql.ref(counter)} + ${sql.lit(number)}` } })
  }

  /** Writes an event about a contact, with what all events of contacts tell and with `data`. */
  async tell(type: string, person: PersonRecord, data: Readonly<Record<string, unknown>>): Promise<void> {
    const { unit } = this.#records
    const payload = { ...contactEvents.summary(person), ...data, id: person.id }
    const record = JSON.stringify(presentContact(person, unit.now))
    await this.#records.append([draftOf(type, { type: 'contact', id: person.id }, payload, record, unit)])
  }

  async #meant(given: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const ids = new Set(given)
    const survivors = await survivorsOf(this.#records, Contact, ids)
    return new Map([...ids].map((id) => [id, survivors.get(id) ?? id]))
  }
}
