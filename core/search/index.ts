import { type Feature, plugin } from '../kernel/feature.ts'
import { search as operations } from './operations.ts'

export const search: Feature = plugin({
  name: 'search',
  version: '1.0.0',
  requires: { storage: '^1.0.0' },
  operations: { search: operations },
})
