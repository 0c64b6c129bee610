import { Type } from '@sinclair/typebox'
import { CrmError, defineAction, Http, type Subjects, TemporaryFailure } from 'rapport-crm'
import { topics } from './opted-out.ts'

/** The gateway that sends, and how it knows the sender. */
export interface SmsOptions {
  /** Address that takes one message by POST; https. */
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
  readonly token: string
  /** Number or name that recipients see. */
  readonly from: string
}

const E164 = /^\+[1-9]\d{6,14}$/
const config = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 1600, merge_tags: true, description: 'What is sent; merge tags are filled in' }) },
  { additionalProperties: false },
)

/** Sends a text message to the contact; to none who wants none. */
export function sendSms({ url, token, from }: SmsOptions) {
  return defineAction({
    type: 'sms.send',
    label: 'Send text message',
    summary: 'Send a text message to the phone of the contact, unless it wants none',
    config,
    effect: 'external',
    needs: ['contact'],
    uses: { http: Http },
    prepare: ({ config: { text }, subjects: { contact } }) => {
      if (refuses(contact)) return { skipped: 'opted_out' }
      const to = contact?.['phone']
      if (typeof to !== 'string' || !E164.test(to)) return { skipped: 'no_phone' }
      return text.trim() === '' ? { skipped: 'no_text' } : { effect: { to, text } }
    },
    run: async ({ prepared, key, signal }, { http }) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key }
      // `prepare` has made it.
      const body = JSON.stringify({ from, ...(prepared as { readonly to: string; readonly text: string }) })
      const { status, terminal, response } = await http.send({ url, method: 'POST', headers, body, signal })
      if (status >= 200 && status < 300) return { done: { status } }
      if (status >= 500 || status === 408 || status === 429 || (status === 0 && !terminal))
        throw new TemporaryFailure(status === 0 ? `The call failed: ${response}` : `The gateway answered ${status}`)
      throw new CrmError('conflict', `The gateway refused the message: ${status === 0 ? response : `${status} ${response}`}`)
    },
    dryRun: ({ config: { text }, subjects: { contact } }) => ({ to: contact?.['phone'] ?? null, text }),
  })
}

function refuses(contact: Subjects['contact']): boolean {
  if (contact?.['do_not_contact'] === true) return true
  const said = contact?.['consents']
  if (typeof said !== 'object' || said === null) return false
  return topics.some((topic) => {
    const consent: unknown = Reflect.get(said, topic)
    return typeof consent === 'object' && consent !== null && Reflect.get(consent, 'state') === 'unsubscribed'
  })
}
