import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Import, ImportChange, ImportError } from './entity.ts'
import { imports as operations } from './operations.ts'
import { ReadingCache } from './readings.ts'
import { Retention } from './retention.ts'
import { Reverting } from './reverting.ts'
import { Storing } from './storing.ts'

/** Imports of files. */
export const imports: Feature = plugin({
  name: 'imports',
  version: '1.0.0',
  requires: { ingest: '^1.0.0', jobs: '^1.0.0' },
  audits: [
    audited(Import, 'import', {
      only: ['object', 'provider', 'filename', 'format', 'rows', 'mapping', 'match_keys', 'mode', 'conflict_policy'],
      action: (changed) => (changed.has('revert_job_id') ? 'reverted' : changed.has('job_id') ? 'started' : undefined),
    }),
  ],
  entities: [Import, ImportError, ImportChange],
  operations: { imports: operations },
  jobTypes: [Storing, Reverting],
  loops: [ReadingCache, Retention],
})
