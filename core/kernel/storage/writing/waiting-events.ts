import { type CompiledQuery, type Expression, type ExpressionBuilder, type Kysely, sql, type SqlBool } from 'kysely'
import { Codec, type DialectName, type Row } from '../schema/codec.ts'
import { EventDispatch } from '../schema/event-dispatch.ts'
import { EventRecord } from '../schema/event-record.ts'
import type { Tables } from '../schema/tables.ts'

// What consumers get, without the delivered bytes.
const columns = [
  'position',
  'id',
  'user_from',
  'type',
  'entity_type',
  'entity_id',
  'payload',
  'actor',
  'cause_chain',
  'request_id',
  'created_at',
] as const

// The place of the time in a statement.
const AT = ':at'

/** The dispatcher has not come to the event yet: a condition of queries for events. */
export function isWaiting(eb: Pick<ExpressionBuilder<Tables, string>, 'selectFrom'>): Expression<SqlBool> {
  const queue = eb.selectFrom(EventDispatch.table).select('position').where('processed_at', 'is', null)
  return sql<SqlBool>`${sql.ref(`${EventRecord.table}.position`)} in (${queue})`
}

/** The first events for the dispatcher, of all organizations. */
export function waitingEvents(tables: Kysely<Tables>, limit: number) {
  // By `processed_at` and not by a last position: these become visible out of order, so a high-water mark would lose events.
  return tables.selectFrom(EventDispatch.table).select('position').where('processed_at', 'is', null).orderBy('position').limit(limit)
}

/** Takes waiting events from the queue. Its statements are made once: under load they are sent some hundred times a second. */
export class WaitingEvents {
  readonly #dialect: DialectName
  readonly #limit: number
  readonly #codec: Codec<typeof EventRecord.fields>
  #statements: readonly CompiledQuery[] | undefined

  /** Takes at most `limit` at a time. */
  constructor(dialect: DialectName, limit: number) {
    this.#dialect = dialect
    this.#limit = limit
    this.#codec = Codec.of(EventRecord.fields, dialect)
  }

  /** Marks the first ones of all organizations as processed at `now`, and answers them in their order. */
  async take(tables: Kysely<Tables>, now: Date) {
    const at = this.#codec.toColumn('processed_at', now)
    this.#statements ??= this.#dialect === 'sqlite' ? this.#onSqlite(tables) : this.#onPostgresql(tables)
    const [taking, marking] = this.#statements
    if (!taking) return []
    const given = (statement: CompiledQuery) => ({
      ...statement,
      parameters: statement.parameters.map((each) => (each === AT ? at : each)),
    })
    const { rows } = await tables.executeQuery<Row>(given(taking))
    if (marking) await tables.executeQuery(given(marking))
    return rows.map((row) => this.#codec.fromRow(row)).toSorted((left, right) => left.position - right.position)
  }

  // Nobody else writes meanwhile: what is read is what is marked.
  #onSqlite(tables: Kysely<Tables>): readonly CompiledQuery[] {
    const isAmong = sql<SqlBool>`position in (${waitingEvents(tables, this.#limit)})`
    return [
      tables.selectFrom(EventRecord.table).select(columns).where(isAmong).compile(),
      tables.updateTable(EventDispatch.table).set({ processed_at: AT }).where(isAmong).compile(),
    ]
  }

  // As arrays, of which PostgreSQL looks each position up: joined with rows of which it does not know how few they are, it would read all events.
  #onPostgresql(tables: Kysely<Tables>): readonly CompiledQuery[] {
    const isAmong = sql<SqlBool>`position = any(array(${waitingEvents(tables, this.#limit).forUpdate().skipLocked()}))`
    return [
      tables
        .with('taken', (db) => db.updateTable(EventDispatch.table).set({ processed_at: AT }).where(isAmong).returning('position'))
        .selectFrom(EventRecord.table)
        .select(columns)
        .where(sql<SqlBool>`position = any(array(select position from taken))`)
        .compile(),
    ]
  }
}

/** Leaves the events of an organization from this id on, which were written as dispatched, to the dispatcher. */
export async function letWait(tables: Kysely<Tables>, organization: string, first: number): Promise<void> {
  const { table } = EventRecord
  const theirs = tables.selectFrom(table).where('user_from', '=', organization).where('id', '>=', first)
  await tables
    .insertInto(EventDispatch.table)
    .columns(['position', 'user_from'])
    .expression(theirs.select(['position', 'user_from']))
    .execute()
  await tables.updateTable(table).set({ processed_at: null }).where('user_from', '=', organization).where('id', '>=', first).execute()
}
