import { afterEach, expect, test } from 'vitest'
import { Threads } from '../../../core/kernel/threads/threads.ts'

const limits = { heap: 24, seconds: 2, threads: 2, waiting: 1 }
const works = new URL('works.ts', import.meta.url)
const threads = new Threads({}, limits, works)
const all = async (work: string, input?: unknown) => {
  const parts: unknown[] = []
  for await (const part of threads.run(work, input)) parts.push(part)
  return parts
}
afterEach(() => threads.close())

test('a thread makes part after part, and does the next work when it is done', async () => {
  expect(await all('count', 3)).toEqual([1, 2, 3])
  expect(await all('count', 0)).toEqual([])
})

test('what it refuses is an error with its code and field, what fails is one of ours', async () => {
  await expect(all('refuse')).rejects.toMatchObject({ code: 'invalid_input', details: { errors: [{ path: '/x', code: 'too_many' }] } })
  await expect(all('fail')).rejects.toThrow('broken')
  await expect(all('constructor')).rejects.toThrow('no work named constructor')
})

test('work that needs too much memory or time ends, and the process goes on', async () => {
  await expect(all('grow')).rejects.toMatchObject({ limit: 'heap' })
  await expect(all('spin')).rejects.toMatchObject({ limit: 'seconds' })
  expect(await all('count', 1)).toEqual([1])
})

test('what runs out of memory while it is given up for its time ends with it, and nothing is left', async () => {
  for (const seconds of [0.05, 0.1, 0.15, 0.2]) {
    const hasty = new Threads({}, { ...limits, seconds }, works)
    const work = hasty.run('grow', undefined).next()
    await expect(work).rejects.toMatchObject({ limit: expect.stringMatching(/^(seconds|heap)$/) })
    await hasty.close()
  }
})

test('so many threads work at once, one more waits, and a further one is told to come back', async () => {
  const first = [threads.run('count', 2), threads.run('count', 2)]
  for (const each of first) expect((await each.next()).value).toBe(1)
  const waiting = all('count', 1)
  await expect(all('count', 1)).rejects.toMatchObject({ code: 'unavailable', details: { retry_after: 5 } })
  await first[0]?.return(undefined)
  expect(await waiting).toEqual([1])
  await first[1]?.return(undefined)
})

test('work that is under way when the engine closes is refused', async () => {
  const work = threads.run('spin', undefined).next()
  const closed = new Promise((resolve) => setImmediate(resolve)).then(() => threads.close())
  await expect(work).rejects.toMatchObject({ code: 'unavailable' })
  await closed
})
