import { readingLimits } from '../limits.ts'
import { type Headers, headersOfText } from '../mime/headers.ts'
import { addressOf } from './addresses.ts'
import type { Finding } from './kind.ts'

/** One recipient of a delivery status (RFC 3464). */
export interface StatusRecipient extends Finding {
  readonly address: string
}

/** A delivery status: the id that the sender gave the envelope, and what became of each recipient. */
export interface DeliveryStatus {
  readonly envelope_id: string | null
  readonly recipients: readonly StatusRecipient[]
}

/** Reads the text of a part `message/delivery-status`: groups of fields, the first of the message, the others of a recipient each. */
export function readDeliveryStatus(text: string): DeliveryStatus {
  const groups = groupsOf(text)
    .slice(0, readingLimits.recipients * 2)
    .map(headersOfText)
  const envelope = groups.find((fields) => fields.has('original-envelope-id'))?.first('original-envelope-id') ?? null
  const recipients = groups.map(recipientOf).filter((each) => each !== undefined)
  return { envelope_id: envelope, recipients: recipients.slice(0, readingLimits.recipients) }
}

/** Groups of fields are parted by blank lines; some servers forget them between recipients. */
function groupsOf(text: string): string[] {
  const groups: string[] = []
  let lines: string[] = []
  let hasRecipient = false
  const end = () => {
    if (lines.length > 0) groups.push(lines.join('\n'))
    lines = []
    hasRecipient = false
  }
  for (const line of text.split('\n')) {
    const isFinal = line.slice(0, 16).toLowerCase() === 'final-recipient:'
    if (line.trim() === '' || (isFinal && hasRecipient)) end()
    if (line.trim() !== '') lines.push(line)
    hasRecipient ||= isFinal
  }
  end()
  return groups
}

function recipientOf(fields: Headers): StatusRecipient | undefined {
  const named = ['final-recipient', 'original-recipient', 'x-actual-recipient', 'recipient']
  const address = named
    .map((name) => fields.first(name))
    .map((value) => (value === undefined ? null : addressOf(value)))
    .find((each) => each !== null)
  if (!address) return undefined
  const status = /[245]\.\d{1,3}\.\d{1,3}/.exec((fields.first('status') ?? '').slice(0, 200))?.[0]
  const action = (fields.first('action') ?? '')
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/\(.*|[^a-z]/g, '')
  const answers = ['diagnostic-code', 'x-supplementary-info', 'x-notes', 'x-display-name-diagnostic'].flatMap((name) => fields.all(name))
  return { address, status, action: actionOf(action, status), text: answers.map(withoutType).join(' ') }
}

/** Some servers invent actions. */
function actionOf(action: string, status: string | undefined): string | undefined {
  if (action.startsWith('fail') || action === 'error') return 'failed'
  if (action.startsWith('delay') || action === 'deferred') return 'delayed'
  if (['delivered', 'relayed', 'expanded'].includes(action)) return action
  if (action === 'success' || action === 'deliverable') return 'delivered'
  return status?.startsWith('2.') === true ? 'delivered' : undefined
}

/** `smtp; 550 ...` without its type. */
function withoutType(value: string): string {
  const semicolon = value.indexOf(';')
  return semicolon >= 0 && semicolon < 20 ? value.slice(semicolon + 1).trim() : value
}
