import { hidden, readOnly, text, uuid } from '../../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../../kernel/storage/schema/entity.ts'

const link = entity(
  'AwaitedLink',
  'sync_awaited_links',
  {
    ...ownFields,
    provider: readOnly(text()),
    /** External id of a company that has not arrived yet. */
    external_id: hidden(text()),
    contact_id: readOnly(uuid()),
  },
  { indexes: [['provider', 'external_id'], ['contact_id']] },
)

/** A contact that refers to a company by an id that is still unknown; linked when that company arrives. */
export class AwaitedLink extends link.class {}
link.setClass(AwaitedLink)

const person = entity(
  'AwaitedContact',
  'sync_awaited_contacts',
  {
    ...ownFields,
    provider: readOnly(text()),
    /** External id or e-mail address of a contact that has not arrived yet. */
    word: hidden(text()),
    deal_id: readOnly(uuid()),
  },
  { indexes: [['word'], ['deal_id']] },
)

/** A deal that refers to a contact who is still unknown; linked when that contact arrives. */
export class AwaitedContact extends person.class {}
person.setClass(AwaitedContact)
