import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('add_note', (open) => {
  it('writes a note on the enrolled record; one on a contact is an event of it', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const deal = await api.deals.create({ name: 'Engine', primary_lead_id: id })
    expect(await run('add_note', { note: 'Wants an offer' }, { contact: id })).toMatchObject({ done: { activity_id: expect.any(String) } })
    expect(await eventsOf('add_note', { note: 'Once more' }, { contact: id })).toEqual(['contact.note_added'])
    expect(await eventsOf('add_note', { note: 'Of the deal' }, { contact: id, record: { type: 'deal', id: deal.id } })).toEqual([])
    const { activities } = await api.activities.list({ deal_id: deal.id })
    expect(activities).toMatchObject([{ type: 'note', body: 'Of the deal', lead_id: null, source: 'workflow' }])
    expect(await run('add_note', { note: ' \n ' }, { contact: id })).toEqual({ skipped: 'no_text' })
    expect(await run('add_note', { note: 'Nobody' })).toEqual({ skipped: 'no_record' })
    expect(faultsAtSave('add_note', {})).toEqual(['/note required'])
  })
})
