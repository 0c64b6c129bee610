import { createPostgreSqlTypeParsers } from '@mikro-orm/sql'
import { type CustomTypesConfig, TypeOverrides, types } from 'pg'

/** Types of PostgreSQL whose values are JSON. */
export const JSON_TYPES: readonly number[] = [114, 3802]
// A list of texts, which is read by the letters of any list.
const TEXTS: number = 1009

/** How values of columns are read on any connection, whatever the app has told `pg`: times as texts, JSON by our own parser. */
export const readers: CustomTypesConfig = readersOf(types.getTypeParser(TEXTS))

function readersOf(listOf: (text: string) => string[]): CustomTypesConfig {
  const overrides = new TypeOverrides()
  for (const [type, parse] of Object.entries(createPostgreSqlTypeParsers(listOf))) overrides.setTypeParser(Number(type), parse)
  for (const type of JSON_TYPES) overrides.setTypeParser(type, parseJson)
  return overrides
}

// Most lists and objects of a record are empty and need no parser.
function parseJson(text: string): unknown {
  if (text === '[]') return []
  return text === '{}' ? {} : JSON.parse(text)
}
