import type { Kysely } from 'kysely'
import type { Storage } from '../connection/storage.ts'
import type { AnyWatch } from '../schema/changes.ts'
import type { EntityTable } from '../schema/entity.ts'
import type { Tables } from '../schema/tables.ts'
import type { Unit } from '../schema/unit.ts'
import { KnownRules } from '../custom/known-rules.ts'
import type { ChangeHooks } from '../schema/change-hook.ts'
import type { EventAudience } from './event-audience.ts'
import { SetWriter, type WriterRules } from './set-writer.ts'

/** By what everything is written in an engine with these entities, watches and listeners. */
export function writerRules({ watches, entities, audience, hooks, storage }: Declared): WriterRules {
  return {
    watches: new Map(watches.map((each) => [each.entity, each])),
    teammates: entities.find(({ teammates }) => teammates)?.table,
    audience,
    hooks,
    known: new KnownRules(storage.listen === undefined),
  }
}

interface Declared {
  readonly storage: Storage
  readonly watches: readonly AnyWatch[]
  readonly entities: readonly EntityTable[]
  readonly audience?: EventAudience | undefined
  readonly hooks?: ChangeHooks | undefined
}

/** Writes sets in a unit of work. */
export function writerOf(db: Kysely<Tables>, unit: Unit, rules: WriterRules, { dialect, tablePrefix }: Storage): SetWriter {
  return new SetWriter(db, unit, rules, dialect, tablePrefix)
}
