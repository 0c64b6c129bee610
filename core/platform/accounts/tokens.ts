import { createHash } from 'node:crypto'
import type { Random } from '../../kernel/ports/random.ts'

const HOUR_MS = 3_600_000
/** Milliseconds for which an invitation can be accepted. */
export const INVITATION_MS = 7 * 24 * HOUR_MS
/** Milliseconds for which a password can be reset by a link. */
export const RESET_MS = HOUR_MS

/** A new token of 256 random bits, and its hash, which alone is stored. */
export function newToken(random: Random): { token: string; hash: string } {
  const token = random.bytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** SHA-256 of a token, in hex. Tokens are random, so a fast digest is safe. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
