import { expect, it } from 'vitest'
import { describeStorages } from '../support/storages.ts'

const shop = { provider: 'custom:shop', id: 'S-1' }
const erp = (id: string) => ({ provider: 'custom:erp', id })
const lost = { external_ids: [{ provider: 'custom:erp', id: null }] }

describeStorages('External ids that an update takes off', (open) => {
  it('find nothing anymore and are free, on every type of record; those of other systems stay', async () => {
    const { api } = await open()
    const lines = [{ name: 'Licence', quantity: 1, unit_price: 900 }]
    const of = { external_ids: [erp('7'), erp('8'), shop] }
    const made = [
      [api.contacts, await api.contacts.create({ email: 'ada@lovelace.test', ...of })],
      [api.companies, await api.companies.create({ name: 'Lovelace', ...of })],
      [api.deals, await api.deals.create({ name: 'Licences', ...of })],
      [api.tasks, await api.tasks.create({ title: 'Call', ...of })],
      [api.activities, await api.activities.logCall({ contact_id: (await api.contacts.create({ email: 'b@b.test' })).id, ...of })],
      [api.products, await api.products.create({ sku: 'A', name: 'Licence', ...of })],
      [api.pipelines, await api.pipelines.create({ name: 'Renewals', stages: [{ name: 'One' }], ...of })],
      [api.quotes, await api.quotes.create({ lines, ...of })],
      [api.orders, await api.orders.create({ lines, ...of })],
      [api.invoices, await api.invoices.create({ lines, ...of })],
      [api.creditNotes, await api.creditNotes.create({ lines, ...of })],
    ] as const
    for (const [group, { id, version }] of made) {
      const store = group as unknown as (typeof api)['contacts']
      const left = await store.update({ id, ...lost })
      expect(left).toMatchObject({ version: version + 1, external_ids: [shop] })
      expect((await store.get({ id })).external_ids).toMatchObject([shop])
      expect(await store.update({ id, ...lost })).toMatchObject({ version: version + 1 })
    }
    expect((await api.search.resolve({ external_id: '7' })).matches).toEqual([])
    expect((await api.search.resolve({ external_id: 'S-1' })).matches).toHaveLength(6)
  })

  it('are judged with the other changes of the update: its version, and what is no system to take off', async () => {
    const { api } = await open()
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test', external_ids: [erp('7')] })
    const wrong = { id, title: 'Countess', external_ids: [erp('7')] as never }
    await expect(api.contacts.update(wrong)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ path: '/external_ids/0/id' }] },
    })
    expect(await api.contacts.get({ id })).toMatchObject({ version: 1, title: null, external_ids: [erp('7')] })
    const changed = await api.contacts.update({ id, title: 'Countess', ...lost })
    expect(changed).toMatchObject({ version: 2, title: 'Countess', external_ids: [] })
    const others = {
      external_ids: [
        { provider: '#merged', id: null },
        { provider: 'custom:none', id: null },
      ],
    }
    expect(await api.contacts.update({ id, ...others })).toMatchObject({ version: 2 })
    expect((await api.contacts.history({ id })).history).toMatchObject([
      { field: 'external_ids', from: [erp('7')], to: [] },
      { field: 'title' },
    ])
  })

  it('are taken by another record, and come back neither with a restore nor with an undone merge that has lost them', async () => {
    const { api } = await open()
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test', external_ids: [erp('7')] })
    const survivor = await api.contacts.create({ email: 'b@b.test' })
    const merge = await api.contacts.merge({ id: survivor.id, merge_ids: [id] })
    expect(merge.external_ids).toMatchObject([erp('7')])
    expect(await api.contacts.update({ id, ...lost })).toMatchObject({ id: survivor.id, external_ids: [], merged_from: id })
    const other = await api.contacts.create({ email: 'c@c.test', external_ids: [erp('7')] })
    expect(other.id).not.toBe(survivor.id)
    const merge_id = (await api.merges.list({})).merges[0]!.id
    await expect(api.merges.undo({ id: merge_id })).rejects.toMatchObject({ code: 'already_exists', details: { existing_id: other.id } })
    await api.contacts.update({ id: other.id, ...lost })
    await api.merges.undo({ id: merge_id })
    expect((await api.contacts.get({ id })).external_ids).toMatchObject([erp('7')])
    expect((await api.contacts.get({ id: survivor.id })).external_ids).toEqual([])
    await api.contacts.update({ id, ...lost })
    await api.contacts.delete({ id })
    expect((await api.contacts.restore({ id })).external_ids).toEqual([])
  })

  it('mean one record at most while others take them', async () => {
    const { api } = await open()
    const made = await Promise.all([1, 2, 3, 4].map((at) => api.contacts.create({ email: `a${at}@a.test` })))
    await api.contacts.create({ email: 'a1@a.test', external_ids: [erp('7')] })
    await Promise.all(
      made.flatMap(({ id, email }) => [
        api.contacts.update({ id, ...lost }),
        api.contacts
          .create({ email: String(email), external_ids: [erp('7')] })
          .catch((error: { code: string }) => expect(error.code).toBe('already_exists')),
      ]),
    )
    const { contacts } = await api.contacts.list({ limit: 100 })
    const holders = contacts.filter(({ external_ids }) => external_ids.length > 0).map(({ id }) => id)
    expect(holders.length).toBeLessThan(2)
    const { matches } = await api.search.resolve({ external_id: '7' })
    expect(matches.map(({ id }) => id)).toEqual(holders)
  })
})
