import { TestClock } from 'rapport-crm/testing'
import { describe, expect, test, vi } from 'vitest'

const never = new AbortController().signal

describe('the clock for tests', () => {
  test('stands still until it is advanced, by a span in words or milliseconds', () => {
    const clock = new TestClock('2026-03-01T00:00:00Z')
    expect(clock.now()).toEqual(clock.now())
    expect(clock.advance('1 day')).toEqual(new Date('2026-03-02T00:00:00Z'))
    expect(clock.advance('90 seconds')).toEqual(new Date('2026-03-02T00:01:30Z'))
    expect(clock.advance('0.5 hours')).toEqual(new Date('2026-03-02T00:31:30Z'))
    expect(clock.advance(500)).toEqual(new Date('2026-03-02T00:31:30.500Z'))
  })

  test('wakes waiting code in order, and not early', async () => {
    const clock = new TestClock('2026-03-01T00:00:00Z')
    const woken: string[] = []
    const wait = async (until: string) => {
      await clock.wait(new Date(until), never)
      woken.push(until)
    }
    const waits = ['2026-03-01T02:00:00Z', '2026-03-01T01:00:00Z', '2026-03-02T00:00:00Z'].map(wait)
    clock.advance('59 minutes')
    await Promise.resolve()
    expect(woken).toEqual([])
    clock.advance('2 hours')
    await vi.waitFor(() => expect(woken).toEqual(['2026-03-01T01:00:00Z', '2026-03-01T02:00:00Z']))
    clock.set('2026-03-02T00:00:00Z')
    await Promise.all(waits)
    expect(woken).toHaveLength(3)
  })

  test('does not wait for the past, nor after an abort', async () => {
    const clock = new TestClock()
    await clock.wait(clock.now(), never)
    const given = new AbortController()
    const waiting = clock.wait(new Date(clock.now().getTime() + 1), given.signal)
    given.abort()
    await waiting
    await clock.wait(new Date(clock.now().getTime() + 1), given.signal)
  })

  test('never goes back, and refuses invalid spans', () => {
    const clock = new TestClock('2026-03-01T00:00:00Z')
    expect(() => clock.set('2026-02-28T00:00:00Z')).toThrow('A test clock never goes back')
    expect(() => clock.advance(-1)).toThrow(RangeError)
    expect(() => clock.advance('1 fortnight' as never)).toThrow("is not a span of time such as '90 seconds' or '1 day'")
    expect(() => new TestClock('soon')).toThrow('"soon" is not a date')
    expect(clock.now()).toEqual(new Date('2026-03-01T00:00:00Z'))
  })
})
