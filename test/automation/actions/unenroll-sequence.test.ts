import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('unenroll_sequence', (open) => {
  it('ends one sequence of the contact, or all, with the event of an exit', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const { id: contact } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const sequences: string[] = []
    for (const name of ['First', 'Second']) {
      const { id } = await api.sequences.create({ name, steps: [{ type: 'task', title: 'Call' }] })
      await api.sequences.activate({ id })
      await api.sequences.enroll({ id, ids: [contact] })
      sequences.push(id)
    }
    const statesOf = async (id = '') => (await api.sequences.enrollments({ id })).enrollments.map(({ status, reason }) => [status, reason])
    expect(await eventsOf('unenroll_sequence', { sequence_id: sequences[0] }, { contact })).toEqual(['sequence.exited'])
    expect(await statesOf(sequences[0])).toEqual([['exited', 'workflow']])
    expect(await run('unenroll_sequence', {}, { contact })).toMatchObject({ done: { enrollment_ids: [expect.any(String)] } })
    expect(await statesOf(sequences[1])).toEqual([['exited', 'workflow']])
    expect(await run('unenroll_sequence', {}, { contact })).toEqual({ skipped: 'no_change' })
  })

  it('is skipped without a contact, and refused for a bad id', async () => {
    const { run } = await openBench(open)
    expect(await run('unenroll_sequence', {})).toEqual({ skipped: 'no_contact' })
    expect(faultsAtSave('unenroll_sequence', {})).toEqual([])
    expect(faultsAtSave('unenroll_sequence', { sequence_id: 'first' })).toEqual(['/sequence_id invalid_format'])
  })
})
