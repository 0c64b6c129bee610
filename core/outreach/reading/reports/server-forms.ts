import { readingLimits } from '../limits.ts'
import { addressesIn } from './addresses.ts'
import { codesOf, isVague } from './codes.ts'
import type { StatusRecipient } from './delivery-status.ts'
import { names } from './phrases.ts'

/** What is known of a report beside its text. */
export interface ReportContext {
  /** Recipients that a header names (`X-Failed-Recipients`). */
  readonly failed: readonly string[]
  /** Addresses of those who sent the message and its report: recipients only if there is no other. */
  readonly others: ReadonlySet<string>
  /** To whom the returned message was sent. */
  readonly returnedTo: readonly string[]
  /** Whether the report says that the message is only late. */
  readonly isDelay: boolean
}

interface Mention {
  readonly address: string
  readonly line: number
  readonly weight: number
}

/**
 * Reads a report that servers write in words, each in its own: the recipients are the addresses that stand where servers put them, and what
 * is said of each stands in the lines that follow it or name it.
 */
export function readForm(lines: readonly string[], context: ReportContext): StatusRecipient[] {
  const mentions = mentionsIn(lines)
  const chosen = recipientsOf(mentions, context)
  const action = context.isDelay ? 'delayed' : undefined
  return chosen.slice(0, readingLimits.recipients).map((address) => ({ address, action, text: saidOf(address, chosen, mentions, lines) }))
}

/** Words right before an address that is somebody else's. */
const notRecipient = [
  'mail from',
  'from:',
  'from ',
  'sender',
  'contact',
  'envelope-from',
  'reply-to',
  'message-id',
  'mailto:',
  'postmaster',
  'helo',
  'questions',
  'received',
  'by ',
  'f=[',
  'on behalf of',
  'you (',
  'hello',
  'dear',
  'http',
  'absender',
  'expéditeur',
  'visit',
  'e-mail to yourself',
  'x-',
]
/** Words right before the address of a recipient. */
const isRecipient = [
  'rcpt to',
  'recipient',
  'to:',
  'deliver',
  'user',
  'mailbox',
  'failed',
  'for ',
  't=[',
  'address:',
  'addressed to',
  'unknown',
  'to the following',
  'empfänger',
  'destinataire',
  'reason',
  'attempts:',
  'to <',
  'userid',
  'gateway for',
  'size:',
]

function mentionsIn(lines: readonly string[]): Mention[] {
  const mentions: Mention[] = []
  for (const [line, text] of lines.entries()) {
    if (mentions.length > readingLimits.recipients * 5) break
    for (const { address, start } of addressesIn(text)) mentions.push({ address, line, weight: weightOf(text, start) })
  }
  return mentions
}

/** How much the place of an address speaks for a recipient. */
function weightOf(text: string, start: number): number {
  const before = text.slice(Math.max(0, start - 40), start).toLowerCase()
  if (notRecipient.some((word) => before.includes(word)) && !/rcpt to|recipient|deliver/.test(before)) return 0
  if (/^\s*(?:[245]\d\d[ -])?[\s<>"'*\-•(:]*$/.test(before)) return 3
  return isRecipient.some((word) => before.includes(word)) ? 2 : 1
}

function recipientsOf(mentions: readonly Mention[], { failed, others, returnedTo }: ReportContext): string[] {
  if (failed.length > 0) return [...new Set(failed)]
  for (const allowed of [(each: string) => !others.has(each), () => true])
    for (const least of [3, 2, 1]) {
      const found = new Set(mentions.filter(({ weight, address }) => weight >= least && allowed(address)).map(({ address }) => address))
      if (found.size > 0) return [...found]
      if (least === 2 && returnedTo.length === 1) return [...returnedTo]
    }
  return returnedTo.slice(0, 1)
}

function saidOf(address: string, chosen: readonly string[], mentions: readonly Mention[], lines: readonly string[]): string {
  if (chosen.length === 1) return mostTelling(lines)
  const others = new Set(mentions.filter((each) => each.address !== address && chosen.includes(each.address)).map(({ line }) => line))
  const said: string[] = []
  for (const own of mentions.filter((each) => each.address === address)) {
    // An answer of the server may stand right above the line that names the recipient.
    const above = lines[own.line - 1] ?? ''
    if (/^\s*(?:<<<|>>>)/.test(above) && !others.has(own.line - 1)) said.push(above)
    const length = /^\s*[245]\d\d[ -]/.test(lines[own.line] ?? '') ? 1 : 12
    for (let at = own.line; at < Math.min(lines.length, own.line + length); at++) {
      if (at > own.line && others.has(at)) break
      said.push(lines[at] ?? '')
    }
  }
  return saysSomething(said.join(' ')) ? said.join(' ') : `${said.join(' ')} ${mostTelling(lines)}`
}

/** Whether a text has a code, or words that judge. */
export function saysSomething(text: string): boolean {
  const { reply, status } = codesOf(text)
  const words = text.slice(0, 4_000).toLowerCase()
  const hasCode = reply !== null || (status !== null && !isVague(status))
  return hasCode || names.unknownUser(words) || names.unknownHost(words) || names.full(words) || names.temporary(words)
}

/** The text with the line first that has a code, so that greetings do not hide it. */
function mostTelling(lines: readonly string[]): string {
  const at = lines.findIndex((line) => codesOf(line).status !== null)
  const reply = lines.findIndex((line) => codesOf(line).reply !== null)
  const first = at >= 0 ? at : reply
  if (first < 0) return lines.join(' ').slice(0, 4_000)
  return [...lines.slice(first, first + 6), ...lines.slice(0, first), ...lines.slice(first + 6)].join(' ').slice(0, 4_000)
}
