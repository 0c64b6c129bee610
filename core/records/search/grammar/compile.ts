import { type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { daysMeant, momentsMeant } from '../../../kernel/values/days-meant.ts'
import type { DayRange, DaySpan, RelativeDays } from '../../../kernel/values/relative-days.ts'
import { joinedBy, namedBy } from '../../../kernel/storage/records/naming.ts'
import { type Comparison, type Condition, isDayRange, isMoment, isRelative, type Moment, type Operand } from './condition.ts'
import { customTest } from './compile-custom.ts'
import { changedLast, type SearchField, type Source } from './field.ts'
import type { Test } from './operators.ts'
import { type Phrases, phrases } from './phrases.ts'
import type { Related } from './searchable.ts'
import { inDays, listTest, operator, some } from './tests.ts'

type Any = Expression<unknown>
// What is either true or false, and never null.
type Is = RawBuilder<SqlBool>

/** A condition as part of a statement over the records; true or false, never null, for every record. */
export function compile(condition: Condition, source: Source): Is {
  return compiled(condition, source, null)
}

// `about`: the related record that the source is, by the word in front of the dot.
function compiled(condition: Condition, source: Source, about: string | null): Is {
  if ('all' in condition) return joined(condition.all, source, about, sql` and `, sql<SqlBool>`(1 = 1)`)
  if ('any' in condition) return joined(condition.any, source, about, sql` or `, sql<SqlBool>`(1 = 0)`)
  if ('met' in condition) {
    const { of, met, negated } = condition
    const one = any(of, source, (inner) => compiled(met, inner, of.name))
    return negated ? sql`(not ${one})` : one
  }
  const { at, negated } = condition
  if (at.related && at.related.name !== about) {
    const other = exists(at.related, source, (inner) => tested(condition, inner))
    return negated ? sql`(not ${other})` : other
  }
  const test = tested(condition, source)
  // What is null has failed the test, which its contrary must know.
  return negated ? sql`(${test} is not true)` : test
}

function joined(conditions: readonly Condition[], source: Source, about: string | null, by: Is | RawBuilder<unknown>, none: Is): Is {
  return conditions.length === 0
    ? none
    : sql`(${sql.join(
        conditions.map((each) => compiled(each, source, about)),
        by,
      )})`
}

function any({ to, latest }: Related, source: Source, test: (inner: Source) => Is): Is {
  if (!latest) return sql<SqlBool>`(1 = 0)`
  const { field, besides } = latest
  const others = expressionBuilder<Tables, never>()
    .selectFrom(`${to.entity.table} as related`)
    .select(sql`1`.as('found'))
    .where('related.deleted_at', 'is', null)
    .where(test({ ...source, table: 'related' }))
  const id = sql.ref(`${source.table}.id`)
  const byField = others.whereRef(sql.ref(`related.${field}`), '=', id)
  // Said so, PostgreSQL joins no tables, which took minutes while it knew too little of them: it reads the others once.
  const found = (met: Any): Is => (source.dialect === 'postgresql' ? sql`((exists ${met}) is true)` : sql`exists ${met}`)
  if (!besides) return found(byField)
  return sql`(${found(byField)} or ${found(joinedBy(others, 'related', besides, id))})`
}

// Built as queries, not written out: so the organization is added to them, too.
function exists({ to, by, latest }: Related, source: Source, test: (inner: Source) => Is): Is {
  const inner = { ...source, table: 'related' }
  const others = expressionBuilder<Tables, never>()
    .selectFrom(`${to.entity.table} as related`)
    .select(sql`1`.as('found'))
  if (!latest)
    return sql`exists ${others
      .whereRef('related.id', '=', sql.ref(`${source.table}.${by}`))
      .where('related.deleted_at', 'is', null)
      .where(test(inner))}`
  let last = namedBy(to.entity.table, 'latest', latest, sql.ref(`${source.table}.id`)).select('latest.id')
  last = last.where('latest.deleted_at', 'is', null)
  if (latest.status !== undefined) last = last.where('latest.status', '=', latest.status)
  const one = last.orderBy(changedLast('latest'), 'desc').orderBy('latest.id', 'desc').limit(1)
  return sql`exists ${others.where('related.id', '=', one).where(test(inner))}`
}

function tested({ at: { field, key }, test, operands: written }: Comparison, source: Source): Is {
  const operands = written.map((each) => (isRelative(each) || isDayRange(each) ? meant(each, field.type, source) : each))
  const within = field.within?.(source, test, operands)
  if (within) return within
  const say = phrases[source.dialect]
  const value = field.sql(source)
  const { type } = field
  if (test === 'is_set' && type !== 'custom') return known(field, value, say)
  if (type === 'number') return some(operands, (each) => sql`(${value} ${operator(test)} ${say.double(Number(each))})`)
  if (type === 'boolean') return sql`(${value} = ${say.flag(operands[0] === true)})`
  if (type === 'timestamp') return some(operands.filter(isMoment), (each) => between(value, test, each, source))
  if (type === 'date')
    return some(operands, (each) => (isDayRange(each) ? inDays(value, test, each) : sql`(${value} ${operator(test)} ${each})`))
  if (type === 'array') return listTest(value, test, operands.map(String), say)
  if (type === 'custom') return customTest(value, key ?? '', test, operands, say)
  if (type === 'id') return oneOf(value, operands)
  const text = field.folded || field.names ? value : say.fold(value)
  return test === 'contains' ? say.includes(text, String(operands[0])) : oneOf(text, operands)
}

// Days, what is meant by today, too; of times their moments.
function meant(days: RelativeDays | DaySpan | DayRange, type: SearchField['type'], { now, calendar }: Source): Operand {
  const at = { now, ...calendar }
  if (type === 'timestamp') return momentsMeant(days, at)
  return isRelative(days) ? daysMeant(days, at) : days
}

function known({ type }: SearchField, value: Any, say: Phrases): Is {
  if (type === 'boolean') return sql`(1 = 1)`
  if (type === 'array') return sql`(${say.length(value)} > 0)`
  const isText = type !== 'number' && type !== 'timestamp' && type !== 'date' && type !== 'id'
  return isText ? say.said(value) : sql`(${value} is not null)`
}

// An operand that is a day covers all of it: later than a day is from its end on.
function between(value: Any, test: Test, { from, to }: Moment, { dialect }: Source): Is {
  const time = (moment: Date) => sql`${dialect === 'sqlite' ? moment.getTime() : moment.toISOString()}`
  const [first, end] = [time(from), time(to ?? new Date(from.getTime() + 1))]
  if (test === 'gt') return sql`(${value} >= ${end})`
  if (test === 'gte') return sql`(${value} >= ${first})`
  if (test === 'lt') return sql`(${value} < ${first})`
  return test === 'lte' ? sql`(${value} < ${end})` : sql`(${value} >= ${first} and ${value} < ${end})`
}

function oneOf(value: Any, operands: readonly unknown[]): Is {
  return operands.length === 1 ? sql`(${value} = ${operands[0]})` : sql`(${value} in (${sql.join(operands)}))`
}
