import { invalid } from '../../kernel/operation/errors.ts'

/** Checks that records can have the `required` fields of a stage, which stand at `path`; throws `unknown_field` with the `known` ones. */
export function checkRequired(known: readonly string[], required: readonly string[] = [], path = '/required_fields'): void {
  const at = required.findIndex((field) => !known.includes(field) && !/^custom\.[^.]/.test(field))
  if (at >= 0) throw invalid(`${path}/${at}`, 'unknown_field', `${required[at]} is not a field of deals`, [...known, 'custom.<name>'])
}
