import { afterEach, expect, it, vi } from 'vitest'
import { Claims } from '../../../core/outreach/sending/claims.ts'
import { Results } from '../../../core/outreach/sending/results.ts'
import { describeStorages } from '../../support/storages.ts'
import { mailDesk } from './desk.ts'

afterEach(() => vi.restoreAllMocks())

describeStorages('rounds of the sender', (open) => {
  it('store what has ended in the transaction that begins what comes in its place, and in no other', async () => {
    await using all = await mailDesk(open)
    const taken = vi.spyOn(Claims.prototype, 'take')
    const stored = vi.spyOn(Results.prototype, 'write')
    await all.queue(...Array.from({ length: 20 }, (_, at) => ({ key: `k${at}`, to: [`p${at}@x.example`] })))
    await all.engine.tick()
    expect(all.server.counts().size).toBe(20)
    // Five connections: as many messages begin with each transaction, and the last one finds no more.
    expect(stored.mock.calls.map(([results]) => results.length)).toEqual([5, 5, 5, 5])
    expect(taken).toHaveBeenCalledTimes(5)
  })
})
