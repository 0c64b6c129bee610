import { cleanRecord } from '../read/clean.ts'
import type { Field, Fields, RecordOf } from '../../../kernel/operation/schema/fields.ts'
import { membersOf } from '../../../kernel/values/is-object.ts'
import { uniqueTags } from '../../../kernel/values/tags.ts'
import { CrmError } from '../../../kernel/operation/errors.ts'
import { faultsOf } from '../../../kernel/operation/validate.ts'
import { isBlocked } from '../read/limits.ts'
import { losslessNumber } from '../read/lossless.ts'
import { isSecret, isSecretValue, excerpt as told } from '../read/mask.ts'
import { objectFields } from '../objects.ts'
import type { RecordReading } from '../normalize/reading.ts'
import { parseBoolean } from '../values/boolean.ts'
import { parseNumber } from '../values/number.ts'
import { cleanLines } from '../values/text.ts'
import type { MatchedRecord } from '../match/matched-record.ts'
import type { Flat, SourceSettings } from '../match/rules.ts'

type Source = Readonly<Record<string, unknown>>

/** The values of a record under our own field names, apart from the words that ingest recognizes. */
export interface OwnFields<F extends Fields = Fields> {
  /** True for a record in the form of our lists and exports: all of its values are under our names. */
  readonly ours: boolean
  readonly values: Partial<RecordOf<F>>
  /** Custom values of such a record, by name. */
  readonly custom: Flat
  /** The name of the custom value for an unknown column; null for a column that a field has taken, or that only the engine sets. */
  nameOf(title: string): string | null
}

/** How the values of one object are read under our own names. */
export interface OwnRules<F extends Fields = Fields> {
  readonly fields: F
  /** Names of the record as it is shown; those that cannot be given are set by the engine alone. */
  readonly shown: readonly string[]
  /** Fields whose values mean something in one installation only. */
  readonly except?: readonly string[]
  /** The only fields that are read by our names, where ingest determines the others. */
  readonly only?: readonly string[]
  /** Further fields that are read of records in our own form, some of which callers cannot set. */
  readonly marked?: readonly string[]
  /** Fields of such records that mean something else in another installation: they are kept as custom values. */
  readonly foreign?: readonly string[]
}

// Fields that every record of ours shows, and no record of another system.
const marks = ['user_from', 'created_via', 'version']
/** The names under which records keep their custom values. */
export const customFields: readonly string[] = ['custom', 'custom_properties']

/** Reads the values under our own names from a record, by the mapping of its source and its rule for empty values. */
export function ownFields<F extends Fields>(
  { object, raw, custom }: RecordReading,
  { fields, shown, except = [], only, marked = [], foreign = [] }: OwnRules<F>,
  { mapped, emptyMeansClear }: Pick<SourceSettings, 'mapped' | 'emptyMeansClear'>,
): OwnFields<F> {
  const record = membersOf(raw)
  const known = marks.every((name) => Object.hasOwn(record, name))
  const ours = known && !only && !mapped.includes(object)
  const isMarked = (name: string) => known && marked.includes(name)
  const isOwn = (name: string, field: Field) =>
    isMarked(name) || (isGiven(name, field) && (only ? only.includes(name) : !except.includes(name)))
  // Ingest has read, or refused, every column that it recognizes.
  const unread = new Set(
    Object.keys(custom)
      .map(rootOf)
      .filter((name) => !Object.hasOwn(objectFields[object], name)),
  )
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(record)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const given = record[name]
    if (!field || !isOwn(name, field) || isSecretValue(given)) continue
    const cleared = given === '' && emptyMeansClear && !Object.hasOwn(objectFields[object], name)
    const value = cleared ? field.initial : ours || isMarked(name) || unread.has(name) ? ownValue(field, given) : undefined
    if (value !== undefined) values[name] = value
  }
  const listed = customOf(record, fields)
  return {
    ours,
    // Each value was checked against the schema of its field.
    values: values as Partial<RecordOf<F>>,
    custom: listed,
    nameOf(title) {
      const root = rootOf(title)
      if (title !== root && customFields.includes(root))
        return isBlocked(title.slice(root.length + 1)) ? null : title.slice(root.length + 1)
      if (customFields.includes(root)) return Object.keys(listed).length > 0 ? null : title
      // Exports show names and fields of related records beside ids.
      if (known && title !== root && !shown.includes(root)) return null
      const field = fields[root]
      const engines = known && shown.includes(root) && !foreign.includes(root) && !(field && isOwn(root, field))
      return engines || Object.hasOwn(values, root) ? null : title
    },
  }
}

/** Normalizes values as their service does; a refused value is left out with a warning instead of rejecting the record. */
export function accepted(values: Source, normalize: (values: Source) => object, warnings: string[]): Source {
  try {
    return { ...normalize(values) }
  } catch (error) {
    const name = error instanceof CrmError ? error.details.errors?.[0]?.path.split('/')[1] : undefined
    if (name === undefined || !Object.hasOwn(values, name)) throw error
    warnings.push(`${name}: ${told(values[name], name)} was left out`)
    return accepted(Object.fromEntries(Object.entries(values).filter(([each]) => each !== name)), normalize, warnings)
  }
}

/** Adds the given tags to the existing ones, which others may have set. */
export function keepTags(record: MatchedRecord, given: ReadonlySet<string>, before: MatchedRecord): void {
  if (given.has('tags')) record.tags = uniqueTags([...(before.tags ?? []), ...(record.tags ?? [])])
}

/** `billing_address` of `billing_address.region`, `emails` of `emails[].label`. */
export const rootOf = (title: string): string => /^[^.[]*/.exec(title)?.[0] ?? ''

// References point to records of one installation, and external ids are matched, not set.
const isGiven = (name: string, { access, kind }: Field): boolean =>
  access === 'write' && kind !== 'uuid' && kind !== 'timestamp' && name !== 'external_ids' && !customFields.includes(name)

/** Converts a value of a file or body to its field; undefined for what the field cannot hold. */
function ownValue({ kind, schema }: Field, given: unknown): unknown {
  const number = typeof given === 'object' && given !== null ? losslessNumber(given) : null
  const value = typeof given === 'string' ? ofText(kind, given) : (number ?? given)
  return value === undefined || value === null || faultsOf(schema, value).length > 0 ? undefined : value
}

function ofText(kind: Field['kind'], text: string): unknown {
  if (kind === 'text' || kind === 'date') return cleanLines(text)
  if (kind === 'boolean') return parseBoolean(text) ?? undefined
  if (kind === 'list') return ofJson(text) ?? text.split(';').flatMap((word) => word.trim() || [])
  if (kind === 'json') return ofJson(text)
  const read = parseNumber(text.trim(), null)
  return read.ok ? read.value : undefined
}

function ofJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return cleanRecord(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The custom values that a record lists under either of the two names of its field. */
function customOf(record: Source, fields: Fields): Flat {
  const held = customFields.find((name) => Object.hasOwn(record, name))
  const field = fields['custom'] ?? fields['custom_properties']
  const listed = held === undefined ? undefined : typeof record[held] === 'string' ? ofJson(record[held]) : record[held]
  if (!field || typeof listed !== 'object' || listed === null || Array.isArray(listed)) return {}
  return Object.fromEntries(
    Object.entries(listed).filter(
      ([name, value]) =>
        value !== null && !isSecret(name) && !isSecretValue(value) && faultsOf(field.schema, { [name]: value }).length === 0,
    ),
  )
}
