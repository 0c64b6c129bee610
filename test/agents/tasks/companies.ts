import { change, question } from '../exam.ts'

export const companies = [
  change('companies-1', 'New company: Cyberdyne Systems, web site cyberdyne.example, in the United States, industry Software.', (state) =>
    state.has('companies', 'Cyberdyne Systems', { domain: 'cyberdyne.example', country: 'US', industry: 'Software' }),
  ),
  change('companies-2', 'Wayne Logistics has 4,500 people now.', (state) => state.has('companies', 'Wayne Logistics', { employees: 4500 })),
  change('companies-3', 'Umbra Optics becomes a gold customer.', (state) => state.has('companies', 'Umbra Optics', { tier: 'gold' })),
  change('companies-4', 'Globex is in there twice. Merge the two; the one with the web domain stays.', async (state) => {
    const left = (await state.all('companies')).filter(({ name }) => name.startsWith('Globex'))
    return left.length === 1 && left[0].domain === 'globex.example'
  }),
  change('companies-5', 'Hooli Cloud goes from Alan to Grace.', (state) =>
    state.has('companies', 'Hooli Cloud', { owner_email: 'grace@meridian.example' }),
  ),
  change('companies-6', 'The bills for Wonka Confectionery go to Bahnhofstrasse 5, 8001 Zurich, Switzerland.', (state) =>
    state.has('companies', 'Wonka Confectionery', {
      billing_address: { street: /Bahnhofstrasse 5/, postal_code: '8001', city: /^Z(u|ü|ue)rich$/, country: 'CH' },
    }),
  ),
  question('companies-7', 'Which gold customers do we have?', (state) =>
    state.lists('companies', ['Acme Robotics', 'Globex Chemicals', 'Wayne Logistics']),
  ),
  question(
    'companies-8',
    'I am about to meet Acme Robotics. How do we stand with them: open deals, revenue, what is unpaid?',
    (state) => state.says(2856, 2400) && (state.says(57_600) || state.says('Acme lab extension', 'Acme service 2026')),
  ),
]
