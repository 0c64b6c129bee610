import type { NoticeType } from '../../../kernel/feature/notice-type.ts'

/** Notifications about deliveries, to administrators and to whoever made the webhook. */
export const webhookNotices: readonly NoticeType[] = [
  { type: 'webhook.failing', label: 'Deliveries of a webhook fail', many: 'Deliveries of several webhooks fail' },
  {
    type: 'webhook.deactivated',
    label: 'A webhook is deactivated, because its deliveries failed',
    many: 'Several webhooks were deactivated',
  },
  { type: 'webhook.recovered', label: 'Deliveries of a webhook succeed again', many: 'Deliveries of several webhooks succeed again' },
]
