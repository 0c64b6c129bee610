import { expect, it } from 'vitest'
import { ada, describeStorages, type Opened } from '../../support/storages.ts'
import { allDeals, dayIn, meanOf, seeded, sumOf } from '../reports/oracle.ts'

const ZONE = 'America/New_York'
type Deals = Awaited<ReturnType<typeof allDeals>>
const four = (value: number) => Math.round(value * 10_000) / 10_000
const eur = (deals: Deals) => sumOf(deals.filter(({ currency }) => currency === 'EUR').map(({ amount }) => amount))
const group = (deals: Deals) => ({ count: deals.length, amount: eur(deals) })
const named = <T>(groups: Map<string | null, T>) => [...groups].toSorted(([a], [b]) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : 1))

describeStorages(
  'sales analytics',
  (open) => {
    it('all refuse an unknown pipeline', async () => {
      const { analytics } = (await open()).api
      const asked = { pipeline_id: '019bc0e2-1280-7000-8000-000000000000' }
      const { forecast, funnel, velocity, winLoss, stuckDeals } = analytics
      for (const analysis of [forecast, funnel, velocity, winLoss, stuckDeals])
        await expect(analysis(asked)).rejects.toMatchObject({ code: 'invalid_input', details: { errors: [{ path: '/pipeline_id' }] } })
    })

    it('agree with a loop over all deals', async () => {
      const { api, clock, engine } = await open()
      await api.organization.update({ timezone: ZONE })
      const random = seeded(11)
      await grow({ api, clock }, random)
      await engine.as({ ...ada, organization: 'other' }).deals.create({ name: 'Foreign', amount: 5, close_date: '2026-01-01' })
      const deals = await allDeals(api)
      const today = dayIn(ZONE, clock.now())
      const openDeals = deals.filter(({ status }) => status === 'open')

      const forecast = await api.analytics.forecast({ months: 3, goal: 1000 })
      for (const [at, month] of forecast.months.entries()) {
        expect(month.month.slice(0, 7)).toBe(
          new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 + at, 1)).toISOString().slice(0, 7),
        )
        const own = openDeals.filter(
          ({ forecast_category, close_date }) =>
            forecast_category !== 'omitted' && close_date?.startsWith(month.month.slice(0, 7)) && close_date >= today,
        )
        const of = (category: string) => eur(own.filter(({ forecast_category }) => forecast_category === category))
        const won = deals.filter(
          ({ status, closed_at }) => status === 'won' && closed_at && dayIn(ZONE, closed_at).startsWith(month.month.slice(0, 7)),
        )
        expect(month).toMatchObject({
          closed: eur(won),
          commit: of('commit'),
          best_case: of('best_case'),
          pipeline: of('pipeline'),
          open_count: own.length,
          closed_count: won.length,
        })
        expect(month).toMatchObject({ goal: 1000, gap: Math.max(0, four(1000 - eur(won))), attainment: four(eur(won) / 1000) })
        const weighted = sumOf(
          own.filter(({ currency }) => currency === 'EUR').map(({ amount, probability }) => (amount * (probability ?? 0)) / 100),
        )
        expect(month.weighted).toBeCloseTo(weighted, 2)
      }
      expect(forecast.overdue).toEqual(
        group(
          openDeals.filter(
            ({ close_date, forecast_category }) => forecast_category !== 'omitted' && close_date !== null && close_date < today,
          ),
        ),
      )
      expect(forecast.undated).toEqual(
        group(openDeals.filter(({ close_date, forecast_category }) => forecast_category !== 'omitted' && close_date === null)),
      )

      const funnel = await api.analytics.funnel({ period: 'all' })
      const path = ['qualification', 'discovery', 'demo', 'proposal', 'negotiation', 'won']
      const far = deals.map((deal) =>
        Math.max(...[deal.stage_id, ...deal.stage_history.flatMap(({ from, to }) => [from ?? '', to ?? ''])].map((id) => path.indexOf(id))),
      )
      expect(funnel).toMatchObject({
        deals: deals.length,
        conversion: four(deals.filter(({ status }) => status === 'won').length / deals.length),
      })
      for (const [at, stage] of funnel.stages.entries()) {
        const reached = deals.filter((_, index) => far[index]! >= at)
        const next = deals.filter((_, index) => far[index]! >= at + 1)
        const here = deals.filter((_, index) => far[index] === at)
        expect(stage).toMatchObject({ stage_id: path[at], reached: reached.length, amount: eur(reached) })
        expect(stage.conversion).toBe(at === 5 || reached.length === 0 ? null : four(next.length / reached.length))
        expect([stage.lost, stage.still_here]).toEqual([
          here.filter(({ status }) => status === 'lost').length,
          here.filter(({ status }) => status === 'open').length,
        ])
      }

      const [from, to] = ['2026-02-01', today]
      const closed = deals.filter(({ closed_at }) => closed_at && dayIn(ZONE, closed_at) >= from && dayIn(ZONE, closed_at) <= to)
      const [won, lost] = [closed.filter(({ status }) => status === 'won'), closed.filter(({ status }) => status === 'lost')]
      const velocity = await api.analytics.velocity({ from, to })
      const cycle = won.map(({ created_at, closed_at }) => (Date.parse(closed_at!) - Date.parse(created_at)) / 86_400_000)
      expect(velocity).toMatchObject({
        won: won.length,
        lost: lost.length,
        open: openDeals.length,
        win_rate: four(won.length / closed.length),
      })
      expect(velocity.average_amount).toBe(meanOf(won.filter(({ currency }) => currency === 'EUR').map(({ amount }) => amount)))
      expect(velocity.cycle_days).toBeCloseTo(cycle.reduce((a, b) => a + b, 0) / cycle.length, 3)
      const stays = Map.groupBy(
        closed.flatMap(({ stage_history }) => stage_history),
        (move) => move.from,
      )
      const order = (await api.pipelines.list({})).pipelines.flatMap((pipeline) => pipeline.stages.map(({ id }) => id))
      const placed = [...stays].toSorted(([a], [b]) => order.indexOf(a ?? '') - order.indexOf(b ?? ''))
      expect(velocity.stages.map(({ stage_id, moves }) => [stage_id, moves])).toEqual(placed.map(([id, moves]) => [id, moves.length]))
      for (const { stage_id, average_days } of velocity.stages) {
        const own = stays.get(stage_id)!.map(({ days_in_stage }) => days_in_stage)
        expect(average_days).toBeCloseTo(sumOf(own) / own.length, 3)
      }

      const winLoss = await api.analytics.winLoss({ from, to })
      expect(winLoss).toMatchObject({ won: group(won), lost: group(lost) })
      expect(winLoss.lost_reasons).toEqual(
        named(Map.groupBy(lost, (each) => each.lost_reason)).map(([reason, own]) => ({ reason, ...group(own) })),
      )
      const outcome = (own: Deals) => {
        const wins = own.filter(({ status }) => status === 'won').length
        return { won: wins, lost: own.length - wins, win_rate: four(wins / own.length) }
      }
      expect(winLoss.sources).toEqual(named(Map.groupBy(closed, ({ source }) => source)).map(([name, own]) => ({ name, ...outcome(own) })))
      expect(winLoss.owners).toEqual(
        named(Map.groupBy(closed, ({ owner_email }) => owner_email as string | null)).map(([name, own]) => ({ name, ...outcome(own) })),
      )
      expect(winLoss.competitors).toEqual(
        ['Alpha', 'Beta'].flatMap((name) => {
          const own = closed.filter(({ competitors }) => competitors.includes(name))
          return own.length === 0 ? [] : [{ name, ...outcome(own) }]
        }),
      )

      const stuck = await api.analytics.stuckDeals({ limit: 200 })
      const isOverdue = ({ close_date }: Deals[number]) => close_date !== null && close_date < today
      const atRisk = openDeals.filter((each) => each.rotting || isOverdue(each))
      expect(stuck).toMatchObject({
        rotting: group(openDeals.filter(({ rotting }) => rotting)),
        overdue: group(openDeals.filter(isOverdue)),
        at_risk: group(atRisk),
      })
      expect(new Set(stuck.deals.map(({ id }) => id))).toEqual(new Set(atRisk.map(({ id }) => id)))

      const board = await api.analytics.leaderboard({ from, to })
      const { activities } = await api.activities.list({ limit: 200 })
      const acts = activities.filter(({ at }) => dayIn(ZONE, at) >= from && dayIn(ZONE, at) <= to)
      for (const each of board.owners) {
        const own = acts.filter(({ owner_email }) => owner_email === each.owner_email)
        const wins = won.filter(({ owner_email }) => owner_email === each.owner_email)
        expect(each).toMatchObject({
          won_amount: eur(wins),
          won_deals: wins.length,
          activities: own.length,
          calls: own.filter(({ type }) => type === 'call').length,
        })
      }
      expect(board.owners.map(({ won_amount }) => won_amount)).toEqual(
        board.owners.map(({ won_amount }) => won_amount).toSorted((a, b) => b - a),
      )
      const activity = await api.analytics.activity({ from, to })
      const tally = (of: (each: (typeof acts)[number]) => string | null, some = acts) =>
        named(Map.groupBy(some, of)).map(([name, own]) => [name, own.length])
      expect(activity.total).toBe(acts.length)
      expect(activity.types.map(({ type, count }) => [type, count])).toEqual(tally(({ type }) => type))
      expect(activity.owners.map(({ owner_email, count }) => [owner_email, count])).toEqual(
        tally(({ owner_email }) => owner_email).toSorted(([, a], [, b]) => Number(b) - Number(a)),
      )
      expect(activity.days.map(({ day, count }) => [day, count])).toEqual(tally(({ at }) => dayIn(ZONE, at)))
      expect(activity.call_outcomes.map(({ outcome, count }) => [outcome, count])).toEqual(
        tally(
          ({ outcome }) => outcome,
          acts.filter(({ type }) => type === 'call'),
        ),
      )

      const { contacts } = await api.contacts.list({ limit: 200 })
      const lifecycle = await api.analytics.lifecycle({ period: 'all' })
      expect(lifecycle.contacts).toBe(contacts.length)
      for (const { stage, count } of lifecycle.stages)
        expect(count).toBe(contacts.filter(({ lifecycle_stage }) => lifecycle_stage === stage).length)
      for (const { source, count, customers } of lifecycle.sources) {
        const own = contacts.filter(({ primary_source }) => primary_source === source)
        expect([count, customers]).toEqual([own.length, own.filter(({ lifecycle_stage }) => lifecycle_stage === 'customer').length])
      }
      expect(lifecycle.changes).toEqual([
        { from: 'lead', to: 'customer', count: contacts.filter(({ lifecycle_stage }) => lifecycle_stage === 'customer').length },
      ])

      const cohorts = await api.analytics.cohorts({ period: 'all' })
      const month = (at: string) => `${dayIn(ZONE, at).slice(0, 7)}-01`
      expect(cohorts.cohorts.map((each) => [each.month, each.size])).toEqual(
        named(Map.groupBy(contacts, ({ created_at }) => month(created_at))).map(([at, own]) => [at, own.length]),
      )
      for (const cohort of cohorts.cohorts)
        for (const { offset, count } of cohort.months) {
          const own = contacts.filter((each) => month(each.created_at) === cohort.month)
          const then = own.filter(({ id }) => {
            const firsts = deals.filter((each) => each.primary_lead_id === id && each.status === 'won').map(({ closed_at }) => closed_at!)
            return firsts.length > 0 && monthsBetween(cohort.month, month(firsts.toSorted()[0]!)) === offset
          })
          expect(count).toBe(then.length)
        }

      const overview = await api.analytics.overview({ from, to })
      expect(overview.current).toMatchObject({
        new_contacts: contacts.filter(({ created_at }) => dayIn(ZONE, created_at) >= from).length,
        new_deals: deals.filter(({ created_at }) => dayIn(ZONE, created_at) >= from).length,
        won_deals: won.length,
        lost_deals: lost.length,
        won_amount: eur(won),
        activities: acts.length,
        win_rate: four(won.length / closed.length),
      })
      expect(overview.previous_period!.to).toBe('2026-01-31')
      const earlier = deals.filter(
        ({ created_at }) => dayIn(ZONE, created_at) < from && dayIn(ZONE, created_at) >= overview.previous_period!.from!,
      )
      expect(overview.previous!.new_deals).toBe(earlier.length)
      expect(overview.open_pipeline).toMatchObject(group(openDeals))
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)

function monthsBetween(from: string, to: string): number {
  const [a, b] = [from, to].map((each) => Number(each.slice(0, 4)) * 12 + Number(each.slice(5, 7)))
  return b! - a!
}

/** Contacts, deals and activities over some months. */
async function grow({ api, clock }: Pick<Opened, 'api' | 'clock'>, random: ReturnType<typeof seeded>): Promise<void> {
  const people = []
  const owners = ['ada@acme.test', 'grace@acme.test']
  for (let at = 0; at < 45; at += 1) {
    if (at % 4 === 0) {
      const contact = await api.contacts.create({
        email: `p${at}@people-${at}.com`,
        lifecycle_stage: 'lead',
        primary_source: random.of(['web', 'fair', null]),
      })
      people.push(contact)
      if (random.next() < 0.5) await api.contacts.update({ id: contact.id, lifecycle_stage: 'customer' })
    }
    const deal = await api.deals.create({
      name: `Deal ${at}`,
      amount: random.cents(5000),
      currency: random.of(['EUR', 'EUR', 'USD']),
      owner_email: random.of(owners),
      source: random.of(['web', 'fair', null]),
      competitors: random.of([[], ['Alpha'], ['Alpha', 'Beta']]),
      close_date: random.of(['2026-02-10', '2026-03-31', '2026-05-01', '2026-06-15', null]),
      primary_lead_id: random.of(people).id,
      forecast_category: random.of(['pipeline', 'commit', 'best_case', 'omitted']),
    })
    clock.advance(`${1 + random.whole(70)} hours`)
    const stage_id = random.of(['discovery', 'demo', 'proposal', null])
    if (stage_id) await api.deals.move({ id: deal.id, stage_id })
    clock.advance(`${1 + random.whole(20)} hours`)
    const roll = random.next()
    if (roll < 0.3) await api.deals.win({ id: deal.id, won_reason: random.of(['Price', 'Product']) })
    else if (roll < 0.6) await api.deals.lose({ id: deal.id, lost_reason: random.of(['No budget', 'Not a fit']) })
    await api.activities.logCall({
      outcome: random.of(['connected', 'no_answer']),
      contact_id: random.of(people).id,
      owner_email: random.of(owners),
    })
    if (random.next() < 0.4) await api.activities.logMeeting({ contact_id: random.of(people).id, owner_email: random.of(owners) })
  }
}
