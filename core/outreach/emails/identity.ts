import { domainToASCII } from 'node:url'
import { hmac } from '../secrets/outreach-secrets.ts'
import type { Email } from './entity.ts'

const REPLY = /^\s*re\s*:/i
const MOST_REFERENCES = 20

/** The Message-ID of the message of a key: the same at every try, and not to be guessed. */
export function messageIdOf(secret: Buffer, key: string, from: string): string {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return `<${hmac(secret, key).toString('base64url').slice(0, 32)}@${domainToASCII(domain) || 'localhost'}>`
}

/** The ids that a reply refers to: the first of the conversation, and the last 19 up to the message that it answers. */
export function referencesTo({ references, message_id }: Pick<Email, 'references' | 'message_id'>): string[] {
  const all = [...new Set([...references, ...(message_id === null ? [] : [message_id])])]
  return all.length <= MOST_REFERENCES ? all : [...all.slice(0, 1), ...all.slice(1 - MOST_REFERENCES)]
}

/** The subject of a reply to a message with this subject. */
export function replySubject(subject: string | null): string {
  const said = subject ?? ''
  return REPLY.test(said) ? said : `Re: ${said}`.trimEnd()
}

/** A value of a header that was rendered: control characters are spaces, and half of a character is none. */
export function headerText(value: string, most: number): string {
  return value
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, most)
    .toWellFormed()
}

/** A body that every database can store. */
export function bodyText(value: string | null): string | null {
  return value === null ? null : value.replaceAll('\0', '').toWellFormed()
}
