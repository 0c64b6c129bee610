import type { ChangeHook, HookedChange } from '../../kernel/storage/schema/change-hook.ts'
import type { Records } from '../../kernel/storage/records/records.ts'

/** A change of a record that hooks judge or are notified of. */
export interface RecordChange<R, K extends HookedChange['kind'] = HookedChange['kind']> extends Omit<
  HookedChange,
  'kind' | 'record' | 'before'
> {
  /** A soft delete is a `delete`; a restore is an `update`. */
  readonly kind: K
  /** As it is about to be, or has become, as the API shows it. */
  readonly record: Readonly<R>
  /** As it was; null of a new one. */
  readonly before: K extends 'create' ? null : Readonly<R>
}

/** What a plugin does before and after changes of the records of one type. */
export interface OnChange<R> {
  /**
   * Called before a record is written. It refuses the change by throwing, such as `invalid('/phone', 'required', '...')`, or answers values of
   * fields that the record gets besides: those that callers may write, but no links and keys.
   */
  readonly before?: { readonly [K in HookedChange['kind']]?: (change: RecordChange<R, K>) => Completion<R> | Promise<Completion<R>> }
  /** Whether `after` is called for a change, by the records as they are stored, `before` null of a new one; for every change unless given. */
  concerns?(record: Readonly<Record<string, unknown>>, before: Readonly<Record<string, unknown>> | null): boolean
  /**
   * Called when a record is written, in the same transaction; what it throws undoes all of it. `records` reads and writes the records of the
   * organization of the change and of no other.
   */
  after?(change: RecordChange<R>, records: Records): unknown
}

type Completion<R> = Partial<R> | undefined | void

/** A record type as `recordType` declares it; of it only this matters here. */
interface Shows<R> {
  readonly plural: string
  present(record: never, now: Date): R
}

/**
 * Declares hooks of the records of a type, as an entry of `Feature.changeHooks`: `onChange(contactType, { before: { create: ... } })`. They are called
 * for every write of fields: single and set writes, imports, ingest, merges, workflows. A set is written whole or not at all, so that what
 * refuses one record refuses the set. An error that callers may see (`invalid`, `CrmError`) is answered with the name of the plugin; any other
 * is logged and answered as `conflict` with `reason: plugin_failed`.
 */
export function onChange<R extends object>({ plural }: Shows<R>, { before, concerns, after }: OnChange<R>): ChangeHook {
  const judges: ChangeHook['before'] = before
  return { on: plural, ...(judges && { before: judges }), ...(concerns && { concerns }), ...(after && { after }) }
}
