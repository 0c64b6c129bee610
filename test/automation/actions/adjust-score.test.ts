import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('adjust_score', (open) => {
  it('adds points to the lead score, and takes them away without a limit', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    expect(await run('adjust_score', { points: 15 }, { contact: id })).toEqual({ done: { lead_score: 15 } })
    expect(await run('adjust_score', { points: -40 }, { contact: id })).toEqual({ done: { lead_score: -25 } })
    expect(await run('adjust_score', { points: 0 }, { contact: id })).toEqual({ skipped: 'no_change' })
    expect(await run('adjust_score', { points: 1 })).toEqual({ skipped: 'no_contact' })
    expect(await eventsOf('adjust_score', { points: 5 }, { contact: id })).toEqual(['contact.property_changed', 'contact.score_changed'])
    expect(await eventsOf('adjust_score', { points: 0 }, { contact: id })).toEqual([])
    expect(faultsAtSave('adjust_score', { points: 1.5 })).toEqual(['/points invalid_type'])
  })
})
