import { codesOf, isVague, mostTelling } from './codes.ts'
import { names } from './phrases.ts'

/** What a report says of one recipient: nobody there, not now, refused, or it arrived. */
export type RecipientKind = 'hard' | 'soft' | 'blocked' | 'delivered'

/** What a report says of one recipient, before it is judged. */
export interface Finding {
  /** `Action` of a delivery status, in lower case. */
  readonly action?: string | undefined
  /** `Status` of a delivery status. */
  readonly status?: string | undefined
  /** The answer of the server, and what else is said of the recipient. */
  readonly text: string
}

/** The judgement: a kind, and the code and text that it rests on. */
export interface Judged {
  readonly kind: RecipientKind
  readonly code: string | null
  readonly text: string
}

/**
 * Judges what became of a recipient. The enhanced code decides; where it is missing or says nothing, the code of SMTP and the words do.
 * A full mailbox and a refusal by policy are never hard, whatever code they come with.
 */
export function judge({ action, status, text }: Finding): Judged {
  const words = text.slice(0, 2_000).toLowerCase().replaceAll(/\s+/g, ' ')
  const told = codesOf(text)
  const enhanced = specific(status, told.status)
  const code = enhanced ?? told.reply ?? status ?? told.status
  const judged = (kind: RecipientKind): Judged => ({ kind, code, text: shown(text) })
  if (action === 'delivered' || action === 'relayed' || action === 'expanded') return judged('delivered')
  if (action === 'delayed') return judged('soft')
  if (enhanced !== null) return judged(byStatus(enhanced, words))
  return judged(byWords(told.reply ?? replyClass(status), words))
}

/** Judges the refusal of a recipient by the server to which the message was to be given. */
export function judgeRefusal(text: string): Judged & { readonly kind: Exclude<RecipientKind, 'delivered'> } {
  // As servers report it, so that it is known of whom the words speak.
  const { kind, code } = judge({ text: `in reply to RCPT TO: ${text}` })
  return { kind: kind === 'delivered' ? 'blocked' : kind, code, text: shown(text) }
}

function byStatus(status: string, words: string): RecipientKind {
  if (status.startsWith('2.')) return 'delivered'
  if (status.startsWith('4.')) return 'soft'
  if (status === '5.2.2' || (names.full(words) && !names.unknownUser(words))) return 'soft'
  if (isHard(status)) return isRefusal(status, words) ? 'blocked' : 'hard'
  // With these words Exchange Online refuses recipients that its customer does not have.
  if (status === '5.4.1' && words.includes('recipient address rejected: access denied')) return 'hard'
  if (takesNoMail(status, words)) return 'hard'
  if (status.startsWith('5.4.')) return 'soft'
  return 'blocked'
}

/** A host that takes no mail at all (RFC 7504), also in the words of sendmail, whose code is elsewhere about the sender. */
function takesNoMail(status: string, words: string): boolean {
  if (status === '5.7.27') return words.includes('host does not accept mail')
  return status === '5.3.2' && /(?<![\d.])521[ -]/.test(words)
}

function isHard(status: string): boolean {
  if (status === '5.2.1' || status === '5.4.4') return true
  return status.startsWith('5.1.') && status !== '5.1.7' && status !== '5.1.8'
}

/** A code of an unknown address in an answer that only speaks of rules, as some servers give it. */
function isRefusal(status: string, words: string): boolean {
  return status.startsWith('5.1.') && names.policy(words) && !names.unknownUser(words) && !names.unknownHost(words)
}

function byWords(reply: string | null, words: string): RecipientKind {
  if (reply?.startsWith('4') === true) return 'soft'
  if (names.full(words)) return 'soft'
  const noHost = names.unknownHost(words) && !names.policy(words.slice(0, 200))
  if (reply === null) return wordsAlone(words, noHost)
  // Yahoo says so with 554.
  if (words.includes("this user doesn't have a ")) return 'hard'
  if (!/(?<![\d.])55[013](?![\d.])/.test(words)) return 'blocked'
  // Who was accepted as a recipient is somebody: what is refused after the text is the text.
  if (isAboutText(words)) return 'blocked'
  const isNobody = names.unknown(words) || (names.unknownUser(words) && isAboutRecipient(words))
  return isNobody || noHost ? 'hard' : 'blocked'
}

function wordsAlone(words: string, noHost: boolean): RecipientKind {
  if (names.noUserHere(words)) return 'hard'
  if (names.temporary(words)) return 'soft'
  return noHost ? 'hard' : 'blocked'
}

/** Whether the answer was given to the recipient, not to the message: words of other kinds are used for both. */
function isAboutRecipient(words: string): boolean {
  return /(?:after|to|for|>>>|\[) ?rcpt/.test(words) || words.includes('not like recipient')
}

function isAboutText(words: string): boolean {
  return ['end of data', 'data command', 'smtp command data', 'after end of', '>>> data'].some((phrase) => words.includes(phrase))
}

/** The enhanced code that says most; null when none says more than that something failed. */
function specific(given: string | undefined, told: string | null): string | null {
  const found = mostTelling([given, told].filter((code) => typeof code === 'string'))
  if (found !== null && !isVague(found)) return found
  // A 4.0.0 still says that it was not for good.
  return given?.startsWith('4.') === true ? given : null
}

function replyClass(status: string | undefined): string | null {
  return status?.startsWith('4.') === true ? '450' : null
}

function shown(text: string): string {
  return text.slice(0, 2_000).replaceAll(/\s+/g, ' ').trim().slice(0, 500).toWellFormed()
}
