import { type CrmError, type Engine, type Plan } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

async function organizationOn(engine: Engine, plan: Plan, id: string = plan) {
  await engine.access.createOrganization({ id, plan, admin: `admin@${id.replaceAll('_', '-')}.test` })
  const { key } = await engine.access.createKey({ organization: id, name: 'ERP' })
  return engine.as(await engine.authenticate(key))
}

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    ({ code }: CrmError) => code,
  )

async function use(api: Awaited<ReturnType<typeof organizationOn>>, calls: number) {
  const outcomes = await Promise.all(Array.from({ length: calls }, () => outcome(api.catalog.get())))
  return outcomes.filter((each) => each === 'ok').length
}

describeStorages(
  'the quota of the plan',
  (open, storage) => {
    it('is that of the contract', async () => {
      const { engine } = await open()
      const left = async (plan: Plan) => {
        const { organization, quota } = await (await organizationOn(engine, plan)).me.get()
        expect(organization).toMatchObject({ id: plan, plan })
        return quota && { limit: quota.limit, period: quota.period, used: quota.used, remaining: quota.remaining }
      }
      expect(await left('unlimited')).toBeNull()
      expect(await left('free')).toEqual({ limit: 1_000, period: 'month', used: 1, remaining: 999 })
      expect(await left('starter')).toEqual({ limit: 1_000, period: 'day', used: 1, remaining: 999 })
      expect(await left('growth')).toEqual({ limit: 10_000, period: 'day', used: 1, remaining: 9_999 })
      expect(await left('scale')).toEqual({ limit: 50_000, period: 'day', used: 1, remaining: 49_999 })
      expect(await left('scale_automation')).toEqual({ limit: 100_000, period: 'day', used: 1, remaining: 99_999 })
    })

    it('of Free refuses the 1,001st request of a month, until the next month of UTC begins', async () => {
      const { engine, clock } = await open({ rateLimit: 1_000_000 })
      const api = await organizationOn(engine, 'free')
      expect(await use(api, 1_010)).toBe(1_000)
      const wait = (Date.UTC(2026, 1, 1) - clock.now().getTime()) / 1_000
      await expect(api.me.get()).rejects.toMatchObject({ code: 'quota_exceeded', status: 429, details: { retry_after: wait } })
      clock.set('2026-01-31T23:59:59.999Z')
      await expect(api.me.get()).rejects.toMatchObject({ code: 'quota_exceeded', details: { retry_after: 1 } })
      clock.set('2026-02-01T00:00:00.000Z')
      expect((await api.me.get()).quota).toMatchObject({ used: 1, remaining: 999, reset: 28 * 86_400 })
    })

    it('of Starter starts again with each day of UTC', async () => {
      const { engine, clock } = await open({ rateLimit: 1_000_000 })
      const api = await organizationOn(engine, 'starter')
      expect(await use(api, 1_001)).toBe(1_000)
      clock.set('2026-01-16T00:00:00.000Z')
      expect(await use(api, 1)).toBe(1)
    })

    it('is shared by all keys of an organization, and by no two organizations', async () => {
      const { engine } = await open({ rateLimit: 1_000_000 })
      const [one, two] = [await organizationOn(engine, 'free', 'one'), await organizationOn(engine, 'free', 'two')]
      const { key } = await engine.access.createKey({ organization: 'one', name: 'Shop' })
      const other = engine.as(await engine.authenticate(key))
      expect(await use(one, 600)).toBe(600)
      expect(await use(other, 600)).toBe(400)
      expect((await two.me.get()).quota).toMatchObject({ used: 1 })
    })

    // On PostgreSQL a write begins beside the counting.
    it('lets no write beyond it be stored', async () => {
      const { engine, clock } = await open({ rateLimit: 1_000_000 })
      const api = await organizationOn(engine, 'free')
      expect(await use(api, 999)).toBe(999)
      const outcomes = []
      for (const email of ['first@acme.test', 'second@acme.test', 'third@acme.test'])
        outcomes.push(await outcome(api.contacts.create({ email })))
      expect(outcomes).toEqual(['ok', 'quota_exceeded', 'quota_exceeded'])
      clock.set('2026-02-01T00:00:00.000Z')
      expect((await api.contacts.list()).contacts.map(({ email }) => email)).toEqual(['first@acme.test'])
    })

    it('does not count what the rate limit refused', async () => {
      const { engine, clock } = await open({ rateLimit: 2 })
      const api = await organizationOn(engine, 'free')
      expect(await use(api, 10)).toBe(2)
      clock.advance('1 minute')
      expect((await api.me.get()).quota).toMatchObject({ used: 3 })
    })

    it('follows a change of the plan at once', async () => {
      const { engine } = await open({ rateLimit: 1_000_000 })
      const api = await organizationOn(engine, 'free')
      expect(await use(api, 1_001)).toBe(1_000)
      await engine.access.setPlan('free', 'unlimited')
      expect((await api.me.get()).quota).toBeNull()
      await expect(engine.access.setPlan('nowhere', 'free')).rejects.toMatchObject({ code: 'not_found' })
    })

    it.runIf(storage === 'PostgreSQL')('is shared by processes, and no two take the last request', async () => {
      const first = await open({ rateLimit: 1_000_000 })
      const second = await open({ rateLimit: 1_000_000, place: first.place, clock: first.clock })
      const api = await organizationOn(first.engine, 'free')
      const { key } = await first.engine.access.createKey({ organization: 'free', name: 'Other process' })
      const there = second.engine.as(await second.engine.authenticate(key))
      expect(await use(api, 950)).toBe(950)
      const taken = await Promise.all([use(api, 100), use(there, 100)])
      expect(taken[0] + taken[1]).toBe(50)
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
