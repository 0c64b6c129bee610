import { isObject, membersOf } from '../../../kernel/values/is-object.ts'
import { idsOf } from '../thread-keys.ts'
import type { StatusRecipient } from './delivery-status.ts'

/** What a relay tells in JSON by e-mail (Amazon SES through SNS). */
export interface Notification {
  readonly isComplaint: boolean
  readonly recipients: readonly StatusRecipient[]
  readonly message_ids: readonly string[]
}

const LONGEST = 100_000

/** Reads the notification of a relay in JSON, the first thing in the text; null where there is none. */
export function readNotification(text: string): Notification | null {
  const start = text.trimStart()
  if (!start.startsWith('{') || !start.slice(0, 20_000).includes('notificationType')) return null
  const found = parsed(start.split('\n', 1)[0] ?? '') ?? parsed(start.slice(0, start.lastIndexOf('}') + 1))
  if (!found) return null
  const body = typeof found['Message'] === 'string' ? parsed(found['Message']) : found
  const mail = body?.['mail']
  if (!body || !isObject(mail)) return null
  const recipients = [...bounced(body['bounce']), ...complained(body['complaint']), ...delivered(body['delivery'])]
  if (recipients.length === 0) return null
  return { isComplaint: isObject(body['complaint']), recipients: recipients.slice(0, 200), message_ids: idsOfMail(mail) }
}

function bounced(bounce: unknown): StatusRecipient[] {
  return listOf(bounce, 'bouncedRecipients').flatMap((each) => {
    const address = textOf(each, 'emailAddress')
    if (address === undefined) return []
    return [
      {
        address: address.toLowerCase(),
        action: textOf(each, 'action'),
        status: textOf(each, 'status'),
        text: textOf(each, 'diagnosticCode') ?? '',
      },
    ]
  })
}

function complained(complaint: unknown): StatusRecipient[] {
  return listOf(complaint, 'complainedRecipients').flatMap((each) => {
    const address = textOf(each, 'emailAddress')
    return address === undefined ? [] : [{ address: address.toLowerCase(), text: 'abuse' }]
  })
}

function delivered(delivery: unknown): StatusRecipient[] {
  const some = isObject(delivery) && Array.isArray(delivery['recipients']) ? delivery['recipients'] : []
  return some
    .filter((each) => typeof each === 'string')
    .map((address) => ({ address: address.toLowerCase(), action: 'delivered', text: '' }))
}

function idsOfMail(mail: Readonly<Record<string, unknown>>): string[] {
  return idsOf(textOf(membersOf(mail['commonHeaders']), 'messageId'))
}

function listOf(value: unknown, name: string): Record<string, unknown>[] {
  const list = isObject(value) ? value[name] : undefined
  return Array.isArray(list) ? list.filter(isObject) : []
}

function textOf(from: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = from[name]
  return typeof value === 'string' ? value.replaceAll('\0', '').slice(0, 4_000).toWellFormed() : undefined
}

function parsed(text: string): Record<string, unknown> | undefined {
  if (text.length > LONGEST) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
