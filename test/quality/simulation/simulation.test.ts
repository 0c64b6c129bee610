import { afterEach, describe, expect, it, vi } from 'vitest'
import { Claims } from '../../../core/integration/webhooks/delivery/claims.ts'
import type { Decision } from '../../../core/integration/webhooks/delivery/decide.ts'
import { AttemptResults } from '../../../core/integration/webhooks/delivery/attempt-results.ts'
import { FanOut } from '../../../core/integration/webhooks/delivery/fan-out.ts'
import { Leases } from '../../../core/integration/webhooks/delivery/leases.ts'
import { type Result, simulate } from './simulate.ts'

const seed = Number(process.env['SIMULATION_SEED'] ?? 20_260_152)
const SEEDS = Number(process.env['SIMULATION_SEEDS'] ?? 4)
/** So many seeds at most until a planted fault must be found: each begins with one that is known to find it soon. */
const SEEDS_FOR_A_FAULT = 40

type Decide = (typeof import('../../../core/integration/webhooks/delivery/decide.ts'))['decide']
type Limit = (typeof import('../../../core/integration/webhooks/delivery/deactivation.ts'))['inFlightLimit']

// What a fault puts in the place of the pure functions; the engine's own code imports them through these.
const planted = vi.hoisted(() => ({ decide: undefined as unknown, limit: undefined as unknown }))
vi.mock('../../../core/integration/webhooks/delivery/decide.ts', async (original) => {
  const real = await original<{ decide: Decide }>()
  return { ...real, decide: (...given: Parameters<Decide>) => ((planted.decide as Decide | undefined) ?? real.decide)(...given) }
})
vi.mock('../../../core/integration/webhooks/delivery/deactivation.ts', async (original) => {
  const real = await original<{ inFlightLimit: Limit }>()
  return { ...real, inFlightLimit: (...given: Parameters<Limit>) => ((planted.limit as Limit | undefined) ?? real.inFlightLimit)(...given) }
})
const { decide } = await vi.importActual<{ decide: Decide }>('../../../core/integration/webhooks/delivery/decide.ts')

describe(`the engine in a simulated world (SIMULATION_SEED=${seed})`, () => {
  const results: Result[] = []

  it(`loses nothing, is never early and keeps every count, whatever fails: ${SEEDS} seeds`, async () => {
    const totals = { deliveries: 0, attempts: 0, lost: 0, deaths: 0 }
    for (let at = seed; at < seed + SEEDS; at += 1) {
      const result = await simulate(at)
      results.push(result)
      expect(result.faults, `npm run simulate -- --seed ${at}`).toEqual([])
      for (const name of ['deliveries', 'attempts', 'lost', 'deaths'] as const) totals[name] += result[name]
    }
    console.info(totals)
    expect(Math.min(...Object.values(totals))).toBeGreaterThan(0)
  }, 60_000)

  it('does the same twice', async () => {
    expect(await simulate(seed)).toEqual(results[0])
  }, 60_000)
})

describe('a fault that was planted is found', () => {
  afterEach(() => {
    Object.assign(planted, { decide: undefined, limit: undefined })
    vi.restoreAllMocks()
  })
  const changed = (change: (decision: Decision, ...given: Parameters<Decide>) => Decision): Decide => {
    return (...given) => change(decide(...given), ...given)
  }
  const earlier = (date: Date | null) => date && new Date(date.getTime() - 1000)

  it.each<[what: string, decide: Decide, found: RegExp, from: number]>([
    [
      'a retry that comes a second early, though the log says so',
      changed((decision) => {
        const { delivery, log } = decision
        if (delivery?.status !== 'pending' || delivery.step === 0) return decision
        return {
          ...decision,
          delivery: { ...delivery, dueAt: earlier(delivery.dueAt) },
          log: { ...log, nextRetryAt: earlier(log.nextRetryAt) },
        }
      }),
      /is to be repeated after 59000 ms|is 1000 ms early|after -1000/,
      20_260_162,
    ],
    [
      'a retry that comes a second earlier than the log says',
      changed((decision) =>
        decision.delivery?.status === 'pending'
          ? { ...decision, delivery: { ...decision.delivery, dueAt: earlier(decision.delivery.dueAt) } }
          : decision,
      ),
      /ms early/,
      20_260_165,
    ],
    [
      'a delay of the next step',
      (delivery, ...rest) => decide({ ...delivery, step: delivery.step + 1 }, ...rest),
      /is to be repeated after|given up/,
      20_260_174,
    ],
    [
      'a failure that is not counted',
      changed((decision, _, { failureCount }) =>
        failureCount === 3 ? { ...decision, webhook: { ...decision.webhook, counter: 'none' } } : decision,
      ),
      /the log says/,
      20_260_172,
    ],
    [
      'a lost worker that is counted as a failure',
      changed((decision, _, __, { error }) =>
        error === 'worker_lost' ? { ...decision, webhook: { ...decision.webhook, counter: 'count_failure' } } : decision,
      ),
      /the log says/,
      20_260_176,
    ],
    [
      'a redirect that is retried',
      (delivery, webhook, outcome, now) => decide(delivery, webhook, outcome.status === 301 ? { ...outcome, status: 500 } : outcome, now),
      /answered 301/,
      20_260_173,
    ],
    [
      'a retry of an inactive webhook that is not held',
      changed((decision) =>
        decision.delivery?.status === 'held' ? { ...decision, delivery: { ...decision.delivery, status: 'failed' } } : decision,
      ),
      /given up/,
      20_260_174,
    ],
  ])(
    '%s',
    async (_, mutated, found, from) => {
      planted.decide = mutated
      expect(await firstFault(from)).toMatch(found)
    },
    60_000,
  )

  it('more requests to one endpoint than it may get', async () => {
    planted.limit = () => 16
    expect(await firstFault(20_260_209)).toMatch(/requests are under way/)
  }, 60_000)

  const { store } = AttemptResults.prototype
  const { lost } = Leases.prototype
  const { consume } = FanOut.prototype
  const { take } = Claims.prototype

  it('a fencing check that is skipped', async () => {
    vi.spyOn(AttemptResults.prototype, 'store').mockImplementation(async function (this: AttemptResults, tables, results) {
      const ids = results.map(({ claim }) => claim.delivery.id)
      const rows = await tables.selectFrom('webhook_deliveries').select(['id', 'lease_token']).where('id', 'in', ids).execute()
      const tokens = new Map(rows.map((row) => [row['id'], String(row['lease_token'])]))
      const unfenced = results.map((each) => ({ ...each, claim: { ...each.claim, token: tokens.get(each.claim.delivery.id) ?? '' } }))
      return await store.call(this, tables, unfenced)
    })
    expect(await firstFault(20_260_156)).toMatch(/follows attempt|never sent|logged: .*UNIQUE/)
  }, 60_000)

  it('a lease that is taken over while its worker is at work', async () => {
    vi.spyOn(Leases.prototype, 'lost').mockImplementation(function (this: Leases, tables, now, own) {
      return lost.call(this, tables, new Date(now.getTime() + 25_000), own)
    })
    expect(await firstFault(20_260_174)).toMatch(/was called lost after/)
  }, 60_000)

  it('a lease that is never taken over', async () => {
    vi.spyOn(Leases.prototype, 'lost').mockResolvedValue([])
    expect(await firstFault(20_260_158)).toMatch(/does not come to an end/)
  }, 60_000)

  it('a batch of events of which the last is dropped', async () => {
    vi.spyOn(FanOut.prototype, 'consume').mockImplementation(function (this: FanOut, events, tables, now) {
      return consume.call(this, events.length > 3 ? events.slice(0, -1) : events, tables, now)
    })
    expect(await firstFault(20_260_170)).toMatch(/never reached/)
  }, 60_000)

  it('an attempt that is sent under the number of the one before', async () => {
    vi.spyOn(Claims.prototype, 'take').mockImplementation(async function (this: Claims, now, room) {
      const { claims, next } = await take.call(this, now, room)
      const number = (attempt: number) => Math.max(1, attempt - 1)
      return { claims: claims.map((each) => ({ ...each, delivery: { ...each.delivery, attempt: number(each.delivery.attempt) } })), next }
    })
    expect(await firstFault(20_260_160)).toMatch(/was sent twice/)
  }, 60_000)
})

/** What the first seed that fails says; an empty text when none does. */
async function firstFault(from: number): Promise<string> {
  for (let at = from; at < from + SEEDS_FOR_A_FAULT; at += 1) {
    const { faults } = await simulate(at)
    if (faults.length > 0) return faults.join('\n')
  }
  return ''
}
