import type { Static } from '@sinclair/typebox'
import { CrmError } from '../../kernel/operation/errors.ts'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { RecordTypes } from '../../records/record-type/record-types.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { canonicalizeFilter } from '../../records/search/grammar/canonical.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { answer } from './answer.ts'
import { questionFields, Report } from './entity.ts'
import { Plan } from './question.ts'
import {
  type Question,
  type ReportAnswer,
  type ReportCreate,
  reportFilters,
  type ReportQuery,
  type ReportRun,
  reportSorts,
  type ReportUpdate,
} from './schema.ts'

/** Saved reports, and the answers of saved and of asked ones. */
export class ReportService extends RecordStore<typeof Report.fields> {
  static readonly uses = { ...storeParts, types: RecordTypes }
  readonly #types: RecordTypes

  constructor(uses: Resolved<typeof ReportService.uses>) {
    super(uses, { entity: Report, object: 'reports', keys: [], filters: reportFilters, sorts: reportSorts })
    this.#types = uses.types
  }

  /** A new report, or the one of this external id, completed; one that could not be answered is not saved. */
  async create(input: Static<typeof ReportCreate>, reply: Reply): Promise<Report> {
    const known = await this.references.findAny(input.external_ids ?? [])
    if (!known) {
      return await this.add(await this.#settled(input))
    }
    reply.matched('external_id')
    const report = await this.forChange(known)
    await this.complete(report, await this.#settled(input, report))
    return report
  }

  /** Changes of a saved report, which must be answerable with them; throws `not_found`, `version_mismatch` and `invalid_input`. */
  async update(id: string, changes: Changes<typeof ReportUpdate>, reply: Reply): Promise<Report> {
    const report = await this.forChange(id, reply)
    this.change(report, await this.#settled(changes, report))
    return report
  }

  /**
   * The answer of a saved report, of another period if one is given. Throws `not_found`, and `invalid_input` where a property that it names
   * has another type by now.
   */
  async run({ id, format, period, from, to, limit }: Static<typeof ReportRun>): Promise<ReportAnswer> {
    const report = await this.get(id)
    const other = period !== undefined || from !== undefined || to !== undefined
    const days = other ? { period, from, to } : { period: report.period }
    return await answer(this.records, this.#types, questionOf({ ...report, ...days, ...(limit !== undefined && { limit }) }), format)
  }

  /** The answer of a saved report as it is sent. */
  async answerOf(report: Report): Promise<ReportAnswer> {
    return await answer(this.records, this.#types, questionOf(report), 'csv')
  }

  /** The answer of a question that is not saved; throws `invalid_input` with the place of what cannot be answered. */
  query({ format, ...question }: Static<typeof ReportQuery>): Promise<ReportAnswer> {
    return answer(this.records, this.#types, questionOf(question), format)
  }

  /** The values with the filter as it is kept; throws where the report could not be answered with them. */
  async #settled(values: Partial<Report>, report?: Report): Promise<Partial<Report>> {
    const whole = { ...report, ...values }
    await Plan.of(questionOf(whole), this.records, this.#types)
    const { object } = whole
    const settled = { ...values, ...this.#sending(values, report) }
    if (!values.filter || !object) return settled
    return { ...settled, filter: await canonicalizeFilter(this.records, this.#types.get(object).search, values.filter) }
  }

  /** Who answers for what is sent, where the change decides on that; when it is sent next is counted by who sends it. */
  #sending(values: Partial<Report>, report: Report | undefined): Partial<Report> {
    const { schedule = report?.schedule } = values
    if (!schedule) return values.schedule === null ? { scheduled_by: null, next_run_at: null } : {}
    const decides = ['schedule', ...Object.keys(questionFields)].some((name) => Object.hasOwn(values, name))
    if (!decides) return {}
    const { actor } = this.records.unit
    // Otherwise a recipient who sees less could have themselves sent what the other sees.
    if (actor.sees) throw new CrmError('forbidden', 'Only a user who sees all records decides what is sent by a schedule')
    return { scheduled_by: actor.user, ...(values.schedule && { next_run_at: null }) }
  }
}

/** The question of a report without nulls, which mean the same as leaving the field out. */
function questionOf(report: { readonly [K in keyof Question]?: Question[K] | null | undefined }): Question {
  // Every report has an `object`, which `fromEntries` forgets.
  return Object.fromEntries(Object.entries(report).filter(([, value]) => value !== null && value !== undefined)) as Question
}
