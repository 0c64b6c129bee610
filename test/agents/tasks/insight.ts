import { change, question } from '../exam.ts'

export const insight = [
  question('insight-1', 'How does this quarter compare with the last one?', (state) => state.says(40_800, 'previous')),
  question(
    'insight-2',
    'Why have we lost deals this year?',
    (state) => state.row('Price too high', 220_000) || state.row('Price too high', 1),
  ),
  question('insight-3', 'Who of us has won the most money this year?', (state) => state.row('alan@meridian.example', 31_000)),
  question('insight-4', 'What may we expect to close in each of the coming months?', (state) => state.says('2026-06', '2026-08', 168_800)),
  question(
    'insight-5',
    'Which deals have been lying around for too long?',
    (state) => state.says('Umbra optics bench', 'Stark materials testing') && !state.says('Wayne fleet inspection'),
  ),
  question('insight-6', 'How many contacts do we have in each stage of their life as customers?', (state) => state.row('customer', 4)),
  question('insight-7', 'How much did each customer bring us this year, after credits?', (state) => state.row('Wayne Logistics', 20_520)),
  change(
    'insight-8',
    'Save a report "Won by owner": how many deals each of us has won, and their total amount, as a bar chart.',
    async (state) => {
      const made = await state.the('reports', 'Won by owner')
      if (made?.object !== 'deals' || made.chart !== 'bar') return false
      const { rows } = await state.call('runReport', { id: made.id, period: 'all' })
      const values = rows.map((row: object) => Object.values(row).join())
      return (
        values.length === 2 &&
        values.some((each: string) => /alan/.test(each) && /31000/.test(each)) &&
        values.every((each: string) => /\b1\b/.test(each))
      )
    },
  ),
  question('insight-9', 'What does our saved report of open deals by owner say?', (state) =>
    state.row('grace@meridian.example', 4, 231_500),
  ),
  question('insight-10', 'Of the deals that were closed this year, what share have we won?', (state) => state.says(0.5)),
  question('insight-11', 'What is the average amount of our deals by the industry of the company?', (state) => state.row('Food', 29_000)),
]
