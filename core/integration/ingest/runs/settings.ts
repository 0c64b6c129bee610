import type { Static } from '@sinclair/typebox'
import { invalid } from '../../../kernel/operation/errors.ts'
import type { Row } from '../../../kernel/storage/codec.ts'
import type { DataSource } from '../entity.ts'
import { type IngestObject, ingestObjects, isDocument, lineFields, objectFields } from '../objects.ts'
import type { SourceUpdate } from '../schema.ts'
import type { SourceSettings } from '../match/rules.ts'

/** What of a source settles how its records are read and stored. */
export type Settings = Partial<Omit<DataSource, 'id' | 'user_from' | 'provider'>>

export type SourceChanges = Omit<Partial<Static<typeof SourceUpdate>>, 'id'>

/** Refuses locales and time zones that nobody knows, and mappings to fields that the object does not have. */
export function checkedSettings(settings: SourceChanges): Row {
  const { locale, time_zone, mapping = {} } = settings
  if (locale && !isKnown(() => new Intl.Locale(locale))) throw invalid('/locale', 'invalid_format', `${locale} is not a language tag`)
  if (time_zone && !isKnown(() => new Intl.DateTimeFormat('en', { timeZone: time_zone })))
    throw invalid('/time_zone', 'not_allowed', `${time_zone} is not a time zone`)
  for (const [object, columns] of Object.entries(mapping)) checkMapping(object as IngestObject, columns ?? {}, `/mapping/${object}`)
  return { ...settings }
}

/** Refuses a mapping of columns to fields that the object does not have. */
export function checkMapping(object: IngestObject, columns: Readonly<Record<string, string | null>>, path: string): void {
  const allowed = targetsOf(object)
  for (const [source, target] of Object.entries(columns))
    if (target !== null && !allowed.includes(target))
      throw invalid(`${path}/${source}`, 'not_allowed', `${target} is not a field of ${object}`, allowed)
}

/** Fields that a column of an object can be mapped to; those of a line behind `lines.`. */
export function targetsOf(object: IngestObject): string[] {
  const fields = Object.keys(objectFields[object])
  return isDocument(object) ? [...fields, ...Object.keys(lineFields).map((field) => `lines.${field}`)] : fields
}

/** What the plans of a batch ask of its source; of one that nobody registered, the defaults. */
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
