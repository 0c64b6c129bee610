import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { ReportMailLoop } from './loop.ts'
import { ReportMail, reportNotices } from './service.ts'

/** Saved reports that are sent by their schedules. */
export const reportMail: Feature = plugin({
  name: 'report-mail',
  version: '1.0.0',
  requires: { reports: '^1.0.0', emails: '^1.0.0', sending: '^1.0.0', campaigns: '^1.0.0', notifications: '^1.0.0' },
  services: [ReportMail],
  loops: [ReportMailLoop],
  notices: reportNotices,
})
