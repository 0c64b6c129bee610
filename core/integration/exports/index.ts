import { audited } from '../../kernel/storage/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Export, ExportPart, formats } from './entity.ts'
import { Exporting } from './exporting.ts'
import { objects } from './objects.ts'
import { exports as operations } from './operations.ts'
import { Retention } from './retention.ts'

/** Files of records, lists and reports, written by jobs and read piece by piece. */
export const exports: Feature = plugin({
  name: 'exports',
  version: '1.0.0',
  requires: { jobs: '^1.0.0', lists: '^1.0.0', reports: '^1.0.0' },
  audits: [audited(Export, 'export')],
  entities: [Export, ExportPart],
  operations: { exports: operations },
  jobTypes: [Exporting],
  loops: [Retention],
  catalog: { export_objects: objects, export_formats: formats },
})
