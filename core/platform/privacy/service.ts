import { createHash } from 'node:crypto'
import type { Static } from '@sinclair/typebox'
import { JobRecord } from '../../kernel/jobs/entity.ts'
import { Jobs } from '../../kernel/jobs/service.ts'
import type { JobType } from '../../kernel/feature/job-handler.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import type { RecordOf } from '../../kernel/operation/schema/fields.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { References } from '../../kernel/storage/records/references.ts'
import { Rows } from '../../kernel/storage/records/rows.ts'
import { RecordTypes } from '../../records/record-type/record-types.ts'
import { PrivacyRequest } from './entity.ts'
import { PrivacyErasure } from './erasure.ts'
import { PrivacyExport } from './export.ts'
import { type PeopleType, peopleTypes } from './people.ts'
import { type PrivacyList, type PrivacyRequestInput, privacyFilters, privacySorts } from './schema.ts'
import type { StoredRow } from './traces.ts'

type RequestRow = RecordOf<typeof PrivacyRequest.fields>
/** A request with the state of its job. */
export type RequestWithState = RequestRow & { readonly state: JobRecord['state'] }

/** The record of a person, and their e-mail address in lower case. */
interface FoundPerson {
  readonly id: string
  readonly address: string | undefined
}

/** Requests of people for an export or the erasure of their data. */
export class Privacy {
  static readonly uses = { records: Records, actor: CurrentActor, ids: Ids, jobs: Jobs, types: RecordTypes }
  readonly #uses: Resolved<typeof Privacy.uses>
  readonly #people: readonly PeopleType[]

  constructor(uses: Resolved<typeof Privacy.uses>) {
    this.#uses = uses

    this.#people = peopleTypes(uses.types)
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#uses.records.unit.now
  }

  /** A page of requests with the states of their jobs; a request whose job was deleted by retention is done. */
  async list(query: Static<typeof PrivacyList>): Promise<{ items: RequestWithState[]; next_cursor: string | null }> {
    const rows = new Rows(this.#uses.records, PrivacyRequest, 'request', { filters: privacyFilters, sorts: privacySorts })
    const { items, next_cursor } = await rows.list(query)
    const jobs = await this.#uses.jobs.byIds(items.map(({ job_id }) => job_id))
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
    const { id: personId, address } = await this.#personOf(contact_id, email)
    const request_id = this.#uses.ids.next()
    const job = await this.#uses.jobs.start(work, { recordId: personId, input: { request_id } })
    const row: RequestRow = {
      id: request_id,
      user_from: this.#uses.actor.organization,
      kind,
      contact_id: personId,
      subject_hash: address ? createHash('sha256').update(address).digest('hex') : null,
      reason: reason ?? null,
      job_id: job.id,
      tables: null,
      created_by: this.#uses.actor.user,
      created_at: this.now,
      finished_at: null,
    }
    await this.#uses.records.insert(PrivacyRequest, [row])
    return { ...row, state: job.state }
  }

  async #personOf(id: string | undefined, email: string | undefined): Promise<FoundPerson> {
    if ((id === undefined) === (email === undefined)) throw invalid('/contact_id', 'required', 'Give either contact_id or email')
    const key = id ?? email?.trim().toLowerCase() ?? ''
    for (const type of this.#people) {
      const found = await this.#find(type, key, id === undefined)
      if (found) return found
    }
    const [path, what] = id === undefined ? ['/email', 'e-mail'] : ['/contact_id', 'id']
    throw invalid(path, 'unknown_record', `No ${this.#people[0]?.singular ?? 'person'} has the ${what} ${key}`)
  }

  // Softly deleted people are still stored, so that they can make requests, too; a live record with the same key goes first.
  async #find({ entity, plural, person }: PeopleType, key: string, isEmail: boolean): Promise<FoundPerson | undefined> {
    const references = new References(this.#uses.records, this.#uses.ids, plural)
    const survivor = isEmail ? (await references.findMany(person.emailKey, [key])).get(key) : await references.survivorOf(key)
    const rows = await this.#uses.records.db
      .selectFrom(entity.table)
      .selectAll()
      .where((eb) => eb.or([eb(isEmail ? person.email : 'id', '=', key), ...(survivor ? [eb('id', '=', survivor)] : [])]))
      .orderBy('id', 'desc')
      .execute()
    const records: readonly StoredRow[] = rows.map((row) => this.#uses.records.codec(entity).fromRow(row))
    const found = records.find(({ id }) => id === survivor) ?? records.find(({ deleted_at }) => !deleted_at) ?? records[0]
    const address = found?.[person.email]
    return found && { id: String(found.id), address: typeof address === 'string' ? address.toLowerCase() : undefined }
  }
}
