import { describe, expect, it } from 'vitest'
import { FairQueue } from '../../../core/platform/access/fair-queue.ts'
import { TestClock } from '../../support/clock.ts'

/** A clock whose steady time goes on with the other one. */
class WorkClock extends TestClock {
  override steady(): number {
    return this.now().getTime()
  }
}

/** Calls that work for so many milliseconds, in the order in which they get their places. */
class Work {
  readonly clock = new WorkClock()
  readonly done: string[] = []
  readonly queue: FairQueue
  #current: (() => void)[] = []

  constructor(places = 1, weights: Readonly<Record<string, number>> = {}) {
    this.queue = new FairQueue({ places, weightOf: (organization) => weights[organization] ?? 1, clock: this.clock })
  }

  ask(organization: string): void {
    const begin = (leave: () => void) => {
      this.done.push(organization)
      this.#current.push(leave)
    }
    // Who is refused for having waited is told so by the tests of that.
    this.queue.enter(organization).then(begin, () => undefined)
  }

  /** Ends what works after so many milliseconds, and lets the next begin. */
  async end(milliseconds = 10): Promise<void> {
    await settled()
    this.clock.advance(milliseconds)
    this.#current.shift()?.()
    await settled()
  }
}

const settled = () => new Promise(setImmediate)

describe('a queue for large calls', () => {
  it('lets another organization go before the next of one that has had more time', async () => {
    const work = new Work()
    for (let at = 0; at < 5; at += 1) work.ask('greedy')
    await work.end()
    work.ask('small')
    for (let at = 0; at < 6; at += 1) await work.end()
    expect(work.done).toEqual(['greedy', 'greedy', 'small', 'greedy', 'greedy', 'greedy'])
  })

  it('counts time, not calls: who is quick has more of them', async () => {
    const work = new Work()
    for (let at = 0; at < 4; at += 1) work.ask('long')
    for (let at = 0; at < 8; at += 1) work.ask('quick')
    for (let at = 0; at < 12; at += 1) await work.end(work.done.at(-1) === 'quick' ? 10 : 40)
    expect(work.done.join(' ')).toMatch(/^long (quick ){4,5}long quick/)
  })

  it('gives an organization of twice the weight twice the time', async () => {
    const work = new Work(1, { large: 2 })
    for (let at = 0; at < 12; at += 1) ['large', 'small'].forEach((each) => work.ask(each))
    for (let at = 0; at < 12; at += 1) await work.end()
    const had = (name: string) => work.done.slice(0, 12).filter((each) => each === name).length
    expect([had('large'), had('small')]).toEqual([8, 4])
  })

  it('does not let one that comes late make up for the time in which it did not ask', async () => {
    const work = new Work()
    for (let at = 0; at < 30; at += 1) work.ask('first')
    for (let at = 0; at < 10; at += 1) await work.end()
    for (let at = 0; at < 10; at += 1) work.ask('late')
    for (let at = 0; at < 10; at += 1) await work.end()
    const since = work.done.slice(11, 20)
    expect(since.filter((each) => each === 'first').length).toBeGreaterThanOrEqual(4)
  })

  it('uses all places, and no more', async () => {
    const work = new Work(3)
    for (let at = 0; at < 5; at += 1) work.ask('one')
    await settled()
    expect(work.done).toHaveLength(3)
    await work.end()
    expect(work.done).toHaveLength(4)
  })

  it('refuses a call when a hundred of the organization wait, and not one of another', async () => {
    const work = new Work()
    for (let at = 0; at < 101; at += 1) work.ask('greedy')
    await expect(work.queue.enter('greedy')).rejects.toMatchObject({ code: 'unavailable', details: { retry_after: 5 } })
    work.ask('small')
    await work.end()
    await work.end()
    expect(work.done).toContain('small')
  })

  it('refuses a call that has waited for 30 seconds, and forgets one whose caller has left', async () => {
    const work = new Work()
    work.ask('one')
    const gone = new AbortController()
    const [waits, leaves] = [work.queue.enter('two'), work.queue.enter('three', { signal: gone.signal })]
    const left = new Error('The caller has left')
    gone.abort(left)
    await expect(leaves).rejects.toBe(left)
    work.clock.advance('30 seconds')
    await expect(waits).rejects.toMatchObject({ code: 'unavailable' })
    work.ask('four')
    await work.end()
    expect(work.done).toEqual(['one', 'four'])
  })

  it('lets a patient call wait behind any number of others, as long as it takes', async () => {
    const work = new Work()
    for (let at = 0; at < 101; at += 1) work.ask('one')
    let begun = false
    void work.queue.enter('one', { patient: true }).then(() => (begun = true))
    await settled()
    work.clock.advance('10 minutes')
    // Those that are not patient have been refused meanwhile.
    await settled()
    expect(begun).toBe(false)
    await work.end()
    expect(begun).toBe(true)
  })

  it('takes a place back once, however often it is given back', async () => {
    const { queue } = new Work()
    const leave = await queue.enter('one')
    leave()
    leave()
    await queue.enter('one')
    let begun = false
    void queue.enter('one').then(() => (begun = true))
    await settled()
    expect(begun).toBe(false)
  })
})
