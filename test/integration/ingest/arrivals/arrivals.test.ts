import type { Engine } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeStorages } from '../../../support/storages.ts'
import { counts, send } from '../fixtures.ts'

const deal = (id: string, contact: string) => ({ id, name: `Deal ${id}`, amount: 10, contact })
const invoice = (sku: string) => ({
  invoice_number: 'F-1',
  invoice_date: '2025-03-14',
  customer_name: 'Lac',
  currency: 'EUR',
  total_incl_tax: 10,
  lines: [{ sku, description: 'Part', quantity: 1, unit_price: 10, total_excl_tax: 10 }],
})

// One round hands the event on, the next one does what follows from it.
const settle = async (engine: Engine) => {
  await engine.tick()
  await engine.tick()
}

// What comes by ingest is in `order.test.ts` and `deals.test.ts`.
describeStorages('who waited for a record', (open) => {
  it('is linked to a contact that comes by the API, one by one or as a set, by e-mail or by the id of its source', async () => {
    const { api, engine } = await open()
    await send(api, 'deals', [
      deal('D1', 'ana@lac.fr'),
      deal('D2', 'bo@lac.fr'),
      deal('D3', 'P-3'),
      deal('D4', 'cy@lac.fr'),
      deal('D5', 'P-5'),
    ])
    const ana = await api.contacts.create({ email: 'Ana@lac.fr' })
    await api.contacts.bulkUpsert({
      records: [{ email: 'bo@lac.fr' }, { email: 'x@lac.fr', external_ids: [{ provider: 'custom:erp', id: 'P-3' }] }],
    })
    const other = await api.contacts.create({ email: 'y@lac.fr', external_ids: [{ provider: 'custom:shop', id: 'P-5' }] })
    await api.contacts.update({ id: other.id, email: 'cy@lac.fr' })
    await settle(engine)
    const { deals } = await api.deals.list()
    const named = new Map((await api.contacts.list()).contacts.map(({ id, email }) => [id, email]))
    expect(deals.map(({ name, primary_lead_id }) => [name, named.get(primary_lead_id ?? '')]).toSorted()).toEqual([
      ['Deal D1', 'ana@lac.fr'],
      ['Deal D2', 'bo@lac.fr'],
      ['Deal D3', 'x@lac.fr'],
      ['Deal D4', 'cy@lac.fr'],
      ['Deal D5', undefined],
    ])
    expect(deals.find(({ primary_lead_id }) => primary_lead_id === ana.id)?.custom).toEqual({})
    expect(counts(await send(api, 'deals', [deal('D1', 'ana@lac.fr')]))).toMatchObject({ unchanged: 1 })
  })

  it('keeps the contact that was chosen for it meanwhile', async () => {
    const { api, engine } = await open()
    await send(api, 'deals', [deal('D1', 'ana@lac.fr')])
    const chosen = await api.contacts.create({ email: 'zoe@lac.fr' })
    const [waiting] = (await api.deals.list()).deals
    await api.deals.update({ id: waiting?.id ?? '', primary_lead_id: chosen.id })
    await api.contacts.create({ email: 'ana@lac.fr' })
    await settle(engine)
    expect((await api.deals.list()).deals).toMatchObject([{ primary_lead_id: chosen.id }])
  })

  it('is linked to a company that comes by the API, by the id of its source or by its code', async () => {
    const { api, engine } = await open()
    const person = (email: string, company: string) => ({ email, first_name: 'Ana', last_name: email.slice(0, 1), company })
    await send(api, 'contacts', [person('a@x.test', 'C-1001'), person('b@x.test', 'C-1002'), person('c@x.test', 'C-1003')])
    const made = [
      await api.companies.create({ name: 'Lac', external_ids: [{ provider: 'custom:erp', id: 'C-1001' }] }),
      await api.companies.create({ name: 'Mer', code: 'C-1002' }),
    ]
    await api.companies.create({ name: 'Shop', external_ids: [{ provider: 'custom:shop', id: 'C-1003' }] })
    await settle(engine)
    const { contacts } = await api.contacts.list()
    expect(contacts.map(({ email, company, company_id }) => [email, company, company_id]).toSorted()).toEqual([
      ['a@x.test', 'Lac', made[0]?.id],
      ['b@x.test', 'Mer', made[1]?.id],
      ['c@x.test', null, null],
    ])
  })

  it('is linked to a company that is there, and gets its code or the id of its source later: changed, completed, as one or as a set', async () => {
    const { api, engine } = await open()
    const person = (email: string, company: string) => ({ email, first_name: 'Ana', last_name: email.slice(0, 1), company })
    const words = ['C-2001', 'C-2002', 'C-2003', 'C-2004', 'C-2005']
    await send(
      api,
      'contacts',
      words.map((word, at) => person(`${at}@x.test`, word)),
    )
    const places = ['lac.fr', 'mer.fr', 'bois.fr', 'pre.fr', 'val.fr']
    const made = await Promise.all(places.map((domain) => api.companies.create({ name: domain, domain })))
    await settle(engine)
    const erp = (id: string) => [{ provider: 'custom:erp', id }]
    await api.companies.update({ id: made[0]?.id ?? '', code: 'C-2001' })
    await api.companies.create({ name: 'mer.fr', domain: 'mer.fr', code: 'C-2002' })
    await api.companies.create({ name: 'bois.fr', domain: 'bois.fr', external_ids: erp('C-2003') })
    await api.companies.bulkUpsert({ records: [{ name: 'pre.fr', domain: 'pre.fr', code: 'C-2004' }, { name: 'val.fr', domain: 'val.fr', external_ids: erp('C-2005') }] }) // prettier-ignore
    const { contacts } = await api.contacts.list()
    expect(contacts.map(({ email, company, company_id }) => [email, company, company_id]).toSorted()).toEqual(
      places.map((name, at) => [`${at}@x.test`, name, made[at]?.id]),
    )
  })

  it('is linked to a contact that is there, and gets the id of its source later', async () => {
    const { api, engine } = await open()
    await send(api, 'deals', [deal('D1', 'P-31')])
    const ana = await api.contacts.create({ email: 'ana@lac.fr' })
    await settle(engine)
    await api.contacts.create({ email: 'ana@lac.fr', external_ids: [{ provider: 'custom:erp', id: 'P-31' }] })
    expect((await api.deals.list()).deals).toMatchObject([{ primary_lead_id: ana.id }])
  })

  it('is linked to a product that comes by the API: made, made as a set, or given the sku later', async () => {
    const { api } = await open()
    await send(api, 'invoices', [invoice('A-1'), { ...invoice('A-2'), invoice_number: 'F-2' }])
    await send(api, 'orders', [{ ...invoice('A-3'), invoice_number: undefined, order_number: 'O-1' }])
    const products = [await api.products.create({ sku: 'A-1', name: 'One', unit: 'pcs' })]
    await api.products.bulkUpsert({ records: [{ sku: 'A-2', name: 'Two' }] })
    const late = await api.products.create({ sku: 'A-9', name: 'Three' })
    await api.products.update({ id: late.id, sku: 'A-3' })
    const invoices = await Promise.all((await api.invoices.list()).invoices.map(({ id }) => api.invoices.get({ id })))
    const orders = await Promise.all((await api.orders.list()).orders.map(({ id }) => api.orders.get({ id })))
    const lines = [...invoices, ...orders].flatMap((each) => each.lines)
    expect(lines.find(({ sku }) => sku === 'A-1')).toMatchObject({ product_id: products[0]?.id, name: 'One', unit: 'pcs' })
    expect(lines.find(({ sku }) => sku === 'A-2')).toMatchObject({ name: 'Two' })
    expect(lines.find(({ sku }) => sku === 'A-3')).toMatchObject({ product_id: late.id, name: 'Three' })
  })
})
