import type { Records } from '../../kernel/storage/records/records.ts'
import type { Labels } from '../search/grammar/field.ts'
import { idsByName } from '../search/grammar/labels.ts'
import { foldText } from '../search/grammar/text.ts'
import { definitionOf, type PicklistName } from './lists.ts'
import { valuesOf } from './values.ts'

/** What conditions may compare a field with that takes its values from a picklist: the values of the organization, by value or label. */
export function picklistLabels(name: PicklistName): (records: Records) => Promise<Labels> {
  return async (records) => {
    const values = await valuesOf(records, name)
    const named = values.map(({ value, label }) => ({ id: foldText(value), name: label }))
    return { ...idsByName(named, definitionOf(name).strict), words: true }
  }
}
