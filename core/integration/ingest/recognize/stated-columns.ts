import { fold } from '../languages/letters.ts'
import { isDocument } from '../objects.ts'
import type { ReadOptions, TableReading } from '../read/reading.ts'
import type { Column } from '../read/table.ts'
import type { Aliases } from '../vocabulary.ts'
import type { FieldsReading } from './reading.ts'

/** What takes precedence over similarity: the mapping of the source, then the vocabulary of the product. */
export interface StatedColumns {
  readonly overrides: ReadonlyMap<string, string | null>
  readonly aliases: ReadonlyMap<string, Alias | null>
  readonly vocabulary: string | null
}

/** The fields that a vocabulary names for a column, and their precedence. */
export interface Alias {
  readonly fields: readonly string[]
  readonly rank: number
}

/** Collects what settings and vocabulary state about the columns of records and of lines. */
export function collectStatedColumns(reading: FieldsReading): void {
  reading.stated = statedFor(reading, false)
  reading.lineStated = statedFor(reading, true)
}

/** Before anything is stated. */
export const nothingStated: StatedColumns = { overrides: new Map(), aliases: new Map(), vocabulary: null }

/** The entry for a column in a map that is keyed by folded source path. */
export function lookup<T>(given: ReadonlyMap<string, T>, column: Column): T | undefined {
  if (given.size === 0) return undefined
  const names = [column.path, column.key, column.segments.join('.')].map(fold)
  for (const name of names) if (given.has(name)) return given.get(name)
  for (let depth = column.segments.length - 1; depth > 0; depth--) {
    const above = fold(`${column.segments.slice(0, depth).join('.')}.*`)
    if (given.has(above)) return given.get(above)
  }
  return undefined
}

function statedFor({ object, vocabulary, options: { overrides } }: TableReading, line: boolean): StatedColumns {
  const aliases = line
    ? [vocabulary?.lines?.aliases]
    : [vocabulary?.aliases.all, isDocument(object) ? vocabulary?.aliases.documents : undefined, vocabulary?.aliases[object]]
  return { overrides: overridesFor(overrides, line), aliases: ranked(aliases), vocabulary: vocabulary?.name ?? null }
}

/** Overrides by folded source path: columns of lines are ignored in the record, and ignored columns in both. */
function overridesFor(overrides: ReadOptions['overrides'] = {}, line: boolean): ReadonlyMap<string, string | null> {
  const own = new Map<string, string | null>()
  for (const [path, field] of Object.entries(overrides)) {
    const ofLine = field?.startsWith('lines.') ?? false
    if (line && ofLine && field) own.set(fold(path), field.slice('lines.'.length))
    else if (!line || field === null) own.set(fold(path), ofLine ? null : field)
  }
  return own
}

/** Aliases by folded source path, in the order of their declaration. */
function ranked(tables: readonly (Aliases | undefined)[]): ReadonlyMap<string, Alias | null> {
  const all = tables.flatMap((each) => Object.entries(each ?? {}))
  return new Map(all.map(([path, field], rank) => [fold(path), field === null ? null : { fields: field.split('|'), rank }]))
}
