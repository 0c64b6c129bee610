import { type Headers, headersOfText } from '../mime/headers.ts'
import { textOfPart } from '../mime/decode.ts'
import { addresses, type Mail, readMail } from '../mail.ts'
import { idsOf } from '../thread-keys.ts'
import { addressesIn } from './addresses.ts'
import { readDeliveryStatus, type StatusRecipient } from './delivery-status.ts'
import { readNotification } from './json-form.ts'
import { judge, type Judged } from './kind.ts'
import { isVague, statusOf } from './codes.ts'
import { isDelay, isForm } from './recognise.ts'
import { noticeOf } from './notice.ts'
import { readForm } from './server-forms.ts'

/** What a report says of one recipient. */
export interface ReportedRecipient extends Judged {
  readonly address: string
}

/** A report on a message: that it came back, is late, has arrived, or that somebody complains of it. */
export interface Report {
  readonly kind: 'bounce' | 'delayed' | 'delivered' | 'complaint'
  readonly recipients: readonly ReportedRecipient[]
  /** The id that the sender gave the envelope. */
  readonly envelope_id: string | null
  /** Ids of the message that it is about: its own, and those that it refers to. */
  readonly message_ids: readonly string[]
  /** `Feedback-Type` of a complaint, in lower case: abuse, fraud, auth-failure, ... */
  readonly feedback: string | null
}

const PART_BYTES = 64_000

/** Reads a message as a report; null where it is none. What it says is only what somebody claims: anybody can write one. */
export function readReport(mail: Mail, depth = 0): Report | null {
  return complaintOf(mail) ?? deliveryOf(mail) ?? jsonOf(mail) ?? formOf(mail, depth)
}

const statusTypes = new Set(['message/delivery-status', 'message/global-delivery-status'])
const returnedTypes = new Set([
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global-headers',
  'message/partial',
])

function complaintOf(mail: Mail): Report | null {
  const part = mail.parts.find(({ type }) => type.value === 'message/feedback-report')
  if (!part) return null
  const fields = headersOfText(textOfPart(part, PART_BYTES))
  const returned = returnedHeaders(mail, '')
  const told = [...fields.all('original-rcpt-to'), ...fields.all('removal-recipient')].flatMap((value) => addressesIn(value))
  const named = told.length > 0 ? told.map(({ address }) => address) : addresses(returned, 'to').map(({ address }) => address)
  const feedback = (fields.first('feedback-type') ?? 'abuse').toLowerCase().slice(0, 50).toWellFormed()
  return {
    kind: 'complaint',
    recipients: [...new Set(named)].slice(0, 200).map((address) => ({ address, kind: 'blocked', code: null, text: feedback })),
    envelope_id: fields.first('original-envelope-id') ?? null,
    message_ids: idsOfReturned(returned, mail),
    feedback,
  }
}

function deliveryOf(mail: Mail): Report | null {
  const found = mail.parts.filter(({ type }) => statusTypes.has(type.value)).map((part) => readDeliveryStatus(textOfPart(part, PART_BYTES)))
  const recipients = found.flatMap((each) => each.recipients)
  if (recipients.length === 0) return null
  const notice = noticeOf(mail.text)
  const failed = recipients.map(({ address }) => address)
  const words = readForm(notice.lines, { failed, others: new Set(), returnedTo: [], isDelay: false })
  const returned = returnedHeaders(mail, notice.returned)
  return {
    ...judgedAll(recipients.map((each, at) => withWords(each, words[at]?.text ?? ''))),
    envelope_id: found.map((each) => each.envelope_id).find((each) => each !== null) ?? null,
    message_ids: idsOfReturned(returned, mail),
    feedback: null,
  }
}

/** A status that says nothing is told by the words of the report. */
function withWords(recipient: StatusRecipient, words: string): StatusRecipient {
  const isTelling = statusOf(`${recipient.status ?? ''} ${recipient.text}`)
  return isTelling !== null && !isVague(isTelling) ? recipient : { ...recipient, text: `${recipient.text} ${words}`.trim() }
}

function formOf(mail: Mail, depth: number): Report | null {
  const failed = mail.headers.all('x-failed-recipients').flatMap((value) => addressesIn(value.slice(0, 20_000)))
  if (!isForm(mail, failed.length > 0)) return null
  const { lines, returned: text } = noticeOf(mail.text)
  const returned = returnedHeaders(mail, text)
  const returnedTo = addresses(returned, 'to').map(({ address }) => address)
  // A status may stand in the text where the parts are broken.
  const status = readDeliveryStatus(mail.text.slice(0, PART_BYTES)).recipients
  const hasNobody = status.length === 0 && failed.length === 0 && !lines.some((line) => line.includes('@'))
  const inner = hasNobody && depth === 0 ? innerReport(mail) : null
  if (inner) return inner
  const form = readForm(lines, {
    failed: failed.map(({ address }) => address),
    others: others(mail, returned),
    returnedTo,
    isDelay: isDelay(mail, lines),
  })
  const recipients =
    status.length > 0 ? status.map((each) => withWords(each, form.find(({ address }) => address === each.address)?.text ?? '')) : form
  if (recipients.length === 0) return null
  return { ...judgedAll(recipients), envelope_id: null, message_ids: idsOfReturned(returned, mail), feedback: null }
}

/** A report that a gateway has put into a report of its own. */
function innerReport(mail: Mail): Report | null {
  const part = mail.parts.find(({ type }) => type.value === 'message/rfc822')
  return part ? readReport(readMail(part.body), 1) : null
}

function jsonOf(mail: Mail): Report | null {
  const found = readNotification(mail.text)
  return (
    found && {
      ...judgedAll(found.recipients),
      ...(found.isComplaint ? { kind: 'complaint' as const } : {}),
      envelope_id: null,
      message_ids: found.message_ids,
      feedback: found.isComplaint ? 'abuse' : null,
    }
  )
}

function judgedAll(recipients: readonly StatusRecipient[]): Pick<Report, 'kind' | 'recipients'> {
  const judged = new Map(recipients.map((each) => [each.address, { address: each.address, ...judge(each) }]))
  const all = [...judged.values()]
  if (all.every(({ kind }) => kind === 'delivered')) return { kind: 'delivered', recipients: all }
  const isLate = recipients.every(({ action }) => action === 'delayed' || action === 'delivered' || action === 'relayed')
  return { kind: isLate ? 'delayed' : 'bounce', recipients: all }
}

/** Those who sent the message or its report. */
function others(mail: Mail, returned: Headers): Set<string> {
  const senders = [...mail.to, mail.from, ...addresses(returned, 'from'), ...addresses(returned, 'return-path')]
  return new Set(senders.map((each) => each?.address ?? ''))
}

/** The headers of the message that is returned: as a part, or in the text. */
function returnedHeaders(mail: Mail, text: string): Headers {
  const part = mail.parts.find(({ type }) => returnedTypes.has(type.value))
  if (part) return headersOfText(textOfPart(part, PART_BYTES))
  return headersOfText(text)
}

function idsOfReturned(returned: Headers, mail: Mail): string[] {
  const ids = ['message-id', 'references', 'in-reply-to'].flatMap((name) => idsOf(returned.first(name)))
  return [...new Set([...ids, ...mail.in_reply_to, ...mail.references])].slice(0, 200)
}
