import { type EntityManager, type MetadataStorage, MikroORM, type Options } from '@mikro-orm/core'
import { Migrator } from '@mikro-orm/migrations'
import type { Kysely } from 'kysely'
import type { DialectName } from '../schema/codec.ts'
import type { AnyEntityClass } from '../schema/entity.ts'
import { identityOf, migrationsTable } from '../connection/migrate.ts'
import { migrationClasses } from '../connection/migrator.ts'
import type { DatabaseOptions } from './database-options.ts'
import type { BegunTransaction, OpenTransaction } from './transaction.ts'
import { Recorder } from './recorder.ts'
import { sqlOf } from './sql-of.ts'
import type { SetWriter } from '../writing/set-writer.ts'
import type { Tables } from '../schema/tables.ts'
import type { Unit } from '../schema/unit.ts'

type WriterOf = (em: EntityManager, unit: Unit) => SetWriter

/** MikroORM, set up for the entities and the database of one engine. */
export function openOrm(options: DatabaseOptions, writerOf: WriterOf): MikroORM {
  const known = lastFound.get(options.storage.dialect)
  if (known && isSame(known, options)) return reopened(settings(options, writerOf), known.metadata)
  // `MikroORM.init` would look for packages that nothing here uses, and load those that search folders for entities.
  const orm = new MikroORM(settings(options, writerOf))
  const { storage, entities } = options
  lastFound.set(storage.dialect, { entities, tablePrefix: storage.tablePrefix, metadata: orm.getMetadata() })
  return orm
}

let opened = 0

function settings({ storage, entities, watches, migrations, migrate }: DatabaseOptions, writerOf: WriterOf): Options {
  return {
    ...(storage.options as Options),
    ...(migrate && storage.snapshots?.optionsFor(identityOf(migrations, storage))),
    ...(storage.schema && { schema: storage.schema }),
    // An app that uses MikroORM, too, has contexts of its own: they must not be taken for those of the engine.
    contextName: `rapport ${(opened += 1)}`,
    // Rows know each other by their ids alone: there is nothing to propagate, and values need no accessors of their own.
    propagationOnPrototype: false,
    entities: [...entities],
    subscribers: [new Recorder(watches, writerOf)],
    filters: { organization: { cond: ({ organization }) => ({ user_from: organization }), entity: owned(entities) } },
    discovery: {
      ...storage.options.discovery,
      ...(storage.tablePrefix && { onMetadata: (meta) => prefixTable(meta, storage.tablePrefix ?? '') }),
    },
    extensions: [Migrator],
    // The index of full-text search on SQLite keeps tables of its own.
    schemaGenerator: { skipTables: [/search_index/] },
    migrations: {
      migrationsList: migrationClasses(migrations, storage),
      tableName: migrationsTable(storage),
      snapshot: false,
      silent: true,
    },
  }
}

/** What MikroORM has found out about some entities on one kind of database. */
interface Found {
  readonly entities: readonly AnyEntityClass[]
  readonly tablePrefix: string | undefined
  readonly metadata: MetadataStorage
}

// Finding it out takes longer than all else when an engine opens, and a process that opens many opens the same one again.
const lastFound = new Map<DialectName, Found>()

function isSame(found: Found, { storage, entities }: DatabaseOptions): boolean {
  const { length } = entities
  return (
    found.tablePrefix === storage.tablePrefix &&
    found.entities.length === length &&
    entities.every((each, at) => each === found.entities[at])
  )
}

// What its constructor does besides discovering entities.
function reopened(options: Options, metadata: MetadataStorage): MikroORM {
  const orm = new MikroORM({ ...options, discovery: { ...options.discovery, skipSyncDiscovery: true } })
  orm.driver.setMetadata(metadata)
  orm.em = orm.driver.createEntityManager() as typeof orm.em
  Object.assign(orm.em, { global: true })
  metadata.decorate(orm.em)
  return orm
}

function owned(entities: readonly AnyEntityClass[]): AnyEntityClass[] {
  return entities.filter(({ fields }) => 'user_from' in fields)
}

function prefixTable(meta: { tableName?: string; collection?: string }, prefix: string): void {
  if (meta.tableName && !meta.tableName.startsWith(prefix)) meta.tableName = `${prefix}${meta.tableName}`
}

/** The statements of an entity manager; inside a transaction, the same object each time. */
export function kyselyOf(em: EntityManager): Kysely<Tables> {
  return sqlOf(em).getKysely<Tables>()
}

/** Begins a transaction, or a savepoint in one that is open. At the connection, because an entity manager costs a call more than what most calls write. */
export async function begin(orm: MikroORM, within: OpenTransaction | undefined): Promise<BegunTransaction> {
  const connection = sqlOf(orm.em).getConnection('write')
  const db: OpenTransaction = await connection.begin(within && { ctx: within })
  let isOpen = true
  return {
    db,
    commit: async () => {
      await connection.commit(db)
      isOpen = false
    },
    undo: async () => {
      if (isOpen) await connection.rollback(db)
    },
  }
}
