import { type Feature, plugin } from '../kernel/feature.ts'
import { EncryptionKey } from './entity.ts'

export const secrets: Feature = plugin({
  name: 'secrets',
  version: '1.0.0',
  requires: { storage: '^1.0.0' },
  entities: [EncryptionKey],
})
