import { expect, it } from 'vitest'
import { writtenNumber } from '../../../core/kernel/values/written-numbers.ts'

it('A number is read as people write amounts, and both readings are told where there are two', () => {
  const expected: Readonly<Record<string, unknown>> = {
    '5': { number: 5 },
    '-5.25': { number: -5.25 },
    '0.125': { number: 0.125 },
    '10k': { number: 10_000 },
    '1.5m': { number: 1_500_000 },
    '1.1 million': { number: 1_100_000 },
    '2bn': { number: 2_000_000_000 },
    '10,000': { number: 10_000 },
    '1,234,567.89': { number: 1_234_567.89 },
    '10 000': { number: 10_000 },
    '10\u202f000,50': { number: 10_000.5 },
    "10'000": { number: 10_000 },
    '1.000.000': { number: 1_000_000 },
    '1.000,50': { number: 1000.5 },
    '€10,000': { number: 10_000, currencies: ['EUR'] },
    '-£5k': { number: -5000, currencies: ['GBP'] },
    'EUR 500': { number: 500, currencies: ['EUR'] },
    '500 CHF': { number: 500, currencies: ['CHF'] },
    '10 000 €': { number: 10_000, currencies: ['EUR'] },
    '1.000': { candidates: [1, 1000] },
    '1,5': { candidates: [1.5, 15] },
    '1,5m': { candidates: [1_500_000, 15_000_000] },
    '10,00': { candidates: [10, 1000] },
  }
  for (const [text, meant] of Object.entries(expected)) expect([text, writtenNumber(text)]).toEqual([text, meant])
  expect(writtenNumber('$5k')).toMatchObject({ number: 5000, currencies: expect.arrayContaining(['USD']) })
  for (const text of ['', 'k', '€', 'ten', '5 apples', '1,00,000', '1.2.3', '10,0000,0', '12-3', '1e999', '10 00', 'm5'])
    expect([text, writtenNumber(text)]).toEqual([text, undefined])
})
