import { choice, hidden, integer, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

const schema = entity(
  'EmailHit',
  'email_hits',
  {
    ...ownFields,
    email_id: readOnly(uuid()),
    kind: readOnly(choice(['open', 'click'])),
    /** Of a click. */
    link_index: readOnly(optional(integer())),
    at: readOnly(timestamp()),
    /** When it is judged; null once it was. */
    due_at: hidden(optional(timestamp())),
    /** Hash of the network that it came from; forgotten after 7 days. */
    network: hidden(optional(text())),
    /** What in the request itself tells of a machine. */
    suspicion: readOnly(optional(choice(['head', 'prefetch', 'agent']))),
    verdict: readOnly(optional(choice(['human', 'machine']))),
    /** Of a machine: what gave it away. */
    reason: readOnly(optional(text())),
  },
  { indexes: [['email_id', 'at']], ownership: { part: 'email_id', of: 'emails' } },
)

/** A request for the pixel or for a link of a message, by whomever; kept 30 days. */
export class EmailHit extends schema.class {}
schema.setClass(EmailHit)
