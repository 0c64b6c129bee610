import { expect, it } from 'vitest'
import type { Filter } from '../../../core/records/search/grammar/condition.ts'
import { describeStorages } from '../../support/storages.ts'

const on = (field: string, op: string, value: unknown) => ({ field, op, value }) as Filter

describeStorages(
  'Stages, pipelines and sales cycles in conditions',
  (open) => {
    it('are meant by id or name, of any pipeline', async () => {
      const { api } = await open()
      const second = await api.pipelines.create({ name: 'Renewals', stages: [{ id: 'sent', name: 'Proposal sent' }, { name: 'Trial' }] })
      const deals = [
        await api.deals.create({ name: 'A', stage_id: 'proposal' }),
        await api.deals.create({ name: 'B', pipeline_id: second.id, stage_id: 'sent' }),
        await api.deals.create({ name: 'C', pipeline_id: second.id, stage_id: 'trial' }),
      ]
      const cycle = await api.salesCycles.create({ name: 'Onboarding', stages: [{ id: 'new', name: 'Fresh' }, { name: 'Done' }] })
      const contact = await api.contacts.create({ first_name: 'A', sales_cycle_id: cycle.id, pipeline_stage: 'new' })
      await api.contacts.create({ first_name: 'B', pipeline_stage: 'Nowhere' })
      await api.deals.update({ id: deals[2]!.id, contact_id: contact.id })
      const found = async (filter: Filter) => (await api.deals.search({ filter, sort: 'name' })).deals.map(({ name }) => name)
      expect(await found(on('stage_id', 'eq', ' proposal SENT '))).toEqual(['A', 'B'])
      expect(await found(on('stage_id', 'neq', 'Proposal sent'))).toEqual(['C'])
      expect(await found(on('stage_id', 'in', 'Trial, sent'))).toEqual(['B', 'C'])
      expect(await found(on('pipeline_id', 'eq', 'renewals'))).toEqual(['B', 'C'])
      expect(await found(on('pipeline_id', 'in', [second.id, 'Default']))).toEqual(['A', 'B', 'C'])
      const people = async (filter: Filter) => (await api.contacts.search({ filter })).contacts.map(({ first_name }) => first_name)
      for (const filter of [
        on('sales_cycle_id', 'eq', 'onboarding'),
        on('pipeline_stage', 'eq', 'fresh'),
        on('deal.pipeline_id', 'eq', 'Renewals'),
      ])
        expect(await people(filter)).toEqual(['A'])
      await expect(people(on('pipeline_stage', 'eq', 'nowhere'))).rejects.toMatchObject({
        details: { errors: [{ path: '/filter/value', code: 'not_allowed' }] },
      })
      expect(await people(on('pipeline_stage', 'neq', 'fresh'))).toEqual(['B'])
      const asked = await api.reports.query({ object: 'deals', filter: on('stage_id', 'eq', 'Proposal sent') })
      expect(asked.rows).toEqual([{ count: 2 }])
    })

    it('are kept by id, so that a list or report outlives another name', async () => {
      const { api } = await open()
      const { id: other } = await api.pipelines.create({ name: 'Other', stages: [{ id: 'x', name: 'Closed won', type: 'won' }] })
      const kept = async (filter: Filter) => (await api.lists.create({ name: 'L', object: 'deals', filter })).filter
      expect(await kept(on('stage_id', 'neq', 'Closed won'))).toEqual({ not: on('stage_id', 'in', ['won', 'x']) })
      expect(await kept({ and: [on('pipeline_id', 'eq', 'OTHER'), on('stage_id', 'in', 'demo, Closed lost')] })).toEqual({
        and: [on('pipeline_id', 'eq', other), on('stage_id', 'in', ['demo', 'lost'])],
      })
      expect(await kept(on('contact.lifecycle_stage', 'eq', 'Marketing Qualified'))).toEqual(on('contact.lifecycle_stage', 'eq', 'mql'))
      const same = on('stage_id', 'in', 'won, lost')
      expect(await kept(same)).toEqual(same)
      const report = await api.reports.create({ name: 'R', object: 'deals', filter: on('pipeline_id', 'neq', 'Other') })
      expect(report.filter).toEqual(on('pipeline_id', 'neq', other))
      const { filter } = await api.reports.update({ id: report.id, filter: on('stage_id', 'eq', 'Closed won') })
      expect(filter).toEqual(on('stage_id', 'in', ['won', 'x']))
      await expect(api.reports.update({ id: report.id, filter: on('stage_id', 'eq', 'nowhere') })).rejects.toMatchObject({
        details: { errors: [{ path: '/filter/value', code: 'not_allowed' }] },
      })
    })

    it('are refused where there are none of that name, and are what took their place in conditions that were kept before', async () => {
      const { api } = await open()
      const unknown = (allowed: readonly string[]) => ({
        details: { errors: [{ path: '/filter/value', code: 'not_allowed', allowed: expect.arrayContaining([...allowed]) }] },
      })
      await expect(api.deals.search({ filter: on('stage_id', 'eq', 'negociation') })).rejects.toMatchObject(unknown(['negotiation', 'won']))
      await expect(api.contacts.search({ filter: on('sales_cycle_id', 'eq', 'Main') })).rejects.toMatchObject(unknown([]))
      const list = { name: 'L', object: 'deals', filter: on('pipeline_id', 'neq', 'Sales') } as const
      await expect(api.lists.create(list)).rejects.toMatchObject({ details: { errors: [{ path: '/filter/value' }] } })
      const { id } = await api.lists.create({ ...list, filter: on('stage_id', 'eq', 'Demo / Meeting') })
      const [pipeline] = (await api.pipelines.list({})).pipelines
      await api.deals.create({ name: 'D', stage_id: 'demo' })
      expect((await api.lists.get({ id })).members_count).toBe(1)
      await api.pipelines.updateStage({ id: pipeline!.id, stageId: 'demo', name: 'Presentation' })
      expect(await api.lists.get({ id })).toMatchObject({ members_count: 1, filter: on('stage_id', 'eq', 'demo') })
      await api.pipelines.deleteStage({ id: pipeline!.id, stageId: 'demo', move_to: 'proposal' })
      expect(await api.lists.get({ id })).toMatchObject({ members_count: 1, filter: on('stage_id', 'eq', 'proposal') })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
