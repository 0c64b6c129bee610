import { type AnyWatch, type AuditRule, type Change, type Identified, silentFields, type TextRule } from '../schema/changes.ts'
import type { Fields } from '../../operation/schema/fields.ts'
import { valuesOf } from '../../values/objects.ts'
import type { Row } from '../schema/codec.ts'
import { equal } from '../schema/equal.ts'
import { scopeWord, keptWords } from '../schema/text-entry.ts'
import type { Unit } from '../schema/unit.ts'

/** What a change leaves beside its record and its events: its history, and what full-text search knows. */
export interface Traces {
  readonly history: Row[]
  /** Records whose text entry is replaced or removed. */
  readonly stale: string[]
  readonly entries: Row[]
}

// What is read of a record here by name.
type Traced = Readonly<Row> & { readonly deleted_at?: unknown; readonly tags?: unknown }

/** By field, the value before and after. */
type Told = Record<string, readonly unknown[]>

/** The traces of these changes of one record type. */
export function tracesOf(watch: AnyWatch, changes: readonly Omit<Change<Identified>, 'kind'>[], made: boolean, unit: Unit): Traces {
  const traces: Traces = { history: [], stale: [], entries: [] }
  const { text, audit, entity } = watch
  const { fields } = entity
  const { organization: user_from } = unit.actor
  const told = (record_id: string, action: string | null, what: Row | null) =>
    traces.history.push(entryOf(watch, record_id, action, what ?? {}, unit))
  const scope = text && scopeWord(user_from, text.object)
  for (const { record: changedRecord, before: formerRecord, changed } of changes) {
    const { id } = changedRecord
    const record: Traced = valuesOf(changedRecord)
    const before: Traced = valuesOf(formerRecord)
    if (audit?.notesOnly) continue
    if (audit) {
      const names = made ? Object.keys(fields).filter((name) => record[name] !== null && name !== 'id' && name !== 'user_from') : changed
      const differing = masked(differences(fields, record, before, new Set(names)), audit)
      const action = made ? 'created' : (audit.action?.(changed) ?? null)
      if (action !== null || differing) told(id, action, differing)
    } else if (!made) {
      const differing = differences(fields, record, before, changed)
      if (differing) told(id, null, differing)
    }
    if (!text) continue
    const said = record.deleted_at ? null : textsOf(text, record)
    const former = made || before.deleted_at ? null : textsOf(text, before)
    if (isSame(said, former)) continue
    const [old, now] = [former && wordsIn(former), said && wordsIn(said)]
    if (old?.title === now?.title && old?.body === now?.body) continue
    if (!made) traces.stale.push(id)
    if (now) traces.entries.push({ user_from, object: text.object, record_id: id, scope, ...now })
  }
  return traces
}

function differences(fields: Fields, record: Row, before: Row, changed: ReadonlySet<string>): Told | null {
  const told = [...changed].filter((name) => !silentFields.has(name) && fields[name] && fields[name].access !== 'hidden')
  return told.length === 0 ? null : Object.fromEntries(told.map((name) => [name, [before[name] ?? null, record[name] ?? null]]))
}

function masked(changes: Told | null, { only, masked = (_, value) => value }: AuditRule): Told | null {
  const shown = Object.entries(changes ?? {}).filter(([name]) => !only || only.includes(name))
  const rows = shown.map(([name, pair]) => [name, pair.map((value) => (value === null ? null : masked(name, value)))])
  return rows.length === 0 ? null : Object.fromEntries(rows)
}

/** One line of the log: what was done with a record, by whom, and for which call. */
export function entryOf(
  { entityType }: AnyWatch,
  record_id: string,
  action: string | null,
  changes: Row,
  { actor, now, acting }: Unit,
): Row {
  const { organization: user_from, asked } = actor
  const via = acting?.of(record_id)?.via ?? actor.via
  const call = { operation: asked?.operation ?? null, request_id: asked?.request_id ?? null }
  return { user_from, entity_type: entityType, record_id, changes, action, actor: via, ...call, created_at: now }
}

/** Texts by which a record is found, before they are taken apart into words. */
interface Texts {
  readonly title: readonly string[]
  readonly body: readonly string[]
}

function textsOf({ of }: TextRule<object>, record: Row): Texts {
  const { title, body = [] } = of(record)
  // Every record is found by its tags, whatever else its words are (`few-tagged.ts`).
  const { tags } = record
  return { title: texts(title), body: texts([...body, ...(Array.isArray(tags) ? tags : [])]) }
}

const texts = (values: readonly unknown[]) => values.filter((each) => typeof each === 'string')

// Most changes touch no text, and to compare texts costs far less than to take them apart.
function isSame(left: Texts | null, right: Texts | null): boolean {
  return left !== null && right !== null && equal(left, right)
}

function wordsIn({ title, body }: Texts): { title: string; body: string } {
  return { title: keptWords(title).join(' '), body: keptWords(body).join(' ') }
}
