import type { Contribution } from '../../records/record-type/contribution.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import type { SearchField } from '../../records/search/grammar/field.ts'
import { wordOf } from './scope.ts'

/** A field that conditions, searches, lists and reports can name, of a record type of another feature. */
export interface ConditionField extends Omit<SearchField, 'contributed' | 'label' | 'value'> {
  /** Plural of the record type: `contacts`. */
  readonly of: string
  /** As conditions name it: `sms_opted_out`. */
  readonly name: string
  /** For people; the catalog shows it. */
  readonly label: string
}

/** Declares a field of conditions, as an entry of `Feature.contributes`; its value is what its statement says. */
export function defineConditionField({ of, name, ...field }: ConditionField): Contribution {
  return { to: of, fields: { [name]: { ...field, value: () => null } } }
}

/** The fields that plugins declare, as the catalog lists them, by the word of their record type. */
export function declaredFields(types: RecordTypes): Readonly<Record<string, readonly object[]>> {
  const byWord: Record<string, readonly object[]> = {}
  for (const type of types.all) {
    const fields = Object.entries(type.search?.fields ?? {}).flatMap(([field, { type: of, label }]) =>
      label === undefined ? [] : [{ field, type: of, meaning: label, computed: true }],
    )
    if (fields.length > 0) byWord[wordOf(type)] = fields
  }
  return byWord
}
