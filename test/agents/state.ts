import type { Result } from '../adapters/mcp-clients.ts'
import type { Call } from './organization/people.ts'
import type { World } from './world.ts'

type Fields = Readonly<Record<string, unknown>>

// The field by which people name a record of each type.
const names: Readonly<Record<string, string>> = { tasks: 'title', products: 'sku', quotes: 'number', orders: 'number', invoices: 'number' }

/** The organization after a try, and the answers that the reader got. */
export class State {
  readonly call: Call
  /** Operations as another teammate. */
  readonly as: World['as']
  /** What each call answered. */
  readonly answers: readonly any[]

  constructor({ call, as }: Pick<World, 'call' | 'as'>, results: readonly Result[]) {
    this.call = call
    this.as = as
    this.answers = results.map(({ structuredContent }) => structuredContent)
  }

  /** All records of a type, such as `contacts`. */
  async all(plural: string, input: object = {}): Promise<any[]> {
    const operation = `list${plural.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}`
    const { [plural]: records } = await this.call(operation, { limit: 200, ...input })
    return records
  }

  /** The record of a name, title or number; undefined if there is none. */
  async the(plural: string, name: string): Promise<any> {
    return (await this.all(plural)).find((each) => each[names[plural] ?? 'name'] === name)
  }

  /** Whether the record of this name has these values; a function judges a value itself. */
  async has(plural: string, name: string, wanted: Fields): Promise<boolean> {
    return fits(await this.the(plural, name), wanted)
  }

  /** The id of the record of this name. */
  async id(plural: string, name: string): Promise<string> {
    return (await this.the(plural, name))?.id
  }

  /** The last answer as text; empty if there is none. */
  get said(): string {
    return JSON.stringify(this.answers.at(-1) ?? '')
  }

  /** Whether the last answer has all of these texts. */
  says(...texts: readonly (string | number)[]): boolean {
    return texts.every((each) =>
      typeof each === 'number' ? this.numbers.some((n) => Math.abs(n - each) < 0.005) : this.said.includes(each),
    )
  }

  /** Whether the last answer has the records of these names, and no other of the type. */
  async lists(plural: string, wanted: readonly string[]): Promise<boolean> {
    const all = (await this.all(plural)).map((each) => each[names[plural] ?? 'name'] as string)
    return this.says(...wanted) && all.every((each) => wanted.includes(each) || !this.said.includes(JSON.stringify(each)))
  }

  /** Whether a row of the last answer has all of these values, in whichever of its fields. */
  row(...values: readonly (string | number)[]): boolean {
    return rowsOf(this.answers.at(-1)).some((row) => {
      const leaves = leavesOf(row)
      return values.every((each) =>
        leaves.some((leaf) => leaf === each || (typeof leaf === 'number' && typeof each === 'number' && Math.abs(leaf - each) < 0.005)),
      )
    })
  }

  get numbers(): readonly number[] {
    return leavesOf(this.answers.at(-1)).filter((each) => typeof each === 'number')
  }
}

/** Whether the record has these values. */
export function fits(record: any, wanted: Fields): boolean {
  if (record === undefined || record === null) return false
  return Object.entries(wanted).every(([name, value]) => {
    const own = record[name]
    if (typeof value === 'function') return Boolean(value(own))
    if (value instanceof RegExp) return typeof own === 'string' && value.test(own)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return fits(own, value as Fields)
    return JSON.stringify(own) === JSON.stringify(value)
  })
}

// Objects of lists at any depth, the deepest included.
function rowsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value)
  return [...(Array.isArray(value) ? value : [value]), ...inner.flatMap(rowsOf)]
}

function leavesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value]
}
