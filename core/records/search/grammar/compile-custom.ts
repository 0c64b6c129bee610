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
      : some(operands.filter(isUntyped), (operand) => one(operand, test, say))
  return sql`exists (select 1 from ${say.pairs(column)} where pair.key = ${key} and ${met})`
}

function one({ text, items, number, boolean, time }: UntypedOperand, test: Test, say: Phrases): Is {
  const { pair } = say
  if (isOrder(test)) {
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
  const folded = say.fold(pair.text)
  const equal = test !== 'contains'
  return say.byType({
    text: equal ? sql`(${folded} = ${text})` : say.includes(folded, text),
    number: equal && number !== null ? sql`(${pair.number} = ${say.double(number)})` : no,
    boolean: equal && boolean !== null ? sql`(${pair.boolean} = ${say.flag(boolean)})` : no,
    list: test === 'eq' ? listTest(pair.list, 'eq', items, say) : listTest(pair.list, 'contains', [text], say),
  })
}
