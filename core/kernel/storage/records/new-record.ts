import type { CallReference } from '../../operation/actor.ts'
import type { Fields, RecordOf, ValueOf } from '../../operation/schema/fields.ts'
import type { Row } from '../schema/codec.ts'
import type { CommonRecord } from '../schema/entity.ts'
import { newExternalIds } from '../schema/external-id.ts'
import type { Unit } from '../schema/unit.ts'

const factories = new WeakMap<Fields, readonly (readonly [name: string, make: () => unknown])[]>()

/** A new record: initial values, the given ones over them, and over both the fields that the engine keeps. */
export function newRecord<F extends Fields>(fields: F, id: string, unit: Unit, values: object = {}): RecordOf<F> {
  const { external_ids } = values as Partial<CommonRecord>
  const { actor, now, acting } = unit
  const step = acting?.of(id)
  return Object.assign(initials(fields), values, external_ids && { external_ids: newExternalIds([], external_ids, unit) }, {
    id,
    user_from: actor.organization,
    created_by: actor.user,
    created_via: step ? `${step.via.type}:${step.via.id}` : actor.createdVia,
    created_in: actor.asked ? calledBy(actor.asked) : null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    version: 1,
    // The fields have their initial values, the given ones, or those that the engine keeps.
  }) as RecordOf<F>
}

/** The fields that create may leave out. */
type InitialOf<F extends Fields> = { [K in keyof F as F[K]['optional'] extends true ? K : never]: ValueOf<F[K]> }

/** What fields hold when nothing is given. */
export function initials<F extends Fields>(fields: F): InitialOf<F> {
  let factory = factories.get(fields)
  if (!factory) {
    const given = Object.entries(fields).filter(([, { initial }]) => initial !== undefined)
    factory = given.map(([name, { initial }]) => [name, factoryOf(initial)])
    factories.set(fields, factory)
  }
  const record: Row = {}
  for (const [name, make] of factory) record[name] = make()
  // Only what is declared optional has an initial value.
  return record as InitialOf<F>
}

/** A call in one word, or two. */
export function calledBy({ operation, request_id }: CallReference): string {
  return request_id === null ? operation : `${operation} ${request_id}`
}

// Only lists and objects need a copy for each record.
function factoryOf(initial: unknown): () => unknown {
  if (Array.isArray(initial)) return () => [...initial]
  return typeof initial === 'object' && initial !== null ? () => ({ ...initial }) : () => initial
}
