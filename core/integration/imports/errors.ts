import type { RecordReading } from '../ingest/normalize/reading.ts'
import type { Outcomes } from '../ingest/match/outcome.ts'
import { membersOf } from '../../kernel/values/is-object.ts'
import { csvLine } from '../../kernel/values/csv.ts'
import { mapInTurns, Turns } from '../../kernel/values/turns.ts'
import type { ImportError } from './entity.ts'

/** The first `most` rejected rows, in their order. */
export async function errorsOf(
  outcomes: Outcomes,
  readings: readonly RecordReading[],
  most: number,
): Promise<Pick<ImportError, 'row' | 'code' | 'field' | 'reason' | 'record'>[]> {
  const errors = []
  const turns = new Turns()
  for (const { index, raw } of readings) {
    if (turns.areOver()) await turns.next()
    if (errors.length >= most) break
    const outcome = outcomes.all.get(index)
    if (outcome?.action !== 'reject') continue
    const { code, field, reason } = outcome.problem
    const said = { field: field ? clean(field).slice(0, 100) : null, reason: clean(reason).slice(0, 1000) }
    errors.push({ row: index + 1, code, ...said, record: raw ?? null })
  }
  return errors
}

/** A warning about a row that is stored all the same. */
export interface RowWarning {
  readonly row: number
  readonly warning: string
}

const SAMPLES = 20

/** The results of rows by kind, with some of the warnings. */
export async function countsOf(outcomes: Outcomes) {
  const found = await mapInTurns(outcomes.warnings, ({ index, warning }) => ({ row: index + 1, warning: clean(warning).slice(0, 1000) }))
  return { ...outcomes.counts(), warnings: found.length, warning_samples: samplesOf(found) }
}

/** Lists each warning once before repeating any: a doubtful column would hide all other warnings. */
export function samplesOf(warnings: readonly RowWarning[]): RowWarning[] {
  const first = new Map(warnings.toReversed().map((each) => [each.warning, each]))
  const again = warnings.filter((each) => first.get(each.warning) !== each)
  return [...[...first.values()].toSorted((one, other) => one.row - other.row), ...again].slice(0, SAMPLES)
}

/** A CSV file of the rejected rows: their own columns, then the reason. */
export function csvOf(errors: readonly ImportError[], columns: readonly string[] | null): string {
  const own = columns ?? [...new Set(errors.flatMap(({ record }) => Object.keys(record ?? {})))]
  const lines = errors.map(({ row, reason, record }) => [...own.map((name) => membersOf(record)[name]), row, reason])
  return [[...own, 'Row', 'Error'], ...lines].map(csvLine).join('')
}

function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
