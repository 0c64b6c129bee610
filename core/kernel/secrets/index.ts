import { type Feature, plugin } from '../feature/feature.ts'
import { EncryptionKey } from './entity.ts'

/** What is encrypted at rest, and the keys that organisations have of their own. */
export const secrets: Feature = plugin({
  name: 'secrets',
  version: '1.0.0',
  requires: { storage: '^1.0.0' },
  entities: [EncryptionKey],
})
