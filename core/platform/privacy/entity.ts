import { Type } from '@sinclair/typebox'
import { choice, json, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/fields.ts'
import { entity, ownFields } from '../../kernel/storage/entity.ts'

const Counts = Type.Record(Type.String(), Type.Integer(), { description: 'Rows that told of the person, by table' })

/** The fields of a request, which stay when the person is erased. */
export const privacyRequestFields = {
  ...ownFields,
  kind: readOnly(choice(['export', 'erasure'], 'What was asked for')),
  contact_id: readOnly(uuid('The person; after an erasure nothing has this id any more')),
  /** Proves which person was erased to whoever knows the address, and tells it to nobody else. */
  subject_hash: readOnly(optional(text({ description: 'SHA-256 of the e-mail in lower case' }))),
  reason: readOnly(optional(text({ max: 1000, description: 'Why, for the proof' }))),
  job_id: readOnly(uuid('`GET /jobs/{id}` tells its progress; of an export, its result has everything that is stored')),
  tables: readOnly(optional(json(Counts, 'Records by table, once it is done'))),
  created_by: readOnly(text('E-mail address of the user who asked')),
  created_at: readOnly(timestamp('When it was asked for')),
  finished_at: readOnly(optional(timestamp('When it was done'))),
}
const schema = entity('PrivacyRequest', 'privacy_requests', privacyRequestFields, { indexes: [['created_at', 'id']] })

/** A person's request for their data or for its end; the proof that it was met. Written by `Privacy` and by the job, and kept for good. */
export class PrivacyRequest extends schema.class {}
schema.setClass(PrivacyRequest)
