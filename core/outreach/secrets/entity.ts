import { hidden, readOnly, text, timestamp } from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

const schema = entity(
  'OutreachSecret',
  'outreach_secrets',
  { ...ownFields, purpose: readOnly(text()), sealed_key: hidden(text()), created_at: readOnly(timestamp()) },
  { uniques: [['purpose']], privacy: 'kept' },
)

/** A key of one organization by which it knows again what it has made: ids of messages, tokens of links. */
export class OutreachSecret extends schema.class {}
schema.setClass(OutreachSecret)
