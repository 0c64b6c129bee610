import type { NoticeType } from '../../../kernel/feature/notice-type.ts'

/** Notifications about workflows to those who made them. */
export const workflowNotices = [
  { type: 'workflow.failed', label: 'A workflow of yours fails', many: 'Several workflows of yours failed', hourly: true },
  {
    type: 'workflow.paused',
    label: 'A workflow of yours is paused, because workflows set off one another',
    many: 'Several workflows of yours were paused',
  },
  { type: 'workflow.missed', label: 'A time of a schedule is missed', many: 'Times of several schedules were missed', hourly: true },
] as const satisfies readonly NoticeType[]
