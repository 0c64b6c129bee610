import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('update_contact', (open) => {
  it('sets any field that people can set, reading texts as the type of the field', async () => {
    const { api, run } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test', title: 'Countess' })
    const set = async (field: string, value: unknown) => await run('update_contact', { field, value }, { contact: id })
    expect(await set('lead_score', ' 42 ')).toEqual({ done: { changed: ['lead_score'] } })
    expect(await set('lifecycle_stage', 'Customer')).toEqual({ done: { changed: ['lifecycle_stage'] } })
    await set('do_not_contact', 'yes')
    await set('tags', 'Math, poet')
    await set('title', '')
    await set('lead_status', 12)
    await set('custom_properties.size', 'XL')
    expect(await api.contacts.get({ id })).toMatchObject({
      lead_score: 42,
      lifecycle_stage: 'customer',
      do_not_contact: true,
      tags: ['Math', 'poet'],
      title: null,
      lead_status: '12',
      custom_properties: { size: 'XL' },
    })
    expect(await set('lead_score', '')).toEqual({ done: { changed: ['lead_score'] } })
    expect((await api.contacts.get({ id })).lead_score).toBe(0)
  })

  it('changes nothing where the value is the same, and without a contact', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test', country: 'FR' })
    expect(await run('update_contact', { field: 'country', value: 'France' }, { contact: id })).toEqual({ skipped: 'no_change' })
    expect(await run('update_contact', { field: 'country', value: 'France' })).toEqual({ skipped: 'no_contact' })
    expect(await eventsOf('update_contact', { field: 'country', value: 'FR' }, { contact: id })).toEqual([])
  })

  it('makes the events that the same change over the API makes', async () => {
    const { api, eventsOf } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const of = { contact: id }
    expect(await eventsOf('update_contact', { field: 'city', value: 'Paris' }, of)).toEqual(['contact.property_changed'])
    const lifecycle = ['contact.lifecycle_changed', 'contact.property_changed']
    expect(await eventsOf('update_contact', { field: 'lifecycle_stage', value: 'lead' }, of)).toEqual(lifecycle)
  })

  it('fails for a value that is none of the field, and is refused for a field that nobody sets', async () => {
    const { api, run } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const bad = { code: 'invalid_input', details: { errors: [{ path: '/value' }] } }
    await expect(run('update_contact', { field: 'lead_score', value: 'many' }, { contact: id })).rejects.toMatchObject(bad)
    await expect(run('update_contact', { field: 'lifecycle_stage', value: 'friend' }, { contact: id })).rejects.toMatchObject(bad)
    const nobody = { code: 'invalid_input', details: { errors: [{ code: 'unknown_user' }] } }
    await api.users.invite({ email: 'grace@acme.test' })
    await expect(run('update_contact', { field: 'assigned_to', value: 'x@acme.test' }, { contact: id })).rejects.toMatchObject(nobody)
    for (const field of ['id', 'total_email_replies', 'created_at', 'nonsense', 'custom.', '__proto__', 'constructor'])
      expect(faultsAtSave('update_contact', { field, value: '1' })).toEqual(['/field unknown_field'])
    expect(faultsAtSave('update_contact', { field: 'lead_score', value: 'many' })).toEqual(['/value invalid_type'])
    expect(faultsAtSave('update_contact', { field: 'lead_score', value: '{{event.to}}' })).toEqual([])
    expect(faultsAtSave('update_contact', { field: 'lead_score' })).toEqual(['/value required'])
    expect(await run('update_contact', { field: 'lifecycle_stage', value: 'Sales qualified' }, { contact: id })).toMatchObject({
      done: { changed: ['lifecycle_stage'] },
    })
    expect((await api.contacts.get({ id })).lifecycle_stage).toBe('sql')
  })
})
