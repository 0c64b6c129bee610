import { type Static, Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Count, described, Id, Nullable, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { is, listSchema } from '../../kernel/storage/records/filters.ts'
import { days, reportFields } from './entity.ts'

/** A saved report as the API answers it. */
export const ReportRecord = recordSchema(reportFields)
/** Input of `POST /reports`. */
export const ReportCreate = createSchema(reportFields)
/** Input of `PATCH /reports/{id}`. */
export const ReportUpdate = updateSchema(reportFields)
/** Filters of the list of reports. */
export const reportFilters = {
  object: is('object', reportFields.object.schema),
  chart: is('chart', reportFields.chart.schema),
}
/** Sorts of the list of reports. */
export const reportSorts = ['created_at', 'updated_at', 'name'] as const
/** Query of the list of reports. */
export const ReportList = listSchema(reportFilters, reportSorts)
/** Shows a report as the API answers it. */
export const presentReport = presenter(reportFields)

const { object, filter, group_by, measures, period, date_field, sort, limit } = ReportCreate.properties
const format = Type.Optional(OneOf(['json', 'csv'], { default: 'json', description: '`csv`: the rows as a file, too, in `csv`' }))

/** A question: records, filter, groups, measures and period. */
export const ReportQuery = Closed({
  object,
  filter,
  q: Type.Optional(Text(200, { minLength: 1, description: 'Words to find in the record' })),
  group_by,
  measures,
  period,
  ...days,
  date_field,
  sort,
  limit,
  format,
})
/** A question as `Plan` reads it: without nulls. */
export type Question = { readonly [K in keyof Omit<Static<typeof ReportQuery>, 'format'>]: Exclude<Static<typeof ReportQuery>[K], null> }

/** Which saved report is answered, and for which days. */
export const ReportRun = Closed({ id: Id(), period, ...days, limit, format })

/** The days that an answer is about. */
export const Period = Closed({
  from: Nullable(Type.String({ description: 'First day; null = without an end' })),
  to: Nullable(Type.String({ description: 'Last day' })),
  timezone: Type.String({ description: 'Of the organization, in which days are counted' }),
})

/** Rows by name of column; money is in `currency`, rounded to its decimals where it is an average. */
export const ReportAnswer = Closed({
  object: Type.String({ description: 'Records that the report is about' }),
  period: described(Period, 'The days that were asked for'),
  columns: Type.Array(
    Closed({
      name: Type.String({ description: 'Name of the column' }),
      kind: OneOf(['group', 'measure'], { description: 'What it shows' }),
      money: Type.Boolean({ description: 'An amount: in `currency`, or in that of the row where records are grouped by it' }),
    }),
    { description: 'Of the rows, in their order' },
  ),
  rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), { description: 'One per group; groups of what is unknown have null' }),
  groups: Count('Rows that there are in all'),
  records: Count('Records that the report is about'),
  currency: Type.String({ description: 'Of all amounts: that of the organization' }),
  other_currencies: Type.Array(Closed({ currency: Type.String({ description: 'ISO 4217' }), records: Count('How many were left out') }), {
    description: 'Records whose amounts are left out, because no rate of exchange is known; the number of records counts them',
  }),
  csv: Nullable(Type.String({ description: 'With format csv' })),
})
export type ReportAnswer = Static<typeof ReportAnswer>
