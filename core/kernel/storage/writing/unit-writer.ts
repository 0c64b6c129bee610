import type { Kysely } from 'kysely'
import type { Storage } from '../connection/storage.ts'
import type { AnyWatch } from '../schema/changes.ts'
import type { EntityTable } from '../schema/entity.ts'
import type { Tables } from '../schema/tables.ts'
import type { Unit } from '../schema/unit.ts'
import { SetWriter } from './set-writer.ts'

/** The rules for changes by the entity that they are for. */
export function watchesByEntity(watches: readonly AnyWatch[]): ReadonlyMap<unknown, AnyWatch> {
  return new Map(watches.map((each) => [each.entity, each]))
}

/** The table of those who can own records. */
export function teammatesAmong(entities: readonly EntityTable[]): string | undefined {
  return entities.find(({ teammates }) => teammates)?.table
}

/** Writes sets in a unit of work. */
export function writerOf(
  db: Kysely<Tables>,
  unit: Unit,
  { watches, teammates }: { readonly watches: ReadonlyMap<unknown, AnyWatch>; readonly teammates: string | undefined },
  { dialect, tablePrefix }: Storage,
): SetWriter {
  return new SetWriter(db, unit, watches, { dialect, table: teammates }, tablePrefix)
}
