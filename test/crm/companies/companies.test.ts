import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages('companies', (open) => {
  it.each([
    ['domain', { domain: 'https://www.Lovelace.test/about' }, { domain: 'shop.lovelace.test' }],
    ['website', { website: 'https://www.lovelace.test' }, { domain: 'lovelace.test' }],
    ['secondary domain', { domain: 'lovelace.test', domains: ['ada.test'] }, { domain: 'ada.test' }],
    ['external id', { external_ids: [{ provider: 'custom:erp', id: 'C1' }] }, { external_ids: [{ provider: 'custom:erp', id: 'C1' }] }],
    ['VAT number', { vat_number: 'FR123' }, { vat_number: 'fr 1-2.3' }],
    ['number of the register', { registration_number: 'HRB 7' }, { registration_number: ' HRB 7', country: 'Germany' }],
    ['customer number', { code: 'C-1' }, { code: 'C-1' }],
  ])('are one per %s: the second create completes the first', async (_, first, second) => {
    const { api } = await open()
    const made = await api.companies.create({ name: 'Lovelace', ...first })
    const again = await api.companies.create({ name: 'Lovelace Ltd', tier: 'gold', ...second })
    expect(again).toMatchObject({ id: made.id, name: 'Lovelace Ltd', tier: 'gold' })
    expect((await api.companies.list()).companies).toHaveLength(1)
  })

  it('of two countries can have the same register number, and several companies can share one', async () => {
    const { api } = await open()
    const first = await api.companies.create({ name: 'Lovelace NL', country: 'NL', registration_number: '12345678' })
    const second = await api.companies.create({ name: 'Lovelace UK', country: 'GB', registration_number: '12345678' })
    expect(second.id).not.toBe(first.id)
    const set = await api.companies.bulkUpsert({
      records: [
        { name: 'Lovelace BV', country: 'Niederlande', registration_number: '12345678' },
        { name: 'Lovelace BE', country: 'BE', registration_number: '12345678' },
      ],
    })
    expect(set.results).toMatchObject([{ id: first.id, status: 'updated' }, { status: 'created' }])
  })

  it('keep one spelling of a tag, and country codes in their addresses, in single and set writes', async () => {
    const { api } = await open()
    const given = { tags: ['VIP', ' vip', 'Press'], billing_address: { city: 'Bonn', country: 'Allemagne' } }
    const kept = { tags: ['VIP', 'Press'], billing_address: { city: 'Bonn', country: 'DE' } }
    const { id } = await api.companies.create({ name: 'Lovelace', ...given })
    const { results } = await api.companies.bulkUpsert({ records: [{ name: 'Babbage', ...given }] })
    for (const each of [id, results[0]!.id!]) expect(await api.companies.get({ id: each })).toMatchObject(kept)
    expect(await api.companies.update({ id, shipping_address: { country: 'Atlantis' } })).toMatchObject({
      ...kept,
      shipping_address: { country: 'Atlantis' },
    })
  })

  it('are listed by any of their domains', async () => {
    const { api } = await open()
    const { id } = await api.companies.create({ name: 'Lovelace', domain: 'lovelace.test', domains: ['ada.test'] })
    await api.companies.create({ name: 'Babbage', domain: 'babbage.test' })
    for (const domain of ['lovelace.test', 'www.ada.test']) expect((await api.companies.list({ domain })).companies).toMatchObject([{ id }])
    expect((await api.companies.list({ domain: 'nobody.test' })).companies).toEqual([])
  })

  it('with nothing but the same name are two companies: a name is no key', async () => {
    const { api } = await open()
    await api.companies.create({ name: 'Meyer' })
    await api.companies.create({ name: 'Meyer' })
    expect((await api.companies.list()).companies).toHaveLength(2)
  })

  it('refuse a free-mail domain and text that is no domain, and name the field', async () => {
    const { api } = await open()
    for (const domain of ['gmail.com', 'not a domain'])
      await expect(api.companies.create({ name: 'X', domain })).rejects.toMatchObject({
        code: 'invalid_input',
        details: { errors: [{ path: '/domain', code: 'invalid_domain' }] },
      })
  })

  it('answer money with at most four decimals, exactly as it is stored', async () => {
    const { api } = await open()
    const made = await api.companies.create({ name: 'X', annual_revenue: 0.1 + 0.2 })
    expect(made.annual_revenue).toBe(0.3)
    expect((await api.companies.get({ id: made.id })).annual_revenue).toBe(0.3)
    expect((await api.companies.update({ id: made.id, annual_revenue: 12.345678 })).annual_revenue).toBe(12.3457)
  })

  it('are listed by owner, tier, industry, stage, country, tag and parent, sorted by name', async () => {
    const { api } = await open()
    const parent = await api.companies.create({ name: 'Root' })
    await api.companies.create({
      name: 'b',
      assigned_to: 'bob@acme.test',
      tier: 'gold',
      industry: 'Steel',
      lifecycle_stage: 'lead',
      country: 'Deutschland',
      tags: ['x'],
      parent_company_id: parent.id,
    })
    await api.companies.create({ name: 'a', owner_email: 'bob@acme.test', tags: ['y'] })
    const names = async (query: Parameters<typeof api.companies.list>[0]) =>
      (await api.companies.list(query)).companies.map(({ name }) => name)
    expect(await names({ owner: 'bob@acme.test', sort: 'name' })).toEqual(['a', 'b'])
    for (const query of [
      { tier: 'gold' },
      { industry: 'Steel' },
      { lifecycle_stage: 'lead' as const },
      { country: 'DE' },
      { tag: 'x' },
      { parent_company_id: parent.id },
    ])
      expect(await names(query)).toEqual(['b'])
  })

  it('form a hierarchy: a company belongs neither to itself nor to one that belongs to it', async () => {
    const { api } = await open()
    const top = await api.companies.create({ name: 'Top', domain: 'top-works.com' })
    const middle = await api.companies.create({ name: 'Middle', parent_company_id: top.id })
    const low = await api.companies.create({ name: 'Low', parent_company_id: middle.id })
    const refused = { details: { errors: [{ path: '/parent_company_id', code: 'not_allowed' }] } }
    for (const parent_company_id of [top.id, middle.id, low.id.toUpperCase()]) {
      await expect(api.companies.update({ id: top.id, parent_company_id })).rejects.toMatchObject(refused)
      await expect(api.companies.create({ name: 'Top', domain: 'top-works.com', parent_company_id })).rejects.toMatchObject(refused)
    }
    const { rejected } = await api.companies.bulkUpsert({ records: [{ id: top.id, parent_company_id: top.id }] })
    expect(rejected).toMatchObject([{ index: 0, code: 'not_allowed', field: 'parent_company_id' }])
    expect((await api.companies.update({ id: low.id, parent_company_id: top.id })).parent_company_id).toBe(top.id)
  })

  it('make company.created, and company.lifecycle_changed with from and to, and company.updated of other fields', async () => {
    const { api } = await open()
    const { id } = await api.companies.create({ name: 'X' })
    await api.companies.update({ id, lifecycle_stage: 'customer', tier: 'gold' })
    await api.companies.update({ id, tier: 'silver' })
    const { events } = await api.events.list()
    expect(events.map(({ type }) => type)).toEqual(['company.updated', 'company.updated', 'company.lifecycle_changed', 'company.created'])
    expect(events[2]?.payload).toMatchObject({ id, name: 'X', from: null, to: 'customer' })
  })
})
