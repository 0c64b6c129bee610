import { Engine, type Storage } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeStorages, ada } from '../support/storages.ts'
import { fleet } from './fleet/index.ts'

describeStorages('a record type of a plugin', (open) => {
  it('is written and read by typed methods without a service of its own', async () => {
    const { engine } = await open({ plugins: [fleet] })
    const api = (engine as unknown as Awaited<ReturnType<typeof openTyped>>).as(ada)
    const company = await api.companies.create({ name: 'Acme' })
    const made = await api.vehicles.create({ plate: 'AB-1', make: 'Renault', company_id: company.id, tags: ['Van', 'van'] })
    expect(made).toMatchObject({ plate: 'AB-1', tags: ['Van'], version: 1 })
    const found = await api.vehicles.search({ filter: { field: 'company.name', op: 'eq', value: 'acme' } })
    expect(found.vehicles.map(({ plate }) => plate)).toEqual(['AB-1'])
  })
})

// The engine of a test is that of the built-in features; with this plugin it has the operations of vehicles as well.
const openTyped = (options: { storage: Storage }) => Engine.open({ ...options, plugins: [fleet] })
