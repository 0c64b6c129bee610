import type { Row } from '../../../kernel/storage/schema/codec.ts'
import type { CalendarMoment } from '../../../kernel/values/relative-days.ts'
import type { Comparison, Condition, FieldPath } from './condition.ts'
import { type Predicate, predicateOf } from './predicate.ts'

/** A record with what conditions may ask of it besides its fields; what is not there is null. */
export interface Subject extends CalendarMoment {
  readonly record: Row
  /** Related records, by the word in front of the dot. */
  readonly related?: Readonly<Record<string, Row | null>>
  /** Related records of which conditions ask for any, by the word in front of the dot: the deals of a contact. */
  readonly several?: Readonly<Record<string, readonly Row[]>>
  /** Values that follow from other records, by path: `open_tasks`. */
  readonly counted?: Readonly<Record<string, unknown>>
}

/** Whether a record in memory meets a condition; the same records as the statement of `compile` finds. */
export function matches(condition: Condition, subject: Subject): boolean {
  if ('all' in condition) return condition.all.every((each) => matches(each, subject))
  if ('any' in condition) return condition.any.some((each) => matches(each, subject))
  if ('met' in condition) {
    const { of, met, negated } = condition
    const one = (record: Row) => matches(met, { ...subject, related: { ...subject.related, [of.name]: record } })
    return (subject.several?.[of.name] ?? []).some(one) !== negated
  }
  return made(condition)(valueAt(condition.at, subject), subject) !== condition.negated
}

/** The value that a path has for a record: what was counted beforehand, else that of the record or of the related one; null without one. */
export function valueAt({ path, field, related }: FieldPath, { record, related: others = {}, counted = {}, now }: Subject): unknown {
  if (Object.hasOwn(counted, path)) return counted[path]
  const of = related ? (others[related.name] ?? null) : record
  return of && field.value(of, now)
}

const predicates = new WeakMap<Comparison, Predicate>()

function made(comparison: Comparison): Predicate {
  const known = predicates.get(comparison) ?? predicateOf(comparison)
  predicates.set(comparison, known)
  return known
}
