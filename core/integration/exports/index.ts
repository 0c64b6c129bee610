import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Export, ExportPart, formats } from './entity.ts'
import { Exporting } from './exporting.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { exportOperations } from './operations.ts'
import { Retention } from './retention.ts'

/** Files of records, lists and reports, written by jobs and read piece by piece. */
export const exports: Feature = plugin({
  name: 'exports',
  version: '1.0.0',
  requires: { jobs: '^1.0.0', lists: '^1.0.0', reports: '^1.0.0' },
  audits: [audited(Export, 'export')],
  entities: [Export, ExportPart],
  operations: (types: RecordTypes) => ({ exports: exportOperations(types) }),
  jobTypes: [Exporting],
  loops: [Retention],
  catalog: (types: RecordTypes) => ({ export_objects: types.plurals('export'), export_formats: formats }),
})
