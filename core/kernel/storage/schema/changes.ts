import { isObject } from '../../values/is-object.ts'
import type { EntityTable } from './entity.ts'

/** A stored class whose records are `T`. */
type EntityOf<T> = EntityTable & (abstract new (...args: never[]) => T)

/** A record as far as every change needs it. */
export interface Identified {
  readonly id: string
}

/** One change of one record, as the recorder and the set-writer both see it. */
export interface Change<T = unknown> {
  /** A soft delete is a `delete`. */
  readonly kind: 'create' | 'update' | 'delete'
  /** As it is now. */
  readonly record: T
  /** As it was; empty of a new one. */
  readonly before: Partial<T>
  /** Names of the fields that differ, and of what differs besides (`lines`). */
  readonly changed: ReadonlySet<string>
  /** What its writer says besides the values, such as the reason; only an event can keep it. */
  readonly remarks?: Remarks | undefined
}

/** What the writer of a change says about it, by name. */
export type Remarks = Readonly<Record<string, unknown>>

/** When a change is an event, and what its data contains besides the summary. */
export interface EventRule<T = unknown, D extends object = Record<string, unknown>> {
  /** For people, such as `Contact created`. */
  readonly label: string
  /** Fields of whose change it tells, so that no general event has to. */
  readonly tells?: readonly string[]
  /** It is beyond the contract's list of event types. */
  readonly extension?: true
  /** Whether this change is such an event. */
  when(change: Change<T>): boolean
  /** Fields of `data` besides those of `summary`; `today` as for it. */
  data?(change: Change<T>, today?: string): D
}

/** Rules by the types of events that they make. */
type Rules<T> = Readonly<Record<string, EventRule<T>>>

/** An event of a record that no change of it makes: what it tells depends on who reports it. */
export interface ReportedRule<T = unknown> extends EventRule<T> {
  readonly isReported: true
}

/** What events tell, by the rules that make them; times are texts, as in all JSON. */
type ToldBy<S, R, E> = { readonly [N in keyof E]: E[N] extends ReportedRule<never> ? Record<string, unknown> : Told<S, R, E[N]> }
type Told<S, R, Rule> = TogetherWith<S, Rule extends { data?(change: never): infer D } ? D : Nothing> & { readonly record: R }
type TogetherWith<S, D> = InJson<Omit<S, keyof D>> & InJson<D>
type InJson<O> = { readonly [K in keyof O]: O[K] extends infer V ? (V extends Date ? string : V) : never }

/** What a move of a field tells: its values before and after, unless the rule says something else by these names. */
type Moved<V, D> = Omit<{ readonly from: V | null; readonly to: V }, keyof D> & D
/** Nothing besides the summary. */
type Nothing = Record<never, never>

/** A field of the row of an organization, which says how it wants something. */
export interface Setting {
  readonly entity: EntityTable
  readonly field: string
}

/** Which changes of a record type are events, and what these events contain; `D` has the types of that, by event type. */
export interface Watch<T = unknown, D extends object = object> {
  /** The class whose records are watched. */
  readonly entity: EntityOf<T>
  /** `contact`, `deal`, ...: `entity_type` of events. */
  readonly entityType: string
  /** By type, such as `contact.created`. */
  readonly events: Rules<T>
  /** The fields of `data` that every event of the record has; `today` is given where `zone` is. */
  summary(record: T, today?: string): Record<string, unknown>
  /** `data.record`: the full record as the API answers it; `today` is given where `zone` is. */
  record(record: T, now: Date, today?: string): Record<string, unknown>
  /** The setting of the organization that asks for these events; without it, they are always told. */
  readonly onDemand?: Setting
  /** The setting with the time zone of the organization, where what is shown of the record depends on the day. */
  readonly zone?: Setting
  /** Values of fields that are answered otherwise than they are stored; `today` is given where `zone` is. */
  answered?(record: T, today?: string): Record<string, unknown>
  /** Fields that follow from other fields and records, whose own events tell of them. */
  readonly follows?: readonly string[]
  readonly '~told'?: D
  /** What full-text search knows of the record; without it, it is not found by its words. */
  readonly text?: TextRule<T>
  /** Of what is no record of the CRM: what the audit log tells, from its making on. */
  readonly audit?: AuditRule
}

/** What the audit log shows of settings, keys and jobs; never a hidden field. */
export interface AuditRule<Name extends string = string> {
  /** Only what `Records.note` says about the rows, and no change of theirs: the engine itself writes them all the time. */
  readonly notesOnly?: boolean
  /** Only these fields; all that are not hidden when left out. */
  readonly only?: readonly Name[]
  /** What a change is called besides `updated`; told even when no field that is shown has changed. */
  action?(changed: ReadonlySet<string>): string | undefined
  /** How a value is shown that may hold a secret. */
  masked?(field: string, value: unknown): unknown
}

/** What a record is called by, and what else is said in it; `object` is the plural, as in paths. */
export interface TextRule<T> {
  readonly object: string
  of(record: T): { readonly title: readonly unknown[]; readonly body?: readonly unknown[] }
}

/** Fields that the engine keeps for itself: their change tells nobody anything. */
export const silentFields: ReadonlySet<string> = new Set([
  'version',
  'updated_at',
  'stage_history',
  'last_activity_at',
  'last_contacted_at',
])

/** A watch of any record type; the caller pairs it with records of its own entity. */
export type AnyWatch = Watch<object>

interface On<T> {
  /** The record is new. */
  created(label: string): EventRule<T, Nothing>
  /** The record was deleted (softly). */
  deleted(label: string): EventRule<T, Nothing>
  /** One field moved; `from` and `to` give its values before and after. */
  moved<K extends keyof T & string, D extends object = Nothing>(
    field: K,
    label: string,
    options?: {
      when?(change: Change<T>): boolean
      data?(change: Change<T>, today?: string): D
      /** Which new records are such an event, too; none when left out. */
      made?(record: T): boolean
      /** Fields that move with it. */
      tells?: readonly (keyof T & string)[]
      extension?: true
    },
  ): EventRule<T, Moved<T[K], NoInfer<D>>>
  /** Any of the watched fields changed; one event names them all in `changed`, and the custom properties among them in `changed_custom`. */
  changed<F extends keyof T & string>(
    fields: readonly F[],
    label: string,
  ): EventRule<T, { readonly changed: readonly F[]; readonly changed_custom?: readonly string[] }>
  /** No change of the record makes it: another feature reports it about the record. */
  reported(label: string): ReportedRule<T>
}

/** Declares which changes of an entity are events; recorder and set-writer apply it to every change. */
export function watch<
  T extends { deleted_at: Date | null },
  S extends Record<string, unknown>,
  R extends Record<string, unknown>,
  E extends Rules<T>,
>(
  entity: EntityOf<T>,
  entityType: string,
  rules: {
    summary(record: T, today?: string): S
    record(record: T, now: Date, today?: string): R
    zone?: Setting
    answered?(record: T, today?: string): Record<string, unknown>
    events(on: On<T>): E
    text?: TextRule<T>
    follows?: readonly (keyof T & string)[]
  },
): Watch<T, ToldBy<S, R, E>> {
  const { events, ...rest } = rules
  return { entity, entityType, ...rest, events: events(rulesFor<T>()) }
}

/** Declares that the changes of these records have a history, of which none is an event. */
export function traced<T>(entity: EntityOf<T>, entityType: string): Watch<T> {
  return { entity, entityType, events: {}, summary: () => ({}), record: () => ({}) }
}

/** Declares that the audit log tells who made and changed these rows; there are no events of them. */
export function audited<T>(entity: EntityOf<T>, entityType: string, audit: AuditRule<keyof T & string> = {}): Watch<T> {
  return { ...traced(entity, entityType), audit }
}

/** A change and its kind once soft deletes are read as what they mean. */
export function changeOf<T extends object>(
  kind: Change['kind'],
  record: T,
  before: Partial<T>,
  changed: ReadonlySet<string>,
  remarks?: Remarks,
): Change<T> {
  const deleted = kind === 'update' && changed.has('deleted_at') && 'deleted_at' in record && record.deleted_at
  return { kind: deleted ? 'delete' : kind, record, before, changed, remarks }
}

/** The events that one change makes: type and data, in the order of the declaration. */
export function eventsOf<T>(watch: Watch<T>, change: Change<T>, today?: string): { type: string; data: Record<string, unknown> }[] {
  const made = Object.entries(watch.events).filter(([, rule]) => rule.when(change))
  if (made.length === 0) return []
  const summary = watch.summary(change.record, today)
  return made.map(([type, rule]) => ({ type, data: { ...summary, ...rule.data?.(change, today) } }))
}

function rulesFor<T>(): On<T> {
  type Options = NonNullable<Parameters<On<T>['moved']>[2]>
  // The compiler does not spread what is generic, so that only the declaration says what is told.
  function moved<K extends keyof T & string, D extends object>(field: K, label: string, options?: Options): EventRule<T, Moved<T[K], D>>
  function moved(
    field: keyof T & string,
    label: string,
    { when = () => true, made, data, tells = [], extension }: Options = {},
  ): EventRule<T> {
    return {
      label,
      tells: [field, ...tells],
      ...(extension && { extension }),
      when: (change) =>
        change.kind === 'create' ? made?.(change.record) === true : change.kind === 'update' && change.changed.has(field) && when(change),
      data: (change, today) => ({ from: change.before[field] ?? null, to: change.record[field], ...data?.(change, today) }),
    }
  }
  return {
    created: (label) => ({ label, when: ({ kind }) => kind === 'create' }),
    deleted: (label) => ({ label, when: ({ kind }) => kind === 'delete' }),
    moved,
    changed: (fields, label) => ({
      label,
      tells: fields,
      when: ({ kind, changed }) => kind === 'update' && fields.some((field) => changed.has(field)),
      data: ({ changed, record, before }) => {
        const named = fields.filter((field) => changed.has(field))
        const custom = named.find((field) => field === 'custom' || field === 'custom_properties')
        return { changed: named, ...(custom && { changed_custom: differing(before[custom], record[custom]) }) }
      },
    }),
    reported: (label) => ({ label, isReported: true, when: () => false }),
  }
}

/** Names of the values that differ. */
function differing(before: unknown, after: unknown): string[] {
  const [old, fresh] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  const names = new Set([...Object.keys(old), ...Object.keys(fresh)])
  return [...names].filter((name) => JSON.stringify(old[name]) !== JSON.stringify(fresh[name]))
}
