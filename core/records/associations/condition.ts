import { type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import { ExternalReference } from '../../kernel/storage/schema/external-id.ts'
import type { DialectName } from '../../kernel/storage/schema/codec.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { type Contribution, contribution } from '../record-type/contribution.ts'
import { column, type SearchField } from '../search/grammar/field.ts'
import { Association } from './entity.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Plurals of the records at both ends of a link, as one of them sees it. */
interface Ends {
  readonly plural: string
  /** Of what links lead to. */
  readonly others: readonly string[]
  readonly dialect: DialectName
}

/**
 * The links of a record with others that the caller sees, as conditions name them, by the id of the other record or by what it is to this one:
 * `{ field: 'associations', op: 'contains', value: 'board member' }`. Merged records count for their survivors.
 */
export function associationsOf(plural: string, others: readonly string[]): Contribution {
  const of = (dialect: DialectName): Ends => ({ plural, others, dialect })
  const associations: SearchField = {
    type: 'array',
    sql(source) {
      const { dialect } = source
      const id = column('id', source)
      const own = linked(of(dialect), (end) => sql<SqlBool>`${end} = ${id}`)
      const words = own.select('other as word').union(own.select('label as word').where('label', 'is not', null))
      const list =
        dialect === 'postgresql'
          ? sql`(select coalesce(jsonb_agg(word), '[]') from ${words} as words)`
          : sql`(select json_group_array(word) from ${words})`
      // Few records have links: those without are told by one look at all of them.
      const ends = linked(of(dialect), () => sql<SqlBool>`(1 = 1)`).select('own')
      return sql`(case when ${id} in ${ends} then ${list} else ${dialect === 'postgresql' ? sql`'[]'::jsonb` : sql`'[]'`} end)`
    },
    value: () => null,
    within(source, test, operands) {
      const asked = operands.map((each) => String(each).toLowerCase())
      if ((test !== 'contains' && test !== 'in') || !asked.every((each) => UUID.test(each))) return undefined
      const ends = linked(of(source.dialect), () => sql<SqlBool>`(1 = 1)`).where('other', 'in', asked)
      // Looked up once, and not joined: PostgreSQL would do so for each record where it takes the links for few.
      return sql<SqlBool>`((${column('id', source)} in ${ends.select('own')}) is true)`
    },
  }
  return contribution({ to: plural, fields: { associations } })
}

// Links from both sides: the record that one belongs to, the other one as text, and what that is to the first.
function linked(ends: Ends, isOwn: (end: Expression<unknown>) => Expression<SqlBool>) {
  const sides = [
    side(ends, isOwn, { own: 'from', other: 'to', label: 'label' }),
    side(ends, isOwn, { own: 'to', other: 'from', label: 'inverse_label' }),
  ].flat()
  const [first, ...rest] = sides
  const all = rest.reduce((union, each) => union.unionAll(each), first!)
  return expressionBuilder<Tables, never>().selectFrom(all.as('links'))
}

interface Side {
  readonly own: 'from' | 'to'
  readonly other: 'from' | 'to'
  readonly label: 'label' | 'inverse_label'
}

function side(ends: Ends, isOwn: (end: Expression<unknown>) => Expression<SqlBool>, { own, other, label }: Side) {
  const { plural, dialect } = ends
  const eb = expressionBuilder<Tables, never>()
  const text = (id: RawBuilder<unknown>) => (dialect === 'postgresql' ? sql`${id}::text` : id)
  const end = sql.ref(`link.${own}_id`)
  // The record that has taken in the other one, or that itself.
  const resolved = sql<string>`coalesce(${text(sql.ref('survivor.record_id'))}, ${text(sql.ref(`link.${other}_id`))})`
  const links = eb
    .selectFrom(`${Association.table} as link`)
    .leftJoin(`${ExternalReference.table} as survivor`, (on) =>
      on
        .onRef('survivor.object', '=', `link.${other}_object`)
        .on('survivor.provider', '=', '#merged')
        .on(sql<SqlBool>`survivor.external_id = ${text(sql.ref(`link.${other}_id`))}`),
    )
    .where(`link.${own}_object`, '=', plural)
    .where(isSeen(ends, `link.${other}_object`, resolved))
    .select([resolved.as('other'), sql.ref<string | null>(`link.${label}`).as('label')])
  const former = dialect === 'postgresql' ? sql`merged.external_id = ${end}::text` : sql`merged.external_id = ${end}`
  return [
    links.select(sql<string>`${end}`.as('own')).where(isOwn(end)),
    links
      .innerJoin(`${ExternalReference.table} as merged`, (on) =>
        on
          .on('merged.object', '=', plural)
          .on('merged.provider', '=', '#merged')
          .on(sql<SqlBool>`${former}`),
      )
      .select(sql<string>`${sql.ref('merged.record_id')}`.as('own'))
      .where(isOwn(sql.ref('merged.record_id'))),
  ]
}

// Alive, and seen by the caller: a statement reads of each table no other rows.
function isSeen({ others, dialect }: Ends, object: string, id: Expression<string>): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, never>()
  return sql<SqlBool>`(${sql.join(
    others.map((table) => {
      const seen = eb
        .selectFrom(`${table} as seen`)
        .select(sql`1`.as('one'))
        .where('seen.deleted_at', 'is', null)
        .where(sql<SqlBool>`${sql.ref('seen.id')} = ${dialect === 'postgresql' ? sql`(${id})::uuid` : id}`)
      return sql`(${sql.ref(object)} = ${sql.lit(table)} and exists ${seen})`
    }),
    sql` or `,
  )})`
}
