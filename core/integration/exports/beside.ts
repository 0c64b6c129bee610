import type { Records } from '../../kernel/storage/records/records.ts'
import { mapInTurns } from '../../kernel/values/turns.ts'
import { valuesOf } from '../../kernel/values/objects.ts'
import { membersOf } from '../../kernel/values/is-object.ts'
import type { AnyComposed, RecordTypes } from '../../records/record-type/record-types.ts'
import { fieldsOf, type Shown, valueAt } from './columns.ts'

const LINES = 'lines.'
const OWNER = 'owner.name'

/** The columns of a file that are no fields of the record itself: fields of related records, the name of the owner, and fields of lines. */
export class Beside {
  readonly #type: AnyComposed
  readonly #related: readonly Related[]
  readonly #owner: string | undefined
  /** Fields of a line, each as `lines.sku`; none of records without lines. */
  readonly lines: readonly string[]

  constructor(types: RecordTypes, type: AnyComposed) {
    this.#type = type
    const { fields, related } = type.search
    this.#related = Object.entries(related).flatMap(([word, { to, by }]) => {
      const other = types.find(to.entity.table)
      return by !== undefined && other ? [{ word, by, type: other }] : []
    })
    this.#owner = fieldsOf(type).find((name) => fields[name]?.type === 'owner')
    const line = membersOf(linesOf(type)?.schema.items)
    this.lines = Object.keys(membersOf(line['properties'])).map((name) => `${LINES}${name}`)
  }

  /** What can be named of others. */
  get known(): readonly string[] {
    const named = this.#related.flatMap(({ word, type }) => namesOf(type).map((name) => `${word}.${name}`))
    return [...named, ...(this.#owner === undefined ? [] : [OWNER]), ...this.lines]
  }

  /** Whether a file with these columns has a row for each line. */
  isByLine(columns: readonly string[] | null): boolean {
    return columns?.some((each) => this.lines.includes(each)) ?? false
  }

  /** Whether a column is one of these; also a custom property of a related record, of whatever name. */
  has(column: string): boolean {
    return this.#asked([column]).length > 0 || this.known.includes(column)
  }

  /** The name of whom this field names by an id or address, as a column: `company.name` beside `company_id`. */
  nameOf(field: string): string[] {
    if (field === this.#owner) return [OWNER]
    const found = this.#related.find(({ by, type }) => by === field && namesOf(type).includes('name'))
    // Contacts have the name of their company themselves.
    return found && !fieldsOf(this.#type).includes(found.word) ? [`${found.word}.name`] : []
  }

  /** Adds the named columns of related records and owners to these rows, with one look-up for each kind of them. */
  async add(records: Records, rows: readonly Shown[], columns: readonly string[]): Promise<readonly Shown[]> {
    const added: ((row: Shown) => Shown)[] = []
    for (const { word, by, type, names } of this.#asked(columns)) {
      const found = await records.findBy(
        type.entity,
        'id',
        rows.map((row) => row[by]),
      )
      const { now, today } = records.unit
      const byId = new Map(found.map((each) => [valuesOf(each).id, each]))
      added.push((row) => {
        const other = byId.get(String(row[by]))
        if (!other) return {}
        const shown = type.listed.present(other, now)
        const value = (name: string) => shown[name] ?? type.search.fields[name]?.value(other, now, today) ?? valueAt(shown, name, [])
        return Object.fromEntries(names.map((name) => [`${word}.${name}`, value(name)]))
      })
    }
    const owner = this.#owner
    if (owner !== undefined && columns.includes(OWNER)) {
      const named = new Map((await records.teammates()).map(({ email, name }) => [email, name]))
      added.push((row) => ({ [OWNER]: named.get(String(row[owner])) }))
    }
    return added.length === 0 ? rows : await mapInTurns(rows, (row) => Object.assign({}, row, ...added.map((each) => each(row))))
  }

  /** The lines of these records, in their order, each under the names of its columns; of a file without lines one empty one for each. */
  async linesOf(records: Records, rows: readonly object[], columns: readonly string[]): Promise<readonly (readonly Shown[])[]> {
    const names = columns.filter((each) => this.lines.includes(each))
    const relation = names.length > 0 ? linesOf(this.#type) : undefined
    const found = (await relation?.load(records, rows)) ?? rows.map(() => [])
    const shown = (line: unknown) => Object.fromEntries(names.map((name) => [name, membersOf(line)[name.slice(LINES.length)]]))
    // A document without lines has a row, too.
    return await mapInTurns(found, (lines) => (Array.isArray(lines) && lines.length > 0 ? lines.map(shown) : [{}]))
  }

  #asked(columns: readonly string[]): (Related & { readonly names: readonly string[] })[] {
    return this.#related.flatMap((related) => {
      const prefix = `${related.word}.`
      const names = columns.flatMap((each) => (each.startsWith(prefix) ? [each.slice(prefix.length)] : []))
      const known = namesOf(related.type)
      const mine = names.filter((name) => known.includes(name) || (related.type.search.custom !== null && isCustom(name)))
      return mine.length > 0 ? [{ ...related, names: mine }] : []
    })
  }
}

interface Related {
  readonly word: string
  /** The field with its id. */
  readonly by: string
  readonly type: AnyComposed
}

const isCustom = (name: string): boolean => /^custom(?:_properties)?\../s.test(name)

const linesOf = (type: AnyComposed) => type.declared.lines ?? type.counts['lines']

/** What a file can show of a related record: its fields, and what is computed from them alone. */
function namesOf(type: AnyComposed): string[] {
  const computed = Object.entries(type.search.fields).flatMap(([name, { contributed }]) =>
    contributed || name.includes('.') ? [] : [name],
  )
  return [...new Set([...fieldsOf(type), ...computed])]
}
