import { describe, expect, it } from 'vitest'
import { strangers } from '../strangers/all.ts'
import { newTally, tallyOf } from '../tally.ts'

describe('a system that nobody wrote a vocabulary for', () => {
  it.each(['en', 'fr', 'de', 'es', 'nl', 'it', 'pt'] as const)('is read rightly where it is read, and nearly whole (%s)', (locale) => {
    const tally = newTally()
    for (const stranger of strangers.filter((each) => each.locale === locale)) tallyOf(stranger, tally)
    expect(tally.wrong).toEqual([])
    expect(tally.right / (tally.right + tally.missed.length), `missed: ${tally.missed.join('; ')}`).toBeGreaterThanOrEqual(0.97)
  })
})
