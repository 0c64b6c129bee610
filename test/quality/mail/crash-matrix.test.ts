import { afterAll, expect, it } from 'vitest'
import type { Api, Engine } from 'rapport-crm'
import { describeStorages, newPlace, type Open } from '../../support/storages.ts'
import { TestClock } from '../../support/clock.ts'
import { Chance } from '../simulation/chance.ts'
import { Faults } from '../workflows/faults.ts'
import { judged } from './round.ts'
import { mailProbe, mailsOf } from './probe.ts'
import { deaths, rudeServer } from './rude-server.ts'

// Statements of sending that are struck; `all` takes minutes.
const asked = process.env['MAIL_POINTS'] ?? '5'
const POINTS = asked === 'all' ? Number.POSITIVE_INFINITY : Number(asked)
const LONG_MS = POINTS > 10 ? 3_600_000 : 60_000
const RUDENESS = 0.15
const CONNECTIONS = 5

describeStorages(
  'a campaign and single e-mails',
  (open, name) => {
    const faults = new Faults(name)
    afterAll(() => faults.end())

    it(
      'reach everybody at most once and lose nobody, wherever the database goes away and the server hangs up',
      async () => {
        let chance = new Chance(1)
        let isRude = false
        await using server = await rudeServer({ dies: () => (isRude && chance.happens(RUDENESS) ? chance.of(deaths) : undefined) })
        const [place, clock] = [await newPlace(name), new TestClock()]
        const start = starter(open, { place, clock, mail: { url: server.url, from: 'crm@acme.test' }, plugins: [mailProbe] })
        const engine = await start()
        const addresses: string[] = []
        let most = 0
        const life = async (at: number) => {
          chance = new Chance(at + 1)
          isRude = at > 0
          const silent = () => [...server.died.values()].reduce((all, each) => all + each, 0)
          const before = silent()
          const { id, own } = await written(engine.api, `l${at}`)
          addresses.push(...own)
          faults.arm(at)
          await settle(engine.engine)
          const { count } = faults
          faults.disarm()
          // The lease of what was in flight ends, and people meddle.
          const meddling = at === 0 ? 'none' : chance.of(['pause', 'cancel', 'none'] as const)
          clock.advance('6 minutes')
          if (meddling !== 'none') await engine.api.campaigns[meddling]({ id }).catch(() => undefined)
          await settle(engine.engine)
          if (meddling === 'pause') await engine.api.campaigns.resume({ id }).catch(() => undefined)
          isRude = false
          for (let rounds = 0; rounds < 4; rounds += 1) {
            clock.advance('17 minutes')
            await settle(engine.engine)
          }
          most += at === 0 ? 0 : CONNECTIONS + silent() - before
          return { count, id, meddling }
        }
        const whole = await life(0)
        expect(await verdict(engine, whole.id)).toEqual({ faults: [], sent: 5 })
        const apart = Math.max(1, Math.floor(whole.count / POINTS))
        for (let at = 1 + (whole.count % apart); at <= whole.count; at += apart) {
          const { id, meddling } = await life(at)
          const { faults: wrong } = await verdict(engine, id)
          expect({ at, meddling, wrong }).toEqual({ at, meddling, wrong: [] })
        }
        const mails = await mailsOf(engine.engine)
        expect(judged(mails, [...server.reached.keys()], server.reached)).toEqual([])
        expect(mails.filter(({ status }) => status === 'uncertain').length).toBeLessThanOrEqual(most)
        await engine.engine.close()
        await place.remove()

        // What the campaign says of each recipient is what the server knows, and what it counts.
        async function verdict({ api }: { readonly api: Api }, id: string) {
          const wrong: string[] = []
          const { recipients } = await api.campaigns.recipients({ id, limit: 200 })
          if (recipients.length !== 5) wrong.push(`${recipients.length} recipients`)
          const right: Readonly<Record<string, readonly number[]>> = { sent: [1], uncertain: [0, 1], cancelled: [0] }
          for (const { address, status } of recipients)
            if (!right[status]?.includes(server.reached.get(address ?? '') ?? 0))
              wrong.push(`${address} is ${status} and was reached ${server.reached.get(address ?? '') ?? 0} times`)
          const { stats } = await api.campaigns.get({ id })
          for (const [state, some] of Map.groupBy(recipients, ({ status }) => status))
            if (Number(Object.entries(stats).find(([key]) => key === state)?.[1]) !== some.length) wrong.push(`stats of ${state}`)
          return { faults: wrong, sent: recipients.filter(({ status }) => status === 'sent').length }
        }
      },
      LONG_MS,
    )
  },
  ['SQLite memory', 'PostgreSQL'],
)

function starter(open: Open, options: NonNullable<Parameters<Open>[0]>) {
  return async () => await open({ publicUrl: 'https://crm.acme.test', kept: true, ...options })
}

/** A campaign to five contacts by two lists that overlap, and two single e-mails. */
async function written(api: Api, prefix: string) {
  const own = Array.from({ length: 5 }, (_, at) => `${prefix}.c${at}@example.com`)
  const ids: string[] = []
  for (const email of own) ids.push((await api.contacts.create({ email })).id)
  const lists: string[] = []
  for (const some of [ids.slice(0, 3), ids.slice(1)])
    lists.push((await api.lists.create({ name: `${prefix} ${some.length} ${lists.length}`, object: 'contacts', ids: some })).id)
  const { id } = await api.campaigns.create({ name: prefix, subject: 'News', html: '<p>News</p>', audience: { list_ids: lists } })
  const singles = [`${prefix}.s0@example.com`, `${prefix}.s1@example.com`]
  for (const to of singles) await api.emails.send({ to: [to], subject: 'Hello', text: 'Hello' })
  await api.campaigns.schedule({ id })
  return { id, own: [...own, ...singles] }
}

// The loops of a process go on after a failure.
async function settle(engine: Engine): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1)
    try {
      return void (await engine.tick())
    } catch {
      // It goes on with the next one.
    }
}
