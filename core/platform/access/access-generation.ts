import type { Kysely } from 'kysely'
import { forAllCallers } from '../../kernel/operation/cancellation.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { increment } from '../../kernel/storage/writing/increment.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { AccessGenerationRow } from './entity.ts'

const ROW = 'access'

/**
 * The number of changes of keys, users and teams: what was read under another number is read again. Processes on PostgreSQL share it in a
 * table, in which it changes with the transaction of the change; only one process uses an SQLite file, so its memory is enough.
 */
export class AccessGeneration {
  static readonly uses = { database: Database }
  readonly #uses: Resolved<typeof AccessGeneration.uses>
  readonly #listeners = new Set<() => void>()
  #own = 0
  #reading: Promise<unknown> | undefined
  #next: Promise<number> | undefined

  constructor(uses: Resolved<typeof AccessGeneration.uses>) {
    this.#uses = uses
  }

  /** Whether other processes change it, too. */
  get isShared(): boolean {
    return this.#uses.database.dialect === 'postgresql'
  }

  /** The number of this process, which counts its own changes only. */
  get own(): number {
    return this.#own
  }

  /** The number now. One read is under way at a time; who asks meanwhile shares the next one, so that no answer is older than its question. */
  current(): Promise<number> {
    if (!this.isShared) return Promise.resolve(this.#own)
    this.#next ??= (this.#reading ?? Promise.resolve()).then(() => this.#read())
    return this.#next
  }

  /** Counts a change of this process once it is committed. */
  changed(): void {
    this.#own += 1
    for (const listener of this.#listeners) listener()
  }

  /** Calls `listener` after each change of this process; returns what ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #read(): Promise<number> {
    const { database } = this.#uses
    const query = () =>
      database
        .tables()
        .selectNoFrom((eb) => numberOf(eb).as('number'))
        .executeTakeFirst()
    const read = forAllCallers(query).then((row) => Number(row?.number ?? 0))
    this.#next = undefined
    this.#reading = read.catch(() => undefined)
    return read
  }
}

/** The number as a part of another statement, which so is read under it. */
export function numberOf(eb: Pick<Kysely<Tables>, 'selectFrom'>) {
  return eb.selectFrom(AccessGenerationRow.table).select('number').where('name', '=', ROW)
}

/** Counts a change in its own transaction, so that no process can read the one without the other. */
export async function countChange(tables: Kysely<Tables>): Promise<void> {
  await increment(tables, AccessGenerationRow, ROW)
}
