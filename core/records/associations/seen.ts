import type { Static } from '@sinclair/typebox'
import type { AnyRecord } from '../../kernel/storage/entity.ts'
import type { FieldLink, LinkEnd } from '../record-type/field-links.ts'
import type { Association } from './entity.ts'
import type { AssociationRecord } from './schema.ts'

/** A link as one of its records sees it, and the other record. */
export interface Seen {
  readonly link: FieldLink['link']
  readonly place: string
  readonly to: LinkEnd
  readonly record: AnyRecord
  readonly label: string | null
  readonly inverse_label: string | null
  readonly field: FieldLink['field'] | null
}

/** A label as labels are compared: as people read them. */
export const keyOf = (label: string | null) => (label ?? '').normalize('NFC').trim().toLowerCase()
/** Orders links, the newest first. */
export const newestFirst = (a: { readonly place: string }, b: { readonly place: string }) => (a.place < b.place ? 1 : -1)
/** A label as it is stored; a blank one counts as none. */
export const labelOf = (label: string | null | undefined) => label?.trim() || null

/** The two ends of a stored link. */
export const endsOf = ({ from_object, from_id, to_object, to_id }: Association) => ({
  from: { object: from_object, id: from_id },
  to: { object: to_object, id: to_id },
})

/** A link as the API answers it to a caller who has asked for one of its records. */
export function shown(from: LinkEnd, { link, to, record, label, inverse_label, field }: Seen): Static<typeof AssociationRecord> {
  return {
    id: link.id,
    from_object: from.object,
    from_id: from.id,
    to_object: to.object,
    to_id: to.id,
    to_name: nameOf(record),
    label,
    inverse_label,
    field,
    created_by: link.created_by,
    created_at: link.created_at.toISOString(),
  }
}

// Contacts without a full name are shown by its parts, or else by their address.
function nameOf({ name, first_name, last_name, primary_email, number, title, subject }: AnyRecord): string | null {
  const parts = [first_name, last_name].filter((each) => each).join(' ')
  const found = [name, parts, number, subject, title, primary_email].find((each) => typeof each === 'string' && each !== '')
  return found === undefined ? null : String(found)
}
