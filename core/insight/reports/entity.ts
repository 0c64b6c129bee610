import { type Static, Type } from '@sinclair/typebox'
import { periods } from '../../kernel/values/period.ts'
import { choice, defaulted, integer, json, optional, readOnly, text, timestamp } from '../../kernel/operation/schema/fields.ts'
import { Closed, Count, Day, described, Nullable, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { Filter } from '../../records/search/grammar/condition.ts'
import { commonFields, entity } from '../../kernel/storage/schema/entity.ts'
import { buckets } from '../../kernel/money/bucket.ts'

/** How the values of a group become one figure; `count` without a field is the number of records, or of lines. */
export const measureNames = ['count', 'sum', 'avg', 'median', 'min', 'max', 'count_distinct'] as const
/** Ways to draw an answer, for the client that shows it. */
export const charts = ['table', 'number', 'bar', 'line', 'area', 'pie', 'funnel'] as const
const frequencies = ['daily', 'weekly', 'monthly'] as const

const fieldName = Text(200, {
  minLength: 1,
  description:
    'Field of the record, of a related one (company.country), of its lines (lines.sku, lines.product.category) or a custom property',
})
const shownAs = Type.Optional(Text(60, { minLength: 1, pattern: '^[A-Za-z][A-Za-z0-9_]*$', description: 'Name of the column' }))

/** By what records are grouped. */
export const Grouping = Closed({
  field: fieldName,
  bucket: Type.Optional(OneOf(buckets, { description: 'Of a day or time, in the time zone of the organization; weeks begin on Monday' })),
  as: shownAs,
})
/** What is computed of each group. */
export const Measure = Closed({
  measure: OneOf(measureNames, { description: 'How the values of a group become one' }),
  field: Type.Optional(described(fieldName, 'What is measured; none for count')),
  as: shownAs,
})
/** How a report is sent by itself. */
export const ReportSchedule = Closed({
  frequency: OneOf(frequencies, { description: 'How often' }),
  time: Type.Optional(
    Text(5, { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM where the organization is', examples: ['09:00'] }),
  ),
  recipients: Type.Array(Type.String({ format: 'idn-email', maxLength: 254 }), {
    minItems: 1,
    maxItems: 50,
    description: 'E-mail addresses that it is sent to',
  }),
})

const Sending = Closed({
  at: Type.String({ format: 'date-time', description: 'When' }),
  queued: Count('Messages that were queued'),
  reason: Nullable(
    OneOf(['no_mailbox', 'blocked', 'user_gone', 'not_answerable', 'missed'], {
      description:
        'Why some or all were not: no mailbox sends for the user, recipients are suppressed, the user is gone or sees less, the question cannot be answered any longer, its time passed more than 24 hours ago',
    }),
  ),
})

/** The question of a report, saved or asked once. */
export const questionFields = {
  object: text({ description: 'Records that the report is about' }),
  filter: optional(json(Filter, 'Which records; all when left out')),
  group_by: defaulted(json(Type.Array(Grouping, { maxItems: 3, description: 'At most three; none: one row over all' })), []),
  measures: defaulted(json(Type.Array(Measure, { minItems: 1, maxItems: 10, description: 'The number of records when left out' })), [
    { measure: 'count' as const },
  ]),
  period: optional(choice(periods, { description: 'Only records of this period, by date_field' })),
  date_field: optional(
    text({ min: 1, max: 200, description: 'Field that period, from and to are about; that of the record type when left out' }),
  ),
  sort: optional(text({ min: 1, max: 100, description: 'A column of the answer; `-` in front = descending. By its groups when left out' })),
  limit: defaulted(integer({ minimum: 1, maximum: 1000, description: 'Rows of the answer' }), 100),
}

/** The fields of a saved report: its question, and how it is to be shown. */
export const reportFields = {
  ...commonFields,
  name: text({ min: 1, description: 'What the report is called', example: 'New contacts by month' }),
  description: optional(text({ max: 2000, description: 'What it is for' })),
  ...questionFields,
  chart: defaulted(choice(charts, { description: 'How it is best shown' }), 'table'),
  schedule: optional(
    json(
      ReportSchedule,
      'When it is sent, and to whom: with what the user sees who set it, who must see all records; weekly on Mondays, monthly on the 1st',
    ),
  ),
  scheduled_by: readOnly(
    optional(text({ description: 'User with whose sight and mailbox it is sent', example: 'grace@lovelace.example' })),
  ),
  next_run_at: readOnly(optional(timestamp('When it is sent next; null until that is counted'))),
  last_sending: readOnly(optional(json(Sending, 'What became of it the last time'))),
}

/** First and last day instead of a period. */
export const days = {
  from: Type.Optional(Day('First day, where the organization is; instead of a period')),
  to: Type.Optional(Day('Last day')),
}

const report = entity('Report', 'reports', reportFields, {
  indexes: [
    ['created_at', 'id'],
    ['updated_at', 'id'],
  ],
})

/** A saved report; all users of the organization see it, and its answer shows each the records that they may see. */
export class Report extends report.class {}
report.setClass(Report)

export type Grouping = Static<typeof Grouping>
export type Measure = Static<typeof Measure>
