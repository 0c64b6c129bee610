import type { Readable } from 'node:stream'

const byteLimit = 16 * 1024
const codePointLimit = 500

/** The first bytes of a body, and whether they are all of it. */
export type BodyStart = { readonly bytes: Uint8Array; readonly complete: boolean }

/** Reads at most 16 KiB of a body, or as much as is asked for, and never rejects: errors after the status line do not change the outcome. */
export async function readStart(body: Readable, limit: number = byteLimit): Promise<BodyStart> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= limit) return { bytes: Buffer.concat(chunks).subarray(0, limit), complete: false }
    }
    return { bytes: Buffer.concat(chunks), complete: true }
  } catch {
    return { bytes: Buffer.concat(chunks), complete: false }
  }
}

/** The first 500 code points of a body as text that every database stores: bad bytes and NUL become U+FFFD. */
export function excerpt(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD')
  return Array.from(text).slice(0, codePointLimit).join('')
}
