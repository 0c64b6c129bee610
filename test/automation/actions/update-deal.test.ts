import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('update_deal', (open) => {
  it('moves the deal and sets its fields, with the events of the same change over the API', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const deal = await api.deals.create({ name: 'Engine', amount: 100 })
    const of = { deal: deal.id }
    const events = async (field: string, value: unknown) => await eventsOf('update_deal', { field, value }, of)
    expect(await events('amount', '250')).toEqual(['deal.amount_changed', 'deal.property_changed'])
    expect(await events('priority', 'high')).toEqual(['deal.property_changed'])
    expect(await events('close_date', '+14d')).toEqual(['deal.property_changed'])
    expect(await api.deals.get({ id: deal.id })).toMatchObject({ amount: 250, priority: 'high', close_date: '2026-01-29' })
    await run('update_deal', { field: 'close_date', value: '' }, of)
    expect((await api.deals.get({ id: deal.id })).close_date).toBeNull()
    expect(await events('status', 'won')).toEqual(['deal.property_changed', 'deal.stage_changed', 'deal.won'])
    expect(await events('status', 'open')).toEqual(['deal.property_changed', 'deal.reopened', 'deal.stage_changed'])
  })

  it('changes nothing where the value is the same, and without a deal', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const deal = await api.deals.create({ name: 'Engine', amount: 100 })
    expect(await run('update_deal', { field: 'amount', value: '100' }, { deal: deal.id })).toEqual({ skipped: 'no_change' })
    expect(await run('update_deal', { field: 'amount', value: 1 })).toEqual({ skipped: 'no_deal' })
    expect(await eventsOf('update_deal', { field: 'amount', value: 100 }, { deal: deal.id })).toEqual([])
  })

  it('fails for a stage of another pipeline and for a bad value, and is refused for a bad configuration', async () => {
    const { api, run } = await openBench(open)
    const deal = await api.deals.create({ name: 'Engine' })
    const other = await api.pipelines.create({ name: 'Renewals', stages: [{ name: 'Due', type: 'open' }] })
    const foreign = { details: { errors: [{ path: '/value', code: 'unknown_stage' }] } }
    const value = other.stages[0]?.id
    await expect(run('update_deal', { field: 'stage_id', value }, { deal: deal.id })).rejects.toMatchObject(foreign)
    const bad = { details: { errors: [{ path: '/value' }] } }
    await expect(run('update_deal', { field: 'close_date', value: 'soon' }, { deal: deal.id })).rejects.toMatchObject(bad)
    expect(await api.deals.get({ id: deal.id })).toMatchObject({ version: deal.version, pipeline_id: deal.pipeline_id })
    expect(faultsAtSave('update_deal', { field: 'name', value: 'x' })).toEqual(['/field not_allowed'])
    expect(faultsAtSave('update_deal', { field: 'close_date', value: 'soon' })).toHaveLength(1)
    expect(faultsAtSave('update_deal', { field: 'close_date', value: '+14d' })).toEqual([])
  })
})
