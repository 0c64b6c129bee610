import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Notification } from './entity.ts'
import { notifications as operations } from './operations.ts'
import { NotificationRetention } from './retention.ts'

/** Notifications of teammates; the engine itself sends some, for example about failing webhooks. */
export const notifications: Feature = plugin({
  name: 'notifications',
  version: '1.0.0',
  requires: { storage: '^1.0.0' },
  entities: [Notification],
  operations: { notifications: operations },
  loops: [NotificationRetention],
})
