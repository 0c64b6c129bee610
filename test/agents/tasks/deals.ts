import { change, question } from '../exam.ts'
import type { State } from '../state.ts'

// Stages in their order, each with its type.
const stagesOf = async (state: State, name: string): Promise<string> => {
  const pipeline = await state.the('pipelines', name)
  return (pipeline?.stages ?? []).map((each: any) => `${each.name} ${each.type}`).join()
}

export const deals = [
  change(
    'deals-1',
    'Open a deal with Soylent Nutrition: "Soylent restart", 25,000 euros, it is Katherine\'s and should close at the end of September.',
    async (state) =>
      await state.has('deals', 'Soylent restart', {
        amount: 25_000,
        currency: 'EUR',
        owner_email: 'katherine@meridian.example',
        close_date: '2026-09-30',
        company_id: await state.id('companies', 'Soylent Nutrition'),
      }),
  ),
  change('deals-2', 'The deal with Stark goes on to the demo.', (state) =>
    state.has('deals', 'Stark materials testing', { stage_id: 'demo' }),
  ),
  change('deals-3', 'We have won the optics bench at Umbra, for 61,500 in the end. It was our service that convinced them.', (state) =>
    state.has('deals', 'Umbra optics bench', { status: 'won', amount: 61_500, won_reason: /service/i }),
  ),
  change('deals-4', 'The Initech pilot is lost. They have no budget.', (state) =>
    state.has('deals', 'Initech pilot', { status: 'lost', lost_reason: 'No budget' }),
  ),
  change('deals-5', 'Hooli wants to talk again about the campus labs. Open that deal again.', (state) =>
    state.has('deals', 'Hooli campus labs', { status: 'open' }),
  ),
  change('deals-6', 'The spectrometer line for Globex is worth 95,000 now, and they decide by 15 September.', (state) =>
    state.has('deals', 'Globex spectrometer line', { amount: 95_000, close_date: '2026-09-15', status: 'open' }),
  ),
  change(
    'deals-7',
    'We need a pipeline for partners: first "Contact", then "Agreement", and then it is "Signed" (won) or "Declined" (lost).',
    async (state) => {
      const made = (await state.all('pipelines')).find(({ name }) => /partner/i.test(name))
      return (await stagesOf(state, made?.name)) === 'Contact open,Agreement open,Signed won,Declined lost'
    },
  ),
  change('deals-8', 'Alan is on leave. Give all of his open deals to Grace.', async (state) => {
    const of = (email: string) => ({ owner_email: `${email}@meridian.example` })
    for (const name of ['Acme spare lenses', 'Initech pilot', 'Wonka taste lab', 'Wayne calibration contract'])
      if (!(await state.has('deals', name, { ...of('grace'), status: 'open' }))) return false
    return (
      (await state.has('deals', 'Wayne fleet inspection', of('alan'))) &&
      (await state.has('deals', 'Tyrell imaging suite', of('katherine')))
    )
  }),
  change('deals-9', 'Delete the deal about spare lenses for Acme, it was a mistake.', async (state) => {
    const left = await state.all('deals')
    return left.length === 14 && !left.some(({ name }) => name === 'Acme spare lenses')
  }),
  change('deals-10', 'Raj Patel is the decision maker in the Globex deal. Add him to it; Susan stays.', async (state) => {
    const { contacts } = await state.the('deals', 'Globex spectrometer line')
    const [raj, susan] = [await state.id('contacts', 'Raj Patel'), await state.id('contacts', 'Susan Calvin')]
    const roleOf = (id: string) => contacts.find((each: any) => each.lead_id === id)
    return /decision/i.test(roleOf(raj)?.role ?? '') && roleOf(susan) !== undefined
  }),
  question('deals-11', 'Which open deals of Grace are worth more than 40,000?', (state) =>
    state.lists('deals', ['Acme lab extension', 'Stark materials testing']),
  ),
  question(
    'deals-12',
    'How much money is in each stage of our sales pipeline?',
    (state) => state.row('Negotiation', 202_500) && state.row('Proposal sent', 112_000),
  ),
  question('deals-13', 'Which open deals are meant to close this month?', (state) =>
    state.lists('deals', ['Acme lab extension', 'Tyrell imaging suite']),
  ),
]
