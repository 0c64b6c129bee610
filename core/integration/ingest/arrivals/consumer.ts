import type { Kysely } from 'kysely'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Company } from '../../../crm/companies/entity.ts'
import { Contact } from '../../../crm/contacts/entity.ts'
import type { DispatchedEvent, EventConsumer } from '../../../kernel/feature/event-consumer.ts'
import { JobRecord } from '../../../kernel/jobs/entity.ts'
import type { RunningJob, Step } from '../../../kernel/feature/job-handler.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { Codec } from '../../../kernel/storage/schema/codec.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import { ExternalReference } from '../../../kernel/storage/schema/external-id.ts'
import { initials } from '../../../kernel/storage/records/new-record.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { membersOf } from '../../../kernel/values/is-object.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { arrivalOf } from './arrival.ts'
import { AwaitedContact, AwaitedLink } from './entity.ts'

/** Events by which a record arrives, or gets a key to which others refer. */
const comings = new Set(['contact.created', 'contact.property_changed', 'company.created'])

// Which records wait for which, and the key that counts besides the ids of a source.
const awaited = {
  contact: { entity: Contact, object: 'contacts', key: 'primary_email', waiting: AwaitedContact, word: 'word' },
  company: { entity: Company, object: 'companies', key: 'code', waiting: AwaitedLink, word: 'external_id' },
} as const

type Kind = keyof typeof awaited

/**
 * Starts a job that links the records waiting for new contacts and companies, however these were written; the write itself does not wait
 * for it.
 */
export class ArrivalConsumer implements EventConsumer {
  static readonly uses = { database: Database, ids: Ids }
  readonly #ids: Ids
  readonly #jobs: Codec

  constructor({ database, ids }: Resolved<typeof ArrivalConsumer.uses>) {
    this.#ids = ids
    this.#jobs = Codec.of(JobRecord.fields, database.dialect)
  }

  async consume(events: readonly DispatchedEvent[], tables: Kysely<Tables>, now: Date): Promise<void> {
    const come = events.filter(({ type }) => comings.has(type))
    for (const [user_from, group] of Map.groupBy(come, (event) => event.user_from)) {
      const idsOf = (kind: Kind) => group.filter(({ entity_type }) => entity_type === kind).map(({ entity_id }) => String(entity_id))
      const contacts = await this.#awaited('contact', user_from, idsOf('contact'), tables)
      const companies = await this.#awaited('company', user_from, idsOf('company'), tables)
      if (contacts.length + companies.length > 0) await this.#start(user_from, { contacts, companies }, tables, now)
    }
  }

  /** Those of these records for which others wait. */
  async #awaited(kind: Kind, user_from: string, ids: readonly string[], tables: Kysely<Tables>): Promise<string[]> {
    if (ids.length === 0) return []
    const { entity, object, key, waiting, word } = awaited[kind]
    const anybody = tables.selectFrom(waiting.table).select('id').where('user_from', '=', user_from).limit(1)
    if ((await anybody.execute()).length === 0) return []
    const byKey = tables
      .selectFrom(`${entity.table} as come`)
      .innerJoin(`${waiting.table} as waiting`, (join) =>
        join.onRef('waiting.user_from', '=', 'come.user_from').onRef(`waiting.${word}`, '=', `come.${key}`),
      )
      .select('come.id as id')
      .where('come.user_from', '=', user_from)
      .where('come.id', 'in', ids)
    const byReference = tables
      .selectFrom(`${ExternalReference.table} as come`)
      .innerJoin(`${waiting.table} as waiting`, (join) =>
        join.onRef('waiting.user_from', '=', 'come.user_from').onRef(`waiting.${word}`, '=', 'come.external_id'),
      )
      .select('come.record_id as id')
      .where('come.user_from', '=', user_from)
      .where('come.object', '=', object)
      .where('come.record_id', 'in', ids)
    const rows = await byKey.union(byReference).execute()
    return rows.map(({ id }) => String(id))
  }

  async #start(user_from: string, input: object, tables: Kysely<Tables>, now: Date): Promise<void> {
    const via = { type: 'system', id: 'arrivals', label: 'Arrivals' }
    const job = {
      ...initials(JobRecord.fields),
      id: this.#ids.next(),
      user_from,
      kind: ArrivalLinking.kind,
      state: 'queued',
      created_by: 'system',
      created_at: now,
      input,
      actor: { user: 'system', scopes: [], via },
      due_at: now,
    }
    await tables.insertInto(JobRecord.table).values(this.#jobs.toRow(job)).execute()
  }
}

/** The job that links waiting records. */
export class ArrivalLinking {
  static readonly kind = 'link_arrivals'
  static readonly uses = { records: Records }
  readonly #records: Records

  constructor({ records }: Resolved<typeof ArrivalLinking.uses>) {
    this.#records = records
  }

  async step({ input }: RunningJob): Promise<Step> {
    const { contacts, companies } = membersOf(input)
    // Loaded with the first arrival, as storing of batches is with the first batch.
    const [{ linkDeals }, { linkContacts }] = await Promise.all([import('./awaited-contacts.ts'), import('./awaited-companies.ts')])
    const people = await this.#records.findBy(Contact, 'id', idsIn(contacts))
    await linkDeals(
      this.#records,
      people.map((record) => arrivalOf(record, [record.primary_email, ...record.emails.map(({ email }) => email)])),
    )
    const firms = await this.#records.findBy(Company, 'id', idsIn(companies))
    await linkContacts(
      this.#records,
      firms.map((record) => arrivalOf(record, [record.code])),
    )
    return { done: people.length + firms.length }
  }
}

const idsIn = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : [])
