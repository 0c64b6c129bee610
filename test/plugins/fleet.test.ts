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

  it('adds a figure to companies, which conditions, lists and reads name like their own', async () => {
    const { engine } = await open({ plugins: [fleet] })
    const api = (engine as unknown as Awaited<ReturnType<typeof openTyped>>).as(ada)
    const [owner] = [await api.companies.create({ name: 'Acme' }), await api.companies.create({ name: 'Walkers' })]
    await api.vehicles.create({ plate: 'AB-1', company_id: owner.id })
    const filter = { field: 'vehicles_count', op: 'gte', value: 1 } as const
    expect((await api.companies.search({ filter })).companies.map(({ name }) => name)).toEqual(['Acme'])
    expect(await api.companies.get({ id: owner.id })).toMatchObject({ vehicles_count: 1 })
    const { id } = await api.lists.create({ name: 'With vehicles', object: 'companies', type: 'dynamic', filter })
    expect(await api.lists.get({ id })).toMatchObject({ members_count: 1 })
  })

  it('loses the address of a driver who is erased', async () => {
    const { engine } = await open({ plugins: [fleet] })
    const api = (engine as unknown as Awaited<ReturnType<typeof openTyped>>).as(ada)
    const driver = await api.contacts.create({ email: 'dora@drivers.example' })
    const { id } = await api.vehicles.create({ plate: 'AB-1', driver_email: 'dora@drivers.example' })
    await api.privacy.erase({ contact_id: driver.id })
    for (let at = 0; at < 20; at += 1) await engine.tick()
    expect((await api.vehicles.get({ id })).driver_email).toBeNull()
  })
})

// The engine of a test is that of the built-in features; with this plugin it has the operations of vehicles as well.
const openTyped = (options: { storage: Storage }) => Engine.open({ ...options, plugins: [fleet] })
