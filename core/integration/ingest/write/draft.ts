import type { Fields } from '../../../kernel/operation/schema/fields.ts'
import { keysOf } from '../../../kernel/values/objects.ts'
import type { RecordReading } from '../normalize/reading.ts'
import type { ReadField, ReadValues } from '../normalize/values.ts'
import type { Problem } from '../read/table.ts'
import { fit, tooLong } from './fit-values.ts'
import { type OwnFields, ownFields, type OwnRules } from './own-fields.ts'
import type { Draft, Flat, CompanyReference, SourceSettings } from '../match/rules.ts'

const CUSTOM_NAME = 100
const CUSTOM_COLUMNS = 500
const CUSTOM_LINE_COLUMNS = 100
const CUSTOM_TEXT = 10_000
const EXTERNAL_ID = 255

/** Texts of custom fields are cut like all others. */
const customValue = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, CUSTOM_TEXT).toWellFormed() : value)

/** Gathers what is stored for one reading; `N` names the canonical fields of its object. */
export class DraftBuilder<N extends ReadField = ReadField> {
  readonly values: { -readonly [P in keyof Flat]: Flat[P] } = {}
  readonly warnings: string[] = []
  problem: Problem | null = null
  company: CompanyReference | undefined
  lines: readonly Flat[] | undefined
  readonly #fields: Fields
  readonly #reading: RecordReading
  readonly #source: SourceSettings

  constructor(reading: RecordReading, fields: Fields, source: SourceSettings) {
    this.#reading = reading
    this.#fields = fields
    this.#source = source
    const id = reading.values.external_id
    if (id !== undefined && id.length > EXTERNAL_ID)
      this.problem = {
        code: 'too_long',
        field: 'external_id',
        reason: `external_id has ${id.length} characters, at most ${EXTERNAL_ID} are taken`,
      }
  }

  /** A canonical field as it was read or follows from what was read. */
  read<F extends N>(field: F): ReadValues[F] {
    const { values, derived } = this.#reading
    const value: ReadValues[F] = values[field]
    return value ?? derived[field]
  }

  text(field: N): string | undefined {
    const value = this.read(field)
    return value === undefined ? undefined : String(value)
  }

  /** Stores a value under a path; `undefined` stores nothing, `null` clears. */
  set(path: string, value: unknown): this {
    if (value === undefined) return this
    const fitted = fit(this.#fields, path, value, this.warnings)
    if (fitted !== undefined) this.values[path] = fitted
    return this
  }

  /** Stores a key, which is taken whole or not at all. */
  key(path: string, value: unknown): this {
    this.problem ??= tooLong(this.#fields, path, value)
    return this.set(path, value)
  }

  /** Copies a canonical field to a path of the record; a field that was sent empty is cleared where the source is set so. */
  copy<F extends N>(field: F, path: string, convert: (value: NonNullable<ReadValues[F]>) => unknown = (value) => value): this {
    const value = this.read(field)
    if (value !== undefined && value !== null) return this.set(path, convert(value))
    if (this.isCleared(field)) this.values[path] = null
    return this
  }

  copyAll(paths: Readonly<Partial<Record<N, string>>>): this {
    for (const field of keysOf(paths)) {
      const path = paths[field]
      if (path !== undefined) this.copy(field, path)
    }
    return this
  }

  isCleared(field: N): boolean {
    return this.#source.emptyMeansClear && this.#reading.empty.includes(field)
  }

  /** The values under our own names, by the rules for these fields. */
  own(rulesOf: (fields: Fields) => OwnRules): OwnFields {
    return ownFields(this.#reading, rulesOf(this.#fields), this.#source)
  }

  /** Stores values under our own names: objects part by part, so that absent parts stay. */
  setOwn(values: Flat): this {
    for (const [name, value] of Object.entries(values)) {
      const parts = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null
      if (parts) for (const [part, each] of parts) this.set(`${name}.${part}`, each)
      else this.set(name, value)
    }
    return this
  }

  /** Keeps the unknown columns under their own titles, except those that `own` has taken. */
  custom(field: string, own?: OwnFields): this {
    const kept = new Map<string, unknown>()
    for (const [title, value] of Object.entries(this.#reading.custom)) {
      const name = own ? own.nameOf(title) : title
      if (name !== null) kept.set(name.slice(0, CUSTOM_NAME).toWellFormed(), value)
    }
    for (const [name, value] of Object.entries(own?.custom ?? {})) kept.set(name, value)
    const columns = [...kept]
    for (const [name, value] of columns.slice(0, CUSTOM_COLUMNS)) this.set(`${field}.${name}`, value)
    if (columns.length > CUSTOM_COLUMNS) this.warnings.push(`${columns.length} unknown columns: the first ${CUSTOM_COLUMNS} are kept`)
    return this
  }

  /** The lines, each with its own unknown columns. */
  withLines(lines: readonly Flat[]): this {
    const { lineCustom } = this.#reading
    this.lines = lines.map((line, at) => {
      const columns = Object.entries(lineCustom[at] ?? {})
      if (columns.length === 0) return line
      const kept = columns
        .slice(0, CUSTOM_LINE_COLUMNS)
        .map(([title, value]) => [title.slice(0, CUSTOM_NAME).toWellFormed(), customValue(value)])
      return { ...line, custom: Object.fromEntries(kept) }
    })
    return this
  }

  build(): Draft {
    const { values, warnings, problem, company, lines } = this
    return { values, warnings, problem, ...(company && { company }), ...(lines && { lines }) }
  }
}
