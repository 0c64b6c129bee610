import { createHash } from 'node:crypto'
import type { Random } from '../../kernel/ports/random.ts'

/** A new API key, `rk_` and 256 random bits; only its hash is ever stored. */
export function generateKey(random: Random): string {
  return `rk_${random.bytes(32).toString('base64url')}`
}

/** SHA-256 of a key, in hex. The keys are random, so a plain digest is as good as a slow one, and one indexed look-up finds it. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** What lists show of a key; never more than a quarter of one, because a key taken as given may be short. */
export function prefixOf(key: string): string {
  return key.slice(0, Math.min(8, Math.floor(key.length / 4)))
}
