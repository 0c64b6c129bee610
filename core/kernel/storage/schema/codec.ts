import { Decimal } from 'decimal.js'
import type { Fields, Kind, RecordOf, ValueOf } from '../../operation/schema/fields.ts'
import { blank } from '../../operation/schema/blank.ts'
import { isoOf } from '../../operation/schema/iso.ts'
import { readInstant } from './instant.ts'
import type { Column } from './tables.ts'

/** The databases that rows are translated for. */
export type DialectName = 'sqlite' | 'postgresql'
/** A row of a table, or a record, by names of its fields; they are the same words. */
export type Row = Record<string, unknown>

interface Conversion {
  /** From what the driver answers to the value in memory. */
  read(stored: unknown): unknown
  /** From the value in memory to what the driver takes. */
  write(value: unknown): unknown
}

const asIs: Conversion = { read: (value) => value, write: (value) => value }
const jsonText: Conversion = { read: parseJson, write: (value: unknown) => JSON.stringify(value) }

const conversions: Record<DialectName, Partial<Record<Kind, Conversion>>> = {
  sqlite: {
    money: { read: (units: number) => units / 10_000, write: unitsOf },
    boolean: { read: (bit: number) => bit === 1, write: (value: boolean) => (value ? 1 : 0) },
    timestamp: { read: (ms: number) => new Date(ms), write: (value: Date) => value.getTime() },
    json: jsonText,
    list: jsonText,
  },
  postgresql: {
    money: { read: (digits: string) => Number(digits), write: digitsOf },
    // The driver answers 64 bits as text; ids stay below 2^53.
    bigint: { read: (digits: string) => Number(digits), write: asIs.write },
    timestamp: { read: readInstant, write: isoOf },
    json: { ...asIs, write: jsonText.write },
    list: { ...asIs, write: jsonText.write },
  },
}

/** Translates between rows of the driver and records in memory, for reads and writes that go around the unit of work. */
export class Codec<F extends Fields = Fields> {
  static readonly #made = new WeakMap<Fields, Map<DialectName, Codec>>()

  /** The codec of these fields, made once. */
  static of<F extends Fields>(fields: F, dialect: DialectName): Codec<F> {
    const made = Codec.#made.get(fields) ?? new Map<DialectName, Codec>()
    const codec = made.get(dialect) ?? new Codec(fields, dialect)
    Codec.#made.set(fields, made.set(dialect, codec))
    return codec as Codec<F>
  }

  readonly #columns: readonly [string, Conversion][]
  readonly #byName: ReadonlyMap<string, Conversion>
  readonly #blank: Row

  private constructor(fields: F, dialect: DialectName) {
    this.#columns = Object.entries(fields).map(([name, { kind }]) => [name, conversions[dialect][kind] ?? asIs])
    this.#byName = new Map(this.#columns)
    this.#blank = blank(Object.keys(fields))
  }

  /** The record of a row; columns that the row lacks are null. */
  fromRow(row: Row): RecordOf<F> {
    const record: Row = { ...this.#blank }
    for (const [name, conversion] of this.#columns) {
      const stored = row[name]
      if (stored === null || stored === undefined) continue
      record[name] = conversion === asIs ? stored : conversion.read(stored)
    }
    return record as RecordOf<F>
  }

  /** These columns of a row as values in memory. */
  pick<K extends keyof F & string>(row: Row, names: readonly K[]): Pick<RecordOf<F>, K> {
    const record: Row = {}
    for (const name of names) {
      const stored = row[name]
      record[name] = stored === null || stored === undefined ? null : this.#byName.get(name)?.read(stored)
    }
    // The conversions of the fields make the values of the fields; the map by name has forgotten which is whose.
    return record as Pick<RecordOf<F>, K>
  }

  /** Only the columns that are present. */
  toRow(record: Row): Row {
    const row: Row = {}
    for (const [name, { write }] of this.#columns) {
      const value = record[name]
      if (value !== undefined) row[name] = value === null ? null : write(value)
    }
    return row
  }

  /** These columns of each record, one after the other, as the driver takes them. */
  toValues(columns: readonly string[], records: readonly Row[]): unknown[] {
    const writing = columns.map((name) => [name, (this.#byName.get(name) ?? asIs).write] as const)
    const values: unknown[] = []
    for (const record of records)
      for (const [name, write] of writing) {
        const value = record[name]
        values.push(value === undefined || value === null ? value : write(value))
      }
    return values
  }

  /** The record, or these columns of it, as JSON text of a row, for statements that take a set as one parameter; null columns are left out. */
  toJson(record: Row, columns?: readonly string[]): string {
    let json = ''
    const given = columns?.map((name) => [name, this.#byName.get(name) ?? asIs] as const)
    for (const [name, { write }] of given ?? this.#columns) {
      const value = record[name]
      if (value === undefined || value === null) continue
      // What is stored as JSON stands in the row as it is, everything else as the driver would take it.
      const text = write === jsonText.write ? jsonText.write(value) : JSON.stringify(write(value))
      json += `${json === '' ? '' : ','}"${name}":${String(text)}`
    }
    return `{${json}}`
  }

  /** One value as the driver takes it, for comparisons. */
  toColumn<K extends keyof F & string>(name: K, value: ValueOf<F[K]>): Column<F[K]>
  toColumn(name: string, value: unknown): unknown
  toColumn(name: string, value: unknown): unknown {
    return value === null || value === undefined ? null : (this.#byName.get(name) ?? asIs).write(value)
  }
}

// Most lists and objects of a record are empty, and need no parser.
function parseJson(text: string): unknown {
  if (text === '[]') return []
  return text === '{}' ? {} : JSON.parse(text)
}

// A nearest integer that is this near is the same in decimal arithmetic, which costs twenty times as much.
function nearUnits(value: number): number | null {
  const scaled = value * 10_000
  const units = Math.round(scaled)
  return Math.abs(units) < 1e12 && Math.abs(scaled - units) < 0.25 ? units : null
}

function unitsOf(value: number): number {
  return nearUnits(value) ?? new Decimal(value).times(10_000).round().toNumber()
}

function digitsOf(value: number): string {
  const units = nearUnits(value)
  if (units === null) return new Decimal(value).toFixed(4)
  const digits = String(Math.abs(units)).padStart(5, '0')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}
