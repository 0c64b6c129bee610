import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

const NOBODY = '01a21d45-56f5-7000-8000-0264830ed6f2'

describeStorages('enroll_sequence', (open) => {
  it('enrolls the contact once, with the event of an enrollment', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const { id: contact } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const { id: other } = await api.contacts.create({ email: 'grace@hopper.test' })
    const { id: sequence_id } = await api.sequences.create({ name: 'Outreach', steps: [{ type: 'task', title: 'Call' }] })
    await api.sequences.activate({ id: sequence_id })
    expect(await run('enroll_sequence', { sequence_id }, { contact })).toMatchObject({ done: { enrollment_id: expect.any(String) } })
    expect(await run('enroll_sequence', { sequence_id }, { contact })).toEqual({ skipped: 'already_active' })
    expect(await eventsOf('enroll_sequence', { sequence_id }, { contact: other })).toEqual(['sequence.enrolled'])
    const { enrollments } = await api.sequences.enrollments({ id: sequence_id })
    expect(enrollments.map(({ lead_id }) => lead_id).toSorted()).toEqual([contact, other].toSorted())
  })

  it('is skipped without a contact or a sequence that is active, and refused for a bad id', async () => {
    const { api, run } = await openBench(open)
    const { id: contact } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const { id: draft } = await api.sequences.create({ name: 'Outreach', steps: [{ type: 'task', title: 'Call' }] })
    for (const sequence_id of [draft, NOBODY])
      expect(await run('enroll_sequence', { sequence_id }, { contact })).toEqual({ skipped: 'inactive' })
    expect(await run('enroll_sequence', { sequence_id: draft })).toEqual({ skipped: 'no_contact' })
    expect(faultsAtSave('enroll_sequence', {})).toEqual(['/sequence_id required'])
    expect(faultsAtSave('enroll_sequence', { sequence_id: 'first' })).toEqual(['/sequence_id invalid_format'])
  })
})
