import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { analytics as operations } from './operations.ts'
import { analyticsPrompts } from './prompts.ts'

/** Fixed analyses of deals, people and billing. */
export const analytics: Feature = plugin({
  name: 'analytics',
  version: '1.0.0',
  requires: { reports: '^1.0.0' },
  operations: { analytics: operations },
  prompts: analyticsPrompts,
})
