import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { limits } from '../../kernel/operation/limits.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { listFor, oneText, readPlace, writePlace } from '../../kernel/storage/records/place-cursor.ts'
import { checkVersion } from '../../kernel/storage/records/record-reader.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { allIdsOf } from '../record-type/merged-ids.ts'
import { StoredFile } from '../../kernel/storage/files/entity.ts'
import { FileLedger } from '../../kernel/storage/files/file-ledger.ts'
import { Attachment, type NewAttachment } from './entity.ts'
import { AttachmentEvents } from './events.ts'
import { cleanName, namesProgram } from './names.ts'
import { type AttachmentList, type AttachmentRecord, presentAttachment } from './schema.ts'
import { type Doing, type Subject, Subjects } from './subject.ts'

const MOST = limits.attachments_per_record.value
const MOST_BYTES = limits.attachment_bytes_per_record.value

/** An attachment and the record that it is on now. */
interface Found {
  readonly attachment: Attachment
  readonly subject: Subject
}

/** The attachments of records; what is done with one is judged by its record. */
export class AttachmentService {
  static readonly uses = {
    records: Records,
    actor: CurrentActor,
    ids: Ids,
    settings: Settings,
    subjects: Subjects,
    events: AttachmentEvents,
    ledger: FileLedger,
  }
  readonly #uses: Resolved<typeof AttachmentService.uses>

  constructor(uses: Resolved<typeof AttachmentService.uses>) {
    this.#uses = uses
  }

  /** A page of a record's attachments, the newest first. Throws `invalid_input` for an unknown type or record. */
  async list({ object, record_id, deleted = false, limit = 50, cursor }: Static<typeof AttachmentList>): Promise<{
    attachments: AttachmentRecord[]
    next_cursor: string | null
  }> {
    const subject = await this.#uses.subjects.named(object, record_id, 'read')
    const list = listFor('attachments', { id: subject.record.id, deleted })
    const after = cursor === undefined ? undefined : readPlace(list, cursor, oneText)
    let query = this.#of(subject).selectAll()
    query = query.where('deleted_at', deleted ? 'is not' : 'is', null)
    if (after !== undefined) query = query.where('id', '<', after)
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
    const codec = this.#uses.records.codec(Attachment)
    const page = rows.slice(0, limit).map((row) => codec.fromRow(row))
    const last = page.at(-1)?.id
    return {
      attachments: page.map((attachment) => this.#shown({ attachment, subject })),
      next_cursor: rows.length > limit && last !== undefined ? writePlace(list, [last]) : null,
    }
  }

  /** Throws `not_found`, also where the record is deleted or not seen. */
  async get(id: string): Promise<AttachmentRecord> {
    return this.#shown(await this.#found(id, 'read'))
  }

  /** The attachment with the place of its bytes. Throws as `get` does. */
  async file(id: string): Promise<{ readonly attachment: Attachment; readonly store: string }> {
    const { attachment } = await this.#found(id, 'read')
    const [file] = await this.#uses.records.whole.findBy(StoredFile, 'id', [attachment.file_id])
    if (!file) throw missing(id)
    return { attachment, store: file.store }
  }

  /**
   * Whether the record may get one more attachment; throws `invalid_input` for an unknown type or record, `conflict` where it has as many as it may
   * have, or as many bytes with these; `stored` are those of them that the organization does not keep yet.
   */
  async checkRoom(object: string, record_id: string, bytes = 0, stored = bytes): Promise<Subject> {
    const subject = await this.#uses.subjects.named(object, record_id, 'write')
    const total = sql<number | string>`coalesce(sum(size), 0)`.as('bytes')
    const mine = this.#of(subject).where('deleted_at', 'is', null)
    const here = await mine.select([sql<number | string>`count(*)`.as('number'), total]).executeTakeFirst()
    if (Number(here?.number ?? 0) >= MOST) throw full(`The record has ${MOST} attachments: delete some first`)
    if (Number(here?.bytes ?? 0) + bytes > MOST_BYTES) throw full(`The attachments of a record have at most ${MOST_BYTES} bytes together`)
    const { organizationBytes } = this.#uses.settings.attachments
    const all = await this.#uses.records.whole.db.selectFrom(StoredFile.table).select(total).executeTakeFirst()
    if (Number(all?.bytes ?? 0) + stored > organizationBytes)
      throw full(`The attachments of an organization have at most ${organizationBytes} bytes together, deleted ones for 30 days included`)
    return subject
  }

  /**
   * Adds the attachment whose bytes are written. Throws as `checkRoom` does, and `conflict` where the bytes were given up meanwhile, because they
   * took longer than a day.
   */
  async add(values: NewAttachment): Promise<AttachmentRecord> {
    const { records, actor, ids, ledger } = this.#uses
    await records.locks.hold('attachments')
    const subject = await this.checkRoom(values.object, values.record_id, values.size)
    if (!(await ledger.keep(records, values.file_id, values.size)))
      throw new CrmError('conflict', 'The upload took too long; send the file again')
    const { now } = records.unit
    const attachment: Attachment = {
      ...values,
      id: ids.next(),
      user_from: actor.organization,
      object: subject.type.plural,
      record_id: subject.record.id,
      created_by: actor.user,
      created_at: now,
      updated_at: now,
      deleted_at: null,
      version: 1,
    }
    await records.insert(Attachment, [attachment])
    await this.#uses.events.tell('created', attachment, subject)
    return this.#shown({ attachment, subject })
  }

  /** Gives it another name. Throws as `get` does, `version_mismatch`, and `invalid_input` for the name of a program. */
  async rename(id: string, name: string | undefined, reply: Reply): Promise<AttachmentRecord> {
    const found = await this.#found(id, 'write')
    checkVersion(found.attachment, reply)
    return await this.#change(found, name === undefined ? {} : { name: nameOf(name) })
  }

  /** Deletes it softly. Throws as `get` does, and `version_mismatch`. */
  async remove(id: string, reply: Reply): Promise<void> {
    const { attachment, subject } = await this.#found(id, 'write')
    checkVersion(attachment, reply)
    await this.#change({ attachment, subject }, { deleted_at: this.#uses.records.unit.now })
    await this.#uses.events.tell('deleted', attachment, subject)
  }

  /** Deletes it for good, whether it was deleted softly before or not; `forbidden` to all but administrators. */
  async purge(id: string, reply: Reply): Promise<void> {
    if (this.#uses.actor.role !== 'admin') throw new CrmError('forbidden', 'Deleting for good needs an administrator')
    const { attachment, subject } = await this.#found(id, 'write', true)
    checkVersion(attachment, reply)
    await this.#uses.records.remove(Attachment, [attachment.id], 'purged')
    if (!attachment.deleted_at) await this.#uses.events.tell('deleted', attachment, subject)
  }

  /** Undoes a delete of the last 30 days. Throws `not_found`, and as `checkRoom` does where others have taken its place. */
  async restore(id: string, reply: Reply): Promise<AttachmentRecord> {
    await this.#uses.records.locks.hold('attachments')
    const found = await this.#found(id, 'write', true)
    checkVersion(found.attachment, reply)
    if (!found.attachment.deleted_at) return this.#shown(found)
    await this.checkRoom(found.subject.type.plural, found.subject.record.id, found.attachment.size, 0)
    const restored = await this.#change(found, { deleted_at: null })
    await this.#uses.events.tell('restored', found.attachment, found.subject)
    return restored
  }

  async #change({ attachment: before, subject }: Found, changes: Partial<Attachment>): Promise<AttachmentRecord> {
    const { records } = this.#uses
    await records.whole.update(Attachment, [{ before, changes }])
    const [after] = await records.whole.byIds(Attachment, [before.id]).selectAll().execute()
    return this.#shown({ attachment: after ? records.codec(Attachment).fromRow(after) : before, subject })
  }

  async #found(id: string, doing: Doing, deleted = false): Promise<Found> {
    const { records, subjects } = this.#uses
    // By the record alone it is judged who sees it: a merged one may have belonged to somebody else.
    const rows = records.whole.byIds(Attachment, [id.toLowerCase()]).selectAll()
    const locked = doing === 'write' && records.dialect === 'postgresql' ? rows.forUpdate() : rows
    const row = await (deleted ? locked : locked.where('deleted_at', 'is', null)).executeTakeFirst()
    if (!row) throw missing(id)
    const attachment = records.codec(Attachment).fromRow(row)
    const type = this.#uses.subjects.typeOf(attachment.object)
    const subject = await subjects.find(type, attachment.record_id, doing)
    if (!subject) throw missing(id)
    return { attachment, subject }
  }

  // Of the record and of all that it has taken in.
  #of({ record }: Subject) {
    const { whole } = this.#uses.records
    return whole.db.selectFrom(Attachment.table).where(whole.anyOf(Attachment, 'record_id', allIdsOf(record)))
  }

  #shown({ attachment, subject: { record } }: Found): AttachmentRecord {
    return presentAttachment({ ...attachment, record_id: record.id }, this.#uses.records.unit.now)
  }
}

/** The name of a file as it is kept; throws `invalid_input` for that of a program. */
export function nameOf(given: string): string {
  const name = cleanName(given)
  if (namesProgram(name)) throw invalid('/name', 'not_allowed', `${name} is the name of a program: put it into an archive to keep it`)
  return name
}

const missing = (id: string) => new CrmError('not_found', `No attachment with the id ${id}`)
const full = (message: string) => new CrmError('conflict', message)
