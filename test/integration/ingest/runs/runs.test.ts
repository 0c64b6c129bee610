import { odoo } from 'rapport-crm/plugins/odoo'
import { expect, it } from 'vitest'
import { ingestObjects } from '../../../../core/integration/ingest/objects.ts'
import { ada, describeStorages } from '../../../support/storages.ts'
import { byKey, clients, counts, eventCounts, everything, send } from '../fixtures.ts'

describeStorages('runs and sources', (open) => {
  it('tell what came, what became of it, and how each column was understood', async () => {
    const { api, clock } = await open()
    const { run_id } = await send(api, 'customers', [...clients, { Ville: 'Brest', IBAN: 'FR7630006000011234567890189' }])
    clock.advance('1 minute')
    const { run_id: second } = await send(api, 'factures', [{ 'Invoice number': 'F-1', Customer: 'Lac', 'Invoice date': '01/02/2025' }])
    const { runs } = await api.sync.runs()
    expect(runs.map(({ id, object, received, created, rejected }) => [id, object, received, created, rejected])).toEqual([
      [second, 'invoices', 1, 0, 1],
      [run_id, 'companies', 4, 3, 1],
    ])
    const run = await api.sync.run({ id: run_id })
    expect(run).toMatchObject({
      provider: 'custom:erp',
      vocabulary: null,
      updated: 0,
      unchanged: 0,
      reject_samples: [{ index: 3, code: 'no_key' }],
    })
    expect(run.fields.find(({ source }) => source === 'Raison sociale')).toMatchObject({
      target: 'name',
      via: expect.stringContaining('words') as string,
      samples: clients.map((client) => client['Raison sociale']),
    })
    expect(JSON.stringify(run)).not.toContain('FR7630006000011234567890189')
    expect((await api.sync.runs({ object: 'invoices' })).runs).toHaveLength(1)
    await expect(api.sync.run({ id: crypto.randomUUID() })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are listed with the fields that are asked for, and there are no others to ask for', async () => {
    const { api } = await open()
    const unknown = {
      details: { errors: [{ path: '/fields', code: 'unknown_field', allowed: expect.arrayContaining(['provider']) as string[] }] },
    }
    for (const list of [api.sync.runs, api.dataSources.list]) await expect(list({ fields: 'shoe_size' })).rejects.toMatchObject(unknown)
    const { run_id } = await send(api, 'customers', clients)
    const [source] = (await api.dataSources.list()).data_sources
    expect((await api.sync.runs({ fields: 'object, received' })).runs).toEqual([
      { id: run_id, object: 'companies', received: clients.length },
    ])
    expect((await api.dataSources.list({ fields: 'reject_rate' })).data_sources).toEqual([{ id: source!.id, reject_rate: 0 }])
    for (const list of [api.sync.runs, api.dataSources.list]) await expect(list({ fields: 'shoe_size' })).rejects.toMatchObject(unknown)
  })

  it('list every reject with its record, page by page, secrets masked', async () => {
    const { api } = await open()
    const records = Array.from({ length: 120 }, (_, index) => ({ Ville: `Ville ${index}`, password: 'hunter2' }))
    const { run_id } = await send(api, 'customers', records)
    const first = await api.sync.rejects({ id: run_id, limit: 100 })
    const second = await api.sync.rejects({ id: run_id, limit: 100, cursor: first.next_cursor ?? '' })
    expect([first.rejects.length, second.rejects.length, second.next_cursor]).toEqual([100, 20, null])
    expect(second.rejects.at(-1)).toMatchObject({ index: 119, code: 'no_key', record: { Ville: 'Ville 119', password: '***' } })
  })

  it('preview what an ingest would do, and write nothing', async () => {
    const { api, engine } = await open()
    await send(api, 'customers', clients.slice(0, 2))
    const [before, events, runs] = [await everything(api), await eventCounts(api), (await api.sync.runs()).runs.length]
    const records = [clients[0], { ...clients[1], Ville: 'Lorient' }, clients[2], { Ville: 'Brest' }]
    const preview = await byKey(engine, 'key-1').sync.preview({ provider: 'custom:erp', object: 'customers', records })
    expect(preview.records.map(({ index, action, code }) => [index, action, code])).toEqual([
      [0, 'unchanged', undefined],
      [1, 'update', undefined],
      [2, 'create', undefined],
      [3, 'reject', 'no_key'],
    ])
    expect(preview.records[1]?.values).toMatchObject({ external_id: 'C002', city: 'Lorient', country: 'FR' })
    expect(preview.records[3]?.values).toEqual({ city: 'Brest' })
    expect(preview.fields.map(({ target }) => target)).toContain('vat_number')
    expect([await everything(api), await eventCounts(api), (await api.sync.runs()).runs.length]).toEqual([before, events, runs])
    expect(counts(await send(byKey(engine, 'key-1'), 'customers', [], 'custom:other'))).toMatchObject({ created: 0 })
    expect((await byKey(engine, 'key-1').sync.preview({ provider: 'custom:erp', object: 'customers', records })).records).toHaveLength(4)
  })

  it('preview every row of a document that comes in several, with what the document says', async () => {
    const { api } = await open()
    const row = (number: string, sku: string, price: number) => ({
      'Invoice number': number,
      Customer: 'Lac',
      'Invoice date': '2025-02-13',
      SKU: sku,
      Quantity: 1,
      'Unit price': price,
      'Line total': price,
    })
    const records = [row('F-1', 'A', 10), row('F-1', 'B', 20), row('F-2', 'A', 10), row('F-2', 'C', 5), { 'Line total': 1 }]
    const preview = await api.sync.preview({ provider: 'custom:erp', object: 'invoices', records })
    expect(preview.records.map(({ index, action, part_of }) => [index, action, part_of])).toEqual([
      [0, 'create', undefined],
      [1, 'create', 0],
      [2, 'create', undefined],
      [3, 'create', 2],
      [4, 'create', 2],
    ])
    const [first, second] = preview.records
    expect(first?.values).toMatchObject({ number: 'F-1', lines: [{ sku: 'A' }, { sku: 'B' }] })
    expect(second?.values).toEqual(first?.values)
  })

  it('read dates, numbers and columns as the settings of the source say', async () => {
    const { api } = await open()
    const source = await api.dataSources.create({
      provider: 'custom:erp',
      locale: 'fr-FR',
      currency: 'CHF',
      owner_email: 'sales@acme.test',
      mapping: { invoices: { Ref2: 'number', Client: 'customer_name', Nummer: null } },
    })
    const records = [{ Ref2: 'F-1', Client: 'Lac', Nummer: 'N-1', 'Date de facturation': '01/02/2025', 'Montant TTC': '1.234' }]
    expect(await send(api, 'factures', [{ ...records[0], 'Montant TTC': '1,234' }])).toMatchObject({ created: 1 })
    expect((await everything(api)).invoices).toMatchObject([
      { number: 'F-1', issue_date: '2025-02-01', currency: 'CHF', total_incl_tax: 1.234, owner_email: 'sales@acme.test' },
    ])
    await api.dataSources.update({ id: source.id, date_order: 'mdy', decimal_sign: '.' })
    await send(api, 'factures', [{ ...records[0], Ref2: 'F-2', 'Montant TTC': '1,234' }])
    expect((await everything(api)).invoices.find(({ number }) => number === 'F-2')).toMatchObject({
      issue_date: '2025-01-02',
      total_incl_tax: 1234,
    })
    expect(await api.dataSources.get({ id: source.id })).toMatchObject({ runs: 2, reject_rate: 0, date_order: 'mdy' })
  })

  it('refuse settings that nobody can mean, and a source that is registered', async () => {
    const { api, engine } = await open()
    await api.dataSources.create({ provider: 'custom:erp' })
    const refused = async (settings: object) =>
      await api.dataSources.create({ provider: `custom:x`, ...settings }).catch(({ code }: { code: string }) => code)
    expect(await refused({ locale: 'not a locale' })).toBe('invalid_input')
    expect(await refused({ time_zone: 'Mars/Olympus' })).toBe('invalid_input')
    expect(await refused({ currency: 'euro' })).toBe('invalid_input')
    expect(await refused({ mapping: { invoices: { A: 'planet' } } })).toBe('invalid_input')
    expect(await refused({ mapping: { planets: {} } })).toBe('invalid_input')
    await expect(api.dataSources.create({ provider: 'custom:erp' })).rejects.toMatchObject({ code: 'already_exists' })
    const member = engine.as({ ...ada, role: 'member' })
    await expect(member.dataSources.create({ provider: 'custom:y' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(
      engine.as({ ...ada, scopes: new Set(['read'] as const) }).sync.ingest({ provider: 'custom:y', object: 'companies', records: [] }),
    ).rejects.toMatchObject({ code: 'insufficient_scope' })
  })

  it('of another organization are unknown', async () => {
    const { api, engine } = await open()
    const { run_id } = await send(api, 'customers', clients)
    const other = engine.as({ ...ada, organization: 'other', user: 'eve@other.test' })
    expect(counts(await send(other, 'customers', clients))).toMatchObject({ created: 3 })
    await expect(other.sync.run({ id: run_id })).rejects.toMatchObject({ code: 'not_found' })
    expect((await other.dataSources.list()).data_sources).toHaveLength(1)
    expect((await everything(api)).companies.every(({ version }) => version === 1)).toBe(true)
  })

  it('know the words of every language and product', async () => {
    const { api } = await open({ plugins: [odoo()] })
    const { objects, languages, products } = await api.sync.vocabulary()
    const none = { objects: [], languages: [], products: [] }
    expect(await api.sync.vocabulary({ language: 'FR' })).toEqual({ ...none, languages: [languages[1]] })
    const rechnungen = await api.sync.vocabulary({ object: 'Rechnungen' })
    expect(rechnungen).toEqual({ ...none, objects: objects.filter(({ object }) => object === 'invoices') })
    const odoos = products[0]!
    const documents = odoos.fields.filter(({ object }) => object === 'documents' || object === 'all')
    expect(documents.length).toBeGreaterThan(0)
    expect((await api.sync.vocabulary({ product: 'Odoo', object: 'orders' })).products).toEqual([{ ...odoos, fields: documents }])
    expect(await api.sync.vocabulary({ detail: 'concise' })).toEqual({
      objects,
      languages: languages.map((each) => ({ ...each, words: {} })),
      products: [{ ...odoos, fields: [] }],
    })
    await expect(api.sync.vocabulary({ product: 'sap' })).rejects.toMatchObject({
      details: { errors: [{ path: '/product', code: 'not_allowed', allowed: ['odoo'] }] },
    })
    expect(objects.filter(({ accepted }) => accepted).map(({ object }) => object)).toEqual([...ingestObjects])
    expect(objects.find(({ object }) => object === 'invoices')).toMatchObject({
      aliases: expect.arrayContaining(['documents', 'rechnungen']) as string[],
      fields: expect.arrayContaining(['number', 'lines.sku']) as string[],
    })
    expect(languages.map(({ language }) => language)).toEqual(['en', 'fr', 'de', 'es', 'nl', 'it', 'pt', 'pl', 'sv', 'da', 'cs', 'ro'])
    expect(languages[1]?.words['invoice']).toContain('facture')
    expect(products).toMatchObject([
      {
        name: 'odoo',
        fields: expect.arrayContaining([{ object: 'documents', source: 'amount_untaxed', target: 'total_excl_tax' }]) as object[],
      },
    ])
  })
})
