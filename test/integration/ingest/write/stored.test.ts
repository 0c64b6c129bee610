import { plugin } from 'rapport-crm'
import { odoo } from 'rapport-crm/plugins/odoo'
import { expect, it } from 'vitest'
import { describeStorages } from '../../../support/storages.ts'
import { counts, eventCounts, everything, send } from '../fixtures.ts'

const head = { number: 'F-1', invoice_date: '2025-03-14', customer_name: 'Lac', currency: 'EUR' }

describeStorages('what a batch stores', (open) => {
  it('is the same to the byte when it is sent again, for every object (edge case 2)', async () => {
    const { api, clock } = await open()
    const batches = [
      ['companies', [{ id: 'C1', name: 'Lac', city: 'Annecy', colour: 'blue' }]],
      ['contacts', [{ id: 'P1', email: 'anna@lac.fr', first_name: 'Anna', company: 'Lac' }]],
      ['products', [{ sku: 'A', name: 'Article', price: 10, stock: 3 }]],
      ['deals', [{ id: 'D1', name: 'Boat', amount: 100, company: 'Lac' }]],
      ['quotes', [{ ...head, lines: [{ sku: 'A', quantity: 1, unit_price: 10 }] }]],
      ['orders', [{ ...head, lines: [{ sku: 'A', quantity: 1, unit_price: 10 }] }]],
      ['invoices', [{ ...head, lines: [{ sku: 'A', quantity: 1, unit_price: 10 }] }]],
      ['credit_notes', [{ ...head, total_incl_tax: 12 }]],
      ['price_rules', [{ sku: 'A', min_quantity: 10, price: 8, currency: 'EUR' }]],
    ] as const
    for (const [object, records] of batches)
      expect([object, counts(await send(api, object, records))]).toMatchObject([object, { created: 1, rejected: 0 }])
    const [before, events] = [await everything(api), await eventCounts(api)]
    clock.advance('1 hour')
    for (const [object, records] of batches)
      expect([object, counts(await send(api, object, records))]).toEqual([object, { created: 0, updated: 0, unchanged: 1, rejected: 0 }])
    expect(JSON.stringify(await everything(api))).toBe(JSON.stringify(before))
    expect(await eventCounts(api)).toEqual(events)
  })

  it('has no price with tax in a field without: what includes tax is left out and computed (edge case 21)', async () => {
    const { api } = await open()
    const lines = [{ sku: 'A', quantity: 2, price: 12, tax_rate: 20 }]
    expect(
      counts(await send(api, 'invoices', [{ ...head, taxes_included: true, total_excl_tax: 20, total_tax: 4, total_incl_tax: 24, lines }])),
    ).toMatchObject({ created: 1 })
    const [invoice] = (await everything(api)).invoices
    expect(invoice).toMatchObject({ total_excl_tax: 20, total_incl_tax: 24 })
    expect(invoice?.lines).toMatchObject([{ sku: 'A', quantity: 2, tax_rate: 20, unit_price: null, total_excl_tax: null }])
  })

  it('keeps the currency of a document, takes the source’s where it names none, and guesses none (edge case 22)', async () => {
    const { api } = await open()
    const records = [
      { ...head, number: 'F-1', currency: 'CHF', total_incl_tax: 12, base_total_incl_tax: 13 },
      { ...head, number: 'F-2', currency: undefined, total_incl_tax: 12 },
    ]
    await send(api, 'invoices', records)
    const currencies = async () =>
      Object.fromEntries(
        (await everything(api)).invoices.map(({ number, currency, total_incl_tax }) => [number, [currency, total_incl_tax]]),
      )
    expect(await currencies()).toEqual({ 'F-1': ['CHF', 12], 'F-2': [null, 12] })
    const [source] = (await api.dataSources.list()).data_sources
    await api.dataSources.update({ id: source?.id ?? '', currency: 'USD' })
    await send(api, 'invoices', records)
    expect(await currencies()).toEqual({ 'F-1': ['CHF', 12], 'F-2': ['USD', 12] })
  })

  it('takes a bare $ for the currency of the source, else of the organization, where that is written so, and for no other (edge case 22)', async () => {
    const { api } = await open()
    const bill = (number: string, total: string) => ({ ...head, number, currency: undefined, total_incl_tax: total })
    const currencies = async (numbers: readonly string[]) => {
      const { invoices } = await everything(api)
      return numbers.map((number) => invoices.find((each) => each.number === number)?.currency)
    }
    await send(api, 'invoices', [bill('D-1', '$12.00'), bill('D-2', 'US$12.00'), bill('D-3', '€12.00')])
    expect(await currencies(['D-1', 'D-2', 'D-3'])).toEqual([null, 'USD', 'EUR'])
    await api.organization.update({ currency: 'CAD' })
    await send(api, 'invoices', [bill('D-4', '$12.00'), bill('D-5', '12.00')])
    expect(await currencies(['D-4', 'D-5'])).toEqual(['CAD', null])
    const [source] = (await api.dataSources.list()).data_sources
    await api.dataSources.update({ id: source!.id, currency: 'USD' })
    await send(api, 'invoices', [bill('D-6', '$12.00'), bill('D-7', '12.00')])
    expect(await currencies(['D-6', 'D-7'])).toEqual(['USD', 'USD'])
    await api.dataSources.update({ id: source!.id, currency: 'CHF' })
    await send(api, 'invoices', [bill('D-8', '$12.00'), bill('D-9', '12.00')])
    expect(await currencies(['D-8', 'D-9'])).toEqual(['CAD', 'CHF'])
  })

  it('holds no secrets: not in the record, the run, its rejects or its samples (edge case 34)', async () => {
    const { api } = await open()
    const secrets = { IBAN: 'FR7630006000011234567890189', password: 'hunter2hunter2', api_token: 'sk_live_1234567890' }
    const { run_id } = await send(api, 'companies', [
      { id: 'C1', name: 'Lac', ...secrets },
      { city: 'Annecy', ...secrets },
    ])
    const all = JSON.stringify([
      await everything(api),
      await api.sync.run({ id: run_id }),
      await api.sync.rejects({ id: run_id }),
      (await api.events.list()).events,
    ])
    for (const secret of Object.values(secrets)) expect(all).not.toContain(secret)
    expect(all).toContain('Annecy')
  })

  it('keeps words that nobody knows, with a warning, and rejects nothing for them (edge case 36)', async () => {
    const { api } = await open()
    const { run_id } = await send(api, 'invoices', [
      { ...head, status: 'Klingon', total_incl_tax: 12, lines: [{ sku: 'A', quantity: 1, unit: 'furlong', unit_price: 10 }] },
    ])
    const [invoice] = (await everything(api)).invoices
    expect(invoice).toMatchObject({ status: 'sent', custom: { source_status: 'Klingon' }, lines: [{ unit: 'furlong' }] })
    expect((await api.sync.run({ id: run_id })).warning_samples.map(({ warning }) => warning)).toContainEqual(
      expect.stringContaining('Klingon'),
    )
  })

  it('keeps the word for a country or a currency that is unknown, whatever else is in the batch, and warns (edge case 36)', async () => {
    const { api } = await open()
    for (const [id, word] of [
      ['C7', 'PO'],
      ['C8', 'Atlantis'],
    ] as const) {
      const { run_id, ...answer } = await send(api, 'companies', [{ id, name: 'Ost', country: word, currency: 'QQQ' }])
      expect(counts(answer)).toMatchObject({ created: 1, rejected: 0 })
      const told = (await api.sync.run({ id: run_id })).warning_samples.map(({ warning }) => warning)
      expect(told).toEqual(expect.arrayContaining([`country: ${word} in country is no known country`, 'currency: QQQ in currency is no known currency'])) // prettier-ignore
    }
    const { companies } = await everything(api)
    expect(companies.map(({ country, currency, custom }) => [country, currency, custom])).toEqual([
      [null, null, { country: 'Atlantis', currency: 'QQQ' }],
      [null, null, { country: 'PO', currency: 'QQQ' }],
    ])
  })

  it('stores no amount in an unknown currency, in any object (edge case 36)', async () => {
    const { api } = await open()
    const batches = [
      ['products', { sku: 'A', name: 'Oil', price: 5 }],
      ['deals', { id: 'D1', name: 'Boat', amount: 5 }],
      ['price_rules', { sku: 'A', price: 5 }],
      ['invoices', { ...head, total_incl_tax: 5 }],
    ] as const
    for (const [object, record] of batches)
      expect([object, (await send(api, object, [{ ...record, currency: 'QQQ' }])).rejected]).toMatchObject([
        object,
        [{ index: 0, code: 'unknown_currency', field: 'currency', reason: expect.stringContaining('QQQ') as string }],
      ])
    const bare = { sku: 'B', name: 'Oil', currency: 'QQQ', supplier_price: 3, supplier_currency: 'EUR' }
    expect(counts(await send(api, 'products', [bare]))).toMatchObject({ created: 1, rejected: 0 })
    expect((await everything(api)).products).toMatchObject([{ sku: 'B', custom: { currency: 'QQQ' }, supplier_price: 3 }])
  })

  it('has what is said under our own names in our own fields, as far as they can hold it (edge case 37)', async () => {
    const { api } = await open()
    const firm = { id: 'C1', name: 'Lac', tags: ['lake', 'Lake'], tier: 'A', employees: '12', lifecycle_stage: 'Kunde', language: 'fr', shipping_address: { street: 'Quai 1', city: 'Annecy' }, 'custom.colour': 'blue' } // prettier-ignore
    expect(counts(await send(api, 'companies', [firm]))).toMatchObject({ created: 1, rejected: 0 })
    const preview = await api.sync.preview({ provider: 'custom:shop', object: 'companies', records: [firm, { id: 'C2', name: 'Mer' }] })
    expect(preview.fields.filter(({ via }) => via === 'own name').map(({ source, target }) => [source, target])).toEqual([
      ['tags', 'tags'],
      ['tier', 'tier'],
      ['employees', 'employees'],
      ['shipping_address.street', 'shipping_address'],
      ['shipping_address.city', 'shipping_address'],
    ])
    expect(preview.unknown.map(({ source }) => source)).toEqual(['lifecycle_stage', 'language', 'custom.colour'])
    const [company] = (await everything(api)).companies
    expect(company).toMatchObject({ tags: ['lake'], tier: 'A', employees: 12, lifecycle_stage: null, shipping_address: { street: 'Quai 1', city: 'Annecy' } }) // prettier-ignore
    expect(company?.custom).toEqual({ lifecycle_stage: 'Kunde', language: 'fr', colour: 'blue' })
    await api.companies.update({ id: company!.id, tags: ['lake', 'vip'] })
    expect(counts(await send(api, 'companies', [{ id: 'C1', tags: ['boats'], code: 'K-7' }]))).toMatchObject({ updated: 1 })
    expect((await everything(api)).companies).toMatchObject([{ tags: ['lake', 'vip', 'boats'], code: 'K-7' }])
    expect(counts(await send(api, 'companies', [{ code: 'K-7', tier: 'B', company_type: 'partner' }], 'custom:shop'))).toMatchObject({
      updated: 1,
    })
    expect((await everything(api)).companies).toMatchObject([{ tier: 'A', company_type: 'partner' }])
  })

  it('leaves out what a field of ours cannot be, with a warning, and takes the rest', async () => {
    const { api } = await open()
    const person = { id: 'P1', email: 'anna@lac.fr', timezone: 'Mars/Base', seniority: 'director' }
    const { run_id, ...answer } = await send(api, 'contacts', [person])
    expect(counts(answer)).toMatchObject({ created: 1, rejected: 0 })
    expect((await everything(api)).contacts).toMatchObject([{ timezone: null, seniority: 'director' }])
    expect((await api.sync.run({ id: run_id })).warning_samples).toMatchObject([{ index: 0, warning: 'timezone: Mars/Base was left out' }])
  })

  it('has the postal address of a contact in any language, and the telephone number of its country', async () => {
    const { api } = await open()
    const people = [
      { id: 'P1', 'E-mail': 'anna@lac.fr', Nom: 'Bihan', Prénom: 'Anna', Rue: 'Quai 1', 'Code postal': '74000', Ville: 'Annecy', Pays: 'France', Téléphone: '04 50 10 20 30' }, // prettier-ignore
      { id: 'P2', 'E-mail': 'bert@lac.fr', Nom: 'Even', Prénom: 'Bert', Ville: 'Lyon', Pays: 'Atlantide' },
    ]
    expect(counts(await send(api, 'contacts', people))).toMatchObject({ created: 2, rejected: 0 })
    const { contacts } = await everything(api)
    const [anna, bert] = ['Anna', 'Bert'].map((name) => contacts.find(({ first_name }) => first_name === name))
    const address = { street: 'Quai 1', postal_code: '74000', city: 'Annecy', country: 'FR' }
    expect(anna).toMatchObject({ country: 'FR', city: 'Annecy', address, phone: '+33450102030', custom_properties: {} })
    expect(bert).toMatchObject({ country: null, city: 'Lyon', address: null, custom_properties: { Pays: 'Atlantide' } })
    const { records } = await api.sync.preview({ provider: 'custom:erp', object: 'contacts', records: people })
    // The flat names of a contact are those of the samples.
    expect(Object.keys(records[0]!.values).toSorted()).toEqual(['email', 'external_id', 'first_name', 'last_name', 'phone'])
  })

  it('keeps unknown columns under their titles, also when the plugin that came with them is gone (edge case 37)', async () => {
    const { api, place, clock } = await open({ plugins: [odoo(), plugin({ name: 'more', version: '1.0.0' })] })
    await send(api, 'companies', [{ id: 'C1', name: 'Lac', 'Couleur préférée': 'bleu', 'Rang #': 7 }])
    const custom = { 'Couleur préférée': 'bleu', 'Rang #': 7 }
    expect((await everything(api)).companies).toMatchObject([{ custom }])
    if (place.name !== 'PostgreSQL') return
    const { api: without } = await open({ place, clock })
    expect((await everything(without)).companies).toMatchObject([{ custom }])
    expect(counts(await send(without, 'companies', [{ id: 'C1', city: 'Annecy' }]))).toMatchObject({ updated: 1 })
    expect((await everything(without)).companies).toMatchObject([{ custom }])
  })

  it('keeps unknown columns of lines with their line, a secret never, in lists and in rows of one document (edge case 37)', async () => {
    const { api } = await open()
    const line = { sku: 'A', quantity: 2, unit_price: 10, Couleur: 'bleu', Dims: { 'Épaisseur mm': 4 }, IBAN: 'DE89370400440532013000' }
    const record = { number: 'L-1', date: '2025-03-14', customer_name: 'Ost', currency: 'EUR', lines: [line, { sku: 'B', quantity: 1, unit_price: 5 }] } // prettier-ignore
    expect(counts(await send(api, 'invoices', [record]))).toMatchObject({ created: 1 })
    expect(counts(await send(api, 'invoices', [record]))).toMatchObject({ created: 0, updated: 0 })
    const linesOf = async (number: string) => {
      const [found] = (await api.invoices.list({ number })).invoices
      return found && (await api.invoices.get({ id: found.id })).lines
    }
    expect(await linesOf('L-1')).toMatchObject([
      { sku: 'A', custom: { Couleur: 'bleu', 'Dims.Épaisseur mm': 4 } },
      { sku: 'B', custom: {} },
    ])
    expect((await linesOf('L-1'))?.[0]?.custom).not.toHaveProperty('IBAN')
    const red = { ...record, lines: [{ ...line, Couleur: 'rouge' }, record.lines[1]] }
    expect(counts(await send(api, 'invoices', [red]))).toMatchObject({ updated: 1 })
    expect((await linesOf('L-1'))?.[0]?.custom).toMatchObject({ Couleur: 'rouge' })

    const row = (SKU: string, Colour: string) => ({ 'Invoice No': 'L-2', Date: '2025-03-14', Customer: 'Ost', SKU, Quantity: 1, 'Unit Price': 5, Colour, Depot: 'Nord' }) // prettier-ignore
    await send(api, 'invoices', [row('A', 'blue'), row('B', 'red')])
    expect(await linesOf('L-2')).toMatchObject([
      { sku: 'A', custom: { Colour: 'blue' } },
      { sku: 'B', custom: { Colour: 'red' } },
    ])
    const [second] = (await api.invoices.list({ number: 'L-2' })).invoices
    expect(second?.custom).toEqual({ Depot: 'Nord' })
  })
})
