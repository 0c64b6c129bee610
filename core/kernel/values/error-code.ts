import { isObject } from './is-object.ts'

/** The code of an error of Node or of a database driver; undefined of one that has none. */
export function codeOf(error: unknown): string | undefined {
  const code = isObject(error) ? error['code'] : undefined
  return typeof code === 'string' ? code : undefined
}
