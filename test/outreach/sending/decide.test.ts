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

it('judges whom the server has refused at once as reports are judged, and sends again what it has put off for any of them', () => {
  const refusedOnes = (...answers: readonly string[]) =>
    decide(
      email,
      {
        kind: 'refused',
        phase: 'recipients',
        code: Number(answers.at(-1)?.slice(0, 3)),
        text: answers.at(-1) ?? '',
        refused: answers.map((text, at) => ({ address: recipients[at]?.address ?? '', code: Number(text.slice(0, 3)), text })),
      },
      now,
    ).changes
  for (const [answer, kind] of [
    ['550 5.1.1 No such user', 'hard'],
    ['550 No such user here', 'hard'],
    ['550 5.2.1 Mailbox disabled', 'hard'],
    ['552 5.2.2 Mailbox full', 'soft'],
    ['550 5.4.7 Too long on its way', 'soft'],
    ['550 5.7.1 Not by our rules', 'blocked'],
    ['554 Go away', 'blocked'],
  ] as const)
    expect([answer, refusedOnes(answer)]).toMatchObject([answer, { status: 'bounced', bounce: { kind, text: answer } }])
  expect(refusedOnes('552 5.2.2 Full', '550 5.1.1 Unknown', '550 5.7.1 No')).toMatchObject({
    status: 'bounced',
    bounce: { kind: 'hard', code: '5.1.1' },
  })
  expect(refusedOnes('450 4.2.1 Later', '550 5.1.1 Unknown')).toMatchObject({
    status: 'queued',
    attempt: 1,
    error: { code: 'deferred', text: '450 4.2.1 Later' },
    recipients: [{ status: 'delayed' }, { status: 'refused' }, { status: 'pending' }],
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
