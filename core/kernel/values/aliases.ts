import type { Alias } from '../operation/aliases.ts'
import { invalid } from '../operation/errors.ts'

/** The input under the names of the record; throws `ambiguous` where two names of one field say different things. */
export function withoutAliases<V extends object>(input: object, names: Readonly<Partial<Record<Alias, keyof V & string>>>, path = ''): V {
  const values: Record<string, unknown> = { ...input }
  for (const [alias, name] of Object.entries(names)) {
    const { [alias]: given, [name]: other } = values
    delete values[alias]
    if (given === undefined) continue
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(given))
      throw invalid(`${path}/${alias}`, 'ambiguous', `${alias} and ${name} are names of one field: give one of them`)
    values[name] = given
  }
  // The names of the record are those of `V`.
  return values as V
}
