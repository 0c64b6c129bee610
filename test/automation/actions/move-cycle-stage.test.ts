import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('move_cycle_stage', (open) => {
  it('moves forward by name, and back only where that is allowed', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const cycle = await api.salesCycles.create({ name: 'Inbound', stages: [{ name: 'New' }, { name: 'Talk' }, { name: 'Offer' }] })
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test', sales_cycle_id: cycle.id, pipeline_stage: 'New' })
    const move = async (config: object) => await run('move_cycle_stage', config, { contact: id })
    expect(await eventsOf('move_cycle_stage', { stage: 'talk' }, { contact: id })).toEqual([
      'contact.property_changed',
      'contact.stage_changed',
    ])
    expect(await move({ stage: 'TALK' })).toEqual({ skipped: 'no_change' })
    expect(await move({ stage: 'New' })).toEqual({ skipped: 'not_forward' })
    expect(await move({ stage: 'New', forward_only: 'no' })).toEqual({ done: { from: 'Talk', to: 'New' } })
    expect(await move({ stage: 'Nowhere' })).toEqual({ skipped: 'no_stage' })
    expect(await run('move_cycle_stage', { stage: 'Talk' })).toEqual({ skipped: 'no_contact' })
  })

  it('leaves contacts in their own cycle, and puts those of none into the one that it names', async () => {
    const { api, run } = await openBench(open)
    const inbound = await api.salesCycles.create({ name: 'Inbound', stages: [{ name: 'New' }, { name: 'Talk' }] })
    await api.salesCycles.create({ name: 'Partners', stages: [{ name: 'Talk' }] })
    const own = await api.contacts.create({ email: 'ada@lovelace.test', sales_cycle_id: inbound.id })
    const free = await api.contacts.create({ email: 'charles@babbage.test' })
    expect(await run('move_cycle_stage', { stage: 'Talk', cycle: 'Partners' }, { contact: own.id })).toEqual({ skipped: 'other_cycle' })
    expect(await run('move_cycle_stage', { stage: 'Talk', cycle: 'Gone' }, { contact: own.id })).toEqual({ skipped: 'no_cycle' })
    expect(await run('move_cycle_stage', { stage: 'talk', cycle: 'inbound' }, { contact: free.id })).toMatchObject({ done: { to: 'Talk' } })
    expect((await api.contacts.get({ id: free.id })).sales_cycle_id).toBe(inbound.id)
    expect(faultsAtSave('move_cycle_stage', { stage: '' })).toEqual(['/stage too_short'])
  })
})
