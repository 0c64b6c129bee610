import satisfies from 'semver/functions/satisfies.js'
import type { Migration } from '../storage/connection/migrate.ts'
import type { EventConsumer } from './event-consumer.ts'
import type { JobType } from './job-handler.ts'
import type { NoticeType } from './notice-type.ts'
import type { PromptType } from './prompt-type.ts'
import type { AnyEntityClass } from '../storage/schema/entity.ts'
import type { CreatorType } from './creator-type.ts'
import type { FilterOwner } from './filter-owner.ts'
import type { DeclaredVocabulary } from './declared-vocabulary.ts'
import type { BackgroundLoop } from '../operation/background-loop.ts'
import type { ArrivalListener } from './arrivals.ts'
import type { ActionType, EventType, TriggerType } from '../operation/catalog.ts'
import type { Records } from '../storage/records/records.ts'
import type { ChangeHook } from '../storage/schema/change-hook.ts'
import type { AnyWatch } from '../storage/schema/changes.ts'
import { CrmError } from '../operation/errors.ts'
import type { Attachment } from '../operation/hook.ts'
import type { Meter } from '../operation/metric.ts'
import type { AnyOperation, Operations, Token } from '../operation/operation.ts'

/** A record type that a feature declares; `recordType` makes it. */
export interface DeclaredRecordType {
  readonly isRecordType: true
  /** snake_case: `credit_notes`. */
  readonly plural: string
  readonly entity: AnyEntityClass
  readonly watch?: AnyWatch
}
/** What a feature adds to a record type of another one; `contribution` makes it. */
export interface DeclaredContribution {
  /** The plural of the record type. */
  readonly to: string
}

/** A part of the engine; built-in features and plugins have the same shape. */
export interface Feature<O extends Operations = Operations> {
  /** kebab-case, unique. */
  readonly name: string
  /** By semver; what others require of it is checked against this. */
  readonly version: string
  /** Features that must stand before this one, with the range of versions that it works with. */
  readonly requires?: Readonly<Record<string, string>>
  /** Record types: entity, events, search, operations and all else that follows from one declaration. */
  readonly recordTypes?: readonly DeclaredRecordType[]
  /** What it adds to record types of other features: computed fields, figures, related records. */
  readonly contributes?: readonly DeclaredContribution[]
  /** Loads what conditions on records of any type depend on, such as the calendar; `mentioned` is the condition as text. */
  readonly prepareConditions?: (records: Records, mentioned: string) => Promise<void>
  /** By group and method, as the typed API shows them; a function of the record types where they follow from these. */
  readonly operations?: O | ((types: never) => O)
  /**
   * Pages for people without a key, outside of the API: operations of the scope `public` that answer a `Page`, by routes
   * of their own (`GET /q/{token}`). They are no part of REST, OpenAPI and tools.
   */
  readonly pages?: readonly AnyOperation[]
  /** Stored classes, whose tables `migrations` make. */
  readonly entities?: readonly AnyEntityClass[]
  /** Which changes of its records are events. */
  readonly watches?: readonly AnyWatch[]
  /** Settings, keys and jobs that the audit log covers (`audited`). */
  readonly audits?: readonly AnyWatch[]
  /** Event types that no watch rule makes. */
  readonly events?: Readonly<Record<string, EventType>>
  /** Triggers of workflows besides its events. */
  readonly triggers?: readonly TriggerType[]
  /** Steps of workflows. */
  readonly actions?: readonly ActionType[]
  /** Words of other systems, which ingest reads. */
  readonly vocabularies?: readonly DeclaredVocabulary[]
  /** Migrations of its tables, in order; a released one never changes. */
  readonly migrations?: readonly Migration[]
  /** Background work, each in its own loop. */
  readonly loops?: readonly Token<BackgroundLoop>[]
  /** Services that its loops resolve in units of work that they open themselves. */
  readonly services?: readonly Token[]
  /** Types of long jobs with progress, started by `Jobs.start`. */
  readonly jobTypes?: readonly JobType[]
  /** Records that store a filter, which follows when values of records are renamed. */
  readonly filterOwners?: readonly FilterOwner[]
  /** Entities that `created_via` or `created_by` of records names as their creator. */
  readonly creators?: readonly CreatorType[]
  /** Consumers of events, called in the transaction that marks the events as processed. */
  readonly consumers?: readonly Token<EventConsumer>[]
  /** Kinds of notifications that the engine sends to teammates. */
  readonly notices?: readonly NoticeType[]
  /** Requests to a model that people choose from a list, with the records that they need. */
  readonly prompts?: readonly PromptType[]
  /** What follows at once when records of other features get keys, in the unit of work of the write. */
  readonly arrivals?: readonly ArrivalListener[]
  /** Its metrics. */
  readonly meters?: readonly Token<Meter>[]
  /** What it does before and after changes of records: `onChange(contactType, { before, after })`. */
  readonly changeHooks?: readonly ChangeHook[]
  /** What it does where other features let it take part (`Hook.attach`). */
  readonly hooks?: readonly Attachment[]
  /** What it gives to adapters, by their names, such as an `Extension` of `rapport-crm/mcp` as `mcp`; each adapter knows the type of its own. */
  readonly adapters?: Readonly<Record<string, unknown>>
  /** Its lists of the catalog, by name; a function where they follow from the record types. */
  readonly catalog?: Readonly<Record<string, unknown>> | ((types: never) => Readonly<Record<string, unknown>>)
  /** Limits that callers must know; the catalog shows those of all features as `limits`. */
  readonly limits?: Readonly<Record<string, unknown>>
}

/** Declares a plugin; its operations are typed on the engine that it is given to. A property that no feature has is a type error. */
export function plugin<const F extends Feature>(definition: F & Readonly<Record<Exclude<keyof F, keyof Feature>, never>>): F {
  return definition
}

/** A feature whose operations and lists of the catalog are made. */
export type ResolvedFeature = Omit<Feature, 'operations' | 'catalog'> & {
  readonly operations?: Operations
  readonly catalog?: Readonly<Record<string, unknown>>
}

/** Checks names, order and versions; the first fault is named with what would mend it. */
export function checkRequirements(features: readonly Feature[]): void {
  const known = new Map<string, string>()
  for (const { name, version, requires = {} } of features) {
    if (known.has(name)) throw fault(`The feature ${name} is there twice`)
    for (const [other, range] of Object.entries(requires)) {
      const found = known.get(other)
      if (found === undefined) {
        const later = features.some((each) => each.name === other)
        throw fault(later ? `${name} requires ${other}: put ${other} before it` : `${name} requires ${other}, which is not loaded`)
      }
      if (!satisfies(found, range, { includePrerelease: true })) throw fault(`${name} requires ${other} ${range}, but ${found} is loaded`)
    }
    known.set(name, version)
  }
}

/** Checks that no two features declare the same operation, route, table, event type, trigger, action, job type, notice, prompt or migration. */
export function checkFeatures(features: readonly ResolvedFeature[]): void {
  checkUnique(
    'operation',
    features.flatMap(({ operations = {}, pages = [] }) =>
      [...Object.values(operations).flatMap((group) => Object.values(group)), ...pages].map(({ id }) => id),
    ),
  )
  checkUnique(
    'route',
    features.flatMap(({ operations = {} }) => Object.values(operations).flatMap((group) => Object.values(group).map(({ route }) => route))),
  )
  checkUnique(
    'table',
    features.flatMap(({ entities = [] }) => entities.map(({ table }) => table)),
  )
  checkUnique(
    'event type',
    features.flatMap(({ watches = [], events = {}, triggers = [] }) => [
      ...watches.flatMap((each) => Object.keys(each.events)),
      ...Object.keys(events),
      ...triggers.flatMap(({ type, event }) => (event ? [type] : [])),
    ]),
  )
  checkUnique(
    'trigger',
    features.flatMap(({ triggers = [] }) => triggers.map(({ type }) => type)),
  )
  checkUnique(
    'action',
    features.flatMap(({ actions = [] }) => actions.map(({ type }) => type)),
  )
  checkUnique(
    'kind of work',
    features.flatMap(({ jobTypes = [] }) => jobTypes.map(({ kind }) => kind)),
  )
  checkUnique(
    'notice',
    features.flatMap(({ notices = [] }) => notices.map(({ type }) => type)),
  )
  checkUnique(
    'prompt',
    features.flatMap(({ prompts = [] }) => prompts.map(({ name }) => name)),
  )
  checkUnique(
    'migration',
    features.flatMap(({ migrations = [] }) => migrations.map(({ name }) => name)),
  )
}

function checkUnique(what: string, names: readonly string[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw fault(`The ${what} ${name} is declared twice`)
    seen.add(name)
  }
}

const fault = (message: string) => new CrmError('invalid_input', message)
