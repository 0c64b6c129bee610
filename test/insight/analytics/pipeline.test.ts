import { Decimal } from 'decimal.js'
import type { Api } from 'rapport-crm'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'
import { allDeals, dayIn, seeded, sumOf } from '../reports/oracle.ts'

const ZONE = 'Europe/Paris'

/** The open deals of one day's end, kept by the test as it goes. */
interface Snapshot {
  readonly day: string
  readonly at: string
  readonly deals: Awaited<ReturnType<typeof allDeals>>
}

describeStorages(
  'the pipeline through time',
  (open) => {
    it('shows, as of any day, what was listed at the end of that day, and the changes between two days', async () => {
      const { api, clock, engine } = await open()
      await api.organization.update({ timezone: ZONE })
      const random = seeded(42)
      const second = await api.pipelines.create({
        name: 'Renewals',
        stages: [{ name: 'Fresh' }, { name: 'Signed', type: 'won' }, { name: 'Gone', type: 'lost' }],
      })
      const days: Snapshot[] = []
      const ids: string[] = []
      for (let step = 0; step < 70; step += 1) {
        await act(api, random, ids, second.id)
        const before = dayIn(ZONE, clock.now())
        const deals = await allDeals(api)
        const at = clock.now().toISOString()
        clock.advance(`${random.whole(14)} hours`)
        clock.advance(1)
        if (dayIn(ZONE, clock.now()) !== before) days.push({ day: before, at, deals })
      }
      await engine.as({ ...ada, organization: 'other' }).deals.create({ name: 'Foreign', amount: 5 })
      const board = await api.deals.board({ limit: 0 })
      const today = await api.analytics.pipeline()
      expect(today.stages.map(({ stage_id, count, amount, weighted_amount }) => ({ stage_id, count, amount, weighted_amount }))).toEqual(
        board.stages.map(({ stage_id, type, count, amount, weighted_amount }) =>
          type === 'open' ? { stage_id, count, amount, weighted_amount } : { stage_id, count: 0, amount: 0, weighted_amount: 0 },
        ),
      )
      for (const { day, deals } of days) {
        const answer = await api.analytics.pipeline({ as_of: day })
        const own = deals.filter(({ status, pipeline_name }) => status === 'open' && pipeline_name === 'Default')
        expect(answer).toMatchObject({ ...sums(own), other_currencies: others(own) })
        for (const { stage_id, count, amount, weighted_amount } of answer.stages)
          expect({ count, amount, weighted_amount }).toEqual(sums(own.filter((each) => each.stage_id === stage_id)))
        expect(answer.owners).toEqual(
          [...Map.groupBy(own, ({ owner_email }) => owner_email)]
            .map(([owner_email, some]) => ({ owner_email, ...sums(some) }))
            .toSorted((a, b) => (a.owner_email < b.owner_email ? -1 : 1)),
        )
      }
      const { events } = await api.events.list({ limit: 500 })
      for (let round = 0; round < 6; round += 1) {
        const [first, last] = [random.whole(days.length - 1), random.whole(days.length)].toSorted((a, b) => a - b) as [number, number]
        if (first === last) continue
        const [start, end] = [days[first]!, days[last]!]
        const after = new Date(Date.parse(start.day) + 86_400_000).toISOString().slice(0, 10)
        const answer = await api.analytics.pipelineChanges({ from: after, to: end.day })
        const home = (deals: Snapshot['deals']) =>
          deals.filter((each) => each.status === 'open' && each.pipeline_name === 'Default' && each.currency === 'EUR')
        expect(answer.opening).toEqual({ count: home(start.deals).length, amount: sumOf(home(start.deals).map(({ amount }) => amount)) })
        expect(answer.closing).toEqual({ count: home(end.deals).length, amount: sumOf(home(end.deals).map(({ amount }) => amount)) })
        const parts = Object.values(answer.changes).map(({ amount }) => amount)
        expect(sumOf([answer.opening.amount, ...parts])).toBe(answer.closing.amount)
        const told = events.filter(({ created_at }) => dayIn(ZONE, created_at) >= after && dayIn(ZONE, created_at) <= end.day)
        for (const [type, step] of [
          ['deal.won', 'won'],
          ['deal.lost', 'lost'],
          ['deal.created', 'created'],
        ] as const) {
          const records = told.filter((each) => each.type === type).map(({ payload }) => payload as unknown as Snapshot['deals'][number])
          const own = records.filter(
            ({ currency, pipeline_id, status }) =>
              currency === 'EUR' && pipeline_id === today.pipeline_id && (step !== 'created' || status === 'open'),
          )
          const sign = step === 'created' ? 1 : -1
          expect(answer.changes[step]).toEqual({ count: own.length, amount: sumOf(own.map(({ amount }) => amount * sign)) })
        }
      }
      await expect(api.analytics.pipeline({ as_of: '2099-01-01' })).rejects.toMatchObject({ code: 'invalid_input' })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)

async function act(api: Api, random: ReturnType<typeof seeded>, ids: string[], other: string): Promise<void> {
  const id = random.of(ids)
  const roll = random.next()
  if (id === undefined || roll < 0.35) {
    const owner_email = random.of(['ada@acme.test', 'grace@acme.test'])
    const currency = random.of(['EUR', 'EUR', 'EUR', 'USD'])
    const made = await api.deals.create({
      name: `Deal ${ids.length}`,
      amount: random.cents(9000),
      currency,
      owner_email,
      probability: random.of([10, 33.3, 50]),
    })
    ids.push(made.id)
    return
  }
  const deal = await api.deals.get({ id })
  if (roll < 0.5) await api.deals.update({ id, amount: random.cents(9000) })
  else if (roll < 0.65)
    await api.deals.update({ id, stage_id: random.of(['discovery', 'demo', 'proposal', 'negotiation']) }).catch(() => undefined)
  else if (roll < 0.72) await (deal.status === 'open' ? api.deals.win({ id }) : api.deals.reopen({ id }))
  else if (roll < 0.78) await (deal.status === 'open' ? api.deals.lose({ id }) : api.deals.reopen({ id }))
  else if (roll < 0.84) await api.deals.update({ id, owner_email: random.of(['ada@acme.test', 'grace@acme.test']) })
  else if (roll < 0.9 && deal.status === 'open') await api.deals.move({ id, stage_id: 'fresh', pipeline_id: other }).catch(() => undefined)
  else if (roll < 0.95) {
    await api.deals.delete({ id })
    if (random.next() < 0.5) await api.deals.restore({ id })
    else ids.splice(ids.indexOf(id), 1)
  } else await api.deals.update({ id, currency: random.of(['EUR', 'USD']) })
}

function sums(deals: Snapshot['deals']) {
  const own = deals.filter(({ currency }) => currency === 'EUR')
  const weighted = own.reduce(
    (sum, { amount, probability }) => sum.plus(new Decimal(amount).times(probability ?? 0).dividedBy(100)),
    new Decimal(0),
  )
  return {
    count: deals.length,
    amount: sumOf(own.map(({ amount }) => amount)),
    weighted_amount: weighted.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toNumber(),
  }
}

function others(deals: Snapshot['deals']) {
  const own = deals.filter(({ currency }) => currency === 'USD')
  return own.length === 0 ? [] : [{ currency: 'USD', count: own.length, amount: sumOf(own.map(({ amount }) => amount)) }]
}
