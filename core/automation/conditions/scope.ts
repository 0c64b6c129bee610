import { keysOf } from '../../kernel/values/objects.ts'
import { isObject } from '../../kernel/values/is-object.ts'
import type { AnyComposed, RecordTypes } from '../../records/record-type/record-types.ts'
import type { SearchField } from '../../records/search/grammar/field.ts'
import type { ValueType } from '../../records/search/grammar/operators.ts'
import { foundAt, namesOf } from '../../records/search/grammar/parse.ts'
import type { Related, Searchable } from '../../records/search/grammar/searchable.ts'
import { conditionFields, contextFields } from './fields.ts'

/** What the conditions of a workflow can name, by the type of the records that it enrolls. */
export interface Scope {
  /** As in `entity.type` of events; null where no record is enrolled. */
  readonly entityType: string | null
  /** The record type that is enrolled, if there is one. */
  readonly own: AnyComposed | undefined
  /** Everything that is named by a prefix, as records related to none. */
  readonly searchable: Searchable
  /** How a condition gets from the enrolled record to others, by prefix. */
  readonly relations: Readonly<Record<string, Related>>
}

/** The records that every run has by prefix, whatever it enrolls. */
export const recordRoots = keysOf(conditionFields)
/** What a run knows besides records: the event that started it, its last wait and its last split. */
export const runRoots = ['event', 'wait', 'split'] as const

/** Whether a prefix means a record that every run has. */
export function isRecordRoot(root: string): root is (typeof recordRoots)[number] {
  return Object.hasOwn(conditionFields, root)
}
/** Whether a prefix means what a run knows besides records. */
export function isRunRoot(root: string): root is (typeof runRoots)[number] {
  return runRoots.some((each) => each === root)
}

/** The scope of the conditions of workflows that enroll records of this type. */
export function scopeOf(types: RecordTypes, entityType: string | null): Scope {
  const own = entityType === null ? undefined : types.all.find((each) => wordOf(each) === entityType)
  const of = own?.search
  // A run of a company is about the company alone: which of its deals would be meant?
  const { deal: _, ...ofCompany } = of?.related ?? {}
  const relations: Readonly<Record<string, Related>> = entityType === 'company' ? ofCompany : (of?.related ?? {})
  const contacts = types.get('contacts').search
  const roots: Record<string, Related> = {}
  for (const [name, { to }] of Object.entries(relations)) roots[name] = { to }
  for (const type of types.all) if (isRecordRoot(wordOf(type)) && type.search) roots[wordOf(type)] = { to: type.search }
  if (of && entityType !== null) roots[entityType] = { to: of }
  for (const root of runRoots) roots[root] = { to: valuesOfRun(root, contacts) }
  return { entityType, own, relations, searchable: { ...contacts, name: 'workflow', fields: {}, custom: null, related: roots } }
}

/** The word by which events and conditions name a record type: `credit_note`. */
export const wordOf = ({ singular }: Pick<AnyComposed, 'singular'>): string => singular.replaceAll(' ', '_')

/** The name with its prefix: a prefix wins, and a bare name is of the enrolled record, else of the contact; undefined for no field. */
export function qualifiedName({ searchable, entityType }: Scope, name: string): string | undefined {
  const roots = [...new Set([entityType ?? 'contact', 'contact'])]
  return [name, ...roots.map((root) => `${root}.${name}`)].find((each) => foundAt(searchable, each))
}

/** Every name that a condition can have in this scope, bare ones first. */
export function namesIn({ searchable, entityType }: Scope): string[] {
  const all = namesOf(searchable)
  const bare = [...new Set([entityType ?? 'contact', 'contact'])].flatMap((root) =>
    all.filter((each) => each.startsWith(`${root}.`)).map((each) => each.slice(root.length + 1)),
  )
  return [...new Set([...bare, ...all])]
}

const AWAITED = 'wait.'

// No statement reads them: they are null for every record that a statement finds.
function valuesOfRun(root: (typeof runRoots)[number], like: Searchable): Searchable {
  const names: [string, ValueType][] = Object.entries(contextFields).map(([name, [type]]) => [name, type])
  // The event that a wait was for has the same values as the one that started the run.
  const awaited = names
    .filter(([name]) => name.startsWith('event.'))
    .map(([name, type]): [string, ValueType] => [`${AWAITED}${name}`, type])
  const own = [...names, ...awaited].filter(([name]) => name.startsWith(`${root}.`))
  const fields = own.map(([name, type]) => [name.slice(root.length + 1), runValue(name.slice(root.length + 1), type)] as const)
  return { ...like, name: root, fields: Object.fromEntries(fields), custom: null, related: {}, prepare: async () => {} }
}

function runValue(path: string, type: ValueType): SearchField {
  const keys = path.split('.')
  return {
    type,
    sql: () => {
      throw new Error('Values of a run stand in no table')
    },
    value(record) {
      const value = keys.reduce<unknown>(ownMember, record)
      return isObject(value) && !Array.isArray(value) ? null : (value ?? null)
    },
  }
}

// `constructor` is none.
const ownMember = (of: unknown, key: string): unknown => (isObject(of) && Object.hasOwn(of, key) ? of[key] : null)
