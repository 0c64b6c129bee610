import { change, question } from '../exam.ts'

export const outreach = [
  change(
    'outreach-1',
    'Write an e-mail template "Birthday": the subject is "All the best" and then the first name of the contact, the text is "We wish you a good year."',
    async (state) => {
      const id = await state.id('email_templates', 'Birthday')
      if (id === undefined) return false
      const { subject, html, text } = await state.call('getEmailTemplate', { id })
      return /^All the best,? *\{\{ *contact\.first_name[^}]*\}\}/.test(subject) && /We wish you a good year/.test(`${html} ${text}`)
    },
  ),
  change('outreach-2', 'The summer newsletter should go out on Monday at 9.', (state) =>
    state.has('campaigns', 'Summer newsletter', { status: 'scheduled', next_run_at: '2026-06-22T09:00:00.000Z' }),
  ),
  change('outreach-3', 'The service days are cancelled. Stop the mailing about them for good.', (state) =>
    state.has('campaigns', 'Service days', { status: 'cancelled' }),
  ),
  question('outreach-4', 'Who has asked for a demonstration on our web site, and what would they like to see?', (state) =>
    state.says('yuki.tanaka@school.example', 'Microscopes for a school', 'The bench spectrometer'),
  ),
  change(
    'outreach-5',
    'Write an e-mail to Claire Dubois, subject "Optics bench", text "Have you decided?", and send it.',
    async (state) => {
      const lead_id = await state.id('contacts', 'Claire Dubois')
      const { emails } = await state.call('listEmails', { lead_id })
      return emails.length === 1 && emails[0].subject === 'Optics bench' && /Have you decided\?/.test(emails[0].snippet ?? '')
    },
  ),
  change('outreach-6', 'Selina Kyle has told me on the phone that she would like to have the newsletter again.', async (state) => {
    const { consents } = await state.call('listContactConsents', { id: await state.id('contacts', 'Selina Kyle') })
    return consents.some((each: any) => each.topic === 'newsletter' && each.state === 'subscribed')
  }),
  question('outreach-7', 'How would our welcome e-mail read if Charlie Bucket got it?', (state) =>
    state.says('Welcome, Charlie', 'Hello Charlie'),
  ),
  change('outreach-8', 'The subject of the template "Offer reminder" should be "Your offer ends on Friday".', (state) =>
    state.has('email_templates', 'Offer reminder', { subject: 'Your offer ends on Friday' }),
  ),
]
