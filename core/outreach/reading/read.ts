import { automaticBy } from './automatic.ts'
import { htmlToText } from './html-text.ts'
import { type Address, type Mail, type MailFile, readMail } from './mail.ts'
import { type SplitText, snippetOf, splitQuotes } from './quotes/split.ts'
import { readReport, type Report } from './reports/report.ts'

/** What a message is. An absence, and a report that something arrived, are automatic. */
export type MailKind = 'message' | 'automatic' | 'bounce' | 'delayed' | 'complaint'

/** A message as it was read, as plain data, so that a thread can hand it over. */
export interface ReadMessage {
  /** Without angle brackets, as are all ids; null where the message has none. */
  readonly message_id: string | null
  readonly in_reply_to: readonly string[]
  readonly references: readonly string[]
  readonly from: Address | null
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly bcc: readonly Address[]
  /** Addresses to which it was sent or delivered, as they are written: tokens in them tell capitals from small letters. */
  readonly delivered_to: readonly string[]
  readonly subject: string
  readonly date: Date | null
  /** The whole text, and its HTML where it has any. */
  readonly text: string
  readonly html: string | null
  /** The text without what it quotes, and what it quotes. */
  readonly split: SplitText
  readonly snippet: string
  readonly files: readonly MailFile[]
  /** Why a program wrote it, or null: if it answers a message of ours, and if not. */
  readonly automatic: { readonly answering: string | null; readonly unasked: string | null }
  readonly report: Report | null
}

/** Reads a message whole: what it says, what it answers, and what it reports. It never throws. */
export function readMessage(message: Uint8Array): ReadMessage {
  const mail = readMail(message)
  const split = splitMail(mail)
  const { message_id, in_reply_to, references, from, to, cc, bcc, subject, date, text, html, files } = mail
  return {
    message_id,
    in_reply_to,
    references,
    from,
    to,
    cc,
    bcc,
    subject,
    date,
    text,
    html,
    files,
    delivered_to: ['delivered-to', 'x-original-to', 'envelope-to', 'to']
      .flatMap((name) => mail.headers.all(name))
      .slice(0, 20)
      .map(bare),
    split,
    snippet: snippetOf(split),
    automatic: { answering: automaticBy(mail, true), unasked: automaticBy(mail, false) },
    report: readReport(mail),
  }
}

/** What a message is. `answersOurs`: whether it answers a message of ours. */
export function kindOf({ report, automatic }: ReadMessage, answersOurs: boolean): MailKind {
  if (report) return report.kind === 'delivered' ? 'automatic' : report.kind
  return (answersOurs ? automatic.answering : automatic.unasked) === null ? 'message' : 'automatic'
}

function bare(value: string): string {
  return value
    .slice(0, 1_000)
    .replaceAll(/[<>\s]/g, '')
    .slice(0, 320)
}

/** What is new and what is quoted; of the HTML where the plain text does not show quotes. */
function splitMail({ text, html }: Mail): SplitText {
  const split = splitQuotes(text)
  if (split.quoted !== '' || html === null) return split
  const shown = splitQuotes(htmlToText(html))
  return shown.quoted === '' || shown.text === '' ? split : shown
}
