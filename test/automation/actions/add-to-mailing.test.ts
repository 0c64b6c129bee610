import { expect, it } from 'vitest'
import { mailings } from '../../../core/automation/workflows/ports.ts'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('add_to_mailing', (open) => {
  it('asks who knows them, in the unit of work of the step', async () => {
    const asked: unknown[] = []
    const answer = (...given: unknown[]) => Promise.resolve((asked.push(given), { done: { id: 'e1' } }))
    const { api, run, eventsOf } = await openBench(open, { hooks: [mailings.attach(() => ({ add: answer, remove: fail }))] })
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    expect(await run('add_to_mailing', { campaign_id: id }, { contact: id })).toEqual({ done: { id: 'e1' } })
    expect(asked).toEqual([[id, id]])
    expect(await eventsOf('add_to_mailing', { campaign_id: id }, { contact: id })).toEqual([])
    expect(await run('add_to_mailing', { campaign_id: id })).toEqual({ skipped: 'no_contact' })
  })

  it('is skipped where nobody knows any, and refused for a bad id', async () => {
    const { api, run } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    expect(await run('add_to_mailing', { campaign_id: id }, { contact: id })).toEqual({ skipped: 'integration_missing' })
    expect(faultsAtSave('add_to_mailing', {})).toEqual(['/campaign_id required'])
    expect(faultsAtSave('add_to_mailing', { campaign_id: 'first' })).toEqual(['/campaign_id invalid_format'])
  })
})

const fail = () => Promise.reject(new Error('Nobody asks for this'))
