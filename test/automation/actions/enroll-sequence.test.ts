import { expect, it } from 'vitest'
import { sequenceEnrollments } from '../../../core/automation/workflows/ports.ts'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('enroll_sequence', (open) => {
  it('asks who knows them, in the unit of work of the step', async () => {
    const asked: unknown[] = []
    const answer = (...given: unknown[]) => Promise.resolve((asked.push(given), { done: { id: 'e1' } }))
    const { api, run, eventsOf } = await openBench(open, {
      hooks: [sequenceEnrollments.attach(() => ({ enroll: answer, unenroll: fail }))],
    })
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    expect(await run('enroll_sequence', { sequence_id: id }, { contact: id })).toEqual({ done: { id: 'e1' } })
    expect(asked).toEqual([[id, id]])
    expect(await eventsOf('enroll_sequence', { sequence_id: id }, { contact: id })).toEqual([])
    expect(await run('enroll_sequence', { sequence_id: id })).toEqual({ skipped: 'no_contact' })
  })

  it('is skipped where nobody knows any, and refused for a bad id', async () => {
    const { api, run } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    expect(await run('enroll_sequence', { sequence_id: id }, { contact: id })).toEqual({ skipped: 'integration_missing' })
    expect(faultsAtSave('enroll_sequence', {})).toEqual(['/sequence_id required'])
    expect(faultsAtSave('enroll_sequence', { sequence_id: 'first' })).toEqual(['/sequence_id invalid_format'])
  })
})

const fail = () => Promise.reject(new Error('Nobody asks for this'))
