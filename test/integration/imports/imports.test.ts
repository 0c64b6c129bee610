import type { Api } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeEveryStorage } from '../../support/storages.ts'
import { eventCounts, everything } from '../ingest/fixtures.ts'
import { rows, workbook } from './workbook.ts'

const header = 'Kundennummer;Firma;Ort;Land;Website;Notiz'
const lines = ['K1;Müller GmbH;Kiel;Deutschland;www.mueller.de;=cmd()', 'K2;Bäckerei Süd;Ulm;Deutschland;;', ';;Bonn;Deutschland;;-x']
const content = [header, ...lines].join('\n')

async function finished(api: Api, id: string, engine: { tick(): Promise<unknown> }) {
  await engine.tick()
  return await api.imports.get({ id })
}

describeEveryStorage('an import', (open) => {
  it('is listed with the fields that are asked for, and there are no others to ask for', async () => {
    const { api } = await open()
    const unknown = {
      details: { errors: [{ path: '/fields', code: 'unknown_field', allowed: expect.arrayContaining(['state']) as string[] }] },
    }
    await expect(api.imports.list({ fields: 'shoe_size' })).rejects.toMatchObject(unknown)
    const { id } = await api.imports.create({ object: 'Kunden', content })
    expect((await api.imports.list({ fields: 'state,rows' })).imports).toEqual([{ id, state: 'uploaded', rows: 3 }])
    await expect(api.imports.list({ fields: 'shoe_size' })).rejects.toMatchObject(unknown)
  })

  it('is uploaded, understood, stored by a job and counted', async () => {
    const { api, engine } = await open()
    const uploaded = await api.imports.create({ object: 'Kunden', content, filename: 'kunden.csv' })
    expect(uploaded).toMatchObject({
      object: 'companies',
      provider: 'custom:import',
      state: 'uploaded',
      format: 'csv',
      delimiter: ';',
      rows: 3,
      columns: header.split(';'),
    })
    expect(uploaded.fields.map(({ source, target }) => [source, target])).toContainEqual(['Ort', 'city'])
    expect((await everything(api)).companies).toEqual([])
    expect(await api.imports.start({ id: uploaded.id })).toMatchObject({ state: 'queued', outcome: null })
    const done = await finished(api, uploaded.id, engine)
    expect(done).toMatchObject({ state: 'done', done: 3, created: 2, updated: 0, unchanged: 0, rejected: 1, error: null })
    expect(await api.jobs.get({ id: done.job_id ?? '' })).toMatchObject({
      kind: 'import',
      state: 'done',
      done: 3,
      total: 3,
      record_id: done.id,
    })
    const { companies } = await everything(api)
    expect(companies.map(({ name, created_via }) => [name, created_via]).toSorted()).toEqual([
      ['Bäckerei Süd', `sync:${done.id}`],
      ['Müller GmbH', `sync:${done.id}`],
    ])
    await expect(api.imports.start({ id: done.id })).rejects.toMatchObject({ code: 'conflict' })
    await expect(api.imports.update({ id: done.id, mode: 'create' })).rejects.toMatchObject({ code: 'conflict' })
    expect((await api.imports.list({ object: 'companies' })).imports).toMatchObject([{ id: done.id, state: 'done', created: 2 }])
  })

  it('tells what was noticed of its rows, before and after it is stored, each warning once before any a second time', async () => {
    const { api, engine } = await open()
    const file = ['Kundennummer;Firma;Land', 'K1;Lac;Atlantis', 'K2;Mer;Atlantis', 'K3;Sud;Lemuria'].join('\n')
    const { id, warnings, warning_samples } = await api.imports.create({ object: 'companies', content: file, mapping: { Land: 'country' } })
    expect([warnings, warning_samples]).toEqual([0, []])
    const said = {
      warnings: 3,
      warning_samples: [
        { row: 1, warning: expect.stringContaining('Atlantis') },
        { row: 3, warning: expect.stringContaining('Lemuria') },
        { row: 2, warning: expect.stringContaining('Atlantis') },
      ],
    }
    expect((await api.imports.start({ id, dry_run: true })).outcome).toMatchObject({ created: 3, ...said })
    await api.imports.start({ id })
    expect(await finished(api, id, engine)).toMatchObject({ created: 3, ...said })
  })

  it('lists the rows that it could not take, also as a file that runs nothing in a spreadsheet', async () => {
    const { api, engine } = await open()
    const { id } = await api.imports.create({ object: 'companies', content })
    await api.imports.start({ id })
    await engine.tick()
    const { errors, csv } = await api.imports.errors({ id })
    expect(errors).toMatchObject([{ row: 3, code: 'no_key', record: { Ort: 'Bonn', Notiz: '-x' } }])
    expect(csv).toBeNull()
    const file = (await api.imports.errors({ id, format: 'csv' })).csv ?? ''
    await expect(api.imports.errors({ id, format: 'csv', cursor: 'WzFd' })).rejects.toMatchObject({
      details: { errors: [{ path: '/cursor', code: 'not_allowed' }] },
    })
    expect(file.split('\r\n')[0]).toBe('Kundennummer,Firma,Ort,Land,Website,Notiz,Row,Error')
    expect(file).toContain(`,,Bonn,Deutschland,,'-x,3,`)
  })

  it('is tried dry: the outcome is answered and nothing is written', async () => {
    const { api, engine } = await open()
    const { id } = await api.imports.create({ object: 'companies', content })
    const events = await eventCounts(api)
    expect(await api.imports.start({ id, dry_run: true })).toMatchObject({
      state: 'uploaded',
      outcome: { created: 2, updated: 0, unchanged: 0, rejected: 1, errors: [{ row: 3, code: 'no_key' }] },
    })
    await engine.tick()
    expect([(await everything(api)).companies, await eventCounts(api)]).toEqual([[], events])
  })

  it('takes columns as its mapping says, finds records by the keys that it names, and makes or changes only what its mode allows', async () => {
    const { api, engine } = await open()
    await api.companies.create({ name: 'Müller GmbH', domain: 'mueller.de' })
    const { id, fields } = await api.imports.create({ object: 'companies', content, mapping: { Notiz: null } })
    expect(fields.map(({ source }) => source)).not.toContain('Notiz')
    const updated = await api.imports.update({
      id,
      mapping: { Notiz: 'industry', Kundennummer: null },
      match_keys: ['domain'],
      mode: 'update',
    })
    expect(updated.fields.find(({ source }) => source === 'Notiz')).toMatchObject({ target: 'industry' })
    await api.imports.start({ id })
    expect(await finished(api, id, engine)).toMatchObject({ created: 0, updated: 1, rejected: 2 })
    expect((await everything(api)).companies).toMatchObject([{ name: 'Müller GmbH', billing_address: { city: 'Kiel' }, external_ids: [] }])
    expect((await api.imports.errors({ id })).errors).toMatchObject([
      { row: 2, code: 'not_found' },
      { row: 3, code: 'no_key' },
    ])
    const only = await api.imports.create({ object: 'companies', content, mode: 'create' })
    await api.imports.start({ id: only.id })
    expect(await finished(api, only.id, engine)).toMatchObject({ created: 1, updated: 0, rejected: 2 })
    await expect(api.imports.create({ object: 'companies', content, mapping: { Ort: 'planet' } })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('is stored step by step, however long it is, and stops where it is cancelled', async () => {
    const { api, engine } = await open()
    const long = ['Kundennummer;Firma', ...Array.from({ length: 1200 }, (_, index) => `L${index};Firma ${index}`)].join('\n')
    const { id } = await api.imports.create({ object: 'companies', content: long })
    await api.imports.start({ id })
    expect(await finished(api, id, engine)).toMatchObject({ state: 'done', done: 1200, created: 1200 })
    const other = await api.imports.create({ object: 'companies', content })
    await expect(api.imports.cancel({ id: other.id })).rejects.toMatchObject({ code: 'conflict' })
    await api.imports.start({ id: other.id })
    expect(await api.imports.cancel({ id: other.id })).toMatchObject({ state: 'cancelled' })
    expect(await finished(api, other.id, engine)).toMatchObject({ state: 'cancelled', created: 0 })
  })

  it('is reverted: what it made is gone, what it changed is back, and what was changed since stays', async () => {
    const { api, engine } = await open()
    const known = await api.companies.create({
      name: 'Müller GmbH',
      domain: 'mueller.de',
      billing_address: { city: 'Plön' },
      industry: 'Food',
    })
    const before = await api.companies.get({ id: known.id })
    const file = ['Kundennummer;Firma;Ort;Branche;Website', 'K1;Müller GmbH;Kiel;Trade;www.mueller.de', 'K2;Süd;Ulm;Food;'].join('\n')
    const { id } = await api.imports.create({ object: 'companies', content: file })
    await expect(api.imports.revert({ id })).rejects.toMatchObject({ code: 'conflict' })
    await api.imports.start({ id })
    expect(await finished(api, id, engine)).toMatchObject({ created: 1, updated: 1 })
    expect(await api.companies.get({ id: known.id })).toMatchObject({ industry: 'Trade', external_ids: [{ id: 'K1' }] })
    await api.companies.update({ id: known.id, industry: 'Retail' })
    expect(await api.imports.revert({ id })).toMatchObject({ state: 'reverting' })
    const reverted = await finished(api, id, engine)
    expect(reverted).toMatchObject({ state: 'reverted' })
    expect(await api.jobs.get({ id: reverted.revert_job_id ?? '' })).toMatchObject({ result: { deleted: 1, kept: 1, restored: 0 } })
    const { companies } = await everything(api)
    expect(companies).toHaveLength(1)
    expect(companies[0]).toMatchObject({ industry: 'Retail', billing_address: before.billing_address, external_ids: [] })
    // Sent once more, it is news.
    const again = await api.imports.create({ object: 'companies', content: file })
    await api.imports.start({ id: again.id })
    expect(await finished(api, again.id, engine)).toMatchObject({ created: 1, updated: 1 })
  })

  it('puts back the lines of a document, too', async () => {
    const { api, engine } = await open()
    const row = (sku: string, total: number) => `R-1;14.03.2025;Lac;EUR;${total};${sku};1;${total};${total}`
    const titles = 'Rechnungsnummer;Rechnungsdatum;Kunde;Währung;Nettobetrag;Artikelnummer;Menge;Einzelpreis;Gesamtpreis netto'
    const take = async (sku: string, total: number) => {
      const { id } = await api.imports.create({ object: 'invoices', content: `${titles}\n${row(sku, total)}` })
      await api.imports.start({ id })
      return await finished(api, id, engine)
    }
    expect(await take('A', 10)).toMatchObject({ created: 1 })
    const [first] = (await everything(api)).invoices
    const second = await take('B', 20)
    expect(second).toMatchObject({ updated: 1 })
    await api.imports.revert({ id: second.id })
    await engine.tick()
    const [after] = (await everything(api)).invoices
    expect(after?.lines).toEqual(first?.lines)
    expect(after?.total_excl_tax).toBe(first?.total_excl_tax)
  })

  it('is a workbook as well as a list of records in JSON', async () => {
    const { api, engine } = await open()
    const content_base64 = Buffer.from(workbook(rows)).toString('base64')
    const sheet = await api.imports.create({ object: 'companies', content_base64, filename: 'kunden.xlsx' })
    expect(sheet).toMatchObject({ format: 'xlsx', rows: 1, columns: ['Kundennummer', 'Name', 'Seit'] })
    const list = await api.imports.create({ object: 'companies', content: '[{"id":"J1","name":"Json AG","city":"Bern"}]' })
    expect(list).toMatchObject({ format: 'json', rows: 1 })
    for (const { id } of [sheet, list]) {
      await api.imports.start({ id })
      expect(await finished(api, id, engine)).toMatchObject({ state: 'done', created: 1, rejected: 0 })
    }
    const { companies } = await everything(api)
    expect(companies.map(({ name, external_ids: [id] }) => [name, id?.id]).toSorted()).toEqual([
      ['Json AG', 'J1'],
      ['Müller GmbH', '12345678901234567890'],
    ])
  })

  it('refuses a file that is none, or none at all, and a broken text in base64', async () => {
    const { api } = await open()
    await expect(api.imports.create({ object: 'companies' })).rejects.toMatchObject({ details: { errors: [{ path: '/content' }] } })
    await expect(api.imports.create({ object: 'companies', content_base64: '§§' })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(api.imports.create({ object: 'planets', content })).rejects.toMatchObject({ details: { errors: [{ path: '/object' }] } })
    const empty = await api.imports.create({ object: 'companies', content: '' })
    expect(empty).toMatchObject({ rows: 0, columns: [] })
    await api.imports.start({ id: empty.id })
  })

  it('is refused whole when its file goes over a limit in the midst of its rows, and others are served meanwhile', async () => {
    const { api, engine } = await open()
    const long = `Firma;Ort\n${Array.from({ length: 3_000 }, (_, at) => `Firma ${at};Kiel am Wasser`).join('\n')}`
    const { id, rows: count } = await api.imports.create({ object: 'companies', content: long })
    expect(count).toBe(3_000)
    const wide = `${long}\n${';'.repeat(1_001)}`
    const refused = { code: 'invalid_input', details: { errors: [{ path: '/content', code: 'too_many' }] } }
    const over = new AbortController()
    let turns = 0
    const meanwhile = (async () => {
      for (; !over.signal.aborted; turns++) await api.contacts.list({ limit: 1 })
    })()
    await expect(api.imports.create({ object: 'companies', content: wide })).rejects.toMatchObject(refused)
    over.abort()
    await meanwhile
    expect(turns).toBeGreaterThan(3)
    expect((await api.imports.list()).imports.map((each) => each.id)).toEqual([id])
    expect((await api.imports.start({ id, dry_run: true })).outcome).toMatchObject({ created: 3_000, rejected: 0 })
    await engine.tick()
  })
})
