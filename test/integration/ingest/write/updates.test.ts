import { expect, it } from 'vitest'
import { describeStorages } from '../../../support/storages.ts'
import { counts, eventCounts, everything, send } from '../fixtures.ts'

const lake = { id: 'C1', name: 'Ferme du Lac', phone: '+33 4 50 10 20 30', city: 'Annecy', colour: 'blue' }

const line = (sku: string, quantity: number) => ({
  sku,
  description: sku,
  quantity,
  unit_price: 10,
  total_excl_tax: quantity * 10,
  tax_rate: 0,
})

describeStorages('a partial update', (open) => {
  it('leaves what is absent, null or empty (edge case 14)', async () => {
    const { api } = await open()
    await send(api, 'companies', [lake])
    expect(
      counts(await send(api, 'companies', [{ id: 'C1', city: 'Seynod', phone: null, name: '', industry: 'Farming', size: 3 }])),
    ).toMatchObject({ updated: 1 })
    expect((await everything(api)).companies).toMatchObject([
      {
        name: 'Ferme du Lac',
        phone: '+33450102030',
        industry: 'Farming',
        billing_address: { city: 'Seynod' },
        custom: { colour: 'blue', size: 3 },
        version: 2,
      },
    ])
  })

  it('clears what is empty where the source says that it means so (edge case 14)', async () => {
    const { api } = await open()
    await api.dataSources.create({ provider: 'custom:erp', empty_means_clear: true })
    await send(api, 'companies', [lake])
    expect(
      counts(
        await send(api, 'companies', [
          { id: 'C1', phone: '', city: 'Annecy' },
          { id: 'C2', name: 'Other', phone: '+33 4 50 10 20 31' },
        ]),
      ),
    ).toMatchObject({ updated: 1, created: 1 })
    expect((await everything(api)).companies.find(({ name }) => name === 'Ferme du Lac')).toMatchObject({
      phone: null,
      billing_address: { city: 'Annecy' },
    })
  })

  it('replaces lines as a whole where they are given, and clears them only where the source says so (edge case 14)', async () => {
    const { api } = await open()
    const invoice = { number: 'F-1', customer_name: 'Ferme du Lac', currency: 'EUR', total_excl_tax: 30, total_tax: 0, total_incl_tax: 30 }
    await send(api, 'invoices', [{ ...invoice, lines: [line('A', 1), line('B', 1), line('C', 1)] }])
    const [first] = (await everything(api)).invoices
    expect(counts(await send(api, 'invoices', [{ ...invoice, due_date: '2025-12-31' }]))).toMatchObject({ updated: 1 })
    expect((await everything(api)).invoices[0]).toMatchObject({ due_date: '2025-12-31', lines: first?.lines })
    expect(counts(await send(api, 'invoices', [{ ...invoice, lines: [line('A', 1), line('C', 2)] }]))).toMatchObject({ updated: 1 })
    const [second] = (await everything(api)).invoices
    expect(second?.lines.map(({ id, sku, quantity, position }) => [id, sku, quantity, position])).toEqual([
      [first?.lines[0]?.id, 'A', 1, 1],
      [first?.lines[1]?.id, 'C', 2, 2],
    ])
    expect(second?.version).toBe(3)
    expect(counts(await send(api, 'invoices', [{ ...invoice, lines: [] }]))).toMatchObject({ unchanged: 1 })
    expect((await everything(api)).invoices[0]?.lines).toHaveLength(2)
    const [source] = (await api.dataSources.list()).data_sources
    await api.dataSources.update({ id: source?.id ?? '', empty_means_clear: true })
    expect(
      counts(
        await send(api, 'invoices', [
          { ...invoice, lines: [] },
          { ...invoice, number: 'F-2', lines: [line('A', 3)] },
        ]),
      ),
    ).toMatchObject({ updated: 1, created: 1 })
    expect((await everything(api)).invoices.find(({ number }) => number === 'F-1')?.lines).toEqual([])
  })

  it('makes a version and the events of what changed, and none for what did not', async () => {
    const { api } = await open()
    const person = { id: 'P1', email: 'ada@lovelace.org', first_name: 'Ada', last_name: 'Lovelace', job_title: 'Analyst' }
    await send(api, 'contacts', [person])
    expect(await eventCounts(api)).toEqual({ 'company.created': 1, 'contact.created': 1 })
    const { run_id } = await send(api, 'contacts', [{ ...person, job_title: 'Countess' }])
    expect(await eventCounts(api)).toEqual({ 'company.created': 1, 'contact.created': 1, 'contact.property_changed': 1 })
    const [event] = (await api.events.list({ type: 'contact.property_changed' })).events
    expect(event?.payload).toMatchObject({ changed: ['title'] })
    expect((await everything(api)).contacts).toMatchObject([{ version: 2, title: 'Countess' }])
    expect(run_id).toMatch(/^[\da-f-]{36}$/)
  })

  it('never undoes what was changed by hand, unless the source has something new to say (edge case 15)', async () => {
    const { api } = await open()
    await send(api, 'companies', [lake])
    const [company] = (await everything(api)).companies
    await api.companies.update({ id: company?.id ?? '', phone: '+33450999999', name: 'Ferme du Grand Lac' })
    expect(counts(await send(api, 'companies', [lake]))).toMatchObject({ unchanged: 1 })
    expect(counts(await send(api, 'companies', [{ ...lake, phone: '+33 4 50 77 77 77' }]))).toMatchObject({ updated: 1 })
    expect((await everything(api)).companies).toMatchObject([{ phone: '+33450777777', name: 'Ferme du Grand Lac' }])
  })

  it('overwrites only what its own source set last (edge case 15)', async () => {
    const { api } = await open()
    await send(api, 'companies', [{ id: 'C1', name: 'Ferme du Lac', website: 'ferme-du-lac.fr', city: 'Annecy' }])
    const shop = { id: '9', name: 'FERME DU LAC', website: 'ferme-du-lac.fr', industry: 'Food', city: 'Lyon' }
    expect(counts(await send(api, 'companies', [shop], 'custom:shop'))).toMatchObject({ updated: 1 })
    expect(counts(await send(api, 'companies', [{ ...shop, city: 'Paris', industry: 'Farming' }], 'custom:shop'))).toMatchObject({
      updated: 1,
    })
    const merged = {
      name: 'Ferme du Lac',
      industry: 'Farming',
      billing_address: { city: 'Annecy' },
      external_ids: [{ id: 'C1' }, { id: '9' }],
    }
    expect((await everything(api)).companies).toMatchObject([merged])
    await send(api, 'companies', [{ id: 'C1', name: 'Ferme du Lac', website: 'ferme-du-lac.fr', city: 'Cran', industry: 'Dairy' }])
    expect((await everything(api)).companies).toMatchObject([{ ...merged, billing_address: { city: 'Cran' } }])
  })

  it('creates a deleted record again, and leaves a restored one alone', async () => {
    const { api } = await open()
    const one = { sku: 'A', name: 'Article', price: 3, currency: 'EUR' }
    await send(api, 'products', [one])
    const [product] = (await everything(api)).products
    await api.products.delete({ id: product?.id ?? '' })
    expect(counts(await send(api, 'products', [one]))).toMatchObject({ created: 1 })
    expect((await everything(api)).products).toMatchObject([{ sku: 'A', version: 1 }])
    expect((await everything(api)).products[0]?.id).not.toBe(product?.id)
  })
})
