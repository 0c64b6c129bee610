import { Engine, Http } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { sqlite } from 'rapport-crm/sqlite'
import { type Span, TestClock } from 'rapport-crm/testing'
import PostalMime from 'postal-mime'
import { Api } from './api.ts'
import { MailServer } from './mail-server.ts'
import type { Report } from './report.ts'

interface Enrollment {
  readonly status: string
  readonly reason: string | null
}

const PERSON = { first_name: 'Anna', email: 'anna@lovelace.example', message: 'How much is it for 40 looms?' }
const STEPS = [
  {
    type: 'email',
    delay: { amount: 0, unit: 'minutes' },
    subject: 'Your question, {{contact.first_name | and welcome}}',
    body: '<p>Hello {{contact.first_name | there}},</p><p>thank you for asking. When may I call you?</p><p>{{owner.first_name | Ada}}</p>',
  },
  {
    type: 'email',
    delay: { amount: 3, unit: 'days' },
    reply_in_thread: true,
    body: '<p>Hello {{contact.first_name | there}}, did you see my message?</p>',
  },
]

/** The second act of `rapport demo`: a form is filled in, a sequence writes and waits, an answer ends it. */
export async function outreach(report: Report): Promise<void> {
  const clock = new TestClock()
  const server = new MailServer(() => clock.now())
  // The address of the mailbox is this machine, which outgoing calls reach only where it is allowed.
  const outgoing = new Http({ allow: ['127.0.0.1/32'] })
  const engine = await Engine.open({
    storage: sqlite(':memory:'),
    publicUrl: 'https://crm.engines.example',
    ports: [clock, outgoing, server.mailer, server.inbox],
  })
  try {
    const { key = '' } = await engine.access.bootstrap()
    const { fetch } = http(engine)
    const api = new Api(fetch, key)
    const at = async (time: Span) => {
      clock.advance(time)
      await engine.tick()
    }
    report.title('A mailbox, a form, and a workflow that enrolls whoever fills it in in a sequence of two e-mails')
    const account = { host: '127.0.0.1', security: 'none', user: 'ada', password: 'engine' }
    const mailbox = await api.post<{ id: string }>('/mailboxes', {
      address: 'ada@engines.example',
      name: 'Ada at Engines',
      smtp: { ...account, port: 2525 },
      imap: { ...account, port: 143 },
      is_default: true,
    })
    const form = await api.post<{ id: string; embed: { url: string } }>('/forms', {
      name: 'Contact us',
      fields: [
        { name: 'first_name', label: 'First name', maps_to: 'contact.first_name' },
        { name: 'email', label: 'E-mail', type: 'email', required: true, maps_to: 'contact.email' },
        { name: 'message', label: 'Your question' },
      ],
    })
    const sequence = await api.post<{ id: string }>('/sequences', { name: 'Answer a question', steps: STEPS })
    await api.post(`/sequences/${sequence.id}/activate`, {})
    const workflow = await api.post<{ id: string }>('/workflows', {
      name: 'Whoever asks is answered',
      trigger: { type: 'form.submitted' },
      steps: [{ type: 'enroll_sequence', config: { sequence_id: sequence.id } }],
    })
    await api.post(`/workflows/${workflow.id}/activate`, {})

    report.title(`Somebody fills in ${form.embed.url}`)
    const { contact_id } = await api.post<{ contact_id: string }>(`/forms/${form.id}/submissions`, { values: PERSON })
    await at('1 minute')
    const contact = await api.get<{ name: string; primary_email: string }>(`/contacts/${contact_id}`)
    report.promise(`a contact: ${contact.name}, ${contact.primary_email}`, contact.primary_email === PERSON.email)
    await print(server, 1, report)

    report.title('A day later: the sequence waits')
    await at('1 day')
    report.promise('nothing further was sent', server.sent.length === 1)

    report.title('The person answers')
    const first = await PostalMime.parse(server.sent[0] ?? '')
    server.deliver(
      { From: PERSON.email, To: 'ada@engines.example', Subject: `Re: ${first.subject}`, 'In-Reply-To': first.messageId ?? '' },
      'Tomorrow at ten, please.\n\nOn Thu, 15 Jan 2026 at 09:01, Ada at Engines <ada@engines.example> wrote:\n> When may I call you?',
    )
    await api.post(`/mailboxes/${mailbox.id}/sync`, {})
    await at('1 minute')
    const { events } = await api.get<{ events: readonly { type: string; payload: { snippet?: string; reason?: string } }[] }>(
      '/events?limit=100',
    )
    const replied = events.find(({ type }) => type === 'contact.replied')
    report.promise(`contact.replied: "${replied?.payload.snippet ?? ''}"`, replied !== undefined)
    const exited = events.find(({ type }) => type === 'sequence.exited')
    report.promise(`sequence.exited, because: ${exited?.payload.reason ?? ''}`, exited?.payload.reason === 'replied')

    report.title('Three days later')
    await at('3 days')
    report.promise('the second e-mail was never sent', server.sent.length === 1)
    const { enrollments } = await api.get<{ enrollments: readonly Enrollment[] }>(`/sequences/${sequence.id}/enrollments`)
    report.line(`enrollment: ${enrollments.map(({ status, reason }) => `${status}, ${reason}`).join()}`)
  } finally {
    await engine.close()
  }
}

/** Prints what was sent as a person reads it. */
async function print({ sent }: MailServer, expected: number, report: Report): Promise<void> {
  report.promise(`${sent.length} e-mail was sent`, sent.length === expected)
  for (const raw of sent) {
    const { from, to, subject, text } = await PostalMime.parse(raw)
    report.line(`From: ${from?.name} <${from?.address}>`)
    report.line(`To: ${to?.map(({ address }) => address).join()}`)
    report.line(`Subject: ${subject}`)
    for (const line of (text ?? '').trim().split('\n')) report.line(`| ${line}`)
  }
}
