import { Engine } from 'rapport-crm'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../../support/storages.ts'
import { clients, counts, eventCounts, everything, factures, send } from '../fixtures.ts'

describeStorages('batches at the same time', (open, name) => {
  it('of eight clients with the same records make one of each, and lose nothing (edge case 6)', async () => {
    const { api } = await open()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(api, 'factures', factures)))
    expect(answers.map(counts).reduce((sum, { created }) => sum + created, 0)).toBe(3)
    expect(
      answers.map(counts).every(({ created, unchanged, updated, rejected }) => created + unchanged === 3 && updated + rejected === 0),
    ).toBe(true)
    const { companies, invoices } = await everything(api)
    expect([companies.length, invoices.length]).toEqual([2, 3])
    expect(await eventCounts(api)).toMatchObject({ 'company.created': 2 })
    expect((await api.sync.runs()).runs).toHaveLength(8)
    expect((await api.dataSources.list()).data_sources).toMatchObject([{ runs: 8 }])
  })

  it('of different sources about the same customers make one of each (edge case 6)', async () => {
    const { api } = await open()
    const shared = clients.filter((client) => 'Site web' in client)
    const wide = Array.from({ length: 200 }, (_, index) => ({ ...shared[0], 'Code client': `K${index}`, 'Raison sociale': `Client ${index}`, 'Site web': `www.client-${index}.fr`, 'N° TVA': `FR${10_000_000 + index}` })) // prettier-ignore
    const batches = Array.from({ length: 8 }, (_, source) =>
      send(api, 'customers', source % 2 ? wide : wide.toReversed(), `custom:source-${source}`),
    )
    const answers = await Promise.all(batches)
    expect(answers.map(counts).reduce((sum, { created }) => sum + created, 0)).toBe(200)
    expect(answers.every(({ rejected }) => rejected.length === 0)).toBe(true)
    const { companies } = await everything(api)
    expect(companies).toHaveLength(200)
    expect(companies.every(({ external_ids }) => external_ids.length === 8)).toBe(true)
  })

  it('and single writes of the same records lose neither', async () => {
    const { api } = await open()
    await send(api, 'customers', clients)
    const [company] = (await everything(api)).companies
    const id = company?.id ?? ''
    const updates = Array.from({ length: 10 }, (_, index) => api.companies.update({ id, description: `Note ${index}` }))
    const batches = Array.from({ length: 4 }, (_, index) =>
      send(
        api,
        'customers',
        clients.map((client) => ({ ...client, Ville: `Ville ${index}` })),
      ),
    )
    await Promise.all([...updates, ...batches])
    const after = await api.companies.get({ id })
    expect(after.description).toMatch(/^Note \d$/)
    expect(after.billing_address?.city).toMatch(/^Ville \d$/)
    expect(after.version).toBe(15)
  })

  it.runIf(name === 'PostgreSQL')('of two processes make one of each', async () => {
    const { api, place, clock } = await open()
    const second = await Engine.open({ storage: place.storage(), ports: [clock] })
    try {
      const other = second.as(ada)
      const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => send(index % 2 ? api : other, 'factures', factures)))
      expect(answers.map(counts).reduce((sum, { created }) => sum + created, 0)).toBe(3)
      expect((await everything(api)).companies).toHaveLength(2)
    } finally {
      await second.close()
    }
  })
})
