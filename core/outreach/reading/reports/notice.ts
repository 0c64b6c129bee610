import { list } from '../list.ts'
import { readingLimits } from '../limits.ts'

/** The text of a report in two: what the server says, and what it returns of the message. */
export interface Notice {
  readonly lines: readonly string[]
  readonly returned: string
}

/** Lines above what is returned, in lower case. */
const markers = list(
  'below this line is a copy|original message follows|below is a copy of the original|this is a copy of the message',
  'unsent message follows|message header follows|undelivered message follows|header of the original message',
  'headers of the original|included is a copy|message text follows|returned mail follows|beginning of the original',
  'begin original message|original text follows|message headers follow|full text of message|message is attached below',
  'original headers follow|first lines of your message|returned text follows|die kopfzeilen der|original message:',
  'copy of the message header',
)
/** The same where the line begins with a rule. */
const ruledMarkers = list(
  'original message|returned message|copy of the message|copy of your message|original mail|forwarded message|message you sent',
  'original-message|text of your message|message header|original header',
)
const firstHeaders = ['received:', 'return-path:', 'dkim-signature:', 'message-id:', 'x-received:', 'delivered-to:', 'x-original-to:']

/** Splits the text of a report where the returned message begins. */
export function noticeOf(text: string): Notice {
  const lines = text.split('\n', readingLimits.textLines).map((line) => line.slice(0, readingLimits.line))
  const end = lines.findIndex((line, at) => isMarker(line) || (at > 1 && isFirstHeader(line) && isFollowedByHeaders(lines, at)))
  if (end < 0) return { lines: lines.slice(0, 500), returned: '' }
  const start = lines.findIndex((line, at) => at >= end && isHeader(line))
  return { lines: lines.slice(0, Math.min(end, 500)), returned: start < 0 ? '' : lines.slice(start, start + 500).join('\n') }
}

function isMarker(line: string): boolean {
  const words = line.slice(0, 160).toLowerCase()
  if (words.includes('@') || words.length < 10) return false
  const isRuled = /^\s*[-=_*#]{2}/.test(words)
  return (
    (markers.some((marker) => words.includes(marker)) || (isRuled && ruledMarkers.some((marker) => words.includes(marker)))) &&
    !words.includes('was received at') &&
    !words.includes('id of the original')
  )
}

function isFirstHeader(line: string): boolean {
  const start = line.slice(0, 20).toLowerCase()
  return firstHeaders.some((name) => start.startsWith(name))
}

function isFollowedByHeaders(lines: readonly string[], at: number): boolean {
  return lines.slice(at + 1, at + 8).some(isHeader)
}

function isHeader(line: string): boolean {
  return /^[A-Za-z][A-Za-z0-9-]{1,40}:/.test(line.slice(0, 60))
}
