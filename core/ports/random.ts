import { randomBytes } from 'node:crypto'

/** Port: unpredictable bytes for keys, secrets and tokens. */
export class Random {
  bytes(length: number): Buffer {
    return randomBytes(length)
  }
}
