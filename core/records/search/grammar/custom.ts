import { sql } from 'kysely'
import { customOf } from '../../../kernel/storage/custom/column.ts'
import type { SearchField } from './field.ts'

/** A custom property: its statement reads the whole column, in which the comparison looks for the key. */
export function customField(column: string, key: string): SearchField {
  return {
    type: 'custom',
    sql: ({ table }) => sql.ref(`${table}.${column}`),
    value(record) {
      const values = customOf(record, column)
      return Object.hasOwn(values, key) ? values[key] : null
    },
  }
}
