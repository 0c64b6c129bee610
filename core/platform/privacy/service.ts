import { createHash } from 'node:crypto'
import type { Static } from '@sinclair/typebox'
import { Contact } from '../../crm/contacts/entity.ts'
import { JobRecord } from '../../kernel/jobs/entity.ts'
import { Jobs } from '../../kernel/jobs/service.ts'
import type { JobType } from '../../kernel/feature/job-handler.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import type { RecordOf } from '../../kernel/operation/fields.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records.ts'
import { References } from '../../kernel/storage/references.ts'
import { Rows } from '../../kernel/storage/rows.ts'
import { PrivacyRequest } from './entity.ts'
import { PrivacyErasure } from './erasure.ts'
import { PrivacyExport } from './export.ts'
import { type PrivacyList, type PrivacyRequestInput, privacyFilters, privacySorts } from './schema.ts'

type RequestRow = RecordOf<typeof PrivacyRequest.fields>
/** A request with the state of its job. */
export type RequestWithState = RequestRow & { readonly state: JobRecord['state'] }

/** Requests for the export or the erasure of a person's data. */
export class Privacy {
  static readonly inject = [Records, CurrentActor, Ids, Jobs] as const
  readonly #records: Records
  readonly #actor: CurrentActor
  readonly #ids: Ids
  readonly #jobs: Jobs

  constructor(records: Records, actor: CurrentActor, ids: Ids, jobs: Jobs) {
    this.#records = records
    this.#actor = actor
    this.#ids = ids
    this.#jobs = jobs
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#records.unit.now
  }

  /** A page of requests with the states of their jobs; a request whose job was deleted by retention is done. */
  async list(query: Static<typeof PrivacyList>): Promise<{ items: RequestWithState[]; next_cursor: string | null }> {
    const rows = new Rows(this.#records, PrivacyRequest, 'request', { filters: privacyFilters, sorts: privacySorts })
    const { items, next_cursor } = await rows.list(query)
    const jobs = await this.#jobs.byIds(items.map(({ job_id }) => job_id))
    return { items: items.map((each) => ({ ...each, state: jobs.get(each.job_id)?.state ?? 'done' })), next_cursor }
  }

  /**
   * Starts the export of a person's data. Throws `invalid_input` unless exactly one of id and e-mail is given and belongs to a contact,
   * deleted or not.
   */
  export(input: Static<typeof PrivacyRequestInput>): Promise<RequestWithState> {
    return this.#request('export', PrivacyExport, input)
  }

  /** Starts the erasure of a person, which cannot be undone. Throws as `export` does. */
  erase(input: Static<typeof PrivacyRequestInput>): Promise<RequestWithState> {
    return this.#request('erasure', PrivacyErasure, input)
  }

  // Only a hash of the address is kept: it proves the erasure to those who know the address.
  async #request(
    kind: RequestRow['kind'],
    work: JobType,
    { contact_id, email, reason }: Static<typeof PrivacyRequestInput>,
  ): Promise<RequestWithState> {
    const contact = await this.#contactOf(contact_id, email)
    const request_id = this.#ids.next()
    const job = await this.#jobs.start(work, { recordId: contact.id, input: { request_id } })
    const address = contact.primary_email?.toLowerCase()
    const row: RequestRow = {
      id: request_id,
      user_from: this.#actor.organization,
      kind,
      contact_id: contact.id,
      subject_hash: address ? createHash('sha256').update(address).digest('hex') : null,
      reason: reason ?? null,
      job_id: job.id,
      tables: null,
      created_by: this.#actor.user,
      created_at: this.now,
      finished_at: null,
    }
    await this.#records.insert(PrivacyRequest, [row])
    return { ...row, state: job.state }
  }

  // Includes deleted contacts, whose data is still stored.
  async #contactOf(id: string | undefined, email: string | undefined): Promise<Contact> {
    if ((id === undefined) === (email === undefined)) throw invalid('/contact_id', 'required', 'Give either contact_id or email')
    const references = new References(this.#records, this.#ids, 'contacts')
    const address = email?.trim().toLowerCase()
    const key = id ?? address ?? ''
    const named = id === undefined ? (await references.findMany('#email', [key])).get(key) : await references.survivorOf(id)
    const rows = await this.#records.db
      .selectFrom(Contact.table)
      .selectAll()
      .where((eb) => eb.or([eb(id === undefined ? 'primary_email' : 'id', '=', key), ...(named ? [eb('id', '=', named)] : [])]))
      .orderBy('id', 'desc')
      .execute()
    const contacts = rows.map((row) => this.#records.codec(Contact).fromRow(row))
    const contact = contacts.find((each) => each.id === named) ?? contacts.find(({ deleted_at }) => !deleted_at) ?? contacts[0]
    if (!contact) {
      const [path, what] = id === undefined ? ['/email', 'e-mail'] : ['/contact_id', 'id']
      throw invalid(path, 'unknown_record', `No contact has the ${what} ${key}`)
    }
    return contact
  }
}
