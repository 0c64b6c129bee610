import { audited } from '../../kernel/storage/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Merge } from './entity.ts'
import { merges as operations } from './operations.ts'

/** Merges of contacts and of companies, and their undoing. */
export const merges: Feature = plugin({
  name: 'merges',
  version: '1.0.0',
  requires: { companies: '^1.0.0', contacts: '^1.0.0' },
  audits: [audited(Merge, 'merge', { action: (changed) => (changed.has('undone_at') ? 'undone' : undefined) })],
  entities: [Merge],
  operations: { merges: operations },
})
