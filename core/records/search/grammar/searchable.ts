import { sql } from 'kysely'
import type { Fields } from '../../../kernel/operation/schema/fields.ts'
import { owners } from './labels.ts'
import { lifecycleIds } from './lifecycle.ts'
import type { AnyFields, CommonFields, EntityTable } from '../../../kernel/storage/schema/entity.ts'
import type { Naming } from '../../../kernel/storage/records/naming.ts'
import { type SearchField, storedField } from './field.ts'
import type { FieldType } from './operators.ts'
import { some } from './tests.ts'
import { hasTag } from '../../../kernel/storage/records/filters.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'

/** Rows whose fields can be named: records, or parts of them. */
export interface Nameable {
  /** `contact`, as in `contact.title`: a prefix that means the record itself. */
  readonly name: string
  /** The stored class of the rows. */
  readonly entity: EntityTable
  /** Fields by name: stored, computed, and aliases of both. */
  readonly fields: Readonly<Record<string, SearchField>>
  /** The column of custom properties, named as `custom.x` or `custom_properties.x`. */
  readonly custom: string | null
  /** Related records whose fields can be named, by the word in front of the dot. */
  readonly related: Readonly<Record<string, Related>>
}

/** What conditions and sorts can name of one record type: every field that the API answers. */
export interface Searchable extends Nameable {
  /** The stored class of the records. */
  readonly entity: EntityTable<AnyFields>
  /** The plural under which full-text search knows the records; null when it does not. */
  readonly text: string | null
  /** The fields by which people call such a record, in which words are looked for where full-text search does not know it. */
  readonly called: readonly string[]
  /** The field with the id of the company by whose words the record is found, too: of documents, which have no name of their customer. */
  readonly customer: string | null
  /** Fields by which results can be sorted; the first is the default, newest first. */
  readonly sorts: readonly string[]
  /** Loads what its fields depend on and no statement knows, such as today in the organization; `mentioned` is the condition as text. */
  readonly prepare?: (records: Records, mentioned: string) => Promise<void>
}

/** Another record of which a condition can name fields: `company.tier`. */
export interface Related {
  readonly to: Searchable
  /** The field of the record that holds the other's id, ... */
  readonly by?: string
  /** ... or how the others name the record: see `latestOf`. */
  readonly latest?: Naming & { readonly status?: string }
}

/** What does not follow from how the fields are declared. */
interface Options<F extends Fields> {
  /** Types that do not follow from how a field is stored; `null` = no condition names it. */
  readonly types?: Readonly<Record<string, FieldType | null>>
  /** Loads the labels that the organization gives to values of fields. */
  readonly labels?: Readonly<Record<string, SearchField['loadLabels']>>
  /** What is stored for the values of fields, where that is not what is written. */
  readonly stored?: Readonly<Record<string, NonNullable<SearchField['stored']>>>
  /** Other names of fields. */
  readonly aliases?: Readonly<Record<string, string>>
  readonly computed?: Readonly<Record<string, SearchField<F>>>
  readonly text?: string
  readonly customer?: string
  readonly prepare?: Searchable['prepare']
}

// What people call a record by, of whatever type.
const names = ['name', 'title', 'number', 'reference'] as const

// PostgreSQL has an index of tags.
const withinTags: NonNullable<SearchField['within']> = ({ table, dialect }, test, operands) =>
  dialect === 'postgresql' && (test === 'contains' || test === 'in')
    ? some(operands, (each) => hasTag(sql.ref(`${table}.tags`), String(each), dialect))
    : undefined

/** Declares what conditions can name of a record type: its fields, what is computed from them, and aliases of both. */
export function searchable<F extends CommonFields & Fields>(
  name: string,
  entity: EntityTable<F>,
  options: Options<NoInfer<F>> = {},
): Searchable {
  const { types = {}, labels = {}, stored = {}, aliases = {}, computed = {}, text = null, customer = null, prepare } = options
  const own = Object.entries(entity.fields).flatMap(([field, each]) => {
    const type = types[field]
    if (each.access === 'hidden' || type === null) return []
    const found = storedField(field, each, type)
    if (!found) return []
    const loadLabels = type === 'owner' ? owners : labels[field]
    const known = { ...(type === 'lifecycle' && { names: lifecycleIds }), ...(loadLabels && { loadLabels }) }
    return [[field, { ...found, ...known, ...(stored[field] && { stored: stored[field] }) }] as const]
  })
  const known: Record<string, SearchField> = { ...Object.fromEntries(own), ...computed }
  if (known['tags']) known['tags'] = { ...known['tags'], within: withinTags }
  for (const [alias, field] of Object.entries(aliases)) if (known[field]) known[alias] = known[field]
  const sorts = Object.entries(entity.fields).filter(([, { access, kind }]) => access !== 'hidden' && kind !== 'json' && kind !== 'list')
  const custom = ['custom', 'custom_properties'].find((each) => each in entity.fields) ?? null
  const first = ['created_at', ...sorts.map(([field]) => field).filter((field) => field !== 'created_at')]
  const called = names.filter((each) => known[each]?.type === 'text')
  return { name, entity, fields: known, custom, text, called, customer, related: {}, sorts: first, ...(prepare && { prepare }) }
}
