import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../support/event-probe.ts'
import { describeStorages } from '../../support/storages.ts'

const stageIds = ['qualification', 'discovery', 'demo', 'proposal', 'negotiation', 'won', 'lost']
const step = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), stage_id: fc.constantFrom(...stageIds) }),
  fc.record({ kind: fc.constantFrom('win' as const, 'lose' as const, 'reopen' as const) }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ kind: fc.constant('edit' as const), amount: fc.integer({ min: 0, max: 3 }) }),
)

describeStorages(
  'random walks through the stages',
  (open) => {
    it('keep status, probability and history consistent, and make one event per move', async () => {
      const { api, engine, clock } = await open(withEvents)
      const [pipeline] = (await api.pipelines.list()).pipelines
      const stageOf = new Map(pipeline!.stages.map((stage) => [stage.id, stage]))
      for (const [at, walk] of fc.sample(fc.array(step, { minLength: 4, maxLength: 14 }), { numRuns: 12, seed: 42 }).entries()) {
        const started = clock.now()
        let deal = await api.deals.create({ name: `Walk ${at}` })
        const { id } = deal
        for (const each of walk) {
          const before = deal
          if (each.kind === 'wait') clock.advance(each.hours * 3_600_000)
          else if (each.kind === 'move') deal = await api.deals.move({ id, stage_id: each.stage_id })
          else if (each.kind === 'edit') deal = await api.deals.update({ id, amount: each.amount })
          else if (each.kind !== 'reopen' || before.status !== 'open') deal = await api.deals[each.kind]({ id })
          else await expect(api.deals.reopen({ id })).rejects.toMatchObject({ code: 'conflict' })
          const stage = stageOf.get(deal.stage_id)!
          expect(deal).toMatchObject({ status: stage.type, probability: stage.probability, stage_name: stage.name })
          expect(deal.closed_at !== null).toBe(stage.type !== 'open')
          expect(deal.stage_history.length - before.stage_history.length).toBe(deal.stage_id === before.stage_id ? 0 : 1)
        }
        const moves = deal.stage_history
        moves.forEach(({ from }, place) => expect(from).toBe(place === 0 ? 'qualification' : moves[place - 1]!.to))
        expect(moves.at(-1)?.to ?? 'qualification').toBe(deal.stage_id)
        const days = moves.reduce((sum, { days_in_stage }) => sum + days_in_stage, 0)
        expect(days).toBeCloseTo((Date.parse(deal.stage_entered_at) - started.getTime()) / 86_400_000, 3)
        const told = (await eventsOf(engine)).filter(({ entity_id }) => entity_id === id)
        const of = (type: string) => told.filter((event) => event.type === type)
        expect(of('deal.stage_changed').map(({ payload }) => [payload['from'], payload['to']])).toEqual(
          moves.map(({ from, to }) => [from, to]),
        )
        const turns = moves
          .filter(({ from, to }) => stageOf.get(from!)!.type !== stageOf.get(to!)!.type)
          .map(({ to }) => stageOf.get(to!)!.type)
        for (const [type, status] of [
          ['deal.won', 'won'],
          ['deal.lost', 'lost'],
          ['deal.reopened', 'open'],
        ] as const)
          expect(of(type)).toHaveLength(turns.filter((each) => each === status).length)
      }
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
