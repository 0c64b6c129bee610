import type { RunningJob, Step } from '../jobs/work.ts'
import { Registry } from '../kernel/registry.ts'
import type { EntityClass } from '../storage/entity.ts'
import type { Row } from '../storage/codec.ts'
import { Records } from '../storage/records.ts'
import { PrivacyRequest } from './entity.ts'
import { type Person, personOf } from './person.ts'
import { copies, kept } from './tables.ts'
import { placeBehind, tracesIn } from './traces.ts'

const PAGE = 500

interface At {
  readonly person: Person
  readonly table: number
  readonly after: string | null
}

/** Gathers what every table holds of a person, as one JSON document: the result of the job. */
export class PrivacyExport {
  static readonly kind = 'privacy_export'
  static readonly inject = [Records, Registry] as const
  readonly #records: Records
  readonly #entities: readonly EntityClass[]

  constructor(records: Records, registry: Registry) {
    this.#records = records.whole
    this.#entities = (registry.all('entities') as unknown as EntityClass[]).filter(({ table }) => !kept.has(table) && !copies.has(table))
  }

  async step({ input, record_id, at, result }: RunningJob): Promise<Step> {
    const total = this.#entities.length
    const first = async (): Promise<At> => ({ person: await personOf(this.#records, String(record_id)), table: 0, after: null })
    const { person, table, after } = (at as At | null) ?? (await first())
    const tables = ((result as { tables?: Row } | null)?.tables ?? {}) as Record<string, Row[]>
    const entity = this.#entities[table]
    if (!entity) {
      await this.#finish((input as { request_id: string }).request_id, tables)
      return { done: total, total, result: { contact_id: record_id, tables } }
    }
    const page = { after, limit: PAGE }
    const rows = await tracesIn(this.#records, entity, person, page)
    const behind = placeBehind(entity, rows, page)
    const found = rows.map((row) => this.#records.codec(entity).fromRow(row) as Row)
    const all = [...(tables[entity.table] ?? []), ...found.map((row) => shown(entity, row))]
    const next = { person, table: behind === null ? table + 1 : table, after: behind }
    return {
      done: table + 1,
      total,
      next,
      result: { contact_id: record_id, tables: all.length > 0 ? { ...tables, [entity.table]: all } : tables },
    }
  }

  async #finish(id: string, tables: Readonly<Record<string, readonly Row[]>>): Promise<void> {
    const [before] = await this.#records.findBy(PrivacyRequest, 'id', [id])
    const counts = Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]))
    if (before) await this.#records.update(PrivacyRequest, [{ before, changes: { tables: counts, finished_at: this.#records.unit.now } }])
  }
}

// Secrets and hashes of the engine are no words of the person.
function shown({ fields }: EntityClass, record: Row): Row {
  const secret = /secret|hash|token|lease/
  return Object.fromEntries(Object.entries(record).filter(([name]) => name in fields && !secret.test(name) && name !== 'user_from'))
}
