import { CrmError, Engine } from 'rapport-crm'
import { expect, it } from 'vitest'
import { ada, describeEveryStorage, newPlace } from '../../support/storages.ts'

describeEveryStorage('writers of one key', (open, name) => {
  it('meet in one record: 60 parallel creates of one e-mail', async () => {
    const { api } = await open()
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, at) => api.contacts.create({ email: 'bob@newco.test', tags: [`t${at}`] })),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    const { contacts } = await api.contacts.list({})
    expect(contacts).toHaveLength(1)
    expect(contacts[0]?.tags).toHaveLength(60)
    expect((await api.companies.list({})).companies).toHaveLength(1)
  })

  it('meet in one record from two engines', async () => {
    if (name !== 'PostgreSQL') return await open()
    const place = await newPlace(name)
    const engines = [await Engine.open({ storage: place.storage() }), await Engine.open({ storage: place.storage() })]
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) => engines[at % 2]!.as(ada).contacts.create({ email: 'bob@newco.test' })),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    for (const engine of engines) await engine.close()
    await place.remove()
  })

  it('never lose an update of another field, and a stale If-Match is refused', async () => {
    const { api, engine } = await open()
    const { id } = await api.contacts.create({ email: 'bob@x.test' })
    await Promise.all(['title', 'city', 'seniority', 'lead_status'].map((field) => api.contacts.update({ id, [field]: 'set' })))
    expect(await api.contacts.get({ id })).toMatchObject({ title: 'set', city: 'set', seniority: 'set', lead_status: 'set', version: 5 })
    const stale = Promise.allSettled(
      Array.from({ length: 5 }, (_, at) => engine.as(ada).contacts.update({ id, title: `by ${at}` }, { ifMatch: 5 })),
    )
    const outcomes = (await stale).map((each) => (each.status === 'fulfilled' ? 'written' : (each.reason as CrmError).code))
    expect(outcomes.toSorted()).toEqual(['version_mismatch', 'version_mismatch', 'version_mismatch', 'version_mismatch', 'written'])
  })

  it('answer one idempotency key once', async () => {
    const { api } = await open()
    const made = await Promise.all(Array.from({ length: 20 }, () => api.companies.create({ name: 'Twice' }, { idempotencyKey: 'k1' })))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    await expect(api.companies.create({ name: 'Other' }, { idempotencyKey: 'k1' })).rejects.toMatchObject({ code: 'idempotency_mismatch' })
    expect((await api.companies.list({})).companies).toHaveLength(1)
  })

  it('create, delete, create and restore without an opaque error', async () => {
    const { api } = await open()
    const first = await api.contacts.create({ email: 'bob@x.test', external_ids: [{ provider: 'custom:erp', id: '7' }] })
    await api.contacts.delete({ id: first.id })
    const second = await api.contacts.create({ email: 'bob@x.test', external_ids: [{ provider: 'custom:erp', id: '7' }] })
    expect(second.id).not.toBe(first.id)
    await expect(api.contacts.restore({ id: first.id })).rejects.toMatchObject({
      code: 'already_exists',
      details: { existing_id: second.id },
    })
    await api.contacts.delete({ id: second.id })
    expect(await api.contacts.restore({ id: first.id })).toMatchObject({ id: first.id, deleted_at: null })
  })

  it('walk a list by cursor without gap or repeat while rows are inserted', async () => {
    const { api, clock } = await open()
    const ids: string[] = []
    for (let at = 0; at < 25; at += 1) {
      ids.push((await api.contacts.create({ email: `p${at}@x.test`, last_name: at % 2 ? 'Same' : `Name ${at}` })).id)
      if (at % 3) clock.advance(10)
    }
    for (const sort of ['-created_at', 'created_at', 'last_name', '-updated_at', 'lead_score', 'primary_email'] as const) {
      const seen: string[] = []
      let cursor: string | null | undefined
      do {
        const page = await api.contacts.list({ sort, limit: 4, ...(cursor && { cursor }) })
        seen.push(...page.contacts.map(({ id }) => id))
        cursor = page.next_cursor
        await api.contacts.create({ email: `${sort}${seen.length}@later.test` })
      } while (cursor)
      expect(new Set(seen).size).toBe(seen.length)
      expect(ids.every((id) => seen.includes(id))).toBe(true)
    }
  })
})
