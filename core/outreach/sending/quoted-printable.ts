const MOST = 76
// Behind this place of a line a break is looked for at the end of a word.
const MARGIN = 25
// Text is encoded this many bytes at a time.
const SLICE = 65_536
const FOREIGN = /[^\t\n\r\x20-\x3c\x3e-\x7e]/g
const BEFORE_BREAK = /[\t ](?=[\n\r])/g
// Breaks are fewer than blanks.
const BEHIND_BLANK = /(?<=[\t ])[\n\r]/
const [TAB, LF, CR, SPACE, EQUALS] = [9, 10, 13, 32, 61]
const wordEnds = new Uint8Array(128)
for (const each of ' \t.,!?') wordEnds[each.charCodeAt(0)] = 1
const escapes = Array.from({ length: 256 }, (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)

/**
 * Text in the encoding quoted-printable with lines of at most 76 characters: the same bytes as the encoder of nodemailer makes, in a fraction
 * of the time, because nothing of it is a stream.
 */
export function quotedPrintable(text: string): string {
  const bytes = Buffer.from(text).toString('latin1')
  let end = bytes.length
  while (end > 0 && isBlank(bytes.charCodeAt(end - 1))) end -= 1
  // So many blanks at the end are no longer kept back.
  if (bytes.length - end > SLICE) end = bytes.length
  let done = ''
  let line = ''
  for (const [from, to] of [...slices(0, end), ...slices(end, bytes.length)]) {
    const wrapped = wrap(line + encode(bytes.slice(from, to), to === end ? '' : (bytes[to] ?? '')))
    // The last line is kept until it is known whether it needs a break.
    const last = wrapped.lastIndexOf('\n') + 1
    done += wrapped.slice(0, last)
    line = wrapped.slice(last)
  }
  return done + line
}

function* slices(from: number, end: number): Generator<readonly [from: number, to: number]> {
  for (let at = from; at < end; at += SLICE) yield [at, Math.min(at + SLICE, end)]
}

// A blank in front of a line break, or at the end of the text, is encoded.
function encode(bytes: string, next: string): string {
  const escaped = (each: string) => escapes[each.charCodeAt(0)] ?? ''
  const literal = bytes.replaceAll(FOREIGN, escaped)
  const encoded = BEHIND_BLANK.test(literal) ? literal.replaceAll(BEFORE_BREAK, escaped) : literal
  const last = bytes.charCodeAt(bytes.length - 1)
  return isBlank(last) && (next === '' || next === '\n' || next === '\r') ? encoded.slice(0, -1) + (escapes[last] ?? '') : encoded
}

/** Adds soft line breaks. */
function wrap(text: string): string {
  if (text.length <= MOST) return text
  let result = ''
  let pair = text.indexOf('\r\n')
  for (let at = 0; at < text.length;) {
    if (pair !== -1 && pair < at) pair = text.indexOf('\r\n', at)
    const end = lineEnd(text, at, pair)
    result += text.slice(at, end)
    if (end < text.length && text.charCodeAt(end - 1) !== LF) result += '=\r\n'
    at = end
  }
  return result
}

function lineEnd(text: string, from: number, pair: number): number {
  let end = Math.min(from + MOST, text.length)
  if (pair !== -1 && pair + 2 <= end) return pair + 2
  if (text.charCodeAt(end - 1) === LF) return end
  const margin = Math.max(from, end - MARGIN)
  for (let at = end - 1; at >= margin; at -= 1) {
    const code = text.charCodeAt(at)
    if (code === LF) return at + 1
    if (code === CR) break
  }
  end = end - from > MOST - MARGIN ? wordEnd(text, from, end, margin) : unitEnd(text, from, end)
  if (end === from) end = Math.min(from + MOST, text.length)
  if (end < text.length && end - from === MOST) end -= isEscape(text, end - 3) ? 3 : 1
  return end
}

function wordEnd(text: string, from: number, end: number, margin: number): number {
  for (let at = end - 1; at >= margin; at -= 1) if (wordEnds[text.charCodeAt(at)] === 1) return at + 1
  return unitEnd(text, from, end)
}

/** Breaks neither within an escape nor within the escapes of one character. */
function unitEnd(text: string, from: number, given: number): number {
  let end = given
  if (text.charCodeAt(end - 2) === EQUALS && end - 2 >= from && isHex(text.charCodeAt(end - 1))) end -= 2
  else if (text.charCodeAt(end - 1) === EQUALS) end -= 1
  else if (!(end - 3 >= from && isEscape(text, end - 3))) return end
  while (end - from > 3 && end < text.length && !isOneCharacter(text, from, end) && isEscape(text, end - 3)) {
    const code = Number.parseInt(text.slice(end - 2, end), 16)
    if (code < 0x80) break
    end -= 3
    if (code >= 0xc0) break
  }
  return end
}

// One to four escapes and nothing else.
function isOneCharacter(text: string, from: number, end: number): boolean {
  const length = end - from
  if (length % 3 !== 0 || length < 3 || length > 12) return false
  for (let at = from; at < end; at += 3) if (!isEscape(text, at)) return false
  return true
}

function isEscape(text: string, at: number): boolean {
  return text.charCodeAt(at) === EQUALS && isHex(text.charCodeAt(at + 1)) && isHex(text.charCodeAt(at + 2))
}

const isHex = (code: number) => (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102)
const isBlank = (code: number) => code === SPACE || code === TAB
