import type { Api } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../../support/storages.ts'

const customers = [
  { Kundennummer: 'K1', Firma: 'Müller GmbH', Ort: 'Kiel', Gruppe: 'Backwaren' },
  { Kundennummer: 'K2', Firma: 'Süd AG', Ort: 'Ulm', Gruppe: 'Logistik' },
]
const batch = { provider: 'custom:erp', object: 'companies', records: customers }
const corrected = { ...batch, mapping: { Gruppe: 'industry', Ort: null } }

const keptBy = async (api: Api) => (await api.dataSources.list()).data_sources.map(({ provider, mapping }) => [provider, mapping])
const targets = ({ fields }: { fields: readonly { source: string; target: string }[] }) =>
  Object.fromEntries(fields.map(({ source, target }) => [source, target]))

describeStorages('a mapping that is corrected', (open) => {
  it('is tried by a preview, kept by the batch that is stored so, and read by without being said again', async () => {
    const { api } = await open()
    expect(targets(await api.sync.preview(batch))).toMatchObject({ Ort: 'city' })
    expect(targets(await api.sync.preview(corrected))).toEqual({ Kundennummer: 'external_id', Firma: 'name', Gruppe: 'industry' })
    expect(await keptBy(api)).toEqual([])
    const { run_id } = await api.sync.ingest(corrected)
    expect(targets(await api.sync.run({ id: run_id }))).toEqual({ Kundennummer: 'external_id', Firma: 'name', Gruppe: 'industry' })
    expect(await keptBy(api)).toEqual([['custom:erp', { companies: corrected.mapping }]])
    const more = [{ ...customers[0], Kundennummer: 'K3', Firma: 'Nord KG' }]
    await api.sync.ingest({ ...batch, records: more })
    const { companies } = await api.companies.list({ sort: 'name' })
    expect(companies.map(({ name, industry, billing_address }) => [name, industry, billing_address?.city ?? null])).toEqual([
      ['Müller GmbH', 'Backwaren', null],
      ['Nord KG', 'Backwaren', null],
      ['Süd AG', 'Logistik', null],
    ])
    // Other columns, another object and another source are read as before.
    expect(targets(await api.sync.preview({ ...batch, records: [{ Firma: 'West OHG', Stadt: 'Bonn' }] }))).toEqual({
      Firma: 'name',
      Stadt: 'city',
    })
    const contacts = { ...batch, object: 'contacts', records: [{ 'E-Mail': 'a@b.test', Ort: 'Kiel' }] }
    expect(targets(await api.sync.preview(contacts))).toMatchObject({ Ort: 'city' })
    expect(targets(await api.sync.preview({ ...batch, provider: 'custom:shop' }))).toMatchObject({ Ort: 'city' })
  })

  it('gives way to what a call says of the same column, and is changed, taken off and deleted with its source', async () => {
    const { api } = await open()
    await api.sync.ingest(corrected)
    const other = { ...batch, mapping: { ORT: 'city' } }
    expect(targets(await api.sync.preview(other))).toMatchObject({ Ort: 'city', Gruppe: 'industry' })
    await api.sync.ingest(other)
    expect(await keptBy(api)).toEqual([['custom:erp', { companies: { Gruppe: 'industry', ORT: 'city' } }]])
    const [source] = (await api.dataSources.list()).data_sources
    const { audit_log } = await api.audit.list({ record_id: source!.id })
    expect(audit_log.map(({ action }) => action)).toEqual(['updated', 'updated', 'created'])
    await api.dataSources.update({ id: source!.id, mapping: { companies: { ORT: 'city' } } })
    expect(targets(await api.sync.preview(batch))['Gruppe']).toBeUndefined()
    await api.sync.ingest(corrected)
    await api.dataSources.delete({ id: source!.id })
    await api.sync.ingest(batch)
    expect(await keptBy(api)).toEqual([['custom:erp', {}]])
  })

  it('is kept of batches in the background and of files of a named source, once they are stored', async () => {
    const { api, engine } = await open()
    const many = Array.from({ length: 201 }, (_, at) => ({ ...customers[0], Kundennummer: `M${at}`, Firma: `Firma ${at}` }))
    await api.sync.ingest({ ...corrected, records: many, background: true })
    await engine.tick()
    const [run] = (await api.sync.runs()).runs
    expect(targets(run!)).toMatchObject({ Gruppe: 'industry' })
    const content = 'Kundennummer;Firma;Gruppe\nK9;Ost GmbH;Handel'
    const file = { object: 'companies', content, provider: 'custom:old', mapping: { Gruppe: 'industry' } }
    const { id } = await api.imports.create(file)
    await api.imports.start({ id, dry_run: true })
    const erp = ['custom:erp', { companies: corrected.mapping }]
    expect(await keptBy(api)).toEqual([erp])
    await api.imports.start({ id })
    expect((await keptBy(api)).toSorted()).toEqual([erp, ['custom:old', { companies: { Gruppe: 'industry' } }]])
    expect(targets(await api.imports.create({ object: 'companies', content, provider: 'custom:old' }))).toMatchObject({
      Gruppe: 'industry',
    })
    // A key that pushes for one source says nothing of another.
    const via = { type: 'api_key' as const, id: '019a0000-0000-7000-8000-000000000001', label: 'erp' }
    const ofErp = engine.as({ ...ada, via })
    await ofErp.sync.ingest(batch)
    const foreign = await ofErp.imports.create({ ...file, mapping: { Gruppe: null } })
    await ofErp.imports.start({ id: foreign.id })
    expect(await keptBy(api)).toContainEqual(['custom:old', { companies: { Gruppe: 'industry' } }])
    // Files that name no source may come from anywhere.
    const anywhere = await api.imports.create({ object: 'companies', content, mapping: { Gruppe: 'industry' } })
    await api.imports.start({ id: anywhere.id })
    expect(await keptBy(api)).toHaveLength(2)
  })

  it('names fields that there are, and no more columns than are kept', async () => {
    const { api, engine } = await open()
    for (const call of [api.sync.ingest, api.sync.preview])
      await expect(call({ ...batch, mapping: { 'Ort/Stadt': 'planet' } })).rejects.toMatchObject({
        details: { errors: [{ path: '/mapping/Ort~1Stadt', code: 'not_allowed' }] },
      })
    const columns = (name: string, count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, null]))
    await api.sync.ingest({ ...batch, mapping: columns('a', 400) })
    await expect(api.sync.ingest({ ...batch, mapping: columns('b', 101) })).rejects.toMatchObject({
      details: { errors: [{ path: '/mapping', code: 'too_many' }] },
    })
    await expect(api.sync.preview({ ...batch, mapping: columns('c', 501) })).rejects.toMatchObject({ code: 'invalid_input' })
    const other = engine.as({ ...ada, organization: 'globex', user: 'bo@globex.test' })
    expect(targets(await other.sync.preview(batch))).toMatchObject({ Ort: 'city' })
    expect(await keptBy(other)).toEqual([])
  })

  it('is shown by a preview with the reading of each column, the second best, and why', async () => {
    const { api, engine } = await open()
    await api.sync.ingest(corrected)
    const records = [{ ...customers[0], 'Customer number': 'K1', Foo: 'x9' }]
    const { key } = await api.apiKeys.create({ name: 'erp', scopes: ['read', 'write'] })
    const answer = await http(engine).fetch(
      new Request('http://crm.test/api/v1/sync/preview', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...batch, records, mapping: { Ort: 'country' } }),
      }),
    )
    const { fields, unknown } = (await answer.json()) as Awaited<ReturnType<Api['sync']['preview']>>
    const read = Object.fromEntries([...fields, ...unknown].map((each) => [each.source, each]))
    expect(read['Firma']).toMatchObject({ target: 'name', why: 'Its title says "company", and its values fit' })
    expect(read['Ort']).toMatchObject({
      target: 'country',
      second_best: { target: 'city', confidence: expect.closeTo(1, 1) as number },
      why: 'The mapping of this call says so',
    })
    expect(read['Gruppe']).toMatchObject({ target: 'industry', why: 'The mapping that is kept of this source says so' })
    expect(read['Foo']).toMatchObject({ second_best: null, why: 'Neither its title nor its values say what it is' })
  })
})
