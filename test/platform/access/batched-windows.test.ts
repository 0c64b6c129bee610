import { describe, expect, it } from 'vitest'
import { batched } from '../../../core/platform/access/batched-windows.ts'
import { memoryWindows, type WindowStore } from '../../../core/platform/access/rate-windows.ts'

/** A store that answers when it is told to, and keeps what it was asked. */
function slow() {
  const store = memoryWindows()
  const asked: { key: string; points: number; answer(error?: Error): void }[] = []
  const answering: WindowStore = {
    ...store,
    add: (key, points, now, durationMs) =>
      new Promise((resolve, reject) => {
        const answer = (error?: Error) => (error ? reject(error) : void store.add(key, points, now, durationMs).then(resolve))
        asked.push({ key, points, answer })
      }),
  }
  return { asked, windows: batched(answering) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('calls of one key that arrive while another is being counted', () => {
  it('are counted in one step, each with its own count', async () => {
    const { asked, windows } = slow()
    const calls = Array.from({ length: 6 }, () => windows.add('a', 1, 0, 60_000))
    expect(asked.map(({ points }) => points)).toEqual([1])
    asked[0]!.answer()
    await turn()
    expect(asked.map(({ points }) => points)).toEqual([1, 5])
    asked[1]!.answer()
    expect((await Promise.all(calls)).map(({ points }) => points)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('wait for no other key, and a key that is idle counts at once', async () => {
    const { asked, windows } = slow()
    const calls = [windows.add('a', 1, 0, 60_000), windows.add('b', 1, 0, 60_000)]
    expect(asked.map(({ key }) => key)).toEqual(['a', 'b'])
    for (const { answer } of asked) answer()
    expect((await Promise.all(calls)).map(({ points }) => points)).toEqual([1, 1])
    void windows.add('a', 1, 0, 60_000)
    expect(asked).toHaveLength(3)
  })

  it('begin a new window together when the old one is over', async () => {
    const { asked, windows } = slow()
    const first = windows.add('a', 1, 0, 60_000)
    const later = [windows.add('a', 1, 60_000, 60_000), windows.add('a', 1, 60_001, 60_000)]
    asked[0]!.answer()
    await turn()
    asked[1]!.answer()
    expect(await first).toEqual({ points: 1, expires: 60_000 })
    expect(await Promise.all(later)).toEqual([
      { points: 1, expires: 120_001 },
      { points: 2, expires: 120_001 },
    ])
  })

  it('fail with the step that failed, and not with the next', async () => {
    const { asked, windows } = slow()
    const outcomes = Promise.allSettled(Array.from({ length: 3 }, () => windows.add('a', 1, 0, 60_000)))
    asked[0]!.answer()
    await turn()
    asked[1]!.answer(new Error('connection lost'))
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    const next = windows.add('a', 1, 0, 60_000)
    asked[2]!.answer()
    expect((await next).points).toBe(2)
  })
})

describe('windows in memory', () => {
  it('of ever new callers push out the oldest, and those that have ended', async () => {
    const store = memoryWindows()
    for (let at = 0; at < 150_000; at += 1) await store.add(`caller ${at}`, 1, 0, 3_600_000)
    expect(store.size).toBeLessThanOrEqual(100_000)
    expect(await store.add('caller 149999', 1, 1, 3_600_000)).toEqual({ points: 2, expires: 3_600_000 })
    for (let at = 0; at < 60_000; at += 1) await store.add(`later caller ${at}`, 1, 3_600_001, 60_000)
    expect(store.size).toBeLessThanOrEqual(70_000)
  })
})
