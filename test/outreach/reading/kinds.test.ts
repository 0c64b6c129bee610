import { describe, expect, test } from 'vitest'
import { kindOf, readMessage } from '../../../core/outreach/reading/read.ts'
import { inspectEmail } from '../../../core/outreach/reading/inspect.ts'
import { bounce, daemon, letter, parts, tongues } from './letters.ts'

const answering = { 'In-Reply-To': '<ours@ours.example>' }
const kind = (raw: Buffer, answersOurs = true) => kindOf(readMessage(raw), answersOurs)

describe('automatic messages', () => {
  test.each(Object.entries(tongues))('absences in %s, by their subject', (_, { absence, re }) => {
    expect(kind(letter('Back on Monday.', { ...answering, Subject: `${absence}: Tuesday` }))).toBe('automatic')
    expect(kind(letter('Back on Monday.', { Subject: `${absence}`, 'X-Auto-Response-Suppress': 'All' }))).toBe('automatic')
    expect(kind(letter('I have a question.', { Subject: `${re}: the report on ${absence}`, ...answering }))).toBe('message')
    expect(kind(letter('New', { Subject: `${absence} of your colleague` }))).toBe('message')
  })

  test.each([
    ['Auto-Submitted', 'auto-replied'],
    ['Auto-Submitted', 'auto-generated (vacation)'],
    ['X-Autoreply', 'yes'],
    ['X-Autorespond', 'x'],
    ['Precedence', 'auto_reply'],
    ['Return-Path', '<>'],
  ])('by %s: %s', (name, value) => {
    expect(kind(letter('Thanks, we got it.', { ...answering, [name]: value }))).toBe('automatic')
  })

  test.each([
    ['List-Id', '<list.theirs.example>'],
    ['Precedence', 'bulk'],
    ['Precedence', 'list'],
    ['Precedence', 'junk'],
  ])('by %s: %s, unless they answer ours', (name, value) => {
    expect(kind(letter('News', { [name]: value }), false)).toBe('automatic')
    expect(kind(letter('Yes', { ...answering, [name]: value }), true)).toBe('message')
  })

  test('receipts of reading are automatic, people are not', () => {
    const receipt = parts(
      'b',
      'Content-Type: text/plain\n\nRead.',
      'Content-Type: message/disposition-notification\n\nDisposition: manual-action/MDN-sent-manually; displayed',
    )
    expect(kind(letter(receipt, { 'Content-Type': 'multipart/report; report-type=disposition-notification; boundary=b' }))).toBe(
      'automatic',
    )
    for (const headers of [
      { 'Auto-Submitted': 'no' },
      { 'X-Autoreply': 'no' },
      { 'Return-Path': '<kim@theirs.example>' },
      { 'X-Mailer': 'auto' },
      { Subject: 'Undeliverable parcel', From: 'kim@theirs.example' },
    ])
      expect(kind(letter('The delivery failed, please call.', headers))).toBe('message')
  })
})

const field = (status: string, diagnostic: string, action = 'failed') => ({
  'Final-Recipient': 'rfc822; kim@theirs.example',
  Action: action,
  Status: status,
  'Diagnostic-Code': `smtp; ${diagnostic}`,
})

describe('bounces', () => {
  test.each([
    ['hard', '5.1.1', '550 5.1.1 <kim@theirs.example>: user unknown', '5.1.1'],
    ['hard', '5.1.2', '550 Host unknown', '5.1.2'],
    ['hard', '5.1.10', '556 5.1.10 null MX', '5.1.10'],
    ['hard', '5.2.1', '550 5.2.1 disabled', '5.2.1'],
    ['hard', '5.4.4', 'no route', '5.4.4'],
    ['hard', '5.0.0', '550 User unknown', '550'],
    ['hard', '5.0.0', '550 5.1.1 no such user', '5.1.1'],
    ['hard', '5.0.0', '551 unknown user', '551'],
    ['hard', '5.0.0', '553 user unknown', '553'],
    ['soft', '4.1.1', '450 4.1.1 user unknown', '4.1.1'],
    ['soft', '4.4.7', 'delivery time expired', '4.4.7'],
    ['soft', '5.2.2', '552 5.2.2 mailbox full', '5.2.2'],
    ['soft', '5.1.1', '552 mailbox is over quota', '5.1.1'],
    ['soft', '5.4.7', 'delivery time expired', '5.4.7'],
    ['soft', '5.0.0', '552 Mailbox full', '552'],
    ['blocked', '5.1.7', '550 5.1.7 bad sender', '5.1.7'],
    ['blocked', '5.1.8', '501 5.1.8 sender address rejected', '5.1.8'],
    ['blocked', '5.7.1', '550 5.7.1 user unknown', '5.7.1'],
    ['blocked', '5.7.26', '550 5.7.26 DMARC', '5.7.26'],
    ['blocked', '5.1.0', '550 5.1.0 listed at spamhaus', '5.1.0'],
    ['blocked', '5.0.0', '550 mail rejected', '550'],
    ['blocked', '5.0.0', '550 User unknown (in reply to end of DATA command)', '550'],
    ['blocked', '5.0.0', '554 user unknown', '554'],
    ['blocked', '5.3.4', '552 5.3.4 message too large', '5.3.4'],
  ])('are %s by %s and "%s"', (expected, status, diagnostic, code) => {
    const { kind, recipients, message_ids } = inspectEmail(bounce([field(status, diagnostic)]))
    expect(kind).toBe('bounce')
    expect(recipients).toMatchObject([{ address: 'kim@theirs.example', kind: expected, code }])
    expect(message_ids).toEqual(['ours@ours.example'])
  })

  test('tell each of several recipients, also where a server forgets the blank line between them', () => {
    const { recipients } = inspectEmail(
      bounce([
        {
          ...field('5.1.1', '550 5.1.1 unknown'),
          'X-Next': '\nFinal-Recipient: rfc822; lee@theirs.example\nAction: failed\nStatus: 5.2.2',
        },
        { 'Final-Recipient': 'rfc822; max@theirs.example', Action: 'delivered', Status: '2.1.5' },
      ]),
    )
    expect(recipients.map(({ address, kind }) => [address, kind])).toEqual([
      ['kim@theirs.example', 'hard'],
      ['lee@theirs.example', 'soft'],
      ['max@theirs.example', 'delivered'],
    ])
  })

  test('that only tell of a delay or of success are no bounces', () => {
    expect(inspectEmail(bounce([field('4.4.1', 'connection timed out', 'delayed')]))).toMatchObject({
      kind: 'delayed',
      recipients: [{ kind: 'soft' }],
    })
    expect(inspectEmail(bounce([field('2.0.0', '250 ok', 'delivered')]))).toMatchObject({
      kind: 'automatic',
      recipients: [{ kind: 'delivered' }],
    })
  })

  const copy =
    '\n--- Below this line is a copy of the message.\n\nReceived: from x\nMessage-ID: <ours@ours.example>\nFrom: ada@ours.example\nTo: kim@theirs.example\n\nHello'
  test.each([
    [
      'qmail',
      'hard',
      `Hi. This is the qmail-send program at mx.example.\n\n<kim@theirs.example>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 no such user\nGiving up on 192.0.2.1.\n${copy}`,
    ],
    [
      'exim',
      'hard',
      `This message was created automatically by mail delivery software.\n\nThe following address(es) failed:\n\n  kim@theirs.example\n    host mx [192.0.2.1]\n    SMTP error from remote mail server after RCPT TO:<kim@theirs.example>:\n    550 No such user here\n${copy}`,
    ],
    [
      'exim, spam',
      'blocked',
      `The following address(es) failed:\n\n  kim@theirs.example\n    SMTP error from remote mail server after end of data:\n    550 looks like spam\n${copy}`,
    ],
    [
      'postfix',
      'blocked',
      `This is the mail system at host mx.\n\nFor further assistance, please contact postmaster@ours.example\n\n<kim@theirs.example>: host mx said: 554 5.7.1 Access denied\n    (in reply to RCPT TO command)\n${copy}`,
    ],
    [
      'sendmail of a domain that takes no mail',
      'hard',
      `   ----- The following addresses had permanent fatal errors -----\n<kim@theirs.example>\n    (reason: 550 5.7.27 Host does not accept mail)\n${copy}`,
    ],
    [
      'postfix of a sender whose domain takes no mail',
      'blocked',
      `This is the mail system at host mx.\n\n<kim@theirs.example>: host mx said: 550 5.7.27 Sender address has null MX\n    (in reply to RCPT TO command)\n${copy}`,
    ],
    [
      'postfix of a host that takes no mail',
      'hard',
      `This is the mail system at host mx.\n\n<kim@theirs.example>: host mx said: 521 5.3.2 Host does not accept mail\n    (in reply to RCPT TO command)\n${copy}`,
    ],
    [
      'sendmail',
      'hard',
      `   ----- The following addresses had permanent fatal errors -----\n<kim@theirs.example>\n    (reason: 550 5.1.1 <kim@theirs.example>... User unknown)\n\n   ----- Transcript of session follows -----\n>>> RCPT To:<kim@theirs.example>\n<<< 550 5.1.1 User unknown\n${copy}`,
    ],
    [
      'an old server',
      'hard',
      `Unknown user: kim@theirs.example\n\nOriginal message follows.\n\nReceived: x\nMessage-ID: <ours@ours.example>\nTo: kim@theirs.example\n\nHello`,
    ],
    ['a full mailbox', 'soft', `User mailbox exceeds allowed size: kim@theirs.example\n${copy}`],
    [
      'expired',
      'soft',
      `<kim@theirs.example>:\nSorry, I wasn't able to establish an SMTP connection. (#4.4.1)\nI'm not going to try again; this message has been in the queue too long.\n${copy}`,
    ],
  ])('are read in the words of servers: %s', (_, expected, text) => {
    expect(inspectEmail(letter(text, daemon()))).toMatchObject({
      kind: 'bounce',
      recipients: [{ address: 'kim@theirs.example', kind: expected }],
      message_ids: ['ours@ours.example'],
    })
  })

  test('in words that say that the message is only late are delays', () => {
    const text = `THIS IS A WARNING MESSAGE ONLY.\n\nDelivery to the following recipient has been delayed:\n\n     kim@theirs.example\n\nMessage will be retried for 2 more day(s)\n${copy}`
    expect(inspectEmail(letter(text, daemon({ Subject: 'Delivery Status Notification (Delay)' })))).toMatchObject({
      kind: 'delayed',
      recipients: [{ address: 'kim@theirs.example', kind: 'soft' }],
    })
  })

  test('name the recipients of a header, and none that the header does not name', () => {
    const raw = letter(
      `Write to help@theirs.example.\n\nlee@theirs.example: 550 5.1.1 unknown\n${copy}`,
      daemon({ 'X-Failed-Recipients': 'lee@theirs.example' }),
    )
    expect(inspectEmail(raw).recipients.map(({ address }) => address)).toEqual(['lee@theirs.example'])
  })

  test('that a person forwards are messages', () => {
    const text =
      'What is this?\n\nBegin forwarded message:\n\n> From: Mail Delivery Subsystem <MAILER-DAEMON>\n> Subject: Returned mail\n>\n> <kim@theirs.example>: 550 5.1.1 User unknown'
    expect(inspectEmail(letter(text, { Subject: 'Fwd: Returned mail: see transcript' }))).toMatchObject({
      kind: 'message',
      text: 'What is this?',
      recipients: [],
    })
  })

  test('that a relay tells in JSON', () => {
    const bounced = {
      notificationType: 'Bounce',
      bounce: {
        bouncedRecipients: [
          { emailAddress: 'Kim@theirs.example', status: '5.1.1', action: 'failed', diagnosticCode: 'smtp; 550 5.1.1 unknown' },
        ],
      },
      mail: { commonHeaders: { messageId: '<ours@ours.example>' } },
    }
    expect(inspectEmail(letter(JSON.stringify(bounced), { From: 'no-reply@relay.example', Subject: 'Notification' }))).toMatchObject({
      kind: 'bounce',
      recipients: [{ address: 'kim@theirs.example', kind: 'hard' }],
      message_ids: ['ours@ours.example'],
    })
  })
})

test('complaints name who complains, and of what', () => {
  const raw = parts(
    'b',
    'Content-Type: text/plain\n\nA complaint.',
    'Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1\nOriginal-Rcpt-To: <kim@theirs.example>',
    'Content-Type: message/rfc822\n\nMessage-ID: <ours@ours.example>\nTo: kim@theirs.example\n\nHello',
  )
  expect(inspectEmail(letter(raw, { 'Content-Type': 'multipart/report; report-type=feedback-report; boundary=b' }))).toMatchObject({
    kind: 'complaint',
    recipients: [{ address: 'kim@theirs.example' }],
    message_ids: ['ours@ours.example'],
  })
})

test('a bare body is a message of which only the text is known', () => {
  expect(inspectEmail(Buffer.from('Yes.\r\n\r\nOn 24.11.2026 10:15, Ada <ada@ours.example> wrote:\r\n> Tuesday?'), true)).toEqual({
    kind: 'message',
    recipients: [],
    message_ids: [],
    subject: '',
    snippet: 'Yes.',
    text: 'Yes.',
    quoted: 'On 24.11.2026 10:15, Ada <ada@ours.example> wrote:\n> Tuesday?',
  })
})
