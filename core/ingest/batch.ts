import { Reader } from './apply.ts'
import { sure } from './assign.ts'
import { setApart } from './beside.ts'
import { sum } from './figures.ts'
import type { Match, Given } from './recognise.ts'
import { cleanRecord, holdsSecret } from './clean.ts'
import { CustomColumns } from './custom-columns.ts'
import { defaultCurrency, namedCurrency, unknownMoney } from './currency-of.ts'
import type { Conventions, FieldPlan } from './columns.ts'
import { convert, type Findings, nothingFound } from './convert.ts'
import { finish, missingKey, type Values } from './finish.ts'
import type { Table } from './flatten.ts'
import { dropGross, netFields, statedGross, taxModeColumns } from './gross.ts'
import { groupRows, type Group } from './groups.ts'
import { isOrganization, purchaseOf, sortColumns, sortOfAmount, sortOfDocument, supplierColumns } from './kinds.ts'
import { isItem, isSumRow, tidy } from './items.ts'
import { isPart, lineKind, type LinePlan } from './lines.ts'
import { tooManyLines } from './limits.ts'
import { centFields, countedInCents, fromCents, fromMinorUnits, withoutUnclear } from './minor-units.ts'
import { isDocument, objectFields, type IngestObject } from './objects.ts'
import { settlePayment } from './payment.ts'
import type { ReadOptions, RecordReading } from './read.ts'
import { isDoubted } from './settle-totals.ts'
import type { Column, Problem, Row, Scalar } from './table.ts'
import type { ValueRule, Vocabulary } from './vocabulary.ts'

export interface BatchPlan {
  readonly records: readonly unknown[]
  readonly table: Table
  readonly object: IngestObject
  readonly vocabulary: Vocabulary | null
  readonly fields: readonly FieldPlan[]
  readonly matches: readonly Match[]
  readonly lines: LinePlan | null
  readonly conventions: Conventions
  readonly options: ReadOptions
  readonly given: Given
  readonly lineGiven: Given
  /** True where amounts count the smallest unit of their currency. */
  readonly minorUnits: boolean
  /** True where nothing tells whether amounts count units or their smallest parts. */
  readonly unclear: boolean
}

/** Applies the plan of a batch to each of its records. */
export class BatchReader {
  readonly #plan: BatchPlan
  readonly #header: Reader
  readonly #line: Reader | null
  readonly #custom: CustomColumns
  readonly #customInLines: CustomColumns | null
  readonly #countries: ReadonlyMap<number, string>
  readonly #currencies: ReadonlyMap<number, string>
  readonly #taxModes: readonly Column[]
  readonly #taxModesInLines: readonly Column[]
  readonly #sorts: readonly Column[]
  readonly #suppliers: readonly Column[]
  readonly #net: ReadonlySet<string>
  readonly #netInLines: ReadonlySet<string>
  readonly #cents: ReadonlySet<string>
  readonly #centsInLines: ReadonlySet<string>
  readonly #doubts: readonly string[]
  readonly #doubted: boolean

  constructor(plan: BatchPlan) {
    this.#plan = plan
    const { table, lines, vocabulary, conventions } = plan
    const rules = vocabulary?.values ?? {}
    const lineRules = Object.fromEntries(
      Object.entries(rules).flatMap(([field, rule]): [string, ValueRule][] => (field.startsWith('lines.') ? [[field.slice(6), rule]] : [])),
    )
    this.#header = new Reader(plan.fields, table.root.columns.length, rules, conventions)
    this.#line = lines ? new Reader(lines.fields, (lines.scope ?? table.root).columns.length, lineRules, conventions) : null
    const used = usedIn(plan.matches)
    const ofLine = new Set(lines?.scope ? [] : lines?.columns.map(({ index }) => index))
    this.#custom = new CustomColumns(
      table.root.columns,
      new Set([...used, ...ofLine, ...wholeLines(table.root.columns, lines)]),
      plan.given,
      ({ path }) => path,
    )
    this.#customInLines = lines && new CustomColumns(lines.columns, usedIn(lines.matches), plan.lineGiven, ({ key }) => key)
    const pathsOf = (name: string) =>
      new Map(
        plan.fields.flatMap(({ field, columns }) => (field === name ? columns.map(({ column, path }) => [column, path] as const) : [])),
      )
    this.#countries = pathsOf('country')
    this.#currencies = pathsOf('currency')
    this.#taxModes = taxModeColumns(table.root.columns)
    const usedInLines = usedIn(lines?.matches ?? [])
    this.#taxModesInLines = taxModeColumns(lines?.columns.filter(({ index }) => !usedInLines.has(index)) ?? [])
    this.#sorts = sortColumns(table.root.columns)
    this.#suppliers = supplierColumns(table.root.columns)
    const told = plan.matches.filter(({ columns: [first] }) => first?.via.startsWith('vocabulary') || first?.via === 'override')
    this.#net = new Set([...netFields(plan.fields, table.root.columns), ...told.flatMap(({ field }) => (field === 'price' ? [] : field))])
    this.#netInLines = new Set(lines ? netFields(lines.fields, lines.columns) : [])
    this.#cents = centFields(plan.fields)
    this.#centsInLines = centFields(lines?.fields ?? [])
    this.#doubted = isDoubted(plan.matches)
    this.#doubts = plan.matches.flatMap(({ field, columns: [first] }) =>
      first && first.score < sure ? [`${field}: taken from ${nameOf(table, first.column)} with confidence ${first.score.toFixed(2)}`] : [],
    )
  }

  readAll(): RecordReading[] {
    const { table, lines, fields } = this.#plan
    if (!lines || lines.scope) return this.#plan.records.map((_, index) => this.#readOne(index))
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
    return [...merged.map((group) => this.#readGroup(group)), ...broken].toSorted((a, b) => a.index - b.index)
  }

  #readOne(index: number): RecordReading {
    const row = this.#plan.table.rows[index]
    if (row) return this.#readGroup({ indexes: [index], rows: [row] })
    const { object, table } = this.#plan
    return {
      index,
      object,
      values: {},
      derived: {},
      empty: [],
      custom: {},
      lineCustom: [],
      raw: null,
      warnings: [],
      reject: table.problems.get(index) ?? null,
    }
  }

  #readGroup(group: Group): RecordReading {
    const { indexes, rows } = group
    const { object, table, records, options, vocabulary } = this.#plan
    const [index = 0] = indexes
    const [row] = rows as [Row]
    const source = records[index]
    const document = isDocument(object)
    const findings: Findings = {
      ...nothingFound(document),
      warnings: [...(table.dirty.get(index) ?? []), ...this.#doubts],
    }
    const empty: string[] = []
    const values: Values = this.#header.read(rows, source, findings, empty)
    if (findings.problem && rows.length > 1) findings.problem = { ...findings.problem, row: this.#faultyRow(findings.problem, group) }
    const lineCustom: Record<string, Scalar>[] = []
    const subtotal = this.#readLines(values, group, source, findings, empty, lineCustom)
    const stored =
      vocabulary?.objectOf?.(source as Record<string, unknown>, object) ?? (document ? sortOfDocument(row, this.#sorts, object) : object)
    const named = namedCurrency(findings)
    if (values.currency === undefined && named) values.currency = named
    this.#fill(values, source, findings)
    if (this.#plan.minorUnits && !vocabulary?.minorUnits) findings.warnings.push(countedInCents)
    if (this.#plan.minorUnits) fromMinorUnits(values, object, options.currency, findings.warnings)
    else if (this.#plan.unclear) withoutUnclear(values, object, findings.warnings)
    else this.#fromCents(values)
    const broken = finish(values, {
      object: stored,
      warnings: findings.warnings,
      organization: isOrganization(row, this.#sorts),
      gross: statedGross(row, this.#taxModes),
      net: this.#net,
      netInLines: this.#netInLines,
      bareNumber: findings.bareNumber,
      doubted: this.#doubted,
      subtotal,
      amountIs: object === 'price_rules' ? sortOfAmount(row, this.#sorts) : null,
    })
    const foreign = unknownMoney(values, findings, stored)
    const derived: Values = {}
    const bought = document && vocabulary?.isPurchase?.(source as Record<string, unknown>) === true
    const purchase = document ? purchaseOf(stored, row, this.#sorts, this.#suppliers, values, bought) : null
    if (document) settlePayment(values, derived)
    setApart(stored, values, derived)
    const assumed = values.currency === undefined ? defaultCurrency(findings, options) : undefined
    if (assumed) derived.currency = assumed
    const [problems = tooManyLines('lines', rows.length)] = indexes.flatMap((at) => {
      const problem = table.problems.get(at)
      return problem ? [indexes.length > 1 ? { ...problem, row: at } : problem] : []
    })
    const reject = problems ?? purchase ?? findings.problem ?? foreign ?? broken ?? missingKey(stored, { ...derived, ...values })
    // What broke a limit is not kept: it would carry its ten megabytes into the run.
    // A country or a currency that nobody knows is kept as it was written.
    const unread = [...(values.country === undefined ? this.#countries : []), ...(findings.unknown.length > 0 ? this.#currencies : [])]
    const custom = problems ? {} : this.#custom.of(rows, unread.length > 0 ? new Map(unread) : null)
    const raw = problems ? null : table.dirty.has(index) || holdsSecret(source) ? cleanRecord(source) : source
    const reading = {
      index,
      object: stored,
      values,
      derived,
      empty,
      custom,
      lineCustom: problems ? [] : lineCustom,
      raw,
      warnings: findings.warnings,
      reject,
    }
    return indexes.length > 1 ? { ...reading, indexes } : reading
  }

  /** The first row of a merged document that has the problem by itself. */
  #faultyRow({ code, field }: Problem, { indexes, rows }: Group): number {
    const at = rows.findIndex((row) => {
      const findings = nothingFound(true)
      this.#header.read([row], this.#plan.records[indexes[rows.indexOf(row)] ?? 0], findings, null)
      return findings.problem?.code === code && findings.problem.field === field
    })
    return indexes[Math.max(0, at)] ?? 0
  }

  #fromCents(values: Values): void {
    const currency = values.currency ?? this.#plan.options.currency
    if (this.#cents.size > 0) fromCents(values, this.#cents, currency)
    if (this.#centsInLines.size > 0 && Array.isArray(values.lines))
      for (const line of values.lines as Values[]) fromCents(line, this.#centsInLines, currency)
  }

  /** Adds what the vocabulary reads off the record as a whole. */
  #fill(values: Values, source: unknown, findings: Findings): void {
    const { vocabulary, object, conventions } = this.#plan
    const further = vocabulary?.also?.(source as Record<string, unknown>, object) ?? {}
    for (const [field, value] of Object.entries(further)) {
      const kind = objectFields[object][field]
      if (!kind || values[field] !== undefined || !isScalar(value)) continue
      const format = {
        column: -1,
        path: field,
        key: field,
        decimal: '.',
        order: null,
        fraction: false,
        cents: false,
        currency: null,
      } as const
      const read = convert(value, { field, kind, columns: [format] }, format, conventions, findings)
      if (read !== undefined) values[field] = read
    }
  }

  /** Reads the lines into the values; the subtotal rows among them, less the discounts, come back. */
  #readLines(
    values: Values,
    { rows, indexes }: Group,
    source: unknown,
    findings: Findings,
    empty: string[],
    custom: Record<string, Scalar>[],
  ): number | undefined {
    const plan = this.#plan.lines
    const [row] = rows
    const named = row?.lists ? [...row.lists].filter(([scope]) => !scope.unnamed) : []
    if (named.length > 0 && named.every(([, items]) => items.length === 0)) empty.push('lines')
    if (!plan || !this.#line || !row) return undefined
    const items = plan.scope ? row.lists?.get(plan.scope) : rows
    if (!items) return undefined
    const lines: Values[] = []
    const sums: number[] = []
    const discounts: number[] = []
    const gross: Values[] = []
    for (const [at, item] of items.entries()) {
      const kind = lineKind(item, plan)
      if (kind === 'none') continue
      const before = findings.problem
      const line = this.#line.read([item], source, findings, null)
      if (!before && findings.problem && !plan.scope && rows.length > 1) findings.problem = { ...findings.problem, row: indexes[at] ?? 0 }
      const total = line.total_excl_tax
      if (kind === 'subtotal' && typeof total === 'number') sums.push(total)
      if (kind === 'discount' && typeof total === 'number') discounts.push(-Math.abs(total))
      if (kind !== 'item' || !isItem(line) || isSumRow(line) || isPart(item, plan, line)) continue
      lines.push(tidy(line))
      if (statedGross(item, this.#taxModesInLines)) gross.push(...lines.slice(-1))
      custom.push(this.#customInLines?.of([item], null) ?? {})
    }
    dropGross(gross, this.#netInLines, findings.warnings)
    if (lines.length > 0) values.lines = lines
    return sums.length === 1 ? sum([...sums, ...discounts]) : undefined
  }
}

const documentKeys = ['number', 'external_id']

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)

/** The whole of a list that the lines are read from is not kept beside them. */
const wholeLines = (columns: readonly Column[], lines: LinePlan | null): number[] =>
  columns.flatMap(({ index, path, whole }) => (whole === true && path === lines?.scope?.path ? index : []))

const usedIn = (matches: readonly Match[]): ReadonlySet<number> =>
  new Set(matches.flatMap((match) => match.columns.map((candidate) => candidate.column)))

const nameOf = (table: Table, column: number): string => table.root.columns[column]?.path ?? ''
