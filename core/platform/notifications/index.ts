import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Notification } from './entity.ts'
import { notifications as operations } from './operations.ts'
import { Retention } from './retention.ts'

/** What one teammate should know; the engine itself tells of failing webhooks (webhooks.md D7). */
export const notifications: Feature = plugin({
  name: 'notifications',
  version: '1.0.0',
  requires: { storage: '^1.0.0' },
  entities: [Notification],
  operations: { notifications: operations },
  loops: [Retention],
})
