import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { search as operations } from './operations.ts'

/** Search over all record types; each type brings what can be found of it in its watch. */
export const search: Feature = plugin({
  name: 'search',
  version: '1.0.0',
  requires: { storage: '^1.0.0' },
  operations: { search: operations },
})
