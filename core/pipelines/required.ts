import { dealFields } from '../deals/entity.ts'
import { invalid } from '../kernel/errors.ts'

const names = Object.entries(dealFields).flatMap(([name, { access }]) => (access === 'write' ? [name] : []))

/** Checks that a deal can have the fields that stages require; throws `unknown_field` with those that there are. */
export function checkRequired(stages: readonly { readonly required_fields?: readonly string[] }[], path = '/stages'): void {
  stages.forEach(({ required_fields = [] }, at) => {
    const unknown = required_fields.find((field) => !names.includes(field) && !/^custom\.[^.]/.test(field))
    if (unknown !== undefined)
      throw invalid(`${path}/${at}/required_fields`, 'unknown_field', `${unknown} is not a field of deals`, [...names, 'custom.<name>'])
  })
}
