import type { Rejected } from './outcome-report.ts'

const MOST_BYTES = 1_000_000
const LONGEST_REASON = 500

/** The rejects of an answer: less than 1 MiB however many there are, with shorter reasons where necessary. */
export function fitAnswer(rejected: readonly Rejected[]): Rejected[] {
  const short = rejected.map((each) => ({ ...each, reason: cut(each.reason, LONGEST_REASON) }))
  if (bytesOf(short) <= MOST_BYTES) return short
  const bare = bytesOf(short.map((each) => ({ ...each, reason: '' })))
  const room = Math.max(1, Math.floor((MOST_BYTES - bare) / short.length))
  return short.map((each) => ({ ...each, reason: cut(each.reason, room) }))
}

/** At most so many bytes of JSON, cut between characters. */
function cut(text: string, bytes: number): string {
  if (bytesOf(text) - 2 <= bytes) return text
  let kept = ''
  let used = bytesOf('…') - 2
  for (const character of text) {
    used += bytesOf(character) - 2
    if (used > bytes) break
    kept += character
  }
  return `${kept}…`
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
