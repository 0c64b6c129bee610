import { expect, it } from 'vitest'
import { ingestObjects } from '../../../../core/integration/ingest/objects.ts'
import { fitAnswer } from '../../../../core/integration/ingest/runs/answer.ts'
import { describeStorages } from '../../../support/storages.ts'
import { byKey, clients, counts, eventCounts, everything, factures, send } from '../fixtures.ts'

describeStorages('a batch', (open) => {
  it('of no records is answered with zeros, and one that holds no list of records is refused (edge case 1 and 32)', async () => {
    const { api } = await open()
    expect(counts(await send(api, 'companies', []))).toEqual({ created: 0, updated: 0, unchanged: 0, rejected: 0 })
    await expect(api.sync.ingest({ provider: 'custom:erp', object: 'companies', records: { name: 'x' } as never })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ path: '/records' }] },
    })
  })

  it('of 5,001 records is refused whole, and nothing is written (edge case 1)', async () => {
    const { api } = await open()
    const records = Array.from({ length: 5001 }, (_, index) => ({ id: `C${index}`, name: `Customer ${index}` }))
    await expect(send(api, 'companies', records)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ code: 'too_many' }] },
    })
    expect((await everything(api)).companies).toEqual([])
    expect((await api.sync.runs()).runs).toEqual([])
    expect((await api.dataSources.list()).data_sources).toEqual([])
  })

  it('of 5,000 records is taken in one go, and again without a change (edge case 1)', async () => {
    const { api, clock } = await open()
    const records = Array.from({ length: 5000 }, (_, index) => ({ id: `C${index}`, name: `Customer ${index}`, city: 'Kiel' }))
    expect(counts(await send(api, 'companies', records))).toEqual({ created: 5000, updated: 0, unchanged: 0, rejected: 0 })
    expect(counts(await send(api, 'companies', records))).toEqual({ created: 0, updated: 0, unchanged: 5000, rejected: 0 })
    clock.advance('1 minute')
    const changed = records.map((record, index) => (index % 2 ? record : { ...record, city: 'Plön' }))
    expect(counts(await send(api, 'companies', changed))).toEqual({ created: 0, updated: 2500, unchanged: 2500, rejected: 0 })
    expect((await api.companies.list({ limit: 1, sort: '-updated_at' })).companies[0]).toMatchObject({
      version: 2,
      billing_address: { city: 'Plön' },
    })
  })

  it('sent twice changes nothing: no record, no version, no event (edge case 2)', async () => {
    const { api, clock } = await open()
    expect(counts(await send(api, 'customers', clients))).toEqual({ created: 3, updated: 0, unchanged: 0, rejected: 0 })
    expect(counts(await send(api, 'factures', factures))).toEqual({ created: 3, updated: 0, unchanged: 0, rejected: 0 })
    const [before, events] = [await everything(api), await eventCounts(api)]
    clock.advance('1 hour')
    expect(counts(await send(api, 'customers', clients))).toEqual({ created: 0, updated: 0, unchanged: 3, rejected: 0 })
    expect(counts(await send(api, 'documents', factures))).toEqual({ created: 0, updated: 0, unchanged: 3, rejected: 0 })
    expect(await everything(api)).toEqual(before)
    expect(await eventCounts(api)).toEqual(events)
  })

  it('makes one event for each record that it creates, by the run that brought it', async () => {
    const { api, engine } = await open()
    const { run_id } = await send(api, 'customers', clients)
    expect(await eventCounts(api)).toEqual({ 'company.created': 3 })
    const { companies } = await everything(api)
    expect(companies.map(({ created_via }) => created_via)).toEqual([`sync:${run_id}`, `sync:${run_id}`, `sync:${run_id}`])
    expect(companies.every(({ created_by }) => created_by === 'ada@acme.test')).toBe(true)
    expect(engine.registry.byId.get('ingestRecords')).toMatchObject({
      scope: 'write',
      batch: true,
      foreign: ['records'],
      tag: 'Data sources',
    })
  })

  it('never fails for a record that cannot be taken: each is listed at its position (edge case 5 and 32)', async () => {
    const { api } = await open()
    const { rejected, ...answer } = await send(api, 'companies', [null, clients[0], 5, [], 'x', { Ville: 'Brest' }, clients[1]])
    expect(answer).toMatchObject({ created: 2, updated: 0, unchanged: 0 })
    expect(rejected.map(({ index, code }) => [index, code])).toEqual([
      [0, 'not_an_object'],
      [2, 'not_an_object'],
      [3, 'not_an_object'],
      [4, 'not_an_object'],
      [5, 'no_key'],
    ])
    expect(rejected.at(-1)?.reason).toContain('no key')
  })

  it('of 5,000 rejects is answered in less than one MiB (edge case 5)', async () => {
    const { api } = await open()
    const records = Array.from({ length: 5000 }, (_, index) => ({
      'Invoice number': `F-${index}`,
      Customer: '顧客',
      'Invoice date': '01/02/2025',
    }))
    const answer = await send(api, 'invoices', records)
    expect(answer.rejected).toHaveLength(5000)
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(1024 * 1024)
    expect(answer.rejected[4999]).toMatchObject({ index: 4999, code: 'ambiguous_date', field: 'date' })
    const { rejected } = { rejected: answer.rejected.map((each) => ({ ...each, reason: '顧客'.repeat(200) })) }
    expect(Buffer.byteLength(JSON.stringify(fitAnswer(rejected)))).toBeLessThan(1024 * 1024)
    expect(fitAnswer(rejected).every(({ reason }) => reason.startsWith('顧客') && reason.endsWith('…'))).toBe(true)
    expect(fitAnswer(answer.rejected.slice(0, 3))).toEqual(answer.rejected.slice(0, 3))
  })

  it('may call its object by another name, and only by one that is known (edge case 7)', async () => {
    const { api } = await open()
    expect(counts(await send(api, 'Kunden', clients))).toMatchObject({ created: 3 })
    expect(counts(await send(api, 'documents', factures))).toMatchObject({ created: 3 })
    expect(counts(await send(api, 'avoirs', [{ 'N° Avoir': 'AV-1', Client: 'Ateliers Kermarec', 'Montant TTC': '12,00' }]))).toMatchObject({
      created: 1,
    })
    await expect(send(api, 'planets', [])).rejects.toMatchObject({
      details: { errors: [{ path: '/object', code: 'not_allowed', allowed: [...ingestObjects] }] },
    })
    for (const provider of ['erp', 'custom:', 'custom: x', 'odoo:main'])
      await expect(send(api, 'companies', [], provider)).rejects.toMatchObject({ details: { errors: [{ path: '/provider' }] } })
  })

  it('binds its API key to its source: the key pushes for no other one (edge case 7)', async () => {
    const { api, engine } = await open()
    const key = byKey(engine, 'key-1')
    expect(counts(await send(key, 'companies', clients))).toMatchObject({ created: 3 })
    const [source] = (await api.dataSources.list()).data_sources
    await expect(send(key, 'companies', clients, 'custom:shop')).rejects.toMatchObject({
      code: 'conflict',
      details: { existing_id: source?.id },
    })
    // A preview pushes nothing.
    expect((await key.sync.preview({ provider: 'custom:shop', object: 'companies', records: clients })).records).toHaveLength(3)
    expect(counts(await send(byKey(engine, 'key-2'), 'companies', clients))).toMatchObject({ unchanged: 3 })
    expect(counts(await send(byKey(engine, 'key-3'), 'companies', [], 'custom:shop'))).toMatchObject({ created: 0 })
  })

  it('with one key twice is one record: created, then updated, the last value of each field kept (edge case 3)', async () => {
    const { api } = await open()
    const twice = [
      { id: 'C1', name: 'Ferme du Lac', city: 'Annecy', phone: '+33 4 50 10 20 30' },
      { id: 'C1', name: 'Ferme du Lac', city: 'Seynod' },
      { id: 'C1', name: 'Ferme du Lac', city: 'Seynod' },
    ]
    expect(counts(await send(api, 'companies', twice))).toEqual({ created: 1, updated: 1, unchanged: 1, rejected: 0 })
    const [company] = (await everything(api)).companies
    expect(company).toMatchObject({ version: 1, phone: '+33450102030', billing_address: { city: 'Seynod' } })
    expect(counts(await send(api, 'companies', twice))).toEqual({ created: 0, updated: 0, unchanged: 3, rejected: 0 })
  })

  it('with one key under two names takes the first and rejects the second (edge case 3)', async () => {
    const { api } = await open()
    const { rejected } = await send(api, 'companies', [
      { id: 'C1', name: 'Ferme du Lac' },
      { id: 'C1', name: 'Ferme du Pré' },
    ])
    expect(rejected).toMatchObject([{ index: 1, code: 'duplicate_key', field: 'external_id' }])
    expect(rejected[0]?.reason).toContain('duplicate key')
    const invoices = await send(api, 'invoices', [
      { number: 'F-1', customer_name: 'Ferme du Lac', total_incl_tax: 12 },
      { number: 'F-1', customer_name: 'Ferme du Pré', total_incl_tax: 12 },
    ])
    expect(invoices.rejected).toMatchObject([{ index: 1, code: 'duplicate_key', field: 'number' }])
    const others = [
      ['products', { sku: 'A', name: 'Desk' }, { sku: 'A', name: 'Chair' }],
      ['contacts', { id: 'P1', email: 'a@lac.test', last_name: 'Lac' }, { id: 'P1', email: 'a@lac.test', last_name: 'Mer' }],
      ['deals', { id: 'D1', name: 'Boat' }, { id: 'D1', name: 'Ship' }],
    ] as const
    for (const [object, one, other] of others)
      expect([object, await send(api, object, [one, other])]).toMatchObject([object, { created: 1, rejected: [{ index: 1, code: 'duplicate_key' }] }]) // prettier-ignore
    // A deal may be called otherwise later.
    expect(counts(await send(api, 'deals', [{ id: 'D1', name: 'Ship' }]))).toMatchObject({ updated: 1, rejected: 0 })
  })

  it('takes no id that JSON has rounded, and texts of any kind as they are', async () => {
    const { api } = await open()
    const { rejected } = await send(api, 'companies', [
      { id: 2 ** 70, name: 'Rounded' },
      { id: '12345678901234567890', name: 'Exact' },
      { id: 12345678901234567891n, name: 'Big' },
      { id: '=cmd()', name: '=HYPERLINK("x")', note: '1e400', __proto__: { polluted: true } },
      JSON.parse('{"id":"P","name":"Proto","__proto__":{"polluted":true},"constructor":{"prototype":{}}}') as object,
      { id: 'N\u0000UL', name: 'A\u0000B \ud800' },
    ])
    expect(rejected).toMatchObject([{ index: 0, code: 'unsafe_number' }])
    const { companies } = await everything(api)
    expect(companies.map(({ name }) => name).toSorted()).toEqual(['=HYPERLINK("x")', 'AB �', 'Big', 'Exact', 'Proto'])
    expect(companies.find(({ name }) => name === 'Big')?.external_ids).toMatchObject([{ id: '12345678901234567891' }])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    const odd = ['a"b', "O'Hara", 'back\\slash', '{1,2}', 'NULL', 'null', '漢字', '$1', '[]'].map((id) => ({
      id: `${id}-1`,
      name: `Odd ${id}`,
    }))
    expect(counts(await send(api, 'companies', odd))).toMatchObject({ created: 9, rejected: 0 })
    expect(
      counts(
        await send(
          api,
          'companies',
          odd.map((each) => ({ ...each, city: 'Kiel' })),
        ),
      ),
    ).toMatchObject({ updated: 9 })
  })
})
