import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { isUntyped, type Operand, type UntypedOperand } from './condition.ts'
import { isOrder } from './predicate.ts'
import type { Test } from './operators.ts'
import type { Phrases } from './phrases.ts'
import { listTest, operator, some } from './tests.ts'

type Is = RawBuilder<SqlBool>
const yes = sql<SqlBool>`(1 = 1)`
const no = sql<SqlBool>`(1 = 0)`

/** The custom property with this key, whose value may be of any type, meets the test. */
export function customTest(column: Expression<unknown>, key: string, test: Test, operands: readonly Operand[], say: Phrases): Is {
  const { pair } = say
  const met =
    test === 'is_set'
      ? say.byType({ text: say.said(pair.text), number: yes, boolean: yes, list: sql`(${say.length(pair.list)} > 0)` })
      : isOrder(test)
        ? some(operands.filter(isUntyped), (operand) => ordered(operand, test, say))
        : equals(operands.filter(isUntyped), test, say)
  return sql`exists (select 1 from ${say.pairs(column)} where pair.key = ${key} and ${met})`
}

// All of the values at once: they may be a thousand.
function equals(operands: readonly UntypedOperand[], test: Test, say: Phrases): Is {
  const { pair } = say
  const [folded, texts] = [say.fold(pair.text), operands.map(({ text }) => text)]
  if (test === 'contains')
    return say.byType({
      text: some(texts, (text) => say.includes(folded, text)),
      number: no,
      boolean: no,
      list: listTest(pair.list, test, texts, say),
    })
  const numbers = operands.flatMap(({ number }) => (number === null ? [] : [say.double(number)]))
  const booleans = operands.flatMap(({ boolean }) => (boolean === null ? [] : [say.flag(boolean)]))
  const items = test === 'eq' ? operands.flatMap((each) => each.items) : texts
  return say.byType({
    text: among(folded, texts),
    number: among(pair.number, numbers),
    boolean: among(pair.boolean, booleans),
    list: listTest(pair.list, test, items, say),
  })
}

const among = (value: Expression<unknown>, list: readonly unknown[]): Is =>
  list.length === 0 ? no : sql`(${value} in (${sql.join(list)}))`

function ordered({ text, number, time }: UntypedOperand, test: Test, say: Phrases): Is {
  const { pair } = say
  const numeric = (value: Expression<unknown>): Is =>
    number === null ? no : sql`coalesce(${value} ${operator(test)} ${say.double(number)}, (1 = 0))`
  const timely: Is = sql`(${say.looksLikeTime(pair.text)} and ${say.ordered(pair.text)} ${operator(test)} ${text.toUpperCase()})`
  return say.byType({
    text: time ? timely : numeric(say.numberIn(pair.text)),
    number: time ? no : numeric(pair.number),
    boolean: no,
    list: no,
  })
}
