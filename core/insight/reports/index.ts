import { audited } from '../../kernel/storage/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { buckets } from '../../kernel/money/bucket.ts'
import { charts, measureNames, Report } from './entity.ts'
import { reports as operations } from './operations.ts'
import { objects, subjects } from './subjects.ts'

/** Saved reports, and questions that are asked once. */
export const reports: Feature = plugin({
  name: 'reports',
  version: '1.0.0',
  requires: { activities: '^1.0.0', orders: '^1.0.0', quotes: '^1.0.0', deals: '^1.0.0' },
  audits: [audited(Report, 'report')],
  entities: [Report],
  filterOwners: [{ entity: Report, word: 'report', of: (object) => subjects[object as keyof typeof subjects]?.of }],
  operations: { reports: operations },
  catalog: { report_objects: objects, report_measures: measureNames, report_buckets: buckets, report_charts: charts },
})
