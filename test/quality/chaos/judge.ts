import type { Acknowledged } from './writer.ts'

export type Row = Readonly<Record<string, unknown>>

/** The stored rows by table. */
export type Contents = Readonly<Record<string, readonly Row[]>>

export interface Report {
  readonly acknowledged: number
  /** Acknowledged writes that are missing, incomplete or without event. */
  readonly lost: readonly string[]
  /** Events without record, records without event, partial batches. */
  readonly orphans: readonly string[]
  readonly records: number
  readonly events: number
}

/** The tables that are checked. */
export const judged = ['contacts', 'companies', 'tasks', 'events', 'invoices', 'invoice_lines', 'sync_runs', 'external_references'] as const

/** Compares the stored rows with the acknowledged writes and with each other; `integrity` is the integrity check of the database. */
export function judge(tables: Contents, acknowledged: readonly Acknowledged[], integrity: unknown): Report {
  const events = eventsOf(tables['events'] ?? [])
  const lost = acknowledged.flatMap((each) => lostOf(each, tables, events))
  const orphans = [...eventsWithoutRecord(events, tables), ...recordsWithoutEvent(events, tables), ...halves(tables)]
  if (integrity !== 'ok') orphans.push(`integrity_check: ${String(integrity)}`)
  const records = watched.reduce((sum, [table]) => sum + (tables[table]?.length ?? 0), 0)
  return { acknowledged: acknowledged.length, lost, orphans, records, events: tables['events']?.length ?? 0 }
}

const watched = [
  ['contacts', 'contact'],
  ['companies', 'company'],
  ['tasks', 'task'],
  ['invoices', 'invoice'],
] as const

interface Event {
  readonly type: string
  readonly record: { readonly title?: string; readonly version: number }
}

// By record, in the order in which they were written.
function eventsOf(rows: readonly Row[]): Map<string, Event[]> {
  const sorted = rows.toSorted((a, b) => Number(a['id']) - Number(b['id']))
  const read = ({ type, body }: Row) => ({ type: String(type), record: JSON.parse(`{"id":"",${String(body)}`).data.record }) as Event
  return new Map([...Map.groupBy(sorted, (row) => `${row['entity_type']} ${row['entity_id']}`)].map(([key, all]) => [key, all.map(read)]))
}

function lostOf(each: Acknowledged, tables: Contents, events: Map<string, Event[]>): string[] {
  const row = rowOf(tables, each.table, each.id)
  const shown = JSON.stringify(each)
  if (!row) return [`not there: ${shown}`]
  if (each.table === 'sync_runs') return Number(row['created']) === each.created ? [] : [`another run: ${shown}`]
  const { version, mark } = each
  if (Number(row['version']) < version) return [`only version ${String(row['version'])}: ${shown}`]
  const about = events.get(`${watched.find(([table]) => table === each.table)?.[1]} ${each.id}`) ?? []
  const isThere = about.some(({ type, record }) =>
    mark === undefined ? type.endsWith('.created') : type === mark || record.title === mark,
  )
  return isThere ? [] : [`without its event: ${shown}`]
}

function eventsWithoutRecord(events: Map<string, Event[]>, tables: Contents): string[] {
  return [...events].flatMap(([key, all]) => {
    const [type = '', id = ''] = key.split(' ')
    const [table = ''] = watched.find(([, name]) => name === type) ?? []
    const row = rowOf(tables, table, id)
    if (!row) return [`an event without its record: ${key} ${all.map((each) => each.type).join()}`]
    const last = Math.max(...all.map(({ record }) => record.version))
    return last > Number(row['version']) ? [`an event of version ${last} that ${key} never had`] : []
  })
}

function recordsWithoutEvent(events: Map<string, Event[]>, tables: Contents): string[] {
  return watched.flatMap(([table, type]) =>
    (tables[table] ?? []).flatMap((row) => {
      const about = events.get(`${type} ${String(row['id'])}`) ?? []
      const born = about.filter((each) => each.type === `${type}.created`).length
      if (born !== 1) return [`${born} events of the making of ${type} ${String(row['id'])}`]
      // All changes of the writer to these records are watched.
      const last = Math.max(...about.map(({ record }) => record.version))
      return table !== 'companies' && last !== Number(row['version'])
        ? [`${type} ${String(row['id'])} has a version without its event`]
        : []
    }),
  )
}

function halves(tables: Contents): string[] {
  const [invoices = [], lines = []] = [tables['invoices'], tables['invoice_lines']]
  const byInvoice = Map.groupBy(lines, (line) => line['document_id'])
  const bySync = Map.groupBy(invoices, (invoice) => String(invoice['created_via']))
  const runs = new Set((tables['sync_runs'] ?? []).map(({ id }) => `sync:${String(id)}`))
  return [
    ...invoices.filter(({ id }) => byInvoice.get(id)?.length !== 2).map(({ number }) => `invoice ${String(number)} without its lines`),
    ...[...byInvoice.keys()]
      .filter((id) => !rowOf(tables, 'invoices', String(id)))
      .map((id) => `lines without their invoice ${String(id)}`),
    ...[...bySync.keys()].filter((via) => !runs.has(via)).map((via) => `invoices of a run that is not there: ${via}`),
    ...(tables['sync_runs'] ?? [])
      .filter(({ id, created }) => (bySync.get(`sync:${String(id)}`)?.length ?? 0) !== Number(created))
      .map(({ id }) => `run ${String(id)} without all of its invoices`),
    ...(tables['external_references'] ?? [])
      .filter(({ object, record_id }) => !rowOf(tables, String(object), String(record_id)))
      .map((row) => `a reference to nothing: ${JSON.stringify(row)}`),
  ]
}

const indexes = new WeakMap<readonly Row[], Map<string, Row>>()

function rowOf(tables: Contents, table: string, id: string): Row | undefined {
  const rows = tables[table] ?? []
  const index = indexes.get(rows) ?? new Map(rows.map((row) => [String(row['id']), row]))
  indexes.set(rows, index)
  return index.get(id)
}
