import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../support/event-probe.ts'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages('deal.rotting', (open) => {
  it('fires when a deal has been in its stage for as long as the stage allows, once for each entry into a stage', async () => {
    const { api, engine, clock } = await open(withEvents)
    const { id } = await api.deals.create({ name: 'Press', stage_id: 'negotiation' })
    await api.deals.create({ name: 'Won', stage_id: 'won' })
    clock.advance('6 days')
    await engine.tick()
    expect(await eventsOf(engine, 'deal.rotting')).toEqual([])
    clock.advance('1 day')
    await engine.tick()
    clock.advance('30 days')
    await engine.tick()
    const [fired, ...more] = await eventsOf(engine, 'deal.rotting')
    expect(more).toEqual([])
    expect(fired).toMatchObject({
      entity_id: id,
      payload: { id, name: 'Press', from: null, to: null, stage: 'negotiation', status: 'open' },
    })
    expect(fired!.data['record']).toMatchObject({ rotting: true, days_in_stage: 7, version: 1 })
    expect(await api.deals.get({ id })).toMatchObject({ rotting: true, version: 1 })
    await api.deals.move({ id, stage_id: 'demo' })
    await api.deals.move({ id, stage: 'Negotiation' })
    expect(await api.deals.get({ id })).toMatchObject({ rotting: false })
    clock.advance('8 days')
    await engine.tick()
    expect(await eventsOf(engine, 'deal.rotting')).toHaveLength(2)
  })

  it('fires no second time when the threshold of the stage is changed, and never for a stage without one', async () => {
    const { api, engine, clock } = await open(withEvents)
    const [pipeline] = (await api.pipelines.list()).pipelines
    await api.deals.create({ name: 'Press', stage_id: 'demo' })
    clock.advance('5 days')
    await api.pipelines.updateStage({ id: pipeline!.id, stageId: 'demo', stuck_after_days: 4 })
    expect((await api.deals.list({ rotting: true })).deals).toHaveLength(1)
    await engine.tick()
    await api.pipelines.updateStage({ id: pipeline!.id, stageId: 'demo', stuck_after_days: 5 })
    clock.advance('9 days')
    await engine.tick()
    expect(await eventsOf(engine, 'deal.rotting')).toHaveLength(1)
    await api.pipelines.updateStage({ id: pipeline!.id, stageId: 'demo', stuck_after_days: null })
    expect((await api.deals.list({ rotting: true })).deals).toEqual([])
  })
})

describeStorages('deal.overdue', (open) => {
  it('fires when the day after the close date begins in the zone of the organization, once for each date', async () => {
    const { api, engine, clock } = await open(withEvents)
    await engine.access.bootstrap({ organization: 'acme', user: 'ada@acme.test' })
    await api.organization.update({ timezone: 'America/New_York' })
    const { id } = await api.deals.create({ name: 'Press', close_date: '2026-01-15', stage_id: 'negotiation' })
    clock.set('2026-01-16T04:59:00.000Z')
    await engine.tick()
    expect(await eventsOf(engine, 'deal.overdue')).toEqual([])
    clock.set('2026-01-16T05:00:00.000Z')
    await engine.tick()
    await engine.tick()
    expect((await eventsOf(engine, 'deal.overdue')).map(({ payload }) => payload['close_date'])).toEqual(['2026-01-15'])
    await api.deals.update({ id, close_date: '2026-01-14' })
    clock.advance('2 seconds')
    await engine.tick()
    await api.deals.update({ id, close_date: '2026-01-15' })
    clock.advance('2 seconds')
    await engine.tick()
    expect((await eventsOf(engine, 'deal.overdue')).map(({ payload }) => payload['close_date'])).toEqual(['2026-01-15', '2026-01-14'])
  })

  it('fires for open deals only, for each organization by its own day', async () => {
    const { api, engine, clock } = await open(withEvents)
    const far = { ...ada, organization: 'far' }
    await engine.access.bootstrap({ organization: 'far', user: ada.user })
    await engine.as(far).organization.update({ timezone: 'Pacific/Kiritimati' })
    await engine.as(far).deals.create({ name: 'Far', close_date: '2026-01-15' })
    const lost = await api.deals.create({ name: 'Lost', close_date: '2026-01-15' })
    await api.deals.lose({ id: lost.id, lost_reason: 'no budget' })
    await api.deals.create({ name: 'Near', close_date: '2026-01-15' })
    clock.set('2026-01-15T10:00:00.000Z')
    await engine.tick()
    expect([await eventsOf(engine, 'deal.overdue', 'far'), await eventsOf(engine, 'deal.overdue')]).toMatchObject([
      [{ payload: { name: 'Far' } }],
      [],
    ])
    clock.set('2026-01-16T00:00:00.000Z')
    await engine.tick()
    expect((await eventsOf(engine, 'deal.overdue')).map(({ payload }) => payload['name'])).toEqual(['Near'])
  })
})

describeStorages(
  'deadlines of deals with several processes',
  (open) => {
    it('fire once although several processes look at the same time', async () => {
      const { api, engine, clock, place } = await open(withEvents)
      const others = await Promise.all([1, 2].map(() => open({ ...withEvents, place, clock })))
      for (let number = 0; number < 40; number += 1) await api.deals.create({ name: `Deal ${number}`, close_date: '2026-01-20' })
      clock.advance('20 days')
      await Promise.all([engine, ...others.map((each) => each.engine)].map((each) => each.tick()))
      for (const type of ['deal.rotting', 'deal.overdue'])
        expect((await eventsOf(engine, type)).map(({ entity_id }) => entity_id).toSorted()).toEqual(
          (await api.deals.list({ limit: 200 })).deals.map(({ id }) => id).toSorted(),
        )
    })
  },
  ['PostgreSQL'],
)
