import { randomBytes } from 'node:crypto'

/** Port: unpredictable bytes for keys, secrets and tokens. */
export class Random {
  /** So many bytes that nobody can foresee. */
  bytes(length: number): Buffer {
    return randomBytes(length)
  }
}
