import { lineFields } from '../fields.ts'
import { objectFields } from '../objects.ts'
import type { Column } from '../read/table.ts'
import { meaningsOf } from './column-passes.ts'
import type { FieldsReading } from './reading.ts'
import { asShare, targetOf } from './report.ts'
import type { RecognizedScope } from './scope-reading.ts'
import { nothingStated } from './stated-columns.ts'

/** A field that a column may be, and how much speaks for it, 0 to 1. */
export interface Meaning {
  readonly target: string
  readonly confidence: number
}

/** What each column may be by its title and values, the best first, whatever settings and vocabulary state of it; by source path. */
export type Meanings = ReadonlyMap<string, readonly Meaning[]>

/** Where nobody has asked what else columns may be. */
export const noMeanings: Meanings = new Map()

/** Finds them for all columns of a batch, where they are asked for. */
export function* findMeanings(reading: FieldsReading): Generator<void, void> {
  const { table, lines, object, options } = reading
  if (options.explain !== true) return
  const found = new Map<string, Meaning[]>()
  yield* collect(found, table.root.columns, object, '')
  if (lines) yield* collect(found, lines.columns, 'line', 'lines.')
  for (const meanings of found.values()) meanings.sort((one, other) => other.confidence - one.confidence)
  reading.meanings = found
}

function* collect(found: Map<string, Meaning[]>, all: readonly Column[], scope: RecognizedScope, prefix: string): Generator<void, void> {
  const kinds = scope === 'line' ? lineFields : objectFields[scope]
  const paths = new Map(all.map(({ index, path }) => [index, path]))
  for (const { column, field, score } of yield* meaningsOf(all, scope, kinds, nothingStated)) {
    const path = paths.get(column) ?? ''
    found.set(path, [...(found.get(path) ?? []), { target: prefix + targetOf(field), confidence: asShare(score) }])
  }
}
