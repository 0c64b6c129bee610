import type { Static } from '@sinclair/typebox'
import { invalid } from '../../../kernel/operation/errors.ts'
import { keysOf } from '../../../kernel/values/objects.ts'
import type { Columns, DataSource } from '../entity.ts'
import { lineFields } from '../fields.ts'
import { fold } from '../languages/letters.ts'
import { type IngestObject, ingestObjects, isDocument, objectFields } from '../objects.ts'
import type { SourceUpdate } from '../source-schema.ts'
import type { SourceSettings } from '../match/rules.ts'

/** The settings of a source by which its records are read and stored. */
export type Settings = Partial<Omit<DataSource, 'id' | 'user_from' | 'provider'>>

/** Settings of a source that are to be changed. */
export type SourceChanges = Omit<Partial<Static<typeof SourceUpdate>>, 'id'>

/** What a caller says of the columns of one object: the field that each one is, null to ignore it. */
export type ColumnMapping = Static<typeof Columns>

/** The settings with what a call says of columns: that goes before what is kept of the same columns. */
export function corrected<S extends Settings>(settings: S | null, object: IngestObject, given: ColumnMapping = {}): S | Settings | null {
  if (Object.keys(given).length === 0) return settings
  const isGiven = isNamedIn(given)
  const others = Object.entries(settings?.mapping?.[object] ?? {}).filter(([column]) => !isGiven(column))
  return { ...settings, mapping: { ...settings?.mapping, [object]: Object.fromEntries([...others, ...Object.entries(given)]) } }
}

/** Whether a mapping names a column. */
export function isNamedIn(mapping: ColumnMapping): (column: string) => boolean {
  const names = new Set(Object.keys(mapping).map(nameOf))
  return (column) => names.has(nameOf(column))
}

// The column of a list may be written with its brackets or without them.
const nameOf = (column: string): string => fold(column.replaceAll('[]', ''))

/** Refuses unknown locales and time zones, and mappings to fields that the object does not have. */
export function checkedSettings<S extends SourceChanges>(settings: S): S {
  const { locale, time_zone, mapping = {} } = settings
  if (locale && !isKnown(() => new Intl.Locale(locale)))
    throw invalid('/locale', 'invalid_format', `${locale} is not a language tag: give one such as fr-FR`)
  if (time_zone && !isKnown(() => new Intl.DateTimeFormat('en', { timeZone: time_zone })))
    throw invalid('/time_zone', 'not_allowed', `${time_zone} is not a time zone: give one such as Europe/Paris`)
  for (const object of keysOf(mapping)) checkMapping(object, mapping[object] ?? {}, `/mapping/${object}`)
  return { ...settings }
}

/** Refuses a mapping of columns to fields that the object does not have. */
export function checkMapping(object: IngestObject, columns: Readonly<Record<string, string | null>>, path: string): void {
  const allowed = targetsOf(object)
  for (const [source, target] of Object.entries(columns))
    if (target !== null && !allowed.includes(target))
      throw invalid(
        `${path}/${source.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        'not_allowed',
        `${target} is not a field of ${object}`,
        allowed,
      )
}

/** Fields to which a column of an object can be mapped; those of a line start with `lines.`. */
export function targetsOf(object: IngestObject): string[] {
  const fields = Object.keys(objectFields[object])
  return isDocument(object) ? [...fields, ...Object.keys(lineFields).map((field) => `lines.${field}`)] : fields
}

/** The settings by which a batch is stored; the defaults for a source that is not registered. */
export function settingsOf(provider: string, source: Settings | null): SourceSettings {
  const { locale = null, owner_email: ownerEmail = null, empty_means_clear: emptyMeansClear = false } = source ?? {}
  return {
    provider,
    ownerEmail,
    emptyMeansClear,
    region: locale ? (new Intl.Locale(locale).maximize().region ?? null) : null,
    conflictPolicy: source?.conflict_policy ?? 'own_fields',
    matchKeys: source?.match_keys ?? {},
    mapped: ingestObjects.filter((object) => Object.keys(source?.mapping?.[object] ?? {}).length > 0),
    mode: 'upsert',
  }
}

function isKnown(make: () => unknown): boolean {
  try {
    make()
    return true
  } catch {
    return false
  }
}
