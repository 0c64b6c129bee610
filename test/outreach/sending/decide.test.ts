import { expect, it } from 'vitest'
import { initials } from '../../../core/kernel/storage/records/new-record.ts'
import { type Email, emailFields } from '../../../core/outreach/emails/entity.ts'
import { decide } from '../../../core/outreach/sending/decide.ts'

const now = new Date('2026-11-27T12:00:00Z')
const recipients = ['one@x.example', 'two@x.example', 'three@x.example'].map((address) => ({
  address,
  status: 'pending' as const,
  code: null,
  text: null,
}))
// Only what the decision reads.
const email = { ...initials(emailFields), recipients, attempt: 0 } as unknown as Email

it('calls those refused whom the server has refused, and not those whom it has put off', () => {
  const { changes } = decide(
    email,
    {
      kind: 'accepted',
      answer: '250 OK',
      queueId: null,
      refused: [
        { address: 'two@x.example', code: 452, text: '452 4.2.2 Full' },
        { address: 'three@x.example', code: 550, text: '550 5.1.1 Unknown' },
      ],
    },
    now,
  )
  expect(changes).toMatchObject({
    status: 'sent',
    recipients: [{ status: 'sent' }, { status: 'delayed', code: '452' }, { status: 'refused' }],
  })
})

it('holds the mailbox for what servers say of it, and only the message where a server does not know it yet', () => {
  const refusedAt = (phase: 'recipients' | 'data' | 'sender', code: number, text: string) =>
    decide(email, { kind: 'refused', phase, code, text, refused: [] }, now)
  for (const text of ['450 4.7.1 Greylisted, try again in 5 seconds', '451 4.7.1 Please try again in 30 s', '450 4.7.25 graylist'])
    expect(refusedAt('recipients', Number(text.slice(0, 3)), text)).toMatchObject({
      changes: { status: 'queued', attempt: 1, error: { code: 'greylisted' }, due_at: new Date('2026-11-27T12:01:00Z') },
    })
  expect(refusedAt('recipients', 450, '450 4.7.1 Greylisted').mailboxFails).toBeUndefined()
  for (const [phase, text] of [
    ['recipients', '421 4.7.0 Too many, try again in 5 minutes'],
    ['recipients', '451 4.7.500 Server busy'],
    ['sender', '450 4.7.1 Too fast'],
  ] as const)
    expect(refusedAt(phase, Number(text.slice(0, 3)), text).mailboxFails).toBe(text)
})
