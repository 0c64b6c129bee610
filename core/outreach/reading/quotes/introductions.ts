import { banners, labels, openings, wrote } from './words.ts'

/** Longest introduction of a quote, in characters and lines. */
const LONGEST = 400
const MOST_LINES = 4

/** How many lines from `at` on say who wrote the quote that follows (`On ..., somebody wrote:`); 0 when they do not. */
export function attributionLines(lines: readonly string[], at: number): number {
  const first = unruled(cleaned(lines[at]))
  if (!/[\d@]/.test(first) || first.length < 6 || first.length > LONGEST || !isOpening(first)) return 0
  let whole = ''
  for (let count = 1; count <= MOST_LINES; count++) {
    const line = cleaned(lines[at + count - 1])
    if (line === '' || line.startsWith('>')) return 0
    whole = unruled(whole === '' ? line : `${whole} ${line}`)
    if (whole.length > LONGEST) return 0
    if (isAttribution(whole)) return count
  }
  return 0
}

function isAttribution(text: string): boolean {
  const hasColon = text.endsWith(':') || text.endsWith('：')
  const body = hasColon ? text.slice(0, -1).trim() : text
  const verb = wrote.find((each) => body.endsWith(each))
  if (verb !== undefined) return hasDate(body)
  if (!hasColon) return false
  if (wrote.some((each) => body.includes(` ${each} `) || (body.includes(each) && each.length > 8))) return hasDate(body)
  // No verb: a time, and an address as the last word.
  return body.includes('@') && /\d{1,2}:\d{2}/.test(body) && /[>)]$|@[^\s]+$/.test(body)
}

/** Without the dashes that some programs put around the line. */
function unruled(line: string): string {
  if (!line.startsWith('--')) return line
  let [start, end] = [0, line.length]
  while (line[start] === '-') start += 1
  while (end > start && line[end - 1] === '-') end -= 1
  return line.slice(start, end).trim()
}

/** Something that only a date or an address has. */
function hasDate(text: string): boolean {
  return text.includes('@') || /\d{1,2}:\d{2}|\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}/.test(text)
}

function isOpening(line: string): boolean {
  const code = line.codePointAt(0) ?? 0
  return (code >= 0x30 && code <= 0x39) || openings.some((opening) => line.startsWith(opening)) || line.includes('@')
}

/** Whether headers of a quoted message begin here: who, when, and to whom or about what, in lines that follow each other. */
export function startsHeaders(lines: readonly string[], at: number): boolean {
  const first = labelOf(cleaned(lines[at]))
  if (first === undefined) return false
  const found = new Set<string>([first])
  let hasAddress = cleaned(lines[at]).includes('@')
  let blank = 0
  for (let next = at + 1; next < Math.min(lines.length, at + 12); next++) {
    const line = cleaned(lines[next])
    if (line === '') {
      if (++blank > 4) break
      continue
    }
    const label = labelOf(line)
    // A header may be folded, and programs put several into one line.
    if (label === undefined && found.size >= 2) break
    if (label !== undefined) found.add(label)
    hasAddress ||= line.includes('@')
  }
  // Somebody may write down a journey: from, to and a date, but no address.
  const isMail = found.has('subject') || (found.has('to') && (hasAddress || found.has('sent')))
  return isMail && found.has('from') && (found.has('sent') || found.has('date'))
}

/** Whether the line is a banner such as `-----Original Message-----` or `Begin forwarded message:`. */
export function isBanner(raw: string | undefined): boolean {
  const line = cleaned(raw)
  if (line.length < 8 || line.length > 120) return false
  const isRuled = (line.startsWith('--') || line.startsWith('__') || line.startsWith('==')) && !line.startsWith('-- ')
  const isBegin = line.endsWith(':') && /^(?:begin|anfang|début|inizio|inicio|início|start|начало) /.test(line)
  const isDashed = line.startsWith('-') && line.endsWith('-')
  return (isRuled || isBegin || isDashed) && banners.some((banner) => line.includes(banner))
}

/** Whether a line is nothing but a rule. */
export function isRule(raw: string | undefined): boolean {
  const line = cleaned(raw)
  return line.length >= 3 && /^[-_=*—–─]+$/.test(line)
}

type Label = keyof typeof labels
const byName = new Map<string, Label>()
for (const kind of ['subject', 'to', 'date', 'sent', 'from'] as const) for (const name of labels[kind]) byName.set(name, kind)

function labelOf(line: string): Label | undefined {
  const at = colonAt(line)
  return at < 1 || at > 24 ? undefined : byName.get(line.slice(0, at).replaceAll('*', '').trim())
}

function colonAt(line: string): number {
  const plain = line.indexOf(':')
  return plain < 0 ? line.indexOf('：') : plain
}

/** A line in lower case without the marks of bold text. */
function cleaned(line: string | undefined): string {
  return (line ?? '')
    .slice(0, LONGEST + 1)
    .replaceAll('\u{a0}', ' ')
    .replaceAll(/[*\u{200e}\u{200f}]/gu, '')
    .trim()
    .toLowerCase()
}
