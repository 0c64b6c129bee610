import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Engagements } from './engagements.ts'
import { EmailHit } from './entity.ts'
import { HitJudge } from './hit-judge.ts'
import { HitLog } from './hit-log.ts'
import { hitTable } from './migration.ts'
import { engagementPages } from './operations.ts'
import { HitRetention } from './retention.ts'

/** Opens and clicks of messages, told apart from those of machines. */
export const engagement: Feature = plugin({
  name: 'engagement',
  version: '1.0.0',
  requires: { emails: '^1.0.0' },
  entities: [EmailHit],
  migrations: [hitTable],
  pages: engagementPages,
  loops: [HitLog, HitJudge, HitRetention],
  services: [Engagements],
})
