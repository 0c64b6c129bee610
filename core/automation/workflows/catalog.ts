import { declaredFields } from '../conditions/define-field.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { computedFields, conditionFields, contextFields } from '../conditions/fields.ts'
import { mergeTags, tagSyntax, workflowRoots, workflowTags, placeholder } from '../merge-tags/merge-tags.ts'
import { relativeDayForms } from '../../kernel/values/relative-days.ts'
import { spokenDayForms } from '../../kernel/values/spoken-days.ts'
import { operatorNames, operators, operatorsOf } from '../../records/search/grammar/operators.ts'
import { watchedFields } from './triggers.ts'

/** The lists of the catalog that are derived from the declarations of workflows and conditions. */
export const workflowCatalog = (types: RecordTypes) => ({
  watched_fields: watchedFields,
  operators: operatorNames.map((operator) => ({ operator, label: operators[operator] })),
  relative_days: Object.entries({ ...relativeDayForms, ...spokenDayForms }).map(([value, meaning]) => ({ value, meaning })),
  condition_value_types: Object.entries(operatorsOf).map(([type, own]) => ({ type, operators: own })),
  condition_fields: {
    ...withDeclared(
      {
        ...Object.fromEntries(Object.entries(conditionFields).map(([object, fields]) => [object, fieldList(fields)])),
        contact: [...fieldList(conditionFields.contact), ...fieldList(computedFields).map((each) => ({ ...each, computed: true }))],
      },
      declaredFields(types),
    ),
    workflow: Object.entries(contextFields).map(([field, [type, meaning]]) => ({ field, type, ...(meaning && { meaning }) })),
  },
  merge_tags: {
    groups: Object.entries(mergeTags).map(([group, tags]) => ({ group, tags: tags.map(placeholder) })),
    workflow: { tags: workflowTags.map(placeholder), any_field_of: workflowRoots },
    syntax: tagSyntax,
  },
})

type Lists = Readonly<Record<string, readonly object[]>>

function withDeclared(own: Lists, declared: Lists): Lists {
  const names = [...new Set([...Object.keys(own), ...Object.keys(declared)])]
  return Object.fromEntries(names.map((name) => [name, [...(own[name] ?? []), ...(declared[name] ?? [])]]))
}

function fieldList(fields: Readonly<Record<string, string>>): { field: string; type: string }[] {
  return Object.entries(fields).map(([field, type]) => ({ field, type }))
}
