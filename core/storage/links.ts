import { invalid } from '../kernel/errors.ts'
import type { AnyEntityClass } from './entity.ts'
import type { Records } from './records.ts'

/** Checks that the ids in these fields are of live records of the organisation; throws `invalid_input` naming the first that is not. */
export async function checkLinks(
  records: Records,
  values: Readonly<Partial<Record<string, unknown>>>,
  links: Readonly<Record<string, AnyEntityClass>>,
  path = '',
): Promise<void> {
  for (const [field, entity] of Object.entries(links)) {
    const id = values[field]
    if (id === undefined || id === null) continue
    if (!(await records.has(entity, String(id))))
      throw invalid(`${path}/${field}`, 'unknown_record', `There is no record of ${entity.table} with the id ${String(id)}`)
  }
}
