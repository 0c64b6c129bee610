import { CellReader } from './cell-reader.ts'
import { sure } from '../recognize/assign.ts'
import { moveToDerived } from './derived-fields.ts'
import { defaultCurrency, namedCurrency, unknownCurrencyOf } from './record-currency.ts'
import { formatOfNoColumn } from '../recognize/formats.ts'
import { type Findings, noFindings } from './findings.ts'
import { convert } from './convert.ts'
import type { FinishContext } from './compose.ts'
import { finishRecord, missingKey } from './finish.ts'
import { isObject } from '../../../kernel/values/is-object.ts'
import type { Values } from './values.ts'

import { netFields, statedGross, taxModeColumns } from './gross.ts'
import { groupRows, type Group } from '../recognize/groups.ts'
import { LineReader } from './line-reader.ts'
import { tooManyLines } from '../read/limits.ts'
import { centFields } from '../recognize/cents.ts'
import { countedInCents, fromCents, fromMinorUnits, withoutUnclear } from './minor-units.ts'
import { isDocument, objectFields, type IngestObject } from '../objects.ts'
import { settlePayment } from './payment.ts'
import { nothingRead, type Reading, type RecordReading } from './reading.ts'
import type { FieldsReading } from '../recognize/reading.ts'
import { isDoubted } from '../recognize/total-matches.ts'
import type { Column, Problem, Row, Scalar, Table } from '../read/table.ts'
import { KeptColumns } from './kept-columns.ts'
import { RecordKinds } from './record-kinds.ts'

/** Reads each record by what was found out of the batch. */
export function* readRecords(reading: Reading): Generator<void, void> {
  reading.results = yield* new RecordReader(reading).readAll()
}

/** Applies what is known of a batch to each of its records. */
class RecordReader {
  readonly #plan: FieldsReading
  readonly #header: CellReader
  readonly #lines: LineReader | null
  readonly #kept: KeptColumns
  readonly #kinds: RecordKinds
  readonly #taxModes: readonly Column[]
  readonly #net: ReadonlySet<string>
  readonly #cents: ReadonlySet<string>
  readonly #doubts: readonly string[]
  readonly #doubted: boolean

  constructor(plan: FieldsReading) {
    this.#plan = plan
    const { table, lines, vocabulary, conventions } = plan
    this.#header = new CellReader(plan.fields, table.root.columns.length, vocabulary?.values ?? {}, conventions)
    this.#lines = lines && new LineReader(lines, plan)
    this.#kept = new KeptColumns(plan)
    this.#kinds = new RecordKinds(plan)
    this.#taxModes = taxModeColumns(table.root.columns)
    const told = plan.matches.filter(({ columns: [first] }) => first?.via.startsWith('vocabulary') || first?.via === 'override')
    this.#net = new Set([...netFields(plan.fields, table.root.columns), ...told.flatMap(({ field }) => (field === 'price' ? [] : field))])
    this.#cents = centFields(plan.fields)
    this.#doubted = isDoubted(plan.matches)
    this.#doubts = plan.matches.flatMap(({ field, columns: [first] }) =>
      first && first.score < sure ? [`${field}: taken from ${nameOf(table, first.column)} with confidence ${first.score.toFixed(2)}`] : [],
    )
  }

  *readAll(): Generator<void, RecordReading[]> {
    const { table, lines, fields } = this.#plan
    if (!lines || lines.scope) return yield* mapped(this.#plan.records, (_, index) => this.#readOne(index))
    const columnsOf = (named: (field: string) => boolean) =>
      fields.flatMap(({ field, columns }) => (named(field) ? columns.map(({ column }) => column) : []))
    const keys = documentKeys.flatMap((name) => columnsOf((field) => field === name))
    const customers = columnsOf((field) => field.startsWith('customer_'))
    const others = columnsOf((field) => !documentKeys.includes(field) && !field.startsWith('customer_'))
    const merged =
      keys.length > 0
        ? groupRows(table.rows, { keys, customers, others })
        : table.rows.flatMap((row, index): Group[] => (row ? [{ indexes: [index], rows: [row] }] : []))
    const broken = [...table.problems.keys()].filter((index) => !table.rows[index]).map((index) => this.#readOne(index))
    const read = yield* mapped(merged, (group) => this.#readGroup(group))
    return [...read, ...broken].toSorted((a, b) => a.index - b.index)
  }

  #readOne(index: number): RecordReading {
    const row = this.#plan.table.rows[index]
    if (row) return this.#readGroup({ indexes: [index], rows: [row] })
    const { object, table } = this.#plan
    return { ...nothingRead, index, object, reject: table.problems.get(index) ?? null }
  }

  #readGroup(group: Group): RecordReading {
    const { indexes, rows } = group
    const [index = 0] = indexes
    const [row = emptyRow] = rows
    const source = this.#plan.records[index]
    const { values, findings, empty, lines } = this.#valuesOf(group, source)
    const object = this.#kinds.objectOf(row, source)
    this.#countUnits(values, findings)
    const broken = finishRecord(values, this.#finishing(object, row, findings, lines?.subtotal))
    const foreign = unknownCurrencyOf(values, findings, object)
    const bought = this.#kinds.purchaseProblem(object, row, source, values)
    const derived = this.#derivedOf(object, values, findings)
    const beyond = this.#beyondLimits(group)
    const reading = {
      index,
      object,
      values,
      derived,
      empty,
      ...this.#kept.of(group, source, findings, values, beyond ? null : (lines?.custom ?? [])),
      warnings: findings.warnings,
      reject: beyond ?? bought ?? findings.problem ?? foreign ?? broken ?? missingKey(object, { ...derived, ...values }),
    }
    return indexes.length > 1 ? { ...reading, indexes } : reading
  }

  /** The values as they were sent, each by its field. */
  #valuesOf(group: Group, source: unknown) {
    const { indexes, rows } = group
    const { table, object } = this.#plan
    const findings: Findings = {
      ...noFindings(isDocument(object)),
      warnings: [...(table.dirty.get(indexes[0] ?? 0) ?? []), ...this.#doubts],
    }
    const empty: string[] = []
    const values: Values = this.#header.read(rows, source, findings, empty)
    if (findings.problem && rows.length > 1) findings.problem = { ...findings.problem, row: this.#faultyRow(findings.problem, group) }
    const named = [...(rows[0]?.lists ?? [])].filter(([scope]) => !scope.unnamed)
    if (named.length > 0 && named.every(([, items]) => items.length === 0)) empty.push('lines')
    const lines = this.#lines?.read(group, source, findings) ?? null
    if (lines && lines.items.length > 0) values.lines = lines.items
    const currency = namedCurrency(findings)
    if (values.currency === undefined && currency) values.currency = currency
    this.#fill(values, source, findings)
    return { values, findings, empty, lines }
  }

  /** Converts amounts to whole units of their currency, or drops those whose unit is unclear. */
  #countUnits(values: Values, findings: Findings): void {
    const { minorUnits, unclear, vocabulary, object, options } = this.#plan
    if (minorUnits && !vocabulary?.minorUnits) findings.warnings.push(countedInCents)
    if (minorUnits) return fromMinorUnits(values, object, options.currency, findings.warnings)
    if (unclear) return withoutUnclear(values, object, findings.warnings)
    const currency = values.currency ?? options.currency
    fromCents(values, this.#cents, currency)
    for (const line of values.lines ?? []) fromCents(line, this.#lines?.cents ?? none, currency)
  }

  #finishing(stored: IngestObject, row: Row, { warnings, bareNumber }: Findings, subtotal: number | undefined): FinishContext {
    return {
      object: stored,
      warnings,
      organization: this.#kinds.isOrganization(row),
      gross: statedGross(row, this.#taxModes),
      net: this.#net,
      netInLines: this.#lines?.net ?? none,
      bareNumber,
      doubted: this.#doubted,
      subtotal,
      amountIs: this.#kinds.amountTypeOf(row),
    }
  }

  #derivedOf(stored: IngestObject, values: Values, findings: Findings): Values {
    const { object, options } = this.#plan
    const derived: Values = {}
    if (isDocument(object)) settlePayment(values, derived)
    moveToDerived(stored, values, derived)
    const assumed = values.currency === undefined ? defaultCurrency(findings, options) : undefined
    if (assumed) derived.currency = assumed
    return derived
  }

  /** The problem of a record that is too deep, too wide or too long to be read. */
  #beyondLimits({ indexes, rows }: Group): Problem | null {
    const { problems } = this.#plan.table
    for (const index of indexes) {
      const problem = problems.get(index)
      if (problem) return indexes.length > 1 ? { ...problem, row: index } : problem
    }
    return tooManyLines('lines', rows.length)
  }

  /** The first row of a merged document that has the problem by itself. */
  #faultyRow({ code, field }: Problem, { indexes, rows }: Group): number {
    const at = rows.findIndex((row) => {
      const findings = noFindings(true)
      this.#header.read([row], this.#plan.records[indexes[rows.indexOf(row)] ?? 0], findings, null)
      return findings.problem?.code === code && findings.problem.field === field
    })
    return indexes[Math.max(0, at)] ?? 0
  }

  /** Adds the values that the vocabulary reads from the record as a whole. */
  #fill(values: Values, source: unknown, findings: Findings): void {
    const { vocabulary, object, conventions } = this.#plan
    const further = isObject(source) ? (vocabulary?.also?.(source, object) ?? {}) : {}
    for (const [field, value] of Object.entries(further)) {
      const kind = objectFields[object][field]
      if (!kind || values[field] !== undefined || !isScalar(value)) continue
      const format = formatOfNoColumn(field)
      const read = convert(value, { field, kind, columns: [format] }, format, conventions, findings)
      if (read !== undefined) values[field] = read
    }
  }
}

const documentKeys = ['number', 'external_id']
const emptyRow: Row = { at: [], values: [], lists: null }

const none: ReadonlySet<string> = new Set()

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)

const nameOf = (table: Table, column: number): string => table.root.columns[column]?.path ?? ''

function* mapped<T, U>(items: readonly T[], map: (item: T, index: number) => U): Generator<void, U[]> {
  const found: U[] = []
  for (const item of items) {
    found.push(map(item, found.length))
    yield
  }
  return found
}
