import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { canonical } from './compare.ts'

/** SHA-256 of the OpenAPI document. */
export interface Fingerprint {
  /** Without texts: what programs depend on. */
  readonly structure: string
  /** The whole document. */
  readonly whole: string
}

export const snapshotFile = fileURLToPath(new URL('./openapi.sha256.json', import.meta.url))

export function fingerprintOf(document: unknown): Fingerprint {
  return { structure: sha256(canonical(document, false)), whole: sha256(canonical(document, true)) }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
