import type { AnyWatch, Change, Watch } from '../kernel/changes.ts'
import type { Fields } from '../kernel/fields.ts'
import type { Row } from './codec.ts'
import type { AnyEntityClass } from './entity.ts'
import { scopeWord, wordsOf } from './text-entry.ts'
import type { Unit } from './unit.ts'

/** What a change leaves beside its record and its events: its history, and what full-text search knows. */
export interface Traces {
  readonly history: Row[]
  /** Records of which the text is written anew, or no more. */
  readonly stale: string[]
  readonly entries: Row[]
}

// What the engine keeps for itself tells nobody anything.
const silent = new Set(['version', 'updated_at', 'stage_history', 'last_activity_at', 'last_contacted_at'])

/** The traces of these changes of one record type. */
export function tracesOf(watch: AnyWatch, changes: readonly Omit<Change, 'kind'>[], made: boolean, unit: Unit): Traces {
  const traces: Traces = { history: [], stale: [], entries: [] }
  const { fields } = watch.entity as AnyEntityClass
  const { entityType, text } = watch as unknown as Watch<Row>
  const { organization: user_from, via: actor } = unit.actor
  const scope = text && scopeWord(user_from, text.object)
  for (const { record, before, changed } of changes as readonly Change<Row>[]) {
    const id = String(record['id'])
    if (!made) {
      const differing = differences(fields, record, before, changed)
      if (differing)
        traces.history.push({ user_from, entity_type: entityType, record_id: id, changes: differing, actor, created_at: unit.now })
    }
    if (!text) continue
    const [old, now] = [made || before['deleted_at'] ? null : textOf(text, before), record['deleted_at'] ? null : textOf(text, record)]
    if (old?.title === now?.title && old?.body === now?.body) continue
    if (!made) traces.stale.push(id)
    if (now) traces.entries.push({ user_from, object: text.object, record_id: id, scope, ...now })
  }
  return traces
}

function differences(fields: Fields, record: Row, before: Row, changed: ReadonlySet<string>): Row | null {
  const told = [...changed].filter((name) => !silent.has(name) && fields[name] && fields[name].access !== 'hidden')
  return told.length === 0 ? null : Object.fromEntries(told.map((name) => [name, [before[name] ?? null, record[name] ?? null]]))
}

const words = (texts: readonly unknown[]) => wordsOf(texts.filter((each) => typeof each === 'string').join(' ')).join(' ')

function textOf({ of }: NonNullable<Watch<Row>['text']>, record: Row): { title: string; body: string } {
  const { title, body = [] } = of(record)
  return { title: words(title), body: words(body) }
}
