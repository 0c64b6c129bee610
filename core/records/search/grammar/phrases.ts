import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DialectName } from '../../../kernel/storage/schema/codec.ts'

type Any = Expression<unknown>
type Is = RawBuilder<SqlBool>

/** What the two databases say in different words. */
export interface Phrases {
  /** As `foldText` folds. */
  fold(text: Any): Any
  /** Not blank. */
  said(text: Any): Is
  /** The text holds the part, which is folded already. */
  includes(text: Any, part: string): Is
  /** A number that the database compares as a double, as memory does. */
  double(value: number): Any
  flag(value: boolean): Any
  /** The items of a list column, as `item.value`. */
  items(list: Any): Any
  length(list: Any): Any
  /** The pairs of a JSON object, as `pair.key` and `pair.value`. */
  pairs(object: Any): Any
  /** Type of `pair.value` in the words of JSON, for these conditions of its text, number, boolean and list. */
  byType(is: { readonly text: Is; readonly number: Is; readonly boolean: Is; readonly list: Is }): Is
  readonly pair: { readonly text: Any; readonly number: Any; readonly boolean: Any; readonly list: Any }
  /** The number that the text says, or null. */
  numberIn(text: Any): Any
  /** Begins as a day does, so that its order is that of its text. */
  looksLikeTime(text: Any): Is
  /** By code point. */
  ordered(text: Any): Any
}

// The white space of ECMAScript, which `trim` takes away.
const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
const no = sql<SqlBool>`(1 = 0)`

const sqlite: Phrases = {
  fold: (text) => sql`rapport_fold(${text})`,
  said: (text) => sql`(trim(${text}, ${BLANKS}) <> '')`,
  includes: (text, part) => sql`(instr(${text}, ${part}) > 0)`,
  double: (value) => sql`${value}`,
  flag: (value) => sql`${value ? 1 : 0}`,
  items: (list) => sql`json_each(${list}) as item`,
  length: (list) => sql`json_array_length(${list})`,
  pairs: (object) => sql`json_each(${object}) as pair`,
  byType: ({ text, number, boolean, list }) =>
    sql`(case pair.type when 'text' then ${text} when 'integer' then ${number} when 'real' then ${number} when 'true' then ${boolean} when 'false' then ${boolean} when 'array' then ${list} else ${no} end)`,
  pair: { text: sql`pair.value`, number: sql`pair.value`, boolean: sql`pair.value`, list: sql`pair.value` },
  numberIn: (text) => sql`rapport_number(${text})`,
  looksLikeTime: (text) => sql`(${text} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*')`,
  ordered: (text) => text,
}

const postgresql: Phrases = {
  fold: (text) => sql`btrim(lower(normalize(${text}, nfc) collate "und-x-icu"), ${BLANKS})`,
  said: (text) => sql`(btrim(${text}, ${BLANKS}) <> '')`,
  includes: (text, part) => sql`(strpos(${text}, ${part}) > 0)`,
  double: (value) => sql`${String(value)}::float8`,
  flag: (value) => (value ? sql`true` : sql`false`),
  items: (list) => sql`jsonb_array_elements_text(${list}) as item(value)`,
  length: (list) => sql`jsonb_array_length(${list})`,
  pairs: (object) => sql`json_each(${object}) as pair(key, value)`,
  byType: ({ text, number, boolean, list }) =>
    sql`(case json_typeof(pair.value) when 'string' then ${text} when 'number' then ${number} when 'boolean' then ${boolean} when 'array' then ${list} else ${no} end)`,
  pair: {
    text: sql`(pair.value #>> '{}')`,
    number: sql`(pair.value #>> '{}')::float8`,
    boolean: sql`(pair.value #>> '{}')::boolean`,
    list: sql`pair.value::jsonb`,
  },
  numberIn: (text) =>
    sql`(case when ${text} ~* '^[ \\t\\r\\n]*[+-]?(\\d{1,100}(\\.\\d{0,100})?|\\.\\d{1,100})(e[+-]?\\d{1,2})?[ \\t\\r\\n]*$' then btrim(${text}, E' \\t\\r\\n')::float8 end)`,
  looksLikeTime: (text) => sql`(${text} ~ '^\\d\\d\\d\\d-\\d\\d-\\d\\d')`,
  ordered: (text) => sql`${text} collate "C"`,
}

/** What is said to each of the databases. */
export const phrases: Readonly<Record<DialectName, Phrases>> = { sqlite, postgresql }
