import { Type } from '@sinclair/typebox'
import { Consents, contactType, defineTrigger, EventWriter, operation, Records } from 'rapport-crm'

const MAX_TEXT = 1600
const stop = /^\s*(stop|unsubscribe|end|quit|cancel)\s*$/i

/** A contact has answered by a text message; with `keyword` only one that begins with this word. */
export const smsReceived = defineTrigger({
  type: 'sms.received',
  label: 'Text message received',
  event: { group: 'Text messages' },
  config: Type.Object(
    { keyword: Type.Optional(Type.String({ maxLength: 50, description: 'Only messages that begin with this word' })) },
    { additionalProperties: false },
  ),
  meets: ({ keyword = '' }, { text }) => {
    const wanted = keyword.trim().toLowerCase()
    return wanted === '' || String(text).trim().toLowerCase().split(/\s+/, 1)[0] === wanted
  },
})

/** Takes a message from the gateway, which calls with an API key: an event of the contact with this number; `STOP` is heard. */
export const receiveSms = operation({
  id: 'receiveSms',
  summary: 'Take a text message of a contact from the gateway; who says STOP gets none anymore',
  scope: 'write',
  route: 'POST /sms/inbound',
  input: Type.Object(
    {
      from: Type.String({ pattern: '^\\+[1-9]\\d{6,14}$', maxLength: 16, description: 'Number of the sender, such as +34911234567' }),
      text: Type.String({ maxLength: MAX_TEXT, description: 'The message' }),
      message_id: Type.Optional(Type.String({ maxLength: 100, description: 'Id of the message at the gateway' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      contacts: Type.Integer({ minimum: 0, description: 'Contacts that have this number' }),
      opted_out: Type.Boolean({ description: 'Whether the message ended all further ones' }),
    },
    { additionalProperties: false },
  ),
  uses: { records: Records, events: EventWriter, consents: Consents },
  handle: async ({ from, text, message_id }, { records, events, consents }) => {
    const found = await records.findBy(contactType.entity, 'phone', [from])
    const opted_out = stop.test(text)
    for (const { id } of found) {
      if (opted_out) await consents.withdraw({ id, topic: 'sms', source: 'sms' })
      await events.tell('sms.received', { type: 'contact', id }, { from, text, message_id: message_id ?? null })
    }
    return { contacts: found.length, opted_out }
  },
})
