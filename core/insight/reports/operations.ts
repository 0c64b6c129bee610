import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { namingTypes } from '../../records/record-type/naming-types.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { standard } from '../../records/record-type/standard.ts'
import { presentReport, ReportAnswer, ReportCreate, ReportList, ReportQuery, ReportRecord, ReportRun, ReportUpdate } from './schema.ts'
import { ReportService } from './service.ts'

const uses = { reports: ReportService }

/** Reports and their answers; each caller sees in them what they see of the records. */
export function reportOperations(types: RecordTypes) {
  const plurals = types.plurals('report')
  const {
    list,
    get,
    create,
    update,
    delete: remove,
    restore,
  } = standard({
    singular: 'report',
    plural: 'reports',
    record: namingTypes(ReportRecord, plurals),
    create: namingTypes(ReportCreate, plurals),
    update: namingTypes(ReportUpdate, plurals),
    list: namingTypes(ReportList, plurals),
    store: ReportService,
    present: presentReport,
    summary: { create: 'Save a report: records, filter, groups, measures, period and chart' },
    mcp: { list: true, get: true, create: true, update: true },
  })
  return group('Reports', {
    list,
    create,
    get,
    update,
    delete: remove,
    restore,
    run: operation({
      id: 'runReport',
      summary: 'Answer a saved report, for its own or another period, as JSON or CSV',
      scope: 'read',
      route: 'POST /reports/{id}/run',
      mcp: true,
      heavy: true,
      input: ReportRun,
      output: ReportAnswer,
      uses,
      handle: (input, { reports }) => reports.run(input),
    }),
    query: operation({
      id: 'queryReport',
      summary:
        'Count, sum and average records or their lines by up to three fields, also of related records, and by day, week, month or year',
      scope: 'read',
      route: 'POST /reports/query',
      mcp: 'default',
      heavy: true,
      input: namingTypes(ReportQuery, plurals),
      output: ReportAnswer,
      uses,
      handle: (input, { reports }) => reports.query(input),
    }),
  })
}

/** The typed methods of the group. */
export interface Reports extends Methods<ReturnType<typeof reportOperations>> {}
