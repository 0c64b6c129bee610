import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { buckets } from '../../kernel/money/bucket.ts'
import { charts, measureNames, Report } from './entity.ts'
import { reportSendings } from './migration.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { reportOperations } from './operations.ts'

/** Saved reports, and questions that are asked once. */
export const reports: Feature = plugin({
  name: 'reports',
  version: '1.0.0',
  audits: [audited(Report, 'report')],
  entities: [Report],
  migrations: [reportSendings],
  filterOwners: [{ entity: Report, word: 'report' }],
  operations: (types: RecordTypes) => ({ reports: reportOperations(types) }),
  catalog: (types: RecordTypes) => ({
    report_objects: types.plurals('report'),
    report_measures: measureNames,
    report_buckets: buckets,
    report_charts: charts,
  }),
})
