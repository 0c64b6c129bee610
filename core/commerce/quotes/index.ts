import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { quoteOfActivities, quoteOfTasks } from './contributions.ts'
import { QuoteLine } from './entity.ts'
import { ExpiringQuotes } from './expiry.ts'
import { quoteNotices } from './notices.ts'
import { quoteJobs, quoteOperations } from './operations.ts'
import { quotePrompts } from './prompts.ts'
import { quoteType } from './record-type.ts'

/** Quotes with their versions, moves and expiry. */
export const quotes: Feature = plugin({
  name: 'quotes',
  version: '1.0.0',
  requires: { documents: '^1.0.0', tasks: '^1.0.0', activities: '^1.0.0' },
  recordTypes: [quoteType],
  contributes: [quoteOfTasks, quoteOfActivities],
  entities: [QuoteLine],
  operations: (types: RecordTypes) => ({ quotes: quoteOperations(types.of(quoteType)) }),
  jobTypes: [quoteJobs.delete],
  notices: quoteNotices,
  prompts: quotePrompts,
  loops: [ExpiringQuotes],
})
