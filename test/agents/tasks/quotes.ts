import { change, question } from '../exam.ts'

/** What a document sells, such as `MIC-200 x 3`. */
const soldBy = (document: any): string =>
  (document?.lines ?? [])
    .map(({ sku, quantity }: any) => `${sku} x ${quantity}`)
    .toSorted()
    .join()

export const quotes = [
  change('quotes-1', 'Write a quote for Stark Materials: 3 research microscopes and 2 bench spectrometers.', async (state) => {
    const company_id = await state.id('companies', 'Stark Materials')
    const [made, ...others] = await state.all('quotes', { company_id })
    return others.length === 0 && made !== undefined && soldBy(await state.call('getQuote', { id: made.id })) === 'MIC-200 x 3,SPC-10 x 2'
  }),
  change('quotes-2', 'The quote for the laboratory extension at Acme can go out. It is good until 15 July.', (state) =>
    state.has('quotes', 'Q-501', { status: 'sent', valid_until: '2026-07-15' }),
  ),
  change(
    'quotes-3',
    'Peter Hughes (peter.hughes@northwind.example) has accepted our quote, and with that the Northwind deal is won.',
    async (state) => {
      const accepted = await state.has('quotes', 'Q-502', { status: 'accepted' })
      return accepted && (await state.has('deals', 'Northwind quality lab', { status: 'won' }))
    },
  ),
  change('quotes-4', 'Tyrell says no to our quote: too expensive.', async (state) => {
    const { id } = await state.the('quotes', 'Q-504')
    const quote = await state.call('getQuote', { id })
    return quote.status === 'declined' && /expensive/i.test(JSON.stringify(quote))
  }),
  change('quotes-5', 'Umbra gets 5 percent off the whole quote for the optics bench.', (state) =>
    state.has('quotes', 'Q-503', { discount_percent: 5, status: 'draft' }),
  ),
  change('quotes-6', 'The quote for Acme should have 10 research microscopes instead of 8. The filter sets stay.', async (state) => {
    const id = await state.id('quotes', 'Q-501')
    return soldBy(await state.call('getQuote', { id })) === 'FLT-2 x 16,MIC-200 x 10'
  }),
  question(
    'quotes-7',
    'What would 5 field microscopes cost Wayne Logistics, with their discount and with tax? Do not save anything.',
    (state) => state.says(6426),
  ),
  change('quotes-8', 'Make a copy of the Northwind quote as a new draft.', async (state) => {
    const company_id = await state.id('companies', 'Northwind Foods')
    const both = await state.all('quotes', { company_id })
    return (
      both
        .map(({ status }) => status)
        .toSorted()
        .join() === 'draft,sent'
    )
  }),
]
