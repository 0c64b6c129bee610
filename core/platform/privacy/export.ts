import type { RunningJob, Step } from '../../kernel/feature/job-handler.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { RecordTypes } from '../../records/record-type/record-types.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import { Records } from '../../kernel/storage/records.ts'
import { PrivacyRequest, type RequestInput } from './entity.ts'
import { type PeopleType, peopleTypes } from './people.ts'
import { type Person, personOf } from './person.ts'
import { tracesIn } from './traces.ts'
import { tellsOf } from './redaction.ts'
import { wordsOfEngine } from './words.ts'

// Rows that one step reads.
const PAGE = 500
// Tables that one step reads at most: most of them have no rows about the person.
const TABLES = 12

// Where the next step continues.
interface Position {
  readonly person: Person
  readonly table: number
  readonly after: string | null
}

/** Rows by table. */
type Collected = Readonly<Record<string, readonly Row[]>>

/** Collects all rows about a person from all tables as one JSON document, the result of the job (rule 4 of platform). */
export class PrivacyExport {
  static readonly kind = 'privacy_export'
  static readonly confidential = true
  static readonly inject = [Records, Registry, RecordTypes] as const
  readonly #records: Records
  readonly #entities: readonly EntityTable[]
  readonly #words: ReadonlySet<string>
  readonly #people: readonly PeopleType[]

  constructor(records: Records, registry: Registry, types: RecordTypes) {
    this.#records = records.whole
    this.#words = wordsOfEngine(registry)
    this.#people = peopleTypes(types)
    this.#entities = registry.all('entities').filter(({ privacy }) => privacy !== 'kept' && privacy !== 'copies')
  }

  /** Reads up to 12 windows of tables, until 500 rows are found; the result grows with each step. */
  async step({ input, record_id, at, result }: RunningJob<RequestInput, Position, { readonly tables?: Collected }>): Promise<Step> {
    const total = this.#entities.length
    const first = async (): Promise<Position> => ({
      person: await personOf(this.#records, this.#entities, this.#people, String(record_id)),
      table: 0,
      after: null,
    })
    let next = at ?? (await first())
    const tables = new Map(Object.entries(result?.tables ?? {}))
    let read = 0
    for (let looked = 0; looked < TABLES && read < PAGE; looked += 1) {
      const entity = this.#entities[next.table]
      if (!entity) break
      const { rows, behind } = await this.#page(entity, next)
      if (rows.length > 0) tables.set(entity.table, [...(tables.get(entity.table) ?? []), ...rows])
      read += rows.length
      next = { ...next, table: behind === null ? next.table + 1 : next.table, after: behind }
    }
    const found = { contact_id: record_id, tables: Object.fromEntries(tables) }
    if (next.table < total) return { done: next.table, total, next, result: found }
    await this.#finish(input.request_id, found.tables)
    return { done: total, total, result: found }
  }

  async #page(entity: EntityTable, { person, after }: Position): Promise<{ rows: Row[]; behind: string | null }> {
    const { rows, behind } = await tracesIn(this.#records, entity, person, { after, limit: PAGE })
    const codec = this.#records.codec(entity)
    const theirs = rows.map((row) => codec.fromRow(row)).filter(tellsOf(person, this.#words))
    return { rows: theirs.map((record) => shown(entity, record)), behind }
  }

  async #finish(id: string, tables: Collected): Promise<void> {
    const [before] = await this.#records.findBy(PrivacyRequest, 'id', [id])
    const counts = Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]))
    if (before) await this.#records.update(PrivacyRequest, [{ before, changes: { tables: counts, finished_at: this.#records.unit.now } }])
  }
}

// Secrets and hashes of the engine are no data of the person.
function shown({ fields }: EntityTable, record: Row): Row {
  const secret = /secret|hash|token|lease/
  return Object.fromEntries(Object.entries(record).filter(([name]) => name in fields && !secret.test(name) && name !== 'user_from'))
}
