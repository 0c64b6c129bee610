import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('log_activity', (open) => {
  it('writes an entry of now; only a note is an event, and a logged meeting was not booked', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const of = { contact: id }
    expect(await eventsOf('log_activity', { type: 'note', body: 'Kind' }, of)).toEqual(['contact.note_added'])
    for (const type of ['call', 'meeting', 'email', 'system'])
      expect(await eventsOf('log_activity', { type, subject: 'Hello' }, of)).toEqual([])
    const { activities } = await api.activities.list({ contact_id: id })
    expect(activities.map(({ type }) => type).toSorted()).toEqual(['call', 'email', 'meeting', 'note', 'system'])
    expect(activities[0]).toMatchObject({ at: '2026-01-15T09:00:00.000Z', source: 'workflow' })
    expect(await run('log_activity', { type: 'note', body: ' ' }, of)).toEqual({ skipped: 'no_text' })
    expect(await run('log_activity', { type: 'call' })).toEqual({ skipped: 'no_record' })
    expect(faultsAtSave('log_activity', { type: 'task' })).toEqual(['/type not_allowed'])
  })
})
