import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

const many = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`)

describeStorages('lists of a record', (open) => {
  it('grow to what can be written, by a merge, a second create, a set and a bulk update alike', async () => {
    const { api } = await open()
    const most = 200
    const tooMany = { details: { errors: [expect.objectContaining({ path: '/tags', code: 'too_many' })] } }
    const a = await api.contacts.create({ email: 'a@gmail.com', tags: many('a', most) })
    const b = await api.contacts.create({ email: 'b@gmail.com', tags: ['b'] })
    await expect(api.contacts.merge({ id: a.id, merge_ids: [b.id] })).rejects.toMatchObject(tooMany)
    await expect(api.contacts.create({ email: 'a@gmail.com', tags: ['b'] })).rejects.toMatchObject(tooMany)
    const set = await api.contacts.bulkUpsert({
      records: [
        { email: 'a@gmail.com', tags: ['b'] },
        { email: 'b@gmail.com', tags: ['c'] },
      ],
    })
    expect(set).toMatchObject({ updated: 1, rejected: [{ index: 0, code: 'too_many', field: 'tags' }] })
    const all = { field: 'id', op: 'is_set' } as const
    expect(await api.contacts.bulkUpdate({ filter: all, add_tags: ['d'] })).toMatchObject({
      matched: 2,
      updated: 1,
      rejected: [{ id: a.id, code: 'too_many', field: 'tags' }],
    })
    const kept = await api.contacts.get({ id: a.id })
    expect(await api.contacts.update({ id: a.id, tags: kept.tags })).toMatchObject({ version: kept.version })
  })

  it('have as many external ids as can be written', async () => {
    const { api } = await open()
    const ids = (name: string, count: number) => many(name, count).map((id) => ({ provider: 'custom:erp', id }))
    const a = await api.companies.create({ name: 'A', external_ids: ids('a', 50) })
    const b = await api.companies.create({ name: 'B', external_ids: ids('b', 1) })
    await expect(api.companies.merge({ id: a.id, merge_ids: [b.id] })).rejects.toMatchObject({
      details: { errors: [{ path: '/external_ids', code: 'too_many' }] },
    })
    expect((await api.companies.get({ id: b.id })).deleted_at).toBe(null)
  })
})

describeStorages('an address of a merged contact', (open) => {
  it('becomes the first one: the former first one stays, and undoing the merge gives both back', async () => {
    const { api } = await open()
    const a = await api.contacts.create({ email: 'a@gmail.com', first_name: 'A' })
    const b = await api.contacts.create({ email: 'b@gmail.com', first_name: 'B' })
    const { merge_id } = await api.contacts.merge({ id: a.id, merge_ids: [b.id] })
    const swapped = await api.contacts.update({ id: a.id, email: 'b@gmail.com' })
    expect(swapped.primary_email).toBe('b@gmail.com')
    expect(swapped.emails.map(({ email, primary }) => [email, primary])).toEqual([
      ['b@gmail.com', true],
      ['a@gmail.com', false],
    ])
    expect((await api.contacts.create({ email: 'a@gmail.com', title: 'CEO' })).id).toBe(a.id)
    await api.merges.undo({ id: merge_id })
    expect((await api.contacts.get({ id: a.id })).primary_email).toBe('a@gmail.com')
    expect((await api.contacts.get({ id: b.id })).primary_email).toBe('b@gmail.com')
    expect((await api.contacts.create({ email: 'a@gmail.com' })).id).toBe(a.id)
    expect((await api.contacts.create({ email: 'b@gmail.com' })).id).toBe(b.id)
  })
})
