import type { Fields } from '../kernel/fields.ts'
import type { Row } from './codec.ts'
import type { Unit } from './unit.ts'

const known = new WeakMap<Fields, Row>()

/** The fields that the engine keeps on a new record, over the initial values of all others (records.md 0). */
export function newRecord(fields: Fields, id: string, { actor, now }: Unit): Row {
  return {
    ...initials(fields),
    id,
    user_from: actor.organization,
    created_by: actor.user,
    created_via: actor.createdVia,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    version: 1,
  }
}

/** What fields hold when nothing is given; shared by all records, so never to be changed in place. */
export function initials(fields: Fields): Row {
  const made =
    known.get(fields) ??
    Object.fromEntries(Object.entries(fields).flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])))
  known.set(fields, made)
  return made
}
