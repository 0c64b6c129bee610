import { readOnly, text, uuid } from '../kernel/fields.ts'
import { entity, ownFields } from './entity.ts'

const schema = entity(
  'ExternalReference',
  'external_references',
  {
    ...ownFields,
    /** Plural name of the record type. */
    object: readOnly(text()),
    provider: readOnly(text()),
    external_id: readOnly(text()),
    record_id: readOnly(uuid()),
  },
  { uniques: [['object', 'provider', 'external_id']], indexes: [['record_id']], seen: { type: 'object', id: 'record_id' } },
)

/** The index behind `external_ids` of live records: one record per object, provider and id. */
export class ExternalReference extends schema.class {}
schema.setClass(ExternalReference)
