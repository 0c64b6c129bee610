import { expect, it } from 'vitest'
import { type Caller, describeContract } from './walk.ts'

describeContract('4.2 Lists', (walk) => {
  const names = (json: any) => json.contacts.map(({ first_name }: { first_name: string }) => first_name)
  async function some(me: Caller, ...people: string[]) {
    for (const first_name of people) {
      await me.post('/contacts', { first_name, lead_score: first_name.length })
      walk.clock.advance('1 minute')
    }
  }

  it('are wrapped in the name of the resource, with the cursor of the next page', async () => {
    const me = await walk.enter()
    for (const plural of ['contacts', 'companies', 'tasks', 'products', 'invoices'])
      expect((await me.get(`/${plural}`)).json).toEqual({ [plural]: [], next_cursor: null })
    expect((await me.get('/credit-notes')).json).toEqual({ credit_notes: [], next_cursor: null })
  })

  it('take a limit of 1 to 200, 50 by default; anything else is 422', async () => {
    const me = await walk.enter()
    for (const limit of ['1', '200']) expect((await me.get(`/contacts?limit=${limit}`)).status).toBe(200)
    for (const limit of ['0', '201', '-1', '1.5', 'ten'])
      expect([limit, (await me.get(`/contacts?limit=${limit}`)).json.errors?.[0].path]).toEqual([limit, '/limit'])
    await walk.engine.as({ organization: me.organization, user: me.user, scopes: new Set(['write']) }).sync.ingest({
      provider: 'custom:fill',
      object: 'contacts',
      records: Array.from({ length: 51 }, (_, at) => ({ email: `a${at}@gmail.com` })),
    })
    const { json } = await me.get('/contacts')
    expect([json.contacts.length, typeof json.next_cursor]).toEqual([50, 'string'])
  })

  it('are paged newest first; records added meanwhile neither repeat nor hide others', async () => {
    const me = await walk.enter()
    await some(me, 'Ada', 'Grace', 'Alan')
    const first = await me.get('/contacts?limit=2')
    await some(me, 'Edsger')
    const second = await me.get(`/contacts?limit=2&cursor=${first.json.next_cursor}`)
    expect([names(first.json), names(second.json), second.json.next_cursor]).toEqual([['Alan', 'Grace'], ['Ada'], null])
    expect(first.headers.get('link')).toContain('rel="next"')
  })

  it('are sorted by a field, descending with a minus; an unknown one is 422 that lists the known ones', async () => {
    const me = await walk.enter()
    await some(me, 'Ada', 'Grace', 'Alan')
    expect(names((await me.get('/contacts?sort=lead_score')).json)).toEqual(['Ada', 'Alan', 'Grace'])
    expect(names((await me.get('/contacts?sort=-lead_score')).json)[0]).toBe('Grace')
    const { status, json } = await me.get('/contacts?sort=-shoe_size')
    expect([status, json.errors[0].path, json.errors[0].allowed]).toEqual([422, '/sort', expect.arrayContaining(['updated_at'])])
  })

  it('show the requested fields and the id', async () => {
    const me = await walk.enter()
    await some(me, 'Ada')
    const { json } = await me.get('/contacts?fields=first_name,lead_score')
    expect(json.contacts).toEqual([{ id: expect.any(String), first_name: 'Ada', lead_score: 3 }])
    expect((await me.get('/contacts?fields=shoe_size')).status).toBe(422)
  })

  it('records are read with the requested fields, counts and included records', async () => {
    const me = await walk.enter()
    const line = { name: 'Oil', quantity: 2, unit_price: 5 }
    const company = (await me.post('/companies', { name: 'Acme', domain: 'acme-works.com' })).json.id
    const records: [path: string, made: object, field: string][] = [
      ['/contacts', { first_name: 'Ada' }, 'first_name'],
      ['/companies', { name: 'Birch' }, 'name'],
      ['/deals', { name: 'Forge', company_id: company }, 'amount'],
      ['/tasks', { title: 'Call' }, 'title'],
      ['/activities', { type: 'note', body: 'Hello', company_id: company }, 'body'],
      ['/products', { sku: 'A1', name: 'Anvil' }, 'sku'],
      ['/price-rules', { name: 'Ten', kind: 'discount_percent', value: 10 }, 'value'],
      ...['/quotes', '/orders', '/invoices', '/credit-notes'].map((path): [string, object, string] => [path, { lines: [line] }, 'lines']),
      ['/reports', { name: 'Deals', object: 'deals' }, 'object'],
      ['/lists', { name: 'All', object: 'contacts', type: 'static' }, 'name'],
      ['/sales-cycles', { name: 'Cycle', stages: [{ name: 'New' }] }, 'stages'],
      ['/pipelines', { name: 'Sales', template: 'default' }, 'stages'],
    ]
    for (const [path, made, field] of records) {
      const { json, status } = await me.post(path, made)
      expect([path, status, json]).toEqual([path, 201, expect.objectContaining({ id: expect.any(String) })])
      const whole = (await me.get(`${path}/${json.id}`)).json
      const { json: shown } = await me.get(`${path}/${json.id}?fields=${field}`)
      expect([path, shown]).toEqual([path, { id: json.id, [field]: whole[field] }])
      const refused = await me.get(`${path}/${json.id}?fields=shoe_size`)
      expect([path, refused.status, refused.json.errors[0]]).toEqual([
        path,
        422,
        expect.objectContaining({ path: '/fields', allowed: expect.arrayContaining([field]) }),
      ])
    }
    const { id } = (await me.post('/contacts', { first_name: 'Grace', company_id: company })).json
    expect((await me.get(`/contacts/${id}?fields=open_tasks&include=company`)).json).toEqual({
      id,
      open_tasks: 0,
      included: { company: expect.objectContaining({ name: 'Acme' }) },
    })
  })

  it('of teammates, teams, keys, webhooks, calls and requests show the requested fields, too', async () => {
    const me = await walk.enter()
    const { json: user } = await me.post('/users', { email: `eve@${me.organization}.test` })
    await me.post('/teams', { name: 'North', member_ids: [user.id] })
    await me.post('/webhooks', { url: 'https://hooks.example.com/a' })
    const shown = async (path: string, name: string, field: string) => {
      const { json } = await me.get(`/${path}?fields=${field}&limit=1&sort=-created_at`)
      expect([path, json[name]]).toEqual([path, json[name].map((each: any) => ({ id: each.id, [field]: each[field] }))])
      expect([path, (await me.get(`/${path}?fields=shoe_size`)).json.errors?.[0].code]).toEqual([path, 'unknown_field'])
    }
    await shown('users', 'users', 'email')
    await shown('teams', 'teams', 'members')
    await shown('api-keys', 'api_keys', 'name')
    await shown('webhooks', 'webhooks', 'url')
    await shown('api-logs', 'api_logs', 'operation')
    const { json: contact } = await me.post('/contacts', { email: 'ada@gmail.com', tags: ['vip'] })
    const { json: deal } = await me.post('/deals', { name: 'D', primary_lead_id: contact.id })
    const query = `object=deals&record_id=${deal.id}&fields=to_id`
    expect((await me.get(`/associations?${query}`)).json.associations).toEqual([{ id: expect.any(String), to_id: contact.id }])
    expect((await me.get('/tags?fields=name')).json.tags).toEqual([{ id: expect.any(String), name: 'vip' }])
    const { json: log } = await me.get('/audit-log?fields=action&limit=1')
    expect(log.audit_log).toEqual([{ id: expect.any(String), action: expect.any(String) }])
    await shown('merges', 'merges', 'object')
    await shown('privacy/requests', 'privacy_requests', 'state')
    walk.clock.advance('1 minute')
    const since = walk.clock.now().toISOString()
    await me.patch(`/users/${user.id}`, { name: 'Eve' })
    const { json } = await me.get(`/users?updated_since=${since}&sort=-updated_at&fields=name`)
    expect(json.users).toEqual([{ id: user.id, name: 'Eve' }])
    for (const path of ['teams', 'api-keys'])
      expect((await me.get(`/${path}?updated_since=2100-01-01T00:00:00Z&sort=-updated_at`)).json).toEqual({
        [path.replace('-', '_')]: [],
        next_cursor: null,
      })
  })

  it('show records updated since a time, with any offset', async () => {
    const me = await walk.enter()
    await some(me, 'Ada')
    const since = walk.clock.now()
    await some(me, 'Grace')
    const offset = new Date(since.getTime() + 7_200_000).toISOString().replace('Z', '+02:00')
    expect(names((await me.get(`/contacts?updated_since=${since.toISOString()}`)).json)).toEqual(['Grace'])
    expect(names((await me.get(`/contacts?updated_since=${encodeURIComponent(offset)}`)).json)).toEqual(['Grace'])
  })

  it('are filtered by name; an unknown parameter is 422, never ignored', async () => {
    const me = await walk.enter()
    await me.post('/contacts', { email: 'ada@lovelace.test', first_name: 'Ada', tags: ['vip'] })
    await some(me, 'Grace')
    expect(names((await me.get('/contacts?tag=vip')).json)).toEqual(['Ada'])
    expect(names((await me.get('/contacts?email=ada@lovelace.test')).json)).toEqual(['Ada'])
    const { status, json } = await me.get('/contacts?shoe_size=39')
    expect([status, json.errors[0]]).toEqual([422, expect.objectContaining({ path: '/shoe_size', code: 'unknown_field' })])
  })

  it('are filtered by words in any case, like conditions', async () => {
    const me = await walk.enter()
    const { json: company } = await me.post('/companies', { name: 'Nordwind', tier: 'Gold', industry: 'Énergie' })
    const { json: contact } = await me.post('/contacts', { email: 'ada@gmail.com', lead_status: 'Warm' })
    const { json: deal } = await me.post('/deals', { name: 'D', source: 'Trade Fair' })
    const { json: product } = await me.post('/products', { sku: 'P', name: 'P', brand: 'Acme', category: 'Tools' })
    const { json: rule } = await me.post('/price-rules', { kind: 'discount_percent', value: 5, company_tier: 'Gold', brand: 'Acme' })
    for (const [path, query, id] of [
      ['companies', 'tier=gold', company.id],
      ['companies', 'industry=ÉNERGIE', company.id],
      ['contacts', 'lead_status=WARM', contact.id],
      ['deals', 'source=trade fair', deal.id],
      ['products', 'brand=ACME&category=tools', product.id],
      ['price-rules', 'company_tier=gold&brand=acme', rule.id],
    ] as const) {
      const { json } = await me.get(`/${path}?fields=id&${encodeURI(query)}`)
      expect([query, json[path.replace('-', '_')]]).toEqual([query, [{ id }]])
    }
    expect((await me.get('/companies?tier=golden')).json.companies).toEqual([])
  })

  it('accept conditions of searches in their query: filter[amount][gte]=1000', async () => {
    const me = await walk.enter()
    const { json: company } = await me.post('/companies', { name: 'Nordwind', tier: 'gold' })
    for (const [name, amount, tags] of [
      ['Mill', 999.5, ['a']],
      ['Tower', 1000, ['b']],
      ['Bridge', 2500, []],
    ] as const)
      await me.post('/deals', { name, amount, tags, ...(name === 'Tower' && { company_id: company.id }), custom: { colour: 'Red' } })
    const found = async (...conditions: string[]) => {
      const query = ['fields=name', 'sort=name', ...conditions.map(encodeURI)].join('&')
      const { status, json } = await me.get(`/deals?${query}`)
      return status === 200 ? json.deals.map(({ name }: { name: string }) => name) : [status, json.errors[0]?.path, json.errors[0]?.code]
    }
    expect(await found('filter[amount][gte]=1000')).toEqual(['Bridge', 'Tower'])
    expect(await found('filter[amount][gte]=1000', 'filter[amount][lt]=2000', 'filter[stage_id][eq]=qualification')).toEqual(['Tower'])
    expect(await found('filter[company.tier][eq]=Gold')).toEqual(['Tower'])
    expect(await found('filter[custom.colour][eq]=red', 'filter[name][not_contains]=i')).toEqual(['Tower'])
    expect(await found('filter[tags][in]=a,b')).toEqual(['Mill', 'Tower'])
    expect(await found('filter[tags][in]=a', 'filter[tags][in]=b')).toEqual(['Mill', 'Tower'])
    for (const known of ['', '=', '=true']) expect(await found(`filter[company_id][is_set]${known}`)).toEqual(['Tower'])
    expect(await found('filter[company_id][is_set]=false')).toEqual(['Bridge', 'Mill'])
    expect(await found('filter[amount][gte]=1000', 'status=open', 'limit=1')).toEqual(['Bridge'])

    expect(await found('filter[shoe_size][eq]=39')).toEqual([422, '/filter/shoe_size', 'unknown_field'])
    expect(await found('filter[amount][like]=39')).toEqual([422, '/filter/amount/like', 'not_allowed'])
    expect(await found('filter[amount][gte]=much')).toEqual([422, '/filter/amount/gte', 'invalid_type'])
    expect(await found('filter[stage_id][eq]=nowhere')).toEqual([422, '/filter/stage_id/eq', 'not_allowed'])
    expect(await found('filter[company_id][is_set]=perhaps')).toEqual([422, '/filter/company_id/is_set', 'invalid_type'])
    expect(await found('filter[amount]=1000')).toEqual([422, '/filter/amount', 'invalid_type'])
    expect(await found('filter=1000')).toEqual([422, '/filter', 'invalid_type'])
    expect(await found('filter[amount]=1000', 'filter[amount][gte]=1')).toEqual([400, undefined, undefined])
    expect(await found('filter[__proto__][eq]=1')).toEqual([422, '/filter/__proto__', 'unknown_field'])
    expect(await found(`filter${'[a]'.repeat(4500)}=1`)).toEqual([422, '/filter', 'too_deep'])
  })

  it('accept them for every record type with searches, exports or reports', async () => {
    const me = await walk.enter()
    const plurals = ['contacts', 'companies', 'deals', 'tasks', 'activities', 'quotes', 'orders', 'invoices', 'credit-notes', 'products']
    for (const plural of [...plurals, 'price-rules']) {
      const { json } = await me.get(`/${plural}?filter[created_at][gte]=2020-01-01`)
      expect([plural, json]).toEqual([plural, { [plural.replace('-', '_')]: [], next_cursor: null }])
    }
  })
})

describeContract('4.2 include', (walk) => {
  it('GET /contacts/{id}?include=company,tasks adds them under `included`', async () => {
    const me = await walk.enter()
    const { json: contact } = await me.post('/contacts', { email: 'ada@lovelace.test' })
    const { json: task } = await me.post('/tasks', { title: 'Call', lead_id: contact.id })
    const { json } = await me.get(`/contacts/${contact.id}?include=company,tasks`)
    const { json: company } = await me.get(`/companies/${contact.company_id}`)
    expect(Object.keys(json.included)).toEqual(['company', 'tasks'])
    expect(json.included.company).toMatchObject({ id: company.id, name: company.name })
    expect(json.included.tasks).toEqual([task])
    expect((await me.get(`/contacts/${contact.id}`)).json).not.toHaveProperty('included')
  })

  it('GET /companies/{id}?include=contacts,invoices adds those of the company', async () => {
    const me = await walk.enter()
    const { json: contact } = await me.post('/contacts', { email: 'ada@lovelace.test' })
    const { json: invoice } = await me.post('/invoices', { company_id: contact.company_id, currency: 'EUR', lines: [] })
    const { json } = await me.get(`/companies/${contact.company_id}?include=contacts,invoices`)
    expect(json.contacts_count).toBe(1)
    expect(json.included.contacts.map(({ id }: { id: string }) => id)).toEqual([contact.id])
    expect(json.included.invoices).toMatchObject([{ id: invoice.id, number: invoice.number }])
  })

  it('lists accept it, too: each record with its own', async () => {
    const me = await walk.enter()
    const { json: ada } = await me.post('/contacts', { email: 'ada@lovelace.test' })
    const { json: grace } = await me.post('/contacts', { email: 'grace@gmail.com' })
    const { json: task } = await me.post('/tasks', { title: 'Call', lead_id: grace.id })
    const { json } = await me.get('/contacts?include=company,tasks&fields=email&sort=created_at')
    expect(json.contacts).toEqual([
      { id: ada.id, email: 'ada@lovelace.test', included: { company: expect.objectContaining({ id: ada.company_id }), tasks: [] } },
      { id: grace.id, email: 'grace@gmail.com', included: { company: null, tasks: [task] } },
    ])
  })

  it('every record type with links accepts it in lists, reads and searches', async () => {
    const me = await walk.enter()
    const make = async (path: string, body: object) => (await me.post(path, body)).json
    const contact = await make('/contacts', { email: 'ada@lovelace.test', company: 'Lovelace Ltd' })
    const { company_id } = contact
    const deal = await make('/deals', { name: 'Licences', primary_lead_id: contact.id })
    const about = { company_id, lead_id: contact.id, deal_id: deal.id }
    const lines = [{ name: 'Licence', unit_price: 10 }]
    const product = await make('/products', { sku: 'A', name: 'Licence', supplier_company_id: company_id })
    const quote = await make('/quotes', { ...about, lines })
    await me.post(`/quotes/${quote.id}/send`, {})
    const order = (await me.post(`/quotes/${quote.id}/convert`, { to: 'order' })).json.order
    const invoice = await make('/invoices', { ...about, order_id: order.id, quote_id: quote.id, status: 'sent', lines })
    const note = await make('/credit-notes', { ...about, invoice_id: invoice.id, lines })
    const task = await make('/tasks', { title: 'Call', ...about, quote_id: quote.id })
    await make('/activities', { type: 'call', ...about, quote_id: quote.id, task_id: task.id })
    await make('/price-rules', { name: 'Rule', company_id, product_id: product.id, kind: 'discount_percent', value: 5 })
    const party = { company: company_id, contact: contact.id, deal: deal.id }
    const expected = {
      deals: { company: company_id, contact: contact.id, tasks: [task.id] },
      tasks: { ...party, quote: quote.id },
      activities: { ...party, quote: quote.id, task: task.id },
      products: { supplier: company_id },
      'price-rules': { company: company_id, product: product.id },
      quotes: { ...party, order: order.id },
      orders: { ...party, quote: quote.id, invoices: [invoice.id] },
      invoices: { ...party, order: order.id, quote: quote.id, credit_notes: [note.id] },
      'credit-notes': { ...party, invoice: invoice.id },
    }
    const searched = ['deals', 'tasks', 'products', 'quotes', 'orders', 'invoices']
    const idsOf = (each: { id: string } | { id: string }[]) => (Array.isArray(each) ? each.map(({ id }) => id) : each.id)
    for (const [path, related] of Object.entries(expected)) {
      const include = Object.keys(related)
      const plural = path.replace('-', '_')
      const first = (await me.get(`/${path}?include=${include.join(',')}&fields=id`)).json[plural].at(-1)
      const shown = Object.fromEntries(Object.entries(first.included).map(([name, each]) => [name, idsOf(each as { id: string })]))
      expect([path, shown]).toEqual([path, related])
      expect([path, Object.keys(first)]).toEqual([path, ['id', 'included']])
      expect((await me.get(`/${path}/${first.id}?include=${include.join(',')}`)).json.included).toEqual(first.included)
      if (!searched.includes(path)) continue
      const { json } = await me.post(`/${path}/search`, { include, fields: ['id'], filter: { field: 'created_by', op: 'is_set' } })
      expect(json[plural]).toContainEqual(first)
    }
  })

  it('the typed calls of an app accept it, too', async () => {
    const me = await walk.enter()
    const { json: contact } = await me.post('/contacts', { email: 'ada@lovelace.test', company: 'Lovelace Ltd' })
    const crm = walk.engine.as({ organization: me.organization, user: me.user, scopes: new Set(['read']) })
    const { included, open_tasks } = await crm.contacts.get({ id: contact.id, include: ['company'] })
    expect([included?.company?.name, open_tasks]).toEqual(['Lovelace Ltd', 0])
  })

  it('an unknown word is 422 that lists the known ones', async () => {
    const me = await walk.enter()
    const { json: contact } = await me.post('/contacts', { first_name: 'Ada' })
    const { status, json } = await me.get(`/contacts/${contact.id}?include=shoes`)
    expect([status, json.errors[0].allowed]).toEqual([422, ['company', 'deals', 'tasks']])
  })
})
