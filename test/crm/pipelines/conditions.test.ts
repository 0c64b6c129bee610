import { expect, it } from 'vitest'
import type { Filter } from '../../../core/records/search/grammar/condition.ts'
import { describeStorages } from '../../support/storages.ts'

const stages = [{ name: 'Look' }, { name: 'Trial' }, { name: 'Sold', type: 'won' as const }]
const inUse = (id: string) => ({
  code: 'conflict',
  details: { errors: [{ path: '/move_to', code: 'in_use', message: expect.stringContaining(id) }] },
})

describeStorages(
  'conditions that name a stage or pipeline which is deleted',
  (open) => {
    it('are told of a stage, and name the one that takes its place', async () => {
      const { api } = await open()
      const { id } = await api.pipelines.create({ name: 'Own', stages })
      const filter: Filter = {
        or: [{ field: 'stage_id', op: 'in', value: 'trial,qualification' }, { not: { field: 'stage_id', op: 'eq', value: 'Trial' } }],
      }
      const list = await api.lists.create({ name: 'On trial', object: 'deals', type: 'dynamic', filter })
      const { id: report } = await api.reports.create({
        name: 'Trials',
        object: 'deals',
        group_by: [{ field: 'owner_email' }],
        measures: [{ measure: 'count' }],
        filter: { field: 'stage_id', op: 'eq', value: 'trial' },
      })
      const refusal = { code: 'conflict', details: { errors: [{ code: 'in_use' }, { code: 'in_use' }] } }
      await expect(api.pipelines.deleteStage({ id, stageId: 'trial' })).rejects.toMatchObject(refusal)
      await api.reports.delete({ id: report })
      await expect(api.pipelines.deleteStage({ id, stageId: 'trial' })).rejects.toMatchObject(inUse(list.id))
      expect((await api.pipelines.get({ id })).stages).toHaveLength(3)
      await api.pipelines.deleteStage({ id, stageId: 'trial', move_to: 'Look' })
      expect((await api.lists.get({ id: list.id })).filter).toEqual({
        or: [{ field: 'stage_id', op: 'in', value: ['look', 'qualification'] }, { not: { field: 'stage_id', op: 'eq', value: 'look' } }],
      })
      const deal = await api.deals.create({ name: 'Here', pipeline_id: id, stage_id: 'look' })
      const { members } = await api.lists.members({ id: list.id })
      expect(members.map(({ record }) => record['id'])).toContain(deal.id)
      expect(await api.pipelines.deleteStage({ id, stageId: 'sold' })).toEqual({ deleted: true })
    })

    it('are told of a pipeline with its stages, and of lists of contacts by their deals', async () => {
      const { api } = await open()
      const [{ id }, { id: other }] = [await api.pipelines.create({ name: 'Own', stages }), (await api.pipelines.list()).pipelines[0]!]
      const by = async (field: string, value: string, object = 'deals') =>
        await api.lists.create({ name: `${object} ${field}`, object, type: 'dynamic', filter: { field, op: 'eq' as const, value } })
      const lists = [await by('pipeline_id', id), await by('stage_id', 'sold'), await by('deal.stage_id', 'trial', 'contacts')]
      await expect(api.pipelines.delete({ id })).rejects.toMatchObject({
        code: 'conflict',
        details: { errors: lists.map(() => ({ code: 'in_use' })) },
      })
      await api.pipelines.delete({ id, move_to: other })
      const after = await Promise.all(lists.map(async (list) => await api.lists.get({ id: list.id })))
      const first = (await api.pipelines.get({ id: other })).stages.find(({ type }) => type === 'open')
      const won = (await api.pipelines.get({ id: other })).stages.find(({ type }) => type === 'won')
      expect(after.map(({ filter }) => (filter && 'value' in filter ? filter.value : null))).toEqual([other, won?.id, first?.id])
    })

    it('are told of stages of contacts, unless another sales cycle has the same stage', async () => {
      const { api } = await open()
      const cycle = await api.salesCycles.create({ name: 'One', stages: [{ name: 'New' }, { name: 'Warm' }] })
      const filter: Filter = { field: 'pipeline_stage', op: 'eq', value: 'warm' }
      const list = await api.lists.create({ name: 'Warm ones', object: 'contacts', type: 'dynamic', filter })
      const kept = [{ name: 'New' }]
      await expect(api.salesCycles.update({ id: cycle.id, stages: kept })).rejects.toMatchObject(inUse(list.id))
      const twin = await api.salesCycles.create({ name: 'Two', stages: [{ name: 'Warm' }, { name: 'Hot' }] })
      await api.salesCycles.update({ id: cycle.id, stages: kept })
      expect((await api.lists.get({ id: list.id })).filter).toEqual(filter)
      await expect(api.salesCycles.delete({ id: twin.id })).rejects.toMatchObject(inUse(list.id))
      await api.salesCycles.delete({ id: twin.id, move_to: cycle.id })
      expect((await api.lists.get({ id: list.id })).filter).toMatchObject({ value: 'New' })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
