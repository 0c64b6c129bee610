import { expect, it } from 'vitest'
import { describeStorages } from '../../../support/storages.ts'
import { clients, counts, everything, factures, send } from '../fixtures.ts'

describeStorages('matching', (open) => {
  it('rejects what has no key, and takes a company that has nothing but a name, once for each country (edge case 8)', async () => {
    const { api } = await open()
    expect((await send(api, 'contacts', [{ first_name: 'Ada', last_name: 'Lovelace' }])).rejected).toMatchObject([
      { index: 0, code: 'no_key' },
    ])
    expect((await send(api, 'invoices', [{ invoice_date: '2025-03-14', customer_name: 'X', total_incl_tax: 3 }])).rejected).toMatchObject([
      { code: 'no_key' },
    ])
    const named = [
      { Company: 'Müller GmbH', Country: 'Germany' },
      { Company: 'MULLER  gmbh', Country: 'DE' },
      { Company: 'Müller GmbH', Country: 'Austria' },
    ]
    expect(counts(await send(api, 'companies', named))).toMatchObject({ created: 2, rejected: 0 })
    expect((await everything(api)).companies.map(({ country }) => country).toSorted()).toEqual(['AT', 'DE'])
  })

  it('keeps external ids apart by source, letter by letter (edge case 9)', async () => {
    const { api } = await open()
    const seven = { id: 7, name: 'Seven Seas' }
    expect(
      counts(
        await send(api, 'companies', [seven, { id: '007', name: 'Bond Ltd' }, { id: 'k1', name: 'Small' }, { id: 'K1', name: 'Capital' }]),
      ),
    ).toMatchObject({ created: 4 })
    expect(counts(await send(api, 'companies', [{ ...seven, id: '7' }]))).toMatchObject({ unchanged: 1 })
    expect(counts(await send(api, 'companies', [{ id: '7', name: 'Other Seven' }], 'custom:shop'))).toMatchObject({ created: 1 })
    expect((await everything(api)).companies).toHaveLength(5)
  })

  it('finds a company by its domain without www, its VAT number however spaced, and the code that users keep', async () => {
    const { api } = await open()
    const [byDomain, byVat, byCode] = [
      await api.companies.create({ name: 'By domain', domain: 'lefevre-pain.fr' }),
      await api.companies.create({ name: 'By VAT', vat_number: 'DE123456789' }),
      await api.companies.create({ name: 'By code', code: 'C-77' }),
    ]
    const batch = [
      { id: 'C-1', name: 'Boulangerie Lefèvre', website: 'https://www.lefevre-pain.fr/contact' },
      { id: 'C-2', name: 'Müller', vat_number: 'DE 123 456 789' },
      { id: 'C-77', name: 'Kunde 77' },
    ]
    expect(counts(await send(api, 'companies', batch))).toEqual({ created: 0, updated: 3, unchanged: 0, rejected: 0 })
    for (const [company, id, name] of [
      [byDomain, 'C-1', 'Boulangerie Lefèvre'],
      [byVat, 'C-2', 'Müller'],
      [byCode, 'C-77', 'Kunde 77'],
    ] as const)
      expect(await api.companies.get({ id: company.id })).toMatchObject({
        name,
        external_ids: [{ provider: 'custom:erp', id }],
        version: 2,
      })
    expect(counts(await send(api, 'companies', batch))).toMatchObject({ unchanged: 3 })
  })

  it('never merges companies by the domain of a mail or hosting service (edge case 10)', async () => {
    const { api } = await open()
    const batch = ['gmail.com', 'facebook.com/one', 'example.com', 'facebook.com/two'].map((website, index) => ({
      id: `C${index}`,
      name: `Company ${index}`,
      website,
    }))
    expect(counts(await send(api, 'companies', batch))).toMatchObject({ created: 4 })
    expect((await everything(api)).companies.every(({ domain }) => domain === null)).toBe(true)
  })

  it('keeps two customers of one source apart though they share a domain, and says so', async () => {
    const { api } = await open()
    const branches = [
      { id: 'C1', name: 'Nordwind Kiel', website: 'nordwind.de' },
      { id: 'C2', name: 'Nordwind Husum', website: 'nordwind.de' },
    ]
    const answer = await send(api, 'companies', branches)
    expect(counts(answer)).toEqual({ created: 2, updated: 0, unchanged: 0, rejected: 0 })
    expect((await api.sync.run({ id: answer.run_id })).warning_samples).toMatchObject([
      { index: 1, warning: expect.stringContaining('nordwind.de') as string },
    ])
    expect(counts(await send(api, 'companies', branches))).toMatchObject({ unchanged: 2 })
    expect((await everything(api)).companies.map(({ domain }) => domain)).toContain('nordwind.de')
  })

  it('finds a contact by its e-mail in any case, secondary ones included (edge case 9)', async () => {
    const { api } = await open()
    const ada = await api.contacts.create({ email: 'ada@lovelace.org', emails: [{ email: 'ada@engine.org', label: null, primary: false }] })
    const batch = [{ 'E-Mail': 'ADA@Engine.org', Vorname: 'Ada', Nachname: 'Lovelace' }]
    expect(counts(await send(api, 'contacts', batch))).toEqual({ created: 0, updated: 1, unchanged: 0, rejected: 0 })
    expect(await api.contacts.get({ id: ada.id })).toMatchObject({ email: 'ada@lovelace.org', first_name: 'Ada', last_name: 'Lovelace' })
    expect(counts(await send(api, 'contacts', batch))).toMatchObject({ unchanged: 1 })
  })

  it('takes two ids with one e-mail as one person, and rejects the second of two names', async () => {
    const { api } = await open()
    const people = [
      { id: 'P1', email: 'info@brest.fr', first_name: 'Anne', last_name: 'Le Goff' },
      { id: 'P2', email: 'info@brest.fr', first_name: 'Anne', last_name: 'Le Goff', job_title: 'CEO' },
      { id: 'P3', email: 'info@brest.fr', first_name: 'Yann', last_name: 'Le Goff' },
    ]
    for (const expected of [
      { created: 1, updated: 1, unchanged: 0, rejected: 1 },
      { created: 0, updated: 0, unchanged: 2, rejected: 1 },
    ]) {
      const answer = await send(api, 'contacts', people)
      expect(counts(answer)).toEqual(expected)
      expect(answer.rejected).toMatchObject([{ index: 2, code: 'duplicate_key', field: 'primary_email' }])
    }
    expect((await everything(api)).contacts).toMatchObject([{ title: 'CEO', external_ids: [{ id: 'P1' }, { id: 'P2' }] }])
  })

  it('finds a product by sku, and by barcode where it has none', async () => {
    const { api } = await open()
    const desk = await api.products.create({ sku: 'DESK-1', name: 'Desk', barcode: '4006381333931' })
    const answer = await send(api, 'products', [{ sku: 'DESK-1', name: 'Schreibtisch', price: 199.5, currency: 'EUR' }])
    expect(counts(answer)).toEqual({ created: 0, updated: 1, unchanged: 0, rejected: 0 })
    expect(
      counts(await send(api, 'products', [{ id: 'X9', barcode: '4006381333931', name: 'Schreibtisch', stock: 12 }], 'custom:shop')),
    ).toMatchObject({ updated: 1 })
    expect(await api.products.get({ id: desk.id })).toMatchObject({ name: 'Schreibtisch', price: 199.5, stock_on_hand: 12 })
    expect(counts(await send(api, 'products', [{ sku: 'DESK-2', name: 'Desk two', barcode: '4006381333931' }]))).toMatchObject({
      created: 1,
    })
  })

  it('makes the unknown customer of invoices once, and completes it when its own record comes (edge case 11)', async () => {
    const { api } = await open()
    const { run_id } = await send(api, 'invoices', factures)
    expect((await api.sync.run({ id: run_id })).also_created).toEqual({ companies: 2 })
    const made = (await everything(api)).companies
    expect(made.map(({ name, external_ids }) => [name, external_ids[0]?.id]).toSorted()).toEqual([
      ['Ateliers Kermarec', 'C002'],
      ['Boulangerie Lefèvre SARL', 'C001'],
    ])
    expect(
      counts(
        await send(
          api,
          'customers',
          clients.map((client) => ({ ...client, 'Raison sociale': client['Raison sociale'].toUpperCase() })),
        ),
      ),
    ).toEqual({
      created: 1,
      updated: 2,
      unchanged: 0,
      rejected: 0,
    })
    const { companies, invoices } = await everything(api)
    expect(companies).toHaveLength(3)
    const bakery = companies.find(({ domain }) => domain === 'lefevre-pain.fr')
    expect(bakery).toMatchObject({ name: 'BOULANGERIE LEFÈVRE SARL', vat_number: 'FR40303265045', country: 'FR', version: 2 })
    expect(invoices.filter(({ company_id }) => company_id === bakery?.id)).toHaveLength(2)
    expect(counts(await send(api, 'invoices', factures))).toMatchObject({ unchanged: 3 })
  })

  it('rejects an invoice that names no customer, and gives one that is named only the company of that name (edge case 11)', async () => {
    const { api } = await open()
    await send(api, 'customers', clients)
    const { rejected } = await send(api, 'factures', [
      { 'N° Facture': 'F-9', 'Date de facturation': '14/03/2025', 'Montant TTC': '12,50' },
      { 'N° Facture': 'F-10', 'Date de facturation': '14/03/2025', 'Montant TTC': '12,50', Client: 'ateliers kermarec' },
    ])
    expect(rejected).toMatchObject([{ index: 0, code: 'no_customer' }])
    const { companies, invoices } = await everything(api)
    expect(companies).toHaveLength(3)
    expect(invoices.map(({ company_id }) => company_id)).toEqual([companies.find(({ name }) => name === 'Ateliers Kermarec')?.id])
  })

  it('links contacts to the company they name, by id or name, or by their e-mail, and makes it where nobody knows it (edge case 12)', async () => {
    const { api } = await open()
    await send(api, 'customers', clients)
    const people = [
      { id: 'P1', email: 'a@lefevre-pain.fr', last_name: 'Aubry' },
      { id: 'P2', email: 'b@mail.test', last_name: 'Bihan', company: 'C002' },
      { id: 'P3', email: 'c@mail2.test', last_name: 'Cloarec', company: 'vins du leon' },
      { id: 'P4', email: 'd@armor.bzh', last_name: 'Denis', company: 'Armor Textile' },
      { id: 'P5', email: 'e@armor.bzh', last_name: 'Even' },
    ]
    expect(counts(await send(api, 'contacts', people))).toMatchObject({ created: 5, rejected: 0 })
    const { contacts, companies } = await everything(api)
    const nameOf = (id: string | null) => companies.find((each) => each.id === id)?.name
    const linked = Object.fromEntries(contacts.map(({ last_name, company, company_id }) => [last_name, [company, nameOf(company_id)]]))
    expect(linked).toEqual({
      Aubry: ['Boulangerie Lefèvre SARL', 'Boulangerie Lefèvre SARL'],
      Bihan: ['Ateliers Kermarec', 'Ateliers Kermarec'],
      Cloarec: ['vins du leon', 'Vins du Léon'],
      Denis: ['Armor Textile', 'Armor Textile'],
      Even: ['Armor Textile', 'Armor Textile'],
    })
    expect(companies.find(({ name }) => name === 'Armor Textile')?.domain).toBe('armor.bzh')
    expect(counts(await send(api, 'contacts', people))).toMatchObject({ unchanged: 5 })
  })

  it('links a contact that names its company by an unknown id once that company comes (edge case 12)', async () => {
    const { api } = await open()
    await send(api, 'contacts', [
      { id: 'base.res_partner_address_5', email: 'edith@deco.test', name: 'Edith Sanchez', parent_id: 'base.res_partner_2' },
    ])
    expect((await everything(api)).contacts).toMatchObject([{ company: null, company_id: null }])
    expect((await everything(api)).companies).toEqual([])
    await send(api, 'companies', [{ id: 'base.res_partner_2', name: 'Deco Addict' }])
    const { contacts, companies } = await everything(api)
    expect(contacts).toMatchObject([{ company: 'Deco Addict', company_id: companies[0]?.id, version: 2 }])
  })

  it('takes no placeholder for a key (edge case 13)', async () => {
    const { api } = await open()
    const { rejected } = await send(
      api,
      'contacts',
      ['0', '', '00000000-0000-0000-0000-000000000000', 'id-value'].map((id) => ({ id, first_name: 'Ada', last_name: 'Lovelace' })),
    )
    expect(rejected.map(({ code }) => code)).toEqual(['no_key', 'no_key', 'no_key', 'no_key'])
  })
})
