import { change, question } from '../exam.ts'

export const contacts = [
  change(
    'contacts-1',
    'Add Frank Herbert to our contacts: he is Head of Research at Tyrell Biotech, frank.herbert@tyrell.example.',
    async (state) =>
      await state.has('contacts', 'Frank Herbert', {
        primary_email: 'frank.herbert@tyrell.example',
        title: /head of research/i,
        company_id: await state.id('companies', 'Tyrell Biotech'),
      }),
  ),
  change('contacts-2', 'Tom Becker of Acme has a new phone number, +49 30 5550 1299.', (state) =>
    state.has('contacts', 'Tom Becker', { phone: (each: string) => each?.replaceAll(/\D/g, '') === '493055501299' }),
  ),
  change('contacts-3', 'From now on Katherine looks after Peter Hughes.', (state) =>
    state.has('contacts', 'Peter Hughes', { assigned_to: 'katherine@meridian.example' }),
  ),
  change('contacts-4', 'Daniel Kim, the student, can go. Delete him.', async (state) => {
    const left = await state.all('contacts')
    return left.length === 30 && !left.some(({ name }) => name === 'Daniel Kim')
  }),
  change('contacts-5', 'We have Maria Jensen twice. Make one record of the two; the one at Acme stays.', async (state) => {
    const [one, ...others] = (await state.all('contacts')).filter(({ name }) => name === 'Maria Jensen')
    const mails = one?.emails.map(({ email }: { email: string }) => email) ?? []
    return others.length === 0 && one.primary_email === 'maria.jensen@acme-robotics.example' && mails.includes('mjensen@mail.example')
  }),
  change('contacts-6', 'Ingrid Solberg counts as marketing qualified from today.', (state) =>
    state.has('contacts', 'Ingrid Solberg', { lifecycle_stage: 'mql' }),
  ),
  change('contacts-7', 'I have spoken with Nina Petrova: she is "Contacted" now in our process for new customers.', (state) =>
    state.has('contacts', 'Nina Petrova', { pipeline_stage: 'Contacted' }),
  ),
  change('contacts-8', 'Virginia Pott has read our price list. Give her 15 more points.', (state) =>
    state.has('contacts', 'Virginia Pott', { lead_score: 55 }),
  ),
  question(
    'contacts-9',
    'Whom do we know at Wayne Logistics?',
    async (state) => await state.lists('contacts', ['Lucius Fox', 'Selina Kyle']),
  ),
  question('contacts-10', 'What is the e-mail address of Claire Dubois?', (state) => state.says('claire.dubois@umbra-optics.example')),
  change('contacts-11', 'Olivia Grant wants no mailings of any kind from us any more. Unsubscribe her from everything.', async (state) => {
    const { do_not_contact, id } = await state.the('contacts', 'Olivia Grant')
    const { consents } = await state.call('listContactConsents', { id })
    return (
      do_not_contact === true ||
      consents.some((each: any) => each.state === 'unsubscribed' && /^(all|\*|everything|marketing)$/.test(each.topic))
    )
  }),
]
