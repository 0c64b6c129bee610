import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { assignments } from './assignments.ts'
import { NoticeConsumer } from './consumer.ts'
import { Notification, NotificationSetting } from './entity.ts'
import { notifications as operations } from './operations.ts'
import { NotificationRetention } from './retention.ts'

/** Notifications of teammates; the engine itself sends some, for example about failing webhooks. */
export const notifications: Feature = plugin({
  name: 'notifications',
  version: '1.0.0',
  requires: { storage: '^1.0.0' },
  entities: [Notification, NotificationSetting],
  operations: { notifications: operations },
  notices: [assignments],
  consumers: [NoticeConsumer],
  loops: [NotificationRetention],
})
