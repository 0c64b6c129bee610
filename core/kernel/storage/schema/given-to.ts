import type { DialectName } from './codec.ts'

/** Any number of values as one parameter of a statement. */
export function givenTo(dialect: DialectName, values: Iterable<unknown>): unknown {
  return dialect === 'postgresql' ? [...values] : JSON.stringify([...values])
}
