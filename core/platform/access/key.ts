import { createHash } from 'node:crypto'
import type { Random } from '../../kernel/ports/random.ts'

/** A new API key, `rk_` and 256 random bits; only its hash is ever stored. */
export function generateKey(random: Random): string {
  return `rk_${random.bytes(32).toString('base64url')}`
}

/** SHA-256 of a key, in hex. Keys are random, so a fast digest is safe, and one indexed look-up finds them. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** The characters of a key that lists show; at most a quarter, because a key that an operator chose may be short. */
export function prefixOf(key: string): string {
  return key.slice(0, Math.min(8, Math.floor(key.length / 4)))
}

/** Whether somebody may choose this as a key: with the characters of a bearer token (RFC 6750), of which 22 random ones have 128 bits. */
export function mayBeKey(text: string): boolean {
  return /^[\w.~+/-]{22,}=*$/.test(text)
}
