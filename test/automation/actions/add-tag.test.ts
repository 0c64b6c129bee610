import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('add_tag', (open) => {
  it('tags the contact, with the events of a change of its tags', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test', tags: ['Math'] })
    expect(await run('add_tag', { tag: ' VIP ' }, { contact: id })).toEqual({ done: { added: ['VIP'] } })
    expect((await api.contacts.get({ id })).tags).toEqual(['Math', 'VIP'])
    expect(await eventsOf('add_tag', { tag: 'poet' }, { contact: id })).toEqual(['contact.property_changed', 'contact.tags_changed'])
  })

  it('changes nothing for a tag that is there in another case, for a blank one, and without a contact', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test', tags: ['VIP'] })
    expect(await run('add_tag', { tag: 'vip' }, { contact: id })).toEqual({ skipped: 'no_change' })
    expect(await run('add_tag', { tag: ' ' }, { contact: id })).toEqual({ skipped: 'no_text' })
    expect(await run('add_tag', { tag: 'VIP' })).toEqual({ skipped: 'no_contact' })
    expect(await eventsOf('add_tag', { tag: 'vip' }, { contact: id })).toEqual([])
  })

  it('is refused without a tag, and for one that is too long', () => {
    expect(faultsAtSave('add_tag', {})).toEqual(['/tag required'])
    expect(faultsAtSave('add_tag', { tag: 'x'.repeat(101) })).toEqual(['/tag too_long'])
  })
})
