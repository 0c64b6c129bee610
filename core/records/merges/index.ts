import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Merge } from './entity.ts'
import type { RecordTypes } from '../record-type/record-types.ts'
import { mergesOperations } from './operations.ts'

/** Merges of records, and their undoing. */
export const merges: Feature = plugin({
  name: 'merges',
  version: '1.0.0',
  audits: [audited(Merge, 'merge', { action: (changed) => (changed.has('undone_at') ? 'undone' : undefined) })],
  entities: [Merge],
  operations: (types: RecordTypes) => ({ merges: mergesOperations(types) }),
})
