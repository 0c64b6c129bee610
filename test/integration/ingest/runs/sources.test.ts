import { expect, it } from 'vitest'
import { describeStorages } from '../../../support/storages.ts'
import { byKey, clients, counts, eventCounts, everything, factures, send } from '../fixtures.ts'

describeStorages('a source', (open) => {
  it('answers a repeated call with an idempotency key by its first result, and writes nothing again', async () => {
    const { api } = await open()
    const input = { provider: 'custom:erp', object: 'customers', records: clients }
    const first = await api.sync.ingest(input, { idempotencyKey: 'k1' })
    expect(await api.sync.ingest(input, { idempotencyKey: 'k1' })).toEqual(first)
    expect((await api.sync.runs()).runs).toHaveLength(1)
    await expect(api.sync.ingest({ ...input, records: [] }, { idempotencyKey: 'k1' })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    })
    expect(counts(await api.sync.ingest(input, { idempotencyKey: 'k2' }))).toMatchObject({ unchanged: 3 })
    const big = { provider: 'custom:erp', object: 'companies', records: [{ id: 12345678901234567891n, name: 'Big' }] }
    const once = await api.sync.import(
      { provider: 'custom:erp', objects: [{ object: 'companies', records: big.records }] },
      { idempotencyKey: 'k3' },
    )
    expect(
      await api.sync.import({ provider: 'custom:erp', objects: [{ object: 'companies', records: big.records }] }, { idempotencyKey: 'k3' }),
    ).toEqual(once)
  })

  it('stores several objects of one call in the order in which they refer to each other', async () => {
    const { api } = await open()
    const answer = await api.sync.import({
      provider: 'custom:erp',
      objects: [
        {
          object: 'invoices',
          records: [
            {
              number: 'F-1',
              date: '2025-03-14',
              customer_external_id: 'C1',
              total_excl_tax: 10,
              lines: [{ sku: 'A', quantity: 1, unit_price: 10, total_excl_tax: 10 }],
            },
            { number: 'F-2', date: '2025-03-14', total_excl_tax: 10 },
          ],
        },
        { object: 'contacts', records: [{ external_id: 'P1', email: 'anna@lac.fr', first_name: 'Anna', company: 'C1' }] },
        { object: 'products', records: [{ sku: 'A', name: 'Article A', price: 10 }] },
        { object: 'customers', records: [{ external_id: 'C1', name: 'Lac SA', city: 'Annecy' }] },
      ],
    })
    expect(answer).toMatchObject({ created: 4, updated: 0, unchanged: 0 })
    expect(answer.objects.map(({ object, created, rejected }) => [object, created, rejected.length])).toEqual([
      ['companies', 1, 0],
      ['contacts', 1, 0],
      ['products', 1, 0],
      ['invoices', 1, 1],
    ])
    const { companies, contacts, invoices, products } = await everything(api)
    expect(companies).toMatchObject([{ name: 'Lac SA', created_via: `sync:${answer.import_id}` }])
    expect(contacts).toMatchObject([{ company_id: companies[0]?.id }])
    expect(invoices).toMatchObject([{ company_id: companies[0]?.id, lines: [{ product_id: products[0]?.id }] }])
    expect((await api.sync.runs()).runs.map(({ import_id }) => import_id)).toEqual(Array.from({ length: 4 }, () => answer.import_id))
    const many = Array.from({ length: 5001 }, (_, index) => ({ external_id: `${index}`, name: 'x' }))
    const halves = [many.slice(0, 2500), many.slice(2500)].map((records) => ({ object: 'companies', records }))
    await expect(api.sync.import({ provider: 'custom:erp', objects: halves })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('takes its rejects again once its mapping or settings are corrected, each of them once', async () => {
    const { api } = await open()
    const records = [
      { Nr: 'F-1', Client: 'Lac', 'Date de facturation': '01/02/2025', 'Montant TTC': '12,00' },
      { Nr: 'F-2', Client: 'Lac', 'Date de facturation': '03/02/2025', 'Montant TTC': '12,00' },
      { 'Montant TTC': '12,00' },
    ]
    const source = await api.dataSources.create({ provider: 'custom:erp', mapping: { invoices: { Nr: 'number' } } })
    const first = await send(
      api,
      'invoices',
      records.map((each) => ({ ...each, 'Invoice date': each['Date de facturation'], 'Date de facturation': undefined })),
    )
    expect(first.rejected.map(({ index, code }) => [index, code])).toEqual([
      [0, 'ambiguous_date'],
      [1, 'ambiguous_date'],
      [2, 'no_key'],
    ])
    await api.dataSources.update({ id: source.id, date_order: 'dmy' })
    const again = await api.sync.replay({ id: first.run_id })
    expect(counts(again)).toEqual({ created: 2, updated: 0, unchanged: 0, rejected: 1 })
    expect(again.rejected).toMatchObject([{ index: 2, code: 'no_key' }])
    expect(await api.sync.run({ id: again.run_id })).toMatchObject({ replay_of: first.run_id, received: 3 })
    expect((await api.sync.rejects({ id: first.run_id })).rejects.map(({ taken_by }) => taken_by)).toEqual([
      again.run_id,
      again.run_id,
      null,
    ])
    expect(counts(await api.sync.replay({ id: first.run_id }))).toEqual({ created: 0, updated: 0, unchanged: 0, rejected: 1 })
  })

  it('has no reject taken without the value that it was rejected for, unless its mapping leaves that out', async () => {
    const { api } = await open()
    const bill = (number: string, total: string, sku: string, price: string) => ({ 'Invoice number': number, Customer: 'Lac', Total: total, lines: [{ sku, quantity: 1, 'Unit price': price }] }) // prettier-ignore
    const good = ['F-1', 'F-2', 'F-3'].map((number) => bill(number, '12.50', 'A', '10.50'))
    const { run_id, rejected } = await send(api, 'invoices', [
      ...good,
      bill('F-4', 'n.n.', 'A', '10.50'),
      bill('F-5', '12.50', 'A', 'n.n.'),
    ])
    expect(rejected).toMatchObject([{ index: 3, code: 'not_a_number', field: 'total_incl_tax' }, { index: 4, code: 'not_a_number', field: 'unit_price' }]) // prettier-ignore
    const again = await api.sync.replay({ id: run_id })
    expect(again).toMatchObject({ created: 0, rejected: rejected.map(({ index, code, field }) => ({ index, code, field })) })
    const [source] = (await api.dataSources.list()).data_sources
    await api.dataSources.update({ id: source!.id, mapping: { invoices: { Total: null } } })
    expect(await api.sync.replay({ id: run_id })).toMatchObject({ created: 1, rejected: [{ index: 4 }] })
    await api.dataSources.update({ id: source!.id, mapping: { invoices: { 'lines[].Unit price': null } } })
    expect(await api.sync.replay({ id: run_id })).toMatchObject({ created: 1, rejected: [] })
  })

  it('reads what came under our own names by them again when it is replayed', async () => {
    const { api } = await open()
    const record = { number: 'F-1', reference: 'R-9', date: '01/02/2025', customer_name: 'Lac', total_incl_tax: 12 }
    const { objects } = await api.sync.import({ provider: 'custom:erp', objects: [{ object: 'invoices', records: [record] }] })
    const [run] = objects
    expect(run?.rejected).toMatchObject([{ code: 'ambiguous_date' }])
    const [source] = (await api.dataSources.list()).data_sources
    // Columns of a push are mapped, canonical names are what they say.
    await api.dataSources.update({ id: source?.id ?? '', date_order: 'dmy', mapping: { invoices: { number: null, reference: 'number' } } })
    const { run_id } = await api.sync.replay({ id: run?.run_id ?? '' })
    expect((await everything(api)).invoices).toMatchObject([{ number: 'F-1', issue_date: '2025-02-01' }])
    expect((await api.sync.run({ id: run_id })).import_id).toBe((await api.sync.run({ id: run?.run_id ?? '' })).import_id)
  })

  it('is not created again by a replay once it was detached; registered again, its rejects are taken', async () => {
    const { api, engine } = await open()
    const { run_id } = await send(byKey(engine, 'key-1'), 'invoices', [{ Nr: 'F-1', Customer: 'Lac', Total: 12 }, { Total: 13 }])
    const [source] = (await api.dataSources.list()).data_sources
    await api.dataSources.delete({ id: source?.id ?? '' })
    await expect(api.sync.replay({ id: run_id })).rejects.toMatchObject({
      code: 'conflict',
      details: { errors: [{ code: 'source_detached' }] },
    })
    expect((await api.dataSources.list()).data_sources).toEqual([])
    await api.dataSources.create({ provider: 'custom:erp', mapping: { invoices: { Nr: 'number' } } })
    expect(counts(await api.sync.replay({ id: run_id }))).toMatchObject({ rejected: 1 })
  })

  it('has its rejects replayed by any key, which pushes for it no more than before', async () => {
    const { api, engine } = await open()
    const [erp, shop] = [byKey(engine, 'key-1'), byKey(engine, 'key-2')]
    const [one, other] = [await send(erp, 'invoices', [{ Total: 1 }]), await send(shop, 'invoices', [{ Total: 1 }], 'custom:shop')]
    for (const { run_id } of [one, other])
      expect(counts(await byKey(engine, 'key-3').sync.replay({ id: run_id }))).toMatchObject({ rejected: 1 })
    expect(counts(await erp.sync.replay({ id: other.run_id }))).toMatchObject({ rejected: 1 })
    expect(counts(await send(byKey(engine, 'key-3'), 'customers', [], 'custom:third'))).toMatchObject({ created: 0 })
    expect((await api.sync.runs({ provider: 'custom:shop' })).runs).toHaveLength(3)
  })

  it('sends a document of several rows whole when it is replayed', async () => {
    const { api } = await open()
    const row = (sku: string) => ({
      'Invoice number': 'F-1',
      Customer: 'Lac',
      'Invoice date': '01/02/2025',
      SKU: sku,
      Quantity: 1,
      'Unit price': 10,
      'Line total': 10,
    })
    const first = await send(api, 'invoices', [row('A'), row('B')])
    expect(first.rejected).toMatchObject([{ index: 0, code: 'ambiguous_date' }])
    const [source] = (await api.dataSources.list()).data_sources
    await api.dataSources.update({ id: source?.id ?? '', date_order: 'dmy' })
    expect(counts(await api.sync.replay({ id: first.run_id }))).toMatchObject({ created: 1, rejected: 0 })
    expect((await everything(api)).invoices[0]?.lines.map(({ sku }) => sku)).toEqual(['A', 'B'])
  })

  it('says how many records of each object it sent, and how their columns were understood', async () => {
    const { api } = await open()
    await send(api, 'customers', clients)
    await send(api, 'factures', factures)
    const [source] = (await api.dataSources.list()).data_sources
    const { objects } = await api.dataSources.get({ id: source?.id ?? '' })
    expect(objects.map(({ object, records }) => [object, records])).toEqual([
      ['companies', 3],
      ['invoices', 3],
    ])
    expect(objects[0]?.fields.find(({ source: column }) => column === 'Ville')).toMatchObject({ target: 'city' })
  })

  it('is detached: its key is free, its records stay, and their external ids go where that is asked for', async () => {
    const { api, engine } = await open()
    await send(byKey(engine, 'key-1'), 'customers', clients)
    const [source] = (await api.dataSources.list()).data_sources
    expect(await api.dataSources.delete({ id: source?.id ?? '' })).toEqual({ deleted: true, job_id: null })
    expect((await everything(api)).companies.every(({ external_ids }) => external_ids.length === 1)).toBe(true)
    expect(counts(await send(byKey(engine, 'key-1'), 'customers', clients, 'custom:shop'))).toMatchObject({ rejected: 0 })
    const [shop] = (await api.dataSources.list()).data_sources
    const { job_id } = await api.dataSources.delete({ id: shop?.id ?? '', drop_references: true })
    await engine.tick()
    expect(await api.jobs.get({ id: job_id ?? '' })).toMatchObject({ state: 'done' })
    const { companies } = await everything(api)
    expect(companies.flatMap(({ external_ids }) => external_ids.map(({ provider }) => provider))).not.toContain('custom:shop')
    await expect(api.dataSources.delete({ id: shop?.id ?? '' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('wins, or fills only what is empty, where its policy says so', async () => {
    const { api } = await open()
    const source = await api.dataSources.create({ provider: 'custom:erp', conflict_policy: 'source_wins' })
    const record = { id: 'C1', name: 'Lac', city: 'Annecy' }
    await send(api, 'companies', [record])
    const id = (await everything(api)).companies[0]?.id ?? ''
    await api.companies.update({ id, billing_address: { city: 'Lyon' } })
    expect(counts(await send(api, 'companies', [record]))).toMatchObject({ updated: 1 })
    const events = await eventCounts(api)
    expect(counts(await send(api, 'companies', [record]))).toMatchObject({ unchanged: 1 })
    expect(await eventCounts(api)).toEqual(events)
    await api.dataSources.update({ id: source.id, conflict_policy: 'fill_empty' })
    expect(counts(await send(api, 'companies', [{ ...record, city: 'Paris', country: 'France' }]))).toMatchObject({ updated: 1 })
    expect(await api.companies.get({ id })).toMatchObject({ country: 'FR', billing_address: { city: 'Annecy' } })
  })

  it('finds records by the keys that it names, and by no others', async () => {
    const { api } = await open()
    await api.companies.create({ name: 'Lac', vat_number: 'FR40303265045' })
    await api.dataSources.create({ provider: 'custom:erp', match_keys: { companies: ['domain'] } })
    expect(counts(await send(api, 'companies', [{ id: 'C1', name: 'Lac', vat_number: 'FR40303265045' }]))).toMatchObject({ created: 1 })
    expect(counts(await send(api, 'companies', [{ id: 'C9', name: 'Lac', vat_number: 'FR40303265045' }], 'custom:shop'))).toMatchObject({
      created: 0,
    })
  })
})
