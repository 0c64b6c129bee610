import type { Api } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

type PropertyType = Parameters<Api['properties']['create']>[0]['type']

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

  it('reads texts as the type of the custom property, alone and for many contacts at once', async () => {
    const { api, engine, run } = await openBench(open)
    const define = (name: string, type: PropertyType, given: object = {}) =>
      api.properties.create({ object: 'contacts', name, type, ...given })
    await define('seats', 'number')
    await define('fee', 'money')
    await define('member', 'boolean')
    await define('card', 'select', { options: [{ value: 'gold', label: 'Gold card' }] })
    await define('likes', 'multi_select', { options: [{ value: 'tea' }, { value: 'rum' }] })
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test', lead_score: 7 })
    const set = async (name: string, value: unknown) => await run('update_contact', { field: `custom.${name}`, value }, { contact: id })
    for (const [name, value] of Object.entries({ seats: ' 12 ', fee: '12.50', member: 'yes', card: 'Gold Card', likes: 'tea, Rum' }))
      expect(await set(name, value)).toEqual({ done: { changed: ['custom_properties'] } })
    const custom = { seats: 12, fee: 12.5, member: true, card: 'gold', likes: ['tea', 'rum'] }
    expect((await api.contacts.get({ id })).custom_properties).toEqual(custom)
    await expect(set('seats', 'many')).rejects.toMatchObject({ details: { errors: [{ path: '/custom_properties/seats' }] } })
    await set('seats', '')
    const workflow = await api.workflows.create({
      name: 'W',
      trigger: { type: 'workflow.enrolled' },
      steps: [{ type: 'update_contact', config: { field: 'custom.seats', value: '{{contact.lead_score}}' } }],
    })
    await api.workflows.activate({ id: workflow.id })
    const other = await api.contacts.create({ email: 'grace@hopper.test', lead_score: 9 })
    await api.workflows.enroll({ id: workflow.id, ids: [id, other.id] })
    await engine.tick()
    expect((await api.contacts.get({ id })).custom_properties).toMatchObject({ seats: 7 })
    expect((await api.contacts.get({ id: other.id })).custom_properties).toEqual({ seats: 9 })
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
