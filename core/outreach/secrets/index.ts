import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { OutreachSecret } from './entity.ts'
import { secretTable } from './migration.ts'

/** The keys of an organization by which outreach knows again what it has made. */
export const outreachSecrets: Feature = plugin({
  name: 'outreach-secrets',
  version: '1.0.0',
  requires: { secrets: '^1.0.0' },
  entities: [OutreachSecret],
  migrations: [secretTable],
})
