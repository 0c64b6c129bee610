import { type EntityManager, type MikroORM, raw } from '@mikro-orm/core'
import { type Kysely, sql } from 'kysely'
import type { DialectName } from '../schema/codec.ts'
import { type Build, CompiledQueries } from '../connection/compiled.ts'
import { dialects } from '../connection/dialect.ts'
import { isUpToDate, migrate, pendingMigrations } from '../connection/migrator.ts'
import { refuseUnawaited } from '../../operation/cancellation.ts'
import { inDatabaseSpan } from '../../telemetry/database-span.ts'
import { OrganizationFilter } from '../connection/organization-filter.ts'
import { ownNames, TablePrefix } from '../connection/table-prefix.ts'
import { guardAccess, withdraw } from './access-guard.ts'
import type { OpenTransaction } from './transaction.ts'
import { playedAndUndone, type Scene } from './undone.ts'
import { AppTransactions } from './app-transactions.ts'
import type { DatabaseOptions } from './database-options.ts'
import { begin, kyselyOf, openOrm } from './orm.ts'
import { LoadedRecords } from '../records/loaded-records.ts'
import { queriesOn } from '../records/queries.ts'
import { Records } from '../records/records.ts'
import type { WriterRules } from '../writing/set-writer.ts'
import { writerOf, writerRules } from '../writing/unit-writer.ts'
import type { Tables } from '../schema/tables.ts'
import { actsAfter, answered, close, joinQueue, refuseLate, flushed, settled, transacted } from '../connection/statement-queue.ts'
import type { Listening, Storage } from '../connection/storage.ts'
import type { Unit } from '../schema/unit.ts'
import { VisibilityRules } from '../schema/visibility.ts'

/** The database of all organizations. Only what works across them holds it; features get a scoped entity manager or `Records`. */
export class Database {
  readonly dialect: DialectName
  /** The transactions of the embedding app. */
  readonly ofApp: AppTransactions
  readonly #orm: MikroORM
  readonly #storage: Storage
  readonly #written: WriterRules
  readonly #tables: ReadonlySet<string>
  readonly #prefix: TablePrefix | undefined
  readonly #compiled: CompiledQueries
  readonly #rules: VisibilityRules
  readonly #release: (() => Promise<void>) | undefined
  #outside: Kysely<Tables> | undefined

  private constructor(orm: MikroORM, options: DatabaseOptions, written: WriterRules, release: (() => Promise<void>) | undefined) {
    const { storage, entities, watches } = options
    this.#orm = orm
    this.#storage = storage
    this.#release = release
    this.#written = written
    this.dialect = storage.dialect
    this.onCommit((tables) => written.known.heard(tables))
    this.ofApp = new AppTransactions(storage, () => kyselyOf(orm.em))
    this.#tables = new Set(entities.map(({ table }) => table))
    // The index of full-text search on SQLite, the horizon of the event log on PostgreSQL and what readiness writes into: no entity stands for them.
    const known = new Set([...this.#tables, 'search_index', 'event_horizon', 'write_probe'])
    this.#prefix = storage.tablePrefix ? new TablePrefix(known, storage.tablePrefix) : undefined
    this.#rules = new VisibilityRules(entities, watches, storage.dialect)
    this.#compiled = new CompiledQueries(this.#tables, this.#rules, this.#prefix)
  }

  static async open(options: DatabaseOptions): Promise<Database> {
    const { storage, migrations } = options
    const release = await storage.acquire?.()
    const written = writerRules(options)
    let orm: MikroORM | undefined
    try {
      orm = openOrm(options, (em, unit) => writerOf(kyselyOf(em), unit, written, storage))
      const database = new Database(orm, options, written, release)
      const dialect = dialects[storage.dialect]
      await dialect.verify(database.tables())
      if (await isUpToDate(orm, migrations, storage)) return database
      if (!options.migrate) await pendingMigrations(orm, migrations)
      else await dialect.exclusively(database.tables(), storage, () => migrate(database.#orm, migrations, storage, options.baseline))
      return database
    } catch (error) {
      await orm?.close()
      await release?.()
      throw error
    }
  }

  /** The engine's tables as the database calls them. */
  get tableNames(): readonly string[] {
    return [...this.#tables].map((name) => `${this.tablePrefix}${name}`)
  }

  /** What stands in front of the name of every table. */
  get tablePrefix(): string {
    return this.#storage.tablePrefix ?? ''
  }

  /** Which rows a user sees who does not see all. */
  get visibility(): VisibilityRules {
    return this.#rules
  }

  /** All organizations: for the dispatcher, authentication and tests of the storage; in the transaction of the app, where there is one. */
  tables(): Kysely<Tables> {
    const joined = this.ofApp.current?.db
    return joined ? this.#prefixed(joined) : (this.#outside ??= this.#prefixed(kyselyOf(this.#orm.em)))
  }

  #prefixed(db: Kysely<Tables>): Kysely<Tables> {
    if (!this.#prefix) return db
    const prefixed = db.withPlugin(this.#prefix)
    joinQueue(prefixed, db)
    return prefixed
  }

  /** One transaction across organizations. */
  transaction<T>(work: (tables: Kysely<Tables>) => Promise<T>): Promise<T> {
    const within = (inner: OpenTransaction) => work(this.#prefixed(inner))
    const begun = () =>
      this.ofApp.unit((joined) => (joined ? this.ofApp.undoable(joined, within) : transacted(this.tables(), this.dialect, work)))
    return inDatabaseSpan({ kind: 'transaction', dialect: this.dialect }, begun)
  }

  /** In a transaction that takes something from a user: their writes that are under way end before it, and later ones are judged by it. */
  async withdraw(tables: Kysely<Tables>, user_id: string): Promise<void> {
    await withdraw(tables, this.#named, user_id)
  }

  /** What reads one organization, outside a transaction. */
  reader(unit: Unit): LoadedRecords {
    return this.#loaded(unit, this.ofApp.current?.db)
  }

  /** One transaction of one organization, with its events; flushed at its end, and nowhere else. */
  unitOfWork<T>(unit: Unit, work: (loaded: LoadedRecords) => Promise<T>): Promise<T> {
    return this.ofApp.unit(async (joined) => {
      unit.isJoined = joined !== undefined
      const transaction = await begin(this.#orm, joined)
      const { db } = transaction
      const loaded = this.#loaded(unit, db)
      try {
        await guardAccess(db, this.#named, unit.actor)
        const value = await work(loaded)
        await loaded.flush()
        await flushed(db, this.dialect)
        refuseUnawaited()
        await transaction.commit()
        await answered(db)
        return value
      } catch (error) {
        await settled(db)
        await transaction.undo().catch(() => undefined)
        // A write that has failed makes every later statement fail, and the commit a rollback: it is the cause.
        await answered(db)
        throw error
      } finally {
        close(db)
      }
    })
  }

  /** One transaction of one organization that is undone at its end, whatever `work` answers. */
  undone<T>(first: Unit, work: (loaded: LoadedRecords, scene: Scene) => Promise<T>): Promise<T> {
    return this.ofApp.unit(async (joined) => {
      const transaction = await begin(this.#orm, joined)
      const loaded = this.#loaded(first, transaction.db)
      return await playedAndUndone(transaction, loaded, { storage: this.#storage, isJoined: joined !== undefined }, work)
    })
  }

  /** The tables of all organizations in the transaction of a unit of work. */
  tablesWithin({ db }: LoadedRecords): Kysely<Tables> {
    return this.#prefixed(db)
  }

  /** The set-based door to the rows of an organization, as far as the user of the unit of work sees them. */
  records({ db }: LoadedRecords, unit: Unit): Records {
    return this.#records(db, unit)
  }

  /** The same in a transaction across organizations, for work that follows from what it reads there. */
  recordsWithin(tables: Kysely<Tables>, within: Omit<Unit, 'onCommit'>): Records {
    const unit = { ...within, onCommit: actsAfter(tables) }
    return this.#records(tables, unit)
  }

  #records(db: Kysely<Tables>, unit: Unit): Records {
    const { organization, sees } = unit.actor
    const seen = sees && JSON.stringify(sees)
    const writer = (unit: Unit) => writerOf(db, unit, this.#written, this.#storage)
    const door = (sees: string | undefined, whole?: Records): Records => {
      const scoped = this.#limited(db, organization, sees)
      joinQueue(scoped, db)
      const fill = <R>(name: string, build: Build<R>, values: readonly unknown[]) =>
        this.#compiled.fill<R>(db, name, build, { organization, sees }, values)
      return new Records(unit, scoped, queriesOn(db, this.dialect, fill), writer, this.dialect, whole)
    }
    return door(seen, seen === undefined ? undefined : door(undefined))
  }

  #limited(db: Kysely<Tables>, organization: string, sees: string | undefined): Kysely<Tables> {
    const sight = sees === undefined ? undefined : { rules: this.#rules, sees }
    const scoped = db.withPlugin(new OrganizationFilter(this.#tables, organization, sight, () => refuseLate(db)))
    return this.#prefixed(scoped)
  }

  /** How the connections of this process are used; undefined where there is only one. */
  pool(): ReturnType<NonNullable<Storage['pool']>> | undefined {
    return this.#storage.pool?.()
  }

  /** Calls `committed` after each commit of this process with the tables of the engine that it wrote; answers what ends that. */
  onCommit(committed: (tables: ReadonlySet<string>) => void): () => void {
    return this.#storage.onCommit((written) => committed(ownNames(written, this.tablePrefix)))
  }

  /**
   * Calls `committed` after each commit of another process, with the tables that it wrote or undefined for any; absent where there is no
   * other. What is answered tells the others of a commit.
   */
  async listen(committed: (tables: ReadonlySet<string> | undefined) => void): Promise<Listening | undefined> {
    const { known } = this.#written
    const listening = await this.#storage.listen?.(known.hearing(this.tablePrefix, committed))
    if (listening) known.tell()
    return listening
  }

  /**
   * What differs when another process may have committed since: the transactions that PostgreSQL has seen; always the same where there is no
   * other process.
   */
  async seen(): Promise<string> {
    if (!this.#storage.listen) return ''
    const { rows } = await sql<{ seen: string }>`select pg_current_snapshot()::text as seen`.execute(this.tables())
    return rows[0]?.seen ?? ''
  }

  async close(): Promise<void> {
    await this.#orm.close()
    await this.#release?.()
  }

  /** What the entities say the schema should be and is not; empty when the migrations are complete. */
  drift(): Promise<string> {
    return this.#orm.schema.getUpdateSchemaSQL({ wrap: false, safe: false })
  }

  get #named() {
    return { dialect: this.dialect, prefix: this.#storage.tablePrefix }
  }

  #loaded(unit: Unit, transaction: OpenTransaction | undefined): LoadedRecords {
    const { organization, sees } = unit.actor
    return new LoadedRecords(unit, transaction ?? kyselyOf(this.#orm.em), () => {
      const em = this.#orm.em.fork()
      em.setFilterParams('organization', { organization })
      if (sees) this.#limit(em, organization, JSON.stringify(sees))
      if (transaction) em.setTransactionContext(transaction)
      return em
    })
  }

  // The same rules as for sets, as one more condition of every statement that loads such a record.
  #limit(em: EntityManager, organization: string, sees: string): void {
    const db = this.#limited(kyselyOf(em), organization, sees)
    for (const entity of this.#rules.entities) {
      const cond = () => {
        const { sql, parameters } = db.selectFrom(entity.table).select('id').compile()
        return { id: { $in: raw(`(${sql.replaceAll(/\$\d+/g, '?')})`, [...parameters]) } }
      }
      // The rules know their entities as tables only; MikroORM has them as classes.
      em.addFilter({ name: `visible ${entity.table}`, cond, entity: entity as never, default: true })
    }
  }
}
