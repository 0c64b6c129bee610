import { Type } from '@sinclair/typebox'
import { choice, json, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

const Counts = Type.Record(Type.String(), Type.Integer(), { description: 'Rows about the person, by table' })

/** Fields of a privacy request; they stay when the person is erased. */
export const privacyRequestFields = {
  ...ownFields,
  kind: readOnly(choice(['export', 'erasure'], 'What was requested')),
  contact_id: readOnly(uuid('The person; after an erasure no record has this id')),
  /** Proves who was erased, but only to those who know the address. */
  subject_hash: readOnly(optional(text({ description: 'SHA-256 of the e-mail in lower case' }))),
  reason: readOnly(optional(text({ max: 1000, description: 'Why, as proof' }))),
  job_id: readOnly(uuid('`GET /jobs/{id}` shows the progress; the result of an export has everything that is stored')),
  tables: readOnly(optional(json(Counts, 'Records by table, once it is finished'))),
  created_by: readOnly(text('E-mail address of the user who requested it')),
  created_at: readOnly(timestamp('When it was requested')),
  finished_at: readOnly(optional(timestamp('When it was finished'))),
}
const schema = entity('PrivacyRequest', 'privacy_requests', privacyRequestFields, {
  indexes: [['created_at', 'id']],
  privacy: 'kept',
})

/** A person's request for an export or the erasure of their data, and the proof that it was fulfilled; kept for good. */
export class PrivacyRequest extends schema.class {}
schema.setClass(PrivacyRequest)

/** The input of the jobs that fulfill a request. */
export interface RequestInput {
  readonly request_id: string
}
