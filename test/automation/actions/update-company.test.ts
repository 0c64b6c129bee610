import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('update_company', (open) => {
  it('sets a field of the company; only another lifecycle stage is an event', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const { id } = await api.companies.create({ name: 'Lovelace Ltd' })
    const of = { company: id }
    expect(await run('update_company', { field: 'health_score', value: '7.5' }, of)).toEqual({ done: { changed: ['health_score'] } })
    expect(await eventsOf('update_company', { field: 'tier', value: 'gold' }, of)).toEqual([])
    expect(await eventsOf('update_company', { field: 'lifecycle_stage', value: 'customer' }, of)).toEqual(['company.lifecycle_changed'])
    expect(await api.companies.get({ id })).toMatchObject({ health_score: 7.5, tier: 'gold', lifecycle_stage: 'customer' })
    expect(await run('update_company', { field: 'tier', value: 'gold' }, of)).toEqual({ skipped: 'no_change' })
    expect(await run('update_company', { field: 'tier', value: 'gold' })).toEqual({ skipped: 'no_company' })
    const bad = { details: { errors: [{ path: '/value', code: 'not_allowed' }] } }
    await expect(run('update_company', { field: 'company_type', value: 'friend' }, of)).rejects.toMatchObject(bad)
    expect(faultsAtSave('update_company', { field: 'company_type', value: 'friend' })).toEqual(['/value not_allowed'])
    expect(faultsAtSave('update_company', { field: 'name', value: 'x' })).toEqual(['/field not_allowed'])
  })
})
