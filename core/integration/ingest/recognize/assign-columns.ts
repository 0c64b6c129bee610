import { isDocument } from '../objects.ts'
import type { Column } from '../read/table.ts'
import { lastResortKeys } from './ambiguity.ts'
import { assign, type Candidate, possible, sure } from './assign.ts'
import { numberFromId } from './own-ids.ts'
import type { FieldMatch } from './recognition.ts'
import type { ScopeReading } from './scope-reading.ts'

/** Gives each field the column that makes the total score best. */
export function assignColumns(reading: ScopeReading): void {
  reading.chosen = assignFilled(
    reading.columns,
    reading.candidates.filter(({ score }) => score >= possible),
  )
}

/** Gives the field that no record can do without a second-best column, where it has none. */
export function takeRequired(reading: ScopeReading): void {
  const { patterns, chosen, candidates } = reading
  reading.chosen = withRequired(patterns.required, chosen, candidates)
}

/** Finds a key for records that have none so far. */
export function findMissingKeys(reading: ScopeReading): void {
  const { scope, columns, candidates, patterns } = reading
  if (scope === 'line') return
  reading.chosen = [...reading.chosen, ...lastResortKeys(reading.chosen, candidates, columns, patterns.own)]
  if (isDocument(scope)) reading.chosen = [...reading.chosen, ...numberFromId(reading.chosen, columns)]
}

/** Lets columns that are left over stand in where the first column of their field is empty. */
export function addStandIns(reading: ScopeReading): void {
  reading.matches = withStandIns(reading.chosen, reading.candidates)
}

/** A column without values gets only fields that no other column has. */
function assignFilled(columns: readonly Column[], candidates: readonly Candidate[]): Candidate[] {
  const filled = new Set(columns.flatMap(({ index, count }) => (count > 0 ? index : [])))
  const primary = assign(candidates.filter(({ column }) => filled.has(column)))
  const fields = new Set(primary.map(({ field }) => field))
  return [...primary, ...assign(candidates.filter(({ column, field }) => !filled.has(column) && !fields.has(field)))]
}

function withRequired(required: string | undefined, chosen: readonly Candidate[], candidates: readonly Candidate[]): readonly Candidate[] {
  if (required === undefined || chosen.some(({ field }) => field === required)) return chosen
  const [wanted] = candidates
    .filter(({ field, score }) => field === required && score >= possible)
    .toSorted((one, other) => other.score - one.score)
  const holder = chosen.findIndex(({ column }) => column === wanted?.column)
  return wanted && holder >= 0 ? chosen.with(holder, wanted) : chosen
}

/** Remaining columns that are as certain as the first column of their field stand in where that one is empty. */
function withStandIns(primary: readonly Candidate[], candidates: readonly Candidate[]): FieldMatch[] {
  const taken = new Set(primary.map((candidate) => candidate.column))
  // Two words for the same concept (`Client`, `Kunde`) are equally certain.
  const named = new Map(primary.map(({ field, via, score }) => [`${field} ${via}`, score] as const))
  const spare = new Map<number, Candidate>()
  for (const candidate of candidates) {
    const enough = Math.min(sure, named.get(`${candidate.field} ${candidate.via}`) ?? sure) - 0.03
    if (taken.has(candidate.column) || candidate.score < enough) continue
    if (candidate.score > (spare.get(candidate.column)?.score ?? 0)) spare.set(candidate.column, candidate)
  }
  return primary.map((first) => {
    const others = [...spare.values()].filter((candidate) => candidate.field === first.field).toSorted((a, b) => b.score - a.score)
    return { field: first.field, columns: [first, ...others] }
  })
}
