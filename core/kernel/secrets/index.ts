import { type Feature, plugin } from '../feature/feature.ts'
import { EncryptionKey } from './entity.ts'

/** Encryption of secrets at rest, and the encryption keys of organizations. */
export const secrets: Feature = plugin({
  name: 'secrets',
  version: '1.0.0',
  requires: { storage: '^1.0.0' },
  entities: [EncryptionKey],
})
