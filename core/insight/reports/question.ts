import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import { invalid } from '../../kernel/operation/errors.ts'
import type { FieldPath } from '../../records/search/grammar/condition.ts'
import { withProperties } from '../../records/search/grammar/defined.ts'
import { conditionOf } from '../../records/search/page.ts'
import { fieldAt } from '../../records/search/grammar/parse.ts'
import type { Source } from '../../records/search/grammar/field.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { type Column, columnOf, customNumber, type Calendar, keyOf, valueOf } from './column.ts'
import { LINES, lineField, listedField } from './expanded.ts'
import type { Grouping, Measure } from './entity.ts'
import type { Question } from './schema.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import type { Subject } from './subjects.ts'
import type { Value } from '../../kernel/money/tally.ts'

/** A group of a question, with the name of its column in the answer. */
export interface Group {
  readonly name: string
  readonly grouping: Grouping
  readonly at: FieldPath
  readonly column: Column
}
/** A measure of a question, with the name of its column in the answer. */
export interface Figure {
  readonly name: string
  readonly measure: Static<typeof Measure>['measure']
  /** Which of the values it is computed from; null for the number of records. */
  readonly at: number | null
}

/** A question that was checked: its groups, its measures and the date of its records. */
export class Plan {
  readonly subject: Subject
  readonly groups: readonly Group[]
  readonly figures: readonly Figure[]
  readonly fields: readonly { readonly at: FieldPath; readonly column: Column }[]
  readonly date: { readonly at: FieldPath; readonly column: Column }
  /** Whether it is about lines, and no longer about whole records. */
  readonly byLine: boolean
  /** The list whose items are groups, so that a record is in several of them or in that of none. */
  readonly list: Column | null
  /** The column by which the answer is sorted. */
  readonly sort: { readonly name: string; readonly descending: boolean } | null

  /** Custom properties have the types of their definitions. Throws `invalid_input` with the place of what cannot be answered. */
  static async of(question: Question, records: Records, types: RecordTypes): Promise<Plan> {
    const { object, filter, group_by, measures, date_field } = question
    const { search, report, declared, counts } = types.get(object)
    const lines = (declared.lines ?? counts['lines'])?.rows
    const subject = {
      date: 'created_at',
      ...report,
      ...(lines && { lines }),
      of: await withProperties(records, search, filter, group_by, measures, date_field),
    }
    conditionOf(records, subject.of, question)
    return new Plan(question, subject)
  }

  private constructor(question: Question, subject: Subject) {
    const { group_by = [], measures = [{ measure: 'count' }], date_field, sort } = question
    this.subject = subject
    const { date } = subject
    this.byLine = subject.lines !== undefined && [...group_by, ...measures].some(({ field }) => field?.startsWith(LINES))
    let list: Column | null = null
    this.groups = group_by.map((grouping, index) => {
      const path = `/group_by/${index}`
      const { at, column } = this.#at(grouping.field, `${path}/field`)
      if (!isOwnList(at, column)) return this.#group(grouping, { at, column }, path)
      if (list) throw invalid(`${path}/field`, 'not_allowed', 'One of the groups at most is a list, such as tags')
      list = column
      return this.#group(grouping, listedField(at, column), path)
    })
    this.list = list
    const fields: { at: FieldPath; column: Column }[] = []
    this.figures = measures.map((each, index) => this.#figure(each, `/measures/${index}`, fields))
    this.fields = fields
    this.date = this.#at(date_field ?? date, '/date_field')
    if (this.date.column.when === null || this.date.at.related)
      throw invalid('/date_field', 'not_allowed', `${date_field} is neither a day nor a time of the record itself: name a field that is`)
    const names = [...this.groups, ...this.figures].map(({ name }) => name)
    const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
    if (twice >= 0) {
      const path = twice < group_by.length ? `/group_by/${twice}` : `/measures/${twice - group_by.length}`
      throw invalid(`${path}/as`, 'taken', `Two columns are called ${names[twice]}: rename one with "as"`)
    }
    const sorted = sort?.replace(/^-/, '')
    if (sorted !== undefined && !names.includes(sorted)) throw invalid('/sort', 'not_allowed', `The answer has no column ${sorted}`, names)
    this.sort = sorted === undefined ? null : { name: sorted, descending: sort?.startsWith('-') === true }
  }

  /** The keys of its groups in a statement; throws `invalid_input` for a group that is not possible. */
  keys(source: Source, calendar: Calendar) {
    return this.groups.map(({ column, at, grouping }, index) => keyOf(column, at, grouping.bucket, calendar, source, `/group_by/${index}`))
  }

  /** The measured values in a statement; a custom value is read as a number only where it is added up or compared. */
  values(source: Source): Value[] {
    return this.fields.map(({ at, column }, index) => {
      const adds = this.figures.some((each) => each.at === index && each.measure !== 'count' && each.measure !== 'count_distinct')
      return column.kind === 'custom' && adds ? customNumber(column, source) : valueOf(column, at, source)
    })
  }

  /** Whether it sums money of several currencies, which must be kept apart. */
  get isMoney(): boolean {
    const { of } = this.subject
    return (
      'currency' in of.entity.fields &&
      this.fields.some(({ at, column }) => column.kind === 'money' && !at.related) &&
      !this.groups.some(({ at }) => at.path === 'currency')
    )
  }

  #at(name: string, path: string) {
    const { lines } = this.subject
    if (lines && name.startsWith(LINES)) return lineField(lines, name, path)
    const at = fieldAt(this.subject.of, name, path)
    if (at.key !== undefined && /["\\]/.test(at.key))
      throw invalid(path, 'not_allowed', 'Reports cannot read a key with quotes or backslashes')
    return { at, column: columnOf(this.subject.of, at) }
  }

  #group(grouping: Grouping, { at, column }: Pick<Group, 'at' | 'column'>, path: string): Group {
    const name = grouping.as ?? (column.when ? `${grouping.field}_${grouping.bucket ?? 'day'}` : grouping.field)
    const group = { name, grouping, at, column }
    keyOf(column, at, grouping.bucket, { offsets: [], yearStart: 1 }, { table: 'x', dialect: 'sqlite', now: new Date(0), today: '' }, path)
    return group
  }

  #figure({ measure, field, as }: Static<typeof Measure>, path: string, fields: { at: FieldPath; column: Column }[]): Figure {
    if (field === undefined) {
      if (measure !== 'count') throw invalid(`${path}/field`, 'required', `${measure} needs a field`)
      return { name: as ?? 'count', measure, at: null }
    }
    const found = this.#at(field, `${path}/field`)
    const { kind, when } = found.column
    const { type } = found.at.field
    const number = type === 'number' || kind === 'custom'
    const ordered = number || when !== null
    const added = measure === 'sum' || measure === 'avg' || measure === 'median'
    if ((added && !number) || ((measure === 'min' || measure === 'max') && !ordered))
      throw invalid(
        `${path}/field`,
        'not_allowed',
        `${measure} cannot be computed of ${field}: it needs ${measure === 'min' || measure === 'max' ? 'a number, a day or a time' : 'a number'}`,
      )
    if (added && this.byLine && !field.startsWith(LINES))
      throw invalid(`${path}/field`, 'not_allowed', `${field} would be counted once for each line: measure lines, or ask without them`)
    if (type === 'array') throw invalid(`${path}/field`, 'not_allowed', `${field} is a list: filter by it instead`)
    fields.push(found)
    return { name: as ?? `${measure}_${field}`, measure, at: fields.length - 1 }
  }
}

/** Whether a field is a list of the record itself, such as its tags. */
function isOwnList(at: FieldPath, { kind }: Column): boolean {
  return kind === 'list' && at.related === undefined && at.key === undefined
}

/** The conditions that the date of a record lies within these days. */
export function within(
  { column }: Plan['date'],
  { from, to, start, end }: { from: string | null; to: string | null; start: Date | null; end: Date | null },
  source: Source,
) {
  const value = column.sql(source)
  if (column.when === 'day')
    return [...(from === null ? [] : [sql<boolean>`${value} >= ${from}`]), ...(to === null ? [] : [sql<boolean>`${value} <= ${to}`])]
  const time = (moment: Date) => (source.dialect === 'sqlite' ? moment.getTime() : moment.toISOString())
  return [
    ...(start === null ? [] : [sql<boolean>`${value} >= ${time(start)}`]),
    ...(end === null ? [] : [sql<boolean>`${value} < ${time(end)}`]),
  ]
}
