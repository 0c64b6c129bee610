import { isTexts } from '../../kernel/values/texts.ts'
import { valuesOf } from '../../kernel/values/objects.ts'

/** The ids of the records that a record has taken in by merges; none for record types that are not merged. */
export function mergedIdsOf(record: object): readonly string[] {
  const { merged_ids } = valuesOf(record)
  return isTexts(merged_ids) ? merged_ids : []
}

/** The id of a record and those of all that it has taken in. */
export function allIdsOf(record: { readonly id?: unknown }): string[] {
  return [String(record.id), ...mergedIdsOf(record)]
}
