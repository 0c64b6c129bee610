import type { Api } from 'rapport-crm'
import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../../support/event-probe.ts'
import { describeStorages } from '../../../support/storages.ts'

async function staleAfter(api: Api, days?: number): Promise<string> {
  const { id } = await api.workflows.create({
    name: 'Stale deals',
    trigger: { type: 'deal.rotting', config: days === undefined ? {} : { days } },
    steps: [{ type: 'stop' }],
  })
  await api.workflows.activate({ id })
  return id
}

async function enrolled(api: Api, workflow_id: string) {
  const { workflow_runs } = await api.workflowRuns.list({ workflow_id, limit: 200 })
  return workflow_runs.map(({ entity }) => entity?.id ?? null).toSorted()
}

describeStorages('a workflow with days of its own for stuck deals', (open) => {
  it('enrolls a deal after so many days in its stage, while everybody else is told by the threshold of the stage', async () => {
    const { api, engine, clock } = await open(withEvents)
    const own = await staleAfter(api, 3)
    const general = await staleAfter(api)
    const { id } = await api.deals.create({ name: 'Press', stage_id: 'negotiation' })
    await api.deals.create({ name: 'Won', stage_id: 'won' })
    clock.advance('2 days')
    await engine.tick()
    clock.advance('23 hours')
    await engine.tick()
    expect(await enrolled(api, own)).toEqual([])
    clock.advance('1 hour')
    await engine.tick()
    await engine.tick()
    expect([await enrolled(api, own), await enrolled(api, general)]).toEqual([[id], []])
    expect(await eventsOf(engine, 'deal.rotting')).toEqual([])
    clock.advance('4 days')
    await engine.tick()
    expect([await enrolled(api, own), await enrolled(api, general)]).toEqual([[id], [id]])
    expect(await eventsOf(engine, 'deal.rotting')).toHaveLength(1)
    const [run] = (await api.workflowRuns.list({ workflow_id: own })).workflow_runs
    expect(run).toMatchObject({ status: 'completed', event_id: null, entity: { type: 'deal', id } })
  })

  it('enrolls once for each entry into a stage, and not at all after a move or the end of the deal', async () => {
    const { api, engine, clock } = await open()
    const own = await staleAfter(api, 3)
    const [stays, moves, ends] = await Promise.all(['A', 'B', 'C'].map((name) => api.deals.create({ name, stage_id: 'negotiation' })))
    clock.advance('2 days')
    await api.deals.move({ id: moves!.id, stage_id: 'demo' })
    await api.deals.lose({ id: ends!.id, lost_reason: 'no budget' })
    clock.advance('1 day')
    await engine.tick()
    expect(await enrolled(api, own)).toEqual([stays!.id])
    clock.advance('2 days')
    await engine.tick()
    expect(await enrolled(api, own)).toEqual([stays!.id, moves!.id].toSorted())
    await api.deals.move({ id: stays!.id, stage_id: 'demo' })
    clock.advance('10 days')
    await engine.tick()
    expect(await enrolled(api, own)).toEqual([stays!.id, stays!.id, moves!.id].toSorted())
  })

  it('enrolls deals that are stuck already when it is activated, in pages, and none of them again after a pause or with other days', async () => {
    const { api, engine, clock } = await open()
    const names = Array.from({ length: 230 }, (_, number) => ({ name: `Deal ${number}`, stage_id: 'negotiation' }))
    for (const chunk of [names.slice(0, 120), names.slice(120)]) await Promise.all(chunk.map((each) => api.deals.create(each)))
    clock.advance('5 days')
    const own = await staleAfter(api, 3)
    await engine.tick()
    expect((await api.workflows.stats({ id: own })).enrolled).toBe(230)
    await api.workflows.pause({ id: own })
    const { id } = await api.deals.create({ name: 'In the pause', stage_id: 'demo' })
    clock.advance('4 days')
    await engine.tick()
    expect((await api.workflows.stats({ id: own })).enrolled).toBe(230)
    await api.workflows.update({ id: own, trigger: { type: 'deal.rotting', config: { days: 2 } } })
    await api.workflows.activate({ id: own })
    await engine.tick()
    expect((await api.workflows.stats({ id: own })).enrolled).toBe(231)
    expect((await api.workflowRuns.list({ workflow_id: own, limit: 1 })).workflow_runs).toMatchObject([{ entity: { id } }])
  })

  it('asks its conditions, and counts what does not meet them', async () => {
    const { api, engine, clock } = await open()
    const { id } = await api.workflows.create({
      name: 'Large ones',
      trigger: { type: 'deal.rotting', config: { days: 1 } },
      conditions: [{ field: 'deal.amount', op: 'gt', value: 1000 }],
      steps: [{ type: 'stop' }],
    })
    await api.workflows.activate({ id })
    await api.deals.create({ name: 'Small', amount: 10 })
    const large = await api.deals.create({ name: 'Large', amount: 5000 })
    clock.advance('30 days')
    await engine.tick()
    expect(await enrolled(api, id)).toEqual([large.id])
    expect(await api.workflows.stats({ id })).toMatchObject({ enrolled: 1, dropped: { conditions: 1 } })
  })
})

describeStorages(
  'timers of workflows with several processes',
  (open) => {
    it('enroll once although several processes look at the same time', async () => {
      const { api, engine, clock, place } = await open()
      const others = await Promise.all([1, 2, 3].map(() => open({ place, clock })))
      const own = await staleAfter(api, 3)
      for (let number = 0; number < 30; number += 1) await api.deals.create({ name: `Deal ${number}` })
      clock.advance('20 days')
      await Promise.all([engine, ...others.map((each) => each.engine)].map((each) => each.tick()))
      await engine.tick()
      expect(await enrolled(api, own)).toEqual((await api.deals.list({ limit: 200 })).deals.map(({ id }) => id).toSorted())
    })
  },
  ['PostgreSQL'],
)
