import type { Via } from '../../operation/actor.ts'
import type { Change } from './changes.ts'
import type { Row } from './codec.ts'

/** A change of a record as hooks see it: with records as the API shows them, which are copies. */
export interface HookedChange {
  readonly kind: Change['kind']
  /** As it is about to be, or has become. */
  readonly record: Readonly<Record<string, unknown>>
  /** As it was; null of a new one. */
  readonly before: Readonly<Record<string, unknown>> | null
  /** Names of the fields that differ. */
  readonly changed: readonly string[]
  /** Whose record it is. */
  readonly organization: string
  /** Who changes it. */
  readonly user: string
  /** By what. */
  readonly via: Via
  /** When. */
  readonly now: Date
}

/** By the kind of the change. */
interface Judges {
  create?(change: HookedChange): unknown
  update?(change: HookedChange): unknown
  delete?(change: HookedChange): unknown
}

/** What a plugin does before and after each change of the records of one type. */
export interface ChangeHook {
  /** The plural of the record type. */
  readonly on: string
  /** Each may refuse the change by throwing, or answer values of fields that the record gets besides. */
  readonly before?: Readonly<Judges> | undefined
  /** Whether `after` is called for a change, by the rows as they are stored; for every change unless given. Spares the copies that are made for it. */
  concerns?(record: Row, before: Row | null): boolean
  /** Each is called with the record written, in the same transaction, with the door to the records of the organization; what it throws undoes all. */
  after?(change: HookedChange, door: object): unknown
}

/** A hook, and who has declared it. */
export interface DeclaredHook {
  readonly plugin: string
  readonly hook: ChangeHook
}

/** The hooks of an engine, and where their failures are logged. */
export interface ChangeHooks {
  /** By the name of the table. */
  readonly byTable: ReadonlyMap<string, readonly DeclaredHook[]>
  failed(fields: Readonly<Record<string, unknown>>): void
}
