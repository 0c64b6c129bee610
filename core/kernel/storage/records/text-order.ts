import { type Expression, type RawBuilder, sql } from 'kysely'
import { marks, ORDERED, spelled } from '../../values/text-order.ts'
import type { DialectName } from '../schema/codec.ts'

const most = sql.lit(ORDERED)
const letters = Object.entries(spelled)
const single = letters.filter(([, as]) => as.length === 1)
const quoted = (text: string) => `'${text}'`
const translated = ['', ...single.map(([letter]) => letter)].join('')
const plain = single.map(([, as]) => as).join('')

/**
 * `orderKey` of a text in a statement; that of null is empty. Of a column, what is ASCII, as most texts are, is answered by the cheapest words,
 * of which indexes on PostgreSQL and columns on SQLite are made, too (migration `2026-12-11-sort-keys`); what is computed is said once.
 */
export function textOrder(text: Expression<unknown>, dialect: DialectName, isComputed: boolean): RawBuilder<string> {
  const [before, behind] = onPostgresql
  const key =
    dialect === 'sqlite' ? sql`rapport_order(${text})` : sql`left(${sql.raw(before)}${text}${sql.raw(behind)}, ${most}) collate "C"`
  if (isComputed) return sql`coalesce(${key}, '')`
  const lower = dialect === 'sqlite' ? sql`lower(substr(${text}, 1, ${most}))` : sql`lower(left(${text}, ${most}) collate "C")`
  return sql`(case when ${text} is null then '' when octet_length(${text}) = length(${text}) then ${lower} else ${key} end)`
}

// The calls around the text.
const onPostgresql = letters
  .filter(([, as]) => as.length > 1)
  .reduce<readonly [before: string, behind: string]>(
    ([before, behind], [letter, as]) => [`replace(${before}`, `${behind}, ${quoted(letter)}, ${quoted(as)})`],
    [
      'translate(lower(regexp_replace(normalize(',
      `, nfkd), ${quoted(marks)}, '', 'g') collate "und-x-icu"), ${quoted(translated)}, ${quoted(plain)})`,
    ],
  )
