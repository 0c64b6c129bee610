import { describe, expect, it } from 'vitest'
import { exactWrongOf, newTally, precisionOf, recallOf, tallyOf } from '../tally.ts'
import { development, keptAside, laterDevelopment, laterKeptAside } from '../unseen/blind/fixtures/all.ts'

// What `unseen/blind/README.md` says was reached. A change that reads less of either half has to say why.
describe('formats that nobody had looked at', () => {
  it.each([
    { half: 'development', formats: development, recall: 0.99 },
    { half: 'kept aside', formats: keptAside, recall: 0.95 },
    { half: 'development of what was written second', formats: laterDevelopment, recall: 0.99 },
    { half: 'kept aside of what was written second', formats: laterKeptAside, recall: 0.84, precision: 0.985 },
  ])('are read nearly whole, and no money and no key wrongly: $half', ({ formats, recall, precision = 0.995 }) => {
    const tally = newTally()
    for (const format of formats) tallyOf(format, tally)
    expect(recallOf(tally)).toBeGreaterThanOrEqual(recall)
    expect(precisionOf(tally)).toBeGreaterThanOrEqual(precision)
    expect(exactWrongOf(tally)).toBeLessThan(2)
  })
})
