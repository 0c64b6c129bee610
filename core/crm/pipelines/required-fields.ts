import { dealFields } from '../deals/entity.ts'
import { invalid } from '../../kernel/operation/errors.ts'

const names = Object.entries(dealFields).flatMap(([name, { access }]) => (access === 'write' ? [name] : []))

/**
 * Checks that a deal can have the fields that a stage requires, which stand at `path`; throws `unknown_field` with those that there are.
 */
export function checkRequired(fields: readonly string[] = [], path = '/required_fields'): void {
  const at = fields.findIndex((field) => !names.includes(field) && !/^custom\.[^.]/.test(field))
  if (at >= 0) throw invalid(`${path}/${at}`, 'unknown_field', `${fields[at]} is not a field of deals`, [...names, 'custom.<name>'])
}
