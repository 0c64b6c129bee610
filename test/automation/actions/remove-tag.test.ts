import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('remove_tag', (open) => {
  it('takes a tag away in whatever spelling, and nothing where it is not there', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test', tags: ['VIP', 'Math', 'poet'] })
    expect(await run('remove_tag', { tag: ' vip' }, { contact: id })).toEqual({ done: { removed: ['VIP'] } })
    expect((await api.contacts.get({ id })).tags).toEqual(['Math', 'poet'])
    expect(await run('remove_tag', { tag: 'vip' }, { contact: id })).toEqual({ skipped: 'no_change' })
    expect(await run('remove_tag', { tag: '' }, { contact: id })).toEqual({ skipped: 'no_text' })
    expect(await run('remove_tag', { tag: 'Math' })).toEqual({ skipped: 'no_contact' })
    expect(await eventsOf('remove_tag', { tag: 'math' }, { contact: id })).toEqual(['contact.property_changed', 'contact.tags_changed'])
    expect(await eventsOf('remove_tag', { tag: 'math' }, { contact: id })).toEqual([])
    expect(faultsAtSave('remove_tag', {})).toEqual(['/tag required'])
  })
})
