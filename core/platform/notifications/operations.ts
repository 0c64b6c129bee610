import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { Closed } from '../../kernel/operation/schema/schema.ts'
import {
  MarkedRead,
  NotificationList,
  NotificationPage,
  NotificationRecord,
  NotificationSend,
  NotificationSettings,
  NotificationSettingsUpdate,
  NotificationUpdate,
} from './schema.ts'
import { Notifications } from './service.ts'
import { OwnSettings } from './settings.ts'

const uses = { notifications: Notifications }

/** The notifications of the caller, and sending one to a teammate. */
export const notifications = group('Notifications', {
  list: operation({
    id: 'listNotifications',
    summary: 'List your notifications, newest first, with the number of unread ones',
    scope: 'read',
    route: 'GET /notifications',
    mcp: true,
    input: NotificationList,
    output: NotificationPage,
    uses,
    handle: (query, { notifications }) => notifications.list(query),
  }),
  send: operation({
    id: 'sendNotification',
    summary: 'Notify a teammate, or the owner of a record',
    scope: 'write',
    route: 'POST /notifications',
    creates: 'always',
    mcp: true,
    input: NotificationSend,
    output: NotificationRecord,
    uses,
    handle: (input, { notifications }) => notifications.send(input),
  }),
  update: operation({
    id: 'updateNotification',
    summary: 'Mark one of your notifications as read or unread',
    scope: 'write',
    route: 'PATCH /notifications/{id}',
    input: NotificationUpdate,
    output: NotificationRecord,
    uses,
    handle: ({ id, read }, { notifications }) => notifications.mark(id, read),
  }),
  markAllRead: operation({
    id: 'markAllNotificationsRead',
    summary: 'Mark all your notifications as read',
    scope: 'write',
    route: 'POST /notifications/read-all',
    input: Closed({}),
    output: MarkedRead,
    uses,
    handle: async (_input, { notifications }) => ({ updated: await notifications.markAll() }),
  }),
  settings: operation({
    id: 'getNotificationSettings',
    summary: 'Read which kinds of notifications you get',
    scope: 'read',
    route: 'GET /notification-settings',
    input: Closed({}),
    output: NotificationSettings,
    uses: { own: OwnSettings },
    handle: (_input, { own }) => own.read(),
  }),
  updateSettings: operation({
    id: 'updateNotificationSettings',
    summary: 'Switch kinds of notifications on or off for yourself',
    scope: 'write',
    route: 'PATCH /notification-settings',
    input: NotificationSettingsUpdate,
    output: NotificationSettings,
    uses: { own: OwnSettings },
    handle: ({ settings }, { own }) => own.change(settings),
  }),
})

/** `api.notifications` in process. */
export interface NotificationMethods extends Methods<typeof notifications> {}
