import { excerpt } from '../read/mask.ts'
import type { Problem } from '../read/table.ts'
import type { Draft, Flat, MatchRules } from './rules.ts'

/** All records of a batch that a source calls by one key, as one: the last wins, field by field. */
export interface Entry {
  /** External id, else the first natural key: `sku:A-1`. */
  readonly key: string
  readonly externalId: string | undefined
  readonly indexes: number[]
  /** Indexes of the records that added something to those before them. */
  readonly adding: Set<number>
  draft: Draft
  readonly hash: string
  /** Created for a record of another object that refers to it: fills empty fields and overwrites nothing. */
  readonly implied?: true
  /** Values inferred from the domain of an e-mail address: for a record that has no such value yet. */
  inferred?: Flat
}

/** The problem of a record whose key belongs to a record with another name. */
export function duplicate(rules: MatchRules, externalId: string | undefined, { values }: Draft, column?: string): Problem {
  const natural = column ?? (externalId === undefined ? rules.keys.find((key) => values[key.column] !== undefined)?.column : undefined)
  const [field, value] = natural ? [natural, values[natural]] : ['external_id', externalId ?? values.name]
  const what = rules.lines ? 'customer' : 'name'
  return {
    code: 'duplicate_key',
    field,
    reason: `duplicate key: ${field} ${excerpt(value, field)} belongs to a record with another ${what}`,
  }
}
