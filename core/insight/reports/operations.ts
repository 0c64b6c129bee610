import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { standard } from '../../records/record-type/resource.ts'
import { presentReport, ReportAnswer, ReportCreate, ReportList, ReportQuery, ReportRecord, ReportRun, ReportUpdate } from './schema.ts'
import { ReportService } from './service.ts'

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
  record: ReportRecord,
  create: ReportCreate,
  update: ReportUpdate,
  list: ReportList,
  store: ReportService,
  present: presentReport,
  summary: {
    create: 'Save a report: records, filter, groups, measures, period, chart and schedule',
  },
  mcp: { list: true, get: true, create: true, update: true },
})
const uses = { reports: ReportService }

/** Reports and their answers (operations.md 1); each caller sees in them what they see of the records. */
export const reports = group('Reports', {
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
    input: ReportRun,
    output: ReportAnswer,
    uses,
    handle: (input, { reports }) => reports.run(input),
  }),
  query: operation({
    id: 'queryReport',
    summary: 'Count, sum and average records by up to three fields, also of related records, and by day, week, month or year',
    scope: 'read',
    route: 'POST /reports/query',
    mcp: 'default',
    input: ReportQuery,
    output: ReportAnswer,
    uses,
    handle: (input, { reports }) => reports.query(input),
  }),
})

export interface Reports extends Methods<typeof reports> {}
