import { change, question } from '../exam.ts'

export const products = [
  change('products-1', 'New product: "Holder plate", article number HP-1, costs 18 euros.', (state) =>
    state.has('products', 'HP-1', { name: 'Holder plate', price: 18, currency: 'EUR' }),
  ),
  change('products-2', 'The lens kit costs 260 from now on.', (state) => state.has('products', 'LNS-5', { price: 260 })),
  change('products-3', 'We have 15 lens kits in stock again.', (state) => state.has('products', 'LNS-5', { stock_on_hand: 15 })),
  change('products-4', 'We no longer sell the bench spectrometer. Take it out of the range, but do not delete it.', (state) =>
    state.has('products', 'SPC-10', { active: false }),
  ),
  question('products-5', 'Which of our accessories are sold out?', (state) => state.says('Lens kit') && !state.says('Filter set')),
  question('products-6', 'What does Acme Robotics pay us for a research microscope?', (state) => state.says(4200)),
  question(
    'products-7',
    'Which special prices do gold customers get?',
    (state) => state.says('Gold customers') && !state.says('Acme: research microscopes'),
  ),
]
