import { expect, it } from 'vitest'
import { type Caller, describeContract, time, uuid } from './walk.ts'

const words = (text: string) => text.trim().split(/\s+/)
const common = words('id user_from external_ids created_by created_via created_at updated_at deleted_at version')
const erp = (id: string) => ({ provider: 'custom:erp', id })

// The required fields of a new record, a text that can change, and the name of its custom values.
const records: readonly (readonly [name: string, path: string, input: object, field: string, custom: string])[] = [
  ['contact', '/contacts', { email: 'ada@lovelace.test' }, 'title', 'custom_properties'],
  ['company', '/companies', { name: 'Lovelace Ltd' }, 'industry', 'custom'],
  ['deal', '/deals', { name: 'Licences' }, 'next_step', 'custom'],
  ['task', '/tasks', { title: 'Call' }, 'description', 'custom'],
  ['activity', '/activities', { type: 'note', body: 'Wants a sample' }, 'subject', 'custom'],
  ['product', '/products', { sku: 'A-1', name: 'Axle' }, 'brand', 'custom'],
  ['price rule', '/price-rules', { kind: 'fixed_price', value: 3 }, 'name', 'custom'],
  ['quote', '/quotes', { currency: 'EUR' }, 'title', 'custom'],
  ['order', '/orders', { currency: 'EUR' }, 'title', 'custom'],
  ['invoice', '/invoices', { currency: 'EUR', lines: [{ sku: 'A-1', name: 'Axle', quantity: 1, unit_price: 5 }] }, 'title', 'custom'],
  ['credit note', '/credit-notes', { currency: 'EUR' }, 'title', 'custom'],
]

/** What a new record needs in this organization: an activity is about somebody. */
async function needed(me: Caller, path: string, input: object): Promise<object> {
  if (path !== '/activities') return input
  return { ...input, lead_id: (await me.post('/contacts', { first_name: 'Grace' })).json.id }
}

describeContract('Every record', (walk) => {
  it.each(records)(
    '%s: carries its id, its organization, its creator, its times and its version',
    async (_, path, given, _field, custom) => {
      const me = await walk.enter()
      const input = await needed(me, path, given)
      const { json } = await me.post(path, input)
      expect(Object.keys(json)).toEqual(expect.arrayContaining([...common, custom]))
      expect(json).toMatchObject({
        id: expect.stringMatching(uuid),
        user_from: me.organization,
        external_ids: [],
        created_by: me.user,
        created_via: expect.stringMatching(/^api_key:[0-9a-f-]{36}$/),
        created_at: expect.stringMatching(time),
        updated_at: json.created_at,
        deleted_at: null,
        version: 1,
      })
    },
  )

  it.each(records)('%s: a write raises version and updated_at, a write without changes does not', async (_, path, given, field) => {
    const me = await walk.enter()
    const input = await needed(me, path, given)
    const { json: made } = await me.post(path, input)
    walk.clock.advance('1 second')
    const { json: changed } = await me.patch(`${path}/${made.id}`, { [field]: 'Changed' })
    expect(changed).toMatchObject({ [field]: 'Changed', version: 2, created_at: made.created_at })
    expect(Date.parse(changed.updated_at) - Date.parse(made.updated_at)).toBe(1000)
    walk.clock.advance('1 second')
    const { json: same } = await me.patch(`${path}/${made.id}`, { [field]: 'Changed' })
    expect(same).toEqual(changed)
  })

  it.each(records)('%s: clients cannot set fields of the engine', async (_, path, given) => {
    const me = await walk.enter()
    const input = await needed(me, path, given)
    for (const field of ['user_from', 'created_by', 'created_via', 'version', 'deleted_at', 'id']) {
      const { status, json } = await me.post(path, { ...input, [field]: null })
      expect([status, json.errors]).toEqual([422, [{ path: `/${field}`, code: 'read_only', message: expect.any(String) }]])
    }
    const { json: made } = await me.post(path, input)
    const changed = await me.patch(`${path}/${made.id}`, { created_at: made.created_at, shoe_size: 39 })
    expect(changed.json.errors.map((each: { path: string; code: string }) => [each.path, each.code])).toEqual([
      ['/created_at', 'read_only'],
      ['/shoe_size', 'unknown_field'],
    ])
    const { rejected } = (await me.post(`${path}/bulk`, { records: [{ ...input, version: 1 }] })).json
    expect(rejected).toMatchObject([{ index: 0, code: 'read_only', field: 'version' }])
  })

  it.each(records)('%s: the url of an external id must be a web address', async (_, path, given) => {
    const me = await walk.enter()
    const input = await needed(me, path, given)
    const at = (url: string) => ({ ...input, external_ids: [{ provider: 'custom:erp', id: '4711', url }] })
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '/orders/4711', 'ftp://erp.test/4711'])
      expect((await me.post(path, at(url))).json.errors).toMatchObject([{ path: '/external_ids/0/url', code: 'invalid_format' }])
    expect((await me.post(path, at('https://erp.test/4711'))).json.external_ids).toMatchObject([{ url: 'https://erp.test/4711' }])
  })

  it.each(records)('%s: external ids find the record, have synced_at, and are free once it is deleted', async (_, path, given) => {
    const me = await walk.enter()
    const input = await needed(me, path, given)
    const later = { ...erp('8'), synced_at: '2026-01-02T03:04:05Z' }
    const made = await me.post(path, { ...input, external_ids: [erp('7'), erp('7'), later] })
    const kept = [{ ...erp('7'), synced_at: walk.clock.now().toISOString() }, later]
    expect(made).toMatchObject({ status: 201, json: { external_ids: kept } })
    const again = await me.post(path, { ...input, external_ids: [erp('7')] })
    expect(again).toMatchObject({ status: 200, json: { id: made.json.id, external_ids: kept, version: 1 } })
    expect(again.headers.get('x-matched')).toBeTruthy()
    const set = await me.post(`${path}/bulk`, { records: [{ external_ids: [erp('8'), erp('9')] }] })
    expect(set.json.results).toMatchObject([{ id: made.json.id, status: 'updated' }])
    const { json } = await me.get(`${path}/${made.json.id}`)
    expect(json.external_ids).toEqual([...kept, { ...erp('9'), synced_at: walk.clock.now().toISOString() }])
    expect((await me.delete(`${path}/${made.json.id}`)).json).toEqual({ deleted: true })
    expect((await me.post(path, { ...input, external_ids: [erp('7')] })).status).toBe(201)
  })

  it.each([
    ['/companies', {}, 'name'],
    ['/deals', {}, 'name'],
    ['/tasks', {}, 'title'],
    ['/products', { sku: 'A-1' }, 'name'],
    ['/pipelines', {}, 'name'],
    ['/lists', { object: 'contacts' }, 'name'],
  ])('%s: what must be called something is not called by blanks', async (path, input, field) => {
    const me = await walk.enter()
    for (const blank of ['', '   ', '\u00a0'])
      expect((await me.post(path, { ...input, [field]: blank })).json.errors).toMatchObject([{ path: `/${field}`, code: 'too_short' }])
  })

  it('notes, names of stages and names of who accepts a quote must not be empty', async () => {
    const me = await walk.enter()
    const { id } = (await me.post('/contacts', { first_name: 'Ada' })).json
    const { json: quote } = await me.post('/quotes', { lines: [{ name: 'Flour', unit_price: 1 }] })
    await me.post(`/quotes/${quote.id}/send`)
    for (const [path, input, at] of [
      ['/activities/notes', { lead_id: id, body: '  ' }, '/body'],
      ['/pipelines', { name: 'Sales', stages: [{ name: ' ' }] }, '/stages/0/name'],
      ['/sales-cycles', { name: 'Talks', stages: [{ name: ' ' }] }, '/stages/0/name'],
      [`/quotes/${quote.id}/accept`, { name: ' ' }, '/name'],
    ] as const)
      expect((await me.post(path, input)).json.errors).toMatchObject([{ path: at, code: 'too_short' }])
  })

  it('owners, contacts and custom values are accepted under their aliases, in lines and nested contacts, too', async () => {
    const me = await walk.enter()
    await me.post('/users', { email: 'bob@acme.test' })
    const { id } = (await me.post('/contacts', { first_name: 'Ada', owner_email: 'Bob@acme.test', custom: { size: 'L' } })).json
    expect((await me.get(`/contacts/${id}`)).json).toMatchObject({ assigned_to: 'bob@acme.test', custom_properties: { size: 'L' } })
    const others = { assigned_to: 'Bob@acme.test', custom_properties: { size: 'L' } }
    for (const [path, input, link] of [
      ['/companies', { name: 'Lovelace Ltd' }, undefined],
      ['/deals', { name: 'Licences' }, 'primary_lead_id'],
      ['/tasks', { title: 'Call' }, 'lead_id'],
      ['/activities', { type: 'note' }, 'lead_id'],
      ['/quotes', {}, 'lead_id'],
      ['/orders', {}, 'lead_id'],
      ['/invoices', {}, 'lead_id'],
      ['/credit-notes', {}, 'lead_id'],
    ] as const) {
      const given = { ...input, ...others, ...(link && { contact_id: id }) }
      const kept = { owner_email: 'bob@acme.test', custom: { size: 'L' }, ...(link && { [link]: id }) }
      expect((await me.post(path, given)).json).toMatchObject(kept)
      const set = (await me.post(`${path}/bulk`, { records: [given] })).json
      expect((await me.get(`${path}/${set.results[0].id}`)).json).toMatchObject(kept)
    }
    const quote = await me.post('/quotes', { lines: [{ name: 'Flour', unit_price: 1, custom_properties: { lot: '7' } }] })
    expect(quote.json.lines).toMatchObject([{ custom: { lot: '7' } }])
    const deal = await me.post('/deals', { name: 'Licences', contacts: [{ contact_id: id, role: 'buyer' }] })
    expect(deal.json).toMatchObject({ primary_lead_id: id, contacts: [{ lead_id: id, role: 'buyer', primary: true }] })
    const nobody = await me.post('/deals', { name: 'Licences', contacts: [{ role: 'buyer' }] })
    expect(nobody.json.errors).toMatchObject([{ path: '/contacts/0/lead_id', code: 'required' }])
    const twice = { name: 'Flour', unit_price: 1, custom: {}, custom_properties: { lot: '7' } }
    expect((await me.post('/quotes', { lines: [twice] })).json.errors).toMatchObject([
      { path: '/lines/0/custom_properties', code: 'ambiguous' },
    ])
  })

  it('a provider is custom:<name> or the name of a plugin, never a reserved word of the engine', async () => {
    const me = await walk.enter()
    const ada = (await me.post('/contacts', { first_name: 'Ada' })).json
    for (const provider of ['#email', '#merged', '#domain', 'custom:', 'custom: erp', 'My ERP', '']) {
      const external_ids = [{ provider, id: 'ceo@lovelace.test' }]
      const fault = { path: '/external_ids/0/provider', code: 'invalid_format' }
      expect(await me.post('/contacts', { first_name: 'Eve', external_ids })).toMatchObject({ status: 422, json: { errors: [fault] } })
      expect((await me.post('/contacts/bulk', { records: [{ first_name: 'Eve', external_ids }] })).json.rejected).toHaveLength(1)
    }
    const given = (provider: string) => ({ first_name: 'Eve', external_ids: [{ provider, id: 'ceo@lovelace.test' }] })
    expect((await me.post('/contacts', given('custom:erp'))).status).toBe(201)
    // A plugin that is not loaded.
    const fault = { path: '/external_ids/0/provider', code: 'not_allowed' }
    expect(await me.post('/contacts', given('exact-online'))).toMatchObject({ status: 422, json: { errors: [fault] } })
    expect((await me.post('/contacts', { email: 'ceo@lovelace.test' })).status).toBe(201)
    expect(ada.external_ids).toEqual([])
  })
})
