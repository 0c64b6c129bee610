import { quoteMark } from '../html-text.ts'
import { readingLimits } from '../limits.ts'
import { attributionLines, isBanner, isRule, startsHeaders } from './introductions.ts'
import { sentFrom } from './words.ts'

/** A text in two: what its writer says, and what is quoted of earlier messages. */
export interface SplitText {
  /** The new part, with its signature. */
  readonly text: string
  readonly quoted: string
}

/**
 * Tells what is new in a text from what it quotes. Each line is looked at a bounded number of times, and a bounded part of it: time grows
 * with the length of the text, whatever stands in it.
 */
export function splitQuotes(text: string): SplitText {
  const all = text.split('\n')
  const lines = all.slice(0, readingLimits.textLines).map((line) => line.slice(0, readingLimits.line))
  const own: string[] = []
  const quoted: string[] = []
  let at = 0
  while (at < lines.length) {
    if (isQuoted(lines[at] ?? '') || isWrapped(lines, at)) {
      quoted.push(all[at++] ?? '')
      continue
    }
    if (endsHere(lines, at)) {
      takeBackRules(own, quoted)
      break
    }
    const attribution = attributionLines(lines, at)
    if (attribution > 0 && isBoundary(lines, at)) {
      if (!isQuoted(nextText(lines, at + attribution))) break
      quoted.push(...all.slice(at, at + attribution))
      at += attribution
      continue
    }
    own.push(all[at++] ?? '')
  }
  return { text: tidy(own), quoted: tidy(quoted.concat(all.slice(at))) }
}

/** The first characters of what is new, on one line, without a signature; of what is quoted where nothing is new. */
export function snippetOf({ text, quoted }: SplitText, length = 200): string {
  const shown = oneLine(withoutSignature(text)) || oneLine(text) || oneLine(quoted)
  return Array.from(shown.slice(0, length * 4))
    .slice(0, length)
    .join('')
    .trim()
}

/** Whether all that follows is an earlier message. */
function endsHere(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (line === quoteMark) return true
  return isBanner(line) || startsHeaders(lines, at)
}

/** Whether an introduction may stand here: it begins a paragraph, or ends one that mentions an address. */
function isBoundary(lines: readonly string[], at: number): boolean {
  const before = (lines[at - 1] ?? '').trim()
  return (
    before === '' ||
    isQuoted(before) ||
    isRule(before) ||
    isSentFrom(before) ||
    isQuoted(nextText(lines, at + 1)) ||
    (lines[at] ?? '').includes('@') ||
    /\d{1,2}:\d{2}/.test(lines[at] ?? '')
  )
}

function isQuoted(line: string): boolean {
  const start = line.trimStart()
  return start.startsWith('>') || start.startsWith('&gt;')
}

/** The end of a long quoted line, which a program has broken without a mark. */
function isWrapped(lines: readonly string[], at: number): boolean {
  const before = lines[at - 1] ?? ''
  return isQuoted(before) && before.length > 60 && (lines[at] ?? '').trim() !== '' && isQuoted(lines[at + 1] ?? '')
}

function nextText(lines: readonly string[], from: number): string {
  for (let at = from; at < Math.min(lines.length, from + 6); at++) if ((lines[at] ?? '').trim() !== '') return lines[at] ?? ''
  return ''
}

/** A rule right above the headers of the earlier message belongs to them. */
function takeBackRules(own: string[], quoted: string[]): void {
  while (own.length > 0 && (own.at(-1)?.trim() === '' || isRule(own.at(-1)))) quoted.unshift(own.pop() ?? '')
}

function withoutSignature(text: string): string {
  const lines = text.split('\n')
  const end = lines.findIndex((line, at) => at > 0 && (/^--\s?$/.test(line.trimEnd()) || isSentFrom(line)))
  return end < 0 ? text : lines.slice(0, end).join('\n')
}

function isSentFrom(line: string): boolean {
  const start = line.slice(0, 60).trim().toLowerCase()
  return sentFrom.some((each) => start.startsWith(each))
}

function tidy(lines: readonly string[]): string {
  return lines
    .filter((line) => line !== quoteMark)
    .join('\n')
    .replaceAll('\u{a0}', ' ')
    .trim()
}

function oneLine(text: string): string {
  return text.slice(0, 4_000).replaceAll(/\s+/g, ' ').trim()
}
