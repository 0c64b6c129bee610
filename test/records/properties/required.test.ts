import { pages } from 'rapport-crm/pages'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'
import { transports } from '../../support/transports.ts'

const required = (path: string) => ({ code: 'invalid_input', details: { errors: [{ path, code: 'required' }] } })
const faults = (path: string, code: string) => ({ details: { errors: [{ path, code }] } })
const lines = [{ name: 'Licence', quantity: 1, unit_price: 10 }]

describeStorages('Defaults and required values of custom properties', (open) => {
  it('a default is a value of its type, which follows a renamed option; standard properties have none', async () => {
    const { api } = await open()
    const refused = (input: object, path: string, code: string) =>
      expect(api.properties.create({ object: 'deals', name: 'x', ...input } as never)).rejects.toMatchObject(faults(path, code))
    await refused({ type: 'number', default: 'many' }, '/default', 'invalid_type')
    await refused({ type: 'number', default: 9, validation: { max: 5 } }, '/default', 'too_big')
    await refused({ type: 'select', options: [{ value: 'a' }], default: 'b' }, '/default', 'not_allowed')
    await refused({ type: 'text', unique: true, default: 'a' }, '/default', 'not_allowed')
    const options = [{ value: 'a' }, { value: 'b' }]
    const made = await api.properties.create({ object: 'deals', name: 'x', type: 'select', options, default: 'a', required: true })
    expect(made).toMatchObject({ default: 'a', required: true })
    const renamed = await api.properties.update({ object: 'deals', name: 'x', rename_options: [{ from: 'a', to: 'A' }] })
    expect(renamed.default).toBe('A')
    const gone = api.properties.update({ object: 'deals', name: 'x', options: [{ value: 'b' }] })
    await expect(gone).rejects.toMatchObject(faults('/default', 'not_allowed'))
    expect(await api.properties.update({ object: 'deals', name: 'x', default: null, required: false })).toMatchObject({
      default: null,
      required: false,
    })
    const { properties } = await api.properties.list({ object: 'companies', custom: false, limit: 200 })
    expect(properties.map((each) => each.default)).not.toContainEqual(expect.anything())
    expect(properties.filter((each) => each.required).map(({ name }) => name)).toEqual(['name'])
  })

  it('a default is stored in whatever is made without a value; null is a value, and older records stay', async () => {
    const { api } = await open()
    const older = await api.contacts.create({ first_name: 'Old' })
    for (const object of ['contacts', 'companies', 'deals', 'orders'])
      await api.properties.create({ object, name: 'tier', type: 'text', default: 'bronze', indexed: true })
    await api.properties.create({ object: 'contacts', name: 'marks', type: 'multi_select', options: [{ value: 'a' }], default: ['a'] })
    const tier = { tier: 'bronze' }
    const both = { ...tier, marks: ['a'] }
    const made = await api.contacts.create({ email: 'ann@forge.test', custom: { x: 1 } })
    expect(made.custom_properties).toEqual({ ...both, x: 1 })
    expect((await api.contacts.create({ first_name: 'B', custom: { tier: null } })).custom_properties).toEqual({ marks: ['a'] })
    expect((await api.contacts.create({ email: 'ann@forge.test', custom: { tier: null } })).custom_properties).toEqual({
      marks: ['a'],
      x: 1,
    })
    await api.contacts.bulkUpsert({
      records: [{ email: 'c@x.test' }, { email: 'd@x.test', custom: { tier: null } }, { email: 'c@x.test', title: 'C' }],
    })
    const completed = await api.contacts.bulkUpsert({
      records: [
        { email: 'twice@y.test', custom: { tier: null } },
        { email: 'twice@y.test', title: 'T' },
        { email: 'taken@y.test' },
        { email: 'taken@y.test', custom: { tier: null } },
      ],
    })
    for (const { id } of completed.results) expect((await api.contacts.get({ id: id! })).custom_properties).toEqual({ marks: ['a'] })
    await api.sync.ingest({
      provider: 'custom:erp',
      object: 'contacts',
      records: [{ external_id: '1', email: 'e@x.test', company: 'Implied' }],
    })
    const form = await api.forms.create({ name: 'F', fields: [{ name: 'email', type: 'email', maps_to: 'contact.email' }] })
    await api.forms.submit({ id: form.id, values: { email: 'f@x.test' } })
    const { contacts } = await api.contacts.search({ filter: { field: 'email', op: 'contains', value: 'x.test' } as never, sort: 'email' })
    expect(contacts.map((each) => each.custom_properties)).toEqual([both, { marks: ['a'] }, both, both])
    expect((await api.companies.search({ filter: { field: 'name', op: 'eq', value: 'Implied' } as never })).companies).toMatchObject([
      { custom: tier },
    ])
    const quote = await api.quotes.create({ lines })
    await api.quotes.send({ id: quote.id })
    await api.quotes.accept({ id: quote.id, name: 'Bea' })
    const { order } = (await api.quotes.convert({ id: quote.id, to: 'order' })) as { order: { custom: object } }
    expect(order.custom).toEqual(tier)
    expect((await api.contacts.get({ id: older.id })).custom_properties).toEqual({})
    const { total } = await api.contacts.search({ filter: { field: 'custom.tier', op: 'eq', value: 'bronze' } as never, count: true })
    const staged = await api.pipelines.create({ name: 'P', stages: [{ name: 'A', required_fields: ['custom.tier'] }] })
    expect((await api.deals.create({ name: 'D', pipeline_id: staged.id })).custom).toEqual(tier)
    const without = api.deals.create({ name: 'D', pipeline_id: staged.id, custom: { tier: null } })
    await expect(without).rejects.toMatchObject(required('/custom/tier'))
    expect(total).toBe(3)
  })

  it('a required value is asked of who enters a record, and nobody who enters takes it away', async () => {
    const { api } = await open()
    const old = await api.contacts.create({ email: 'old@x.test' })
    const objects = [
      'contacts',
      'companies',
      'deals',
      'tasks',
      'activities',
      'products',
      'price_rules',
      'quotes',
      'orders',
      'invoices',
      'credit_notes',
    ]
    for (const object of objects) await api.properties.create({ object, name: 'size', type: 'number', required: true })
    await expect(api.contacts.create({ email: 'a@x.test' })).rejects.toMatchObject(required('/custom_properties/size'))
    await expect(api.contacts.create({ email: 'a@x.test', custom: { size: null } })).rejects.toMatchObject(required('/custom/size'))
    await expect(api.companies.create({ name: 'A' })).rejects.toMatchObject(required('/custom/size'))
    await expect(api.deals.create({ name: 'A' })).rejects.toMatchObject(required('/custom/size'))
    await expect(api.tasks.create({ title: 'A' })).rejects.toMatchObject(required('/custom/size'))
    await expect(api.products.create({ name: 'A', sku: 'A' })).rejects.toMatchObject(required('/custom/size'))
    await expect(api.quotes.create({ lines })).rejects.toMatchObject(required('/custom/size'))
    await expect(api.invoices.create({ lines })).rejects.toMatchObject(required('/custom/size'))
    const custom = { size: 0 }
    const { id } = await api.contacts.create({ email: 'a@x.test', custom })
    await expect(api.contacts.update({ id, custom: { size: null } })).rejects.toMatchObject(required('/custom/size'))
    await expect(api.contacts.update({ id, custom: { size: 'x' } })).rejects.toMatchObject(faults('/custom/size', 'invalid_type'))
    await api.contacts.update({ id, title: 'Boss', custom: { other: 1 } })
    await api.contacts.update({ id: old.id, title: 'Older', custom: { other: 1, size: null } })
    await api.contacts.create({ email: 'old@x.test', last_name: 'Known' })
    const bulk = await api.contacts.bulkUpsert({
      records: [
        { email: 'b@x.test' },
        { email: 'c@x.test', custom },
        { email: 'a@x.test', custom: { size: null } },
        { email: 'old@x.test', title: 'T' },
        { email: 'c@x.test', title: 'C' },
      ],
    })
    const gone = { code: 'required', field: 'custom.size' }
    expect(bulk).toMatchObject({
      created: 1,
      rejected: [
        { index: 0, code: 'required', field: 'custom_properties.size' },
        { index: 2, ...gone },
      ],
    })
    expect(await api.contacts.bulkUpdate({ ids: [id, old.id], set: { custom: { size: null }, city: 'Rom' } })).toMatchObject({
      updated: 1,
      rejected: [{ id, code: 'required', field: 'custom_properties.size' }],
    })
    const documents = await api.orders.bulkUpsert({
      records: [
        { number: 'O-1', lines },
        { number: 'O-2', lines, custom },
      ],
    })
    expect(documents).toMatchObject({ created: 1, rejected: [{ index: 0, ...gone }] })
    const rows = [
      { external_id: '1', email: 'd@x.test' },
      { external_id: '2', email: 'e@x.test', size: '4', company: 'Implied' },
      { external_id: '3', email: 'f@x.test', size: 'large' },
    ]
    const sent = await api.sync.ingest({ provider: 'custom:erp', object: 'contacts', records: rows })
    expect(sent).toMatchObject({
      created: 1,
      rejected: [
        { index: 0, code: 'required' },
        { index: 2, code: 'required' },
      ],
    })
    expect((await api.companies.search({})).companies).toMatchObject([{ name: 'Implied', custom: {} }])
    await api.properties.update({ object: 'contacts', name: 'size', default: 7 })
    expect((await api.contacts.create({ email: 'g@x.test' })).custom_properties).toEqual({ size: 7 })
  })

  it('both hold for the rows of files and over every transport, and not for what inbound webhooks bring', async () => {
    const { api, engine } = await open()
    const { key = '' } = await engine.access.bootstrap({ organization: 'acme', user: 'ada@acme.test' })
    for (const [name, connect] of Object.entries(transports)) {
      const caller = await connect(engine, key)
      const define = async (input: object) => await caller.call('createProperty', { object: 'contacts', type: 'number', ...input })
      expect(await define({ name: `wanted ${name}`, required: true })).toMatchObject({ ok: true, value: { required: true, default: null } })
      expect(await define({ name: `preset ${name}`, default: 7 })).toMatchObject({ ok: true, value: { required: false, default: 7 } })
      expect(await caller.call('createContact', { first_name: name })).toMatchObject({
        ok: false,
        code: 'invalid_input',
        problem: { errors: [{ path: `/custom_properties/wanted ${name}`, code: 'required' }] },
      })
      const made = await caller.call('createContact', { first_name: name, custom_properties: { [`wanted ${name}`]: 1 } })
      expect(made).toMatchObject({ ok: true, value: { custom_properties: { [`wanted ${name}`]: 1, [`preset ${name}`]: 7 } } })
      await api.properties.update({ object: 'contacts', name: `wanted ${name}`, required: false })
      await caller.close?.()
    }
    await api.properties.create({ object: 'contacts', name: 'size', type: 'number', required: true })
    await api.properties.create({ object: 'contacts', name: 'tier', type: 'text', default: 'bronze' })
    const { id } = await api.imports.create({ object: 'contacts', content: 'E-Mail,size\na@y.test,4\nb@y.test,\n' })
    await api.imports.start({ id })
    await engine.tick()
    expect(await api.imports.get({ id })).toMatchObject({ state: 'done', created: 1, rejected: 1 })
    expect((await api.imports.errors({ id })).errors).toMatchObject([{ row: 2, code: 'required' }])
    const hook = await api.inboundWebhooks.create({ name: 'Booking', mapping: { object: 'contacts', fields: { '/mail': 'email' } } })
    const body = JSON.stringify({ mail: 'c@y.test' })
    const headers = { 'content-type': 'application/json' }
    await pages(engine).fetch(new Request(`https://crm.test${hook.url}`, { method: 'POST', headers, body }), { ip: '203.0.113.9' })
    await engine.tick()
    const { contacts } = await api.contacts.search({ filter: { field: 'email', op: 'contains', value: 'y.test' } as never, sort: 'email' })
    const custom = contacts.map(({ custom_properties: { size, tier } }) => [size, tier])
    expect(custom).toEqual([
      [4, 'bronze'],
      [undefined, 'bronze'],
    ])
  })

  it('both hold within the transaction of an app that defines them, and for nobody else when it is undone', async () => {
    const { api, engine } = await open()
    await api.contacts.create({ first_name: 'Before' })
    const undone = engine.transaction(async (view) => {
      const crm = view.as({ ...ada, role: 'admin' })
      await crm.properties.create({ object: 'contacts', name: 'tier', type: 'text', default: 'bronze' })
      expect((await crm.contacts.create({ first_name: 'Within' })).custom_properties).toEqual({ tier: 'bronze' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect((await api.contacts.create({ first_name: 'After' })).custom_properties).toEqual({})
  })

  it('what the engine makes of what strangers send, of other records and in workflows is not lost for a required value', async () => {
    const { api, engine } = await open()
    for (const object of ['contacts', 'companies', 'deals', 'orders', 'tasks'])
      await api.properties.create({ object, name: 'size', type: 'number', required: true })
    const custom = { size: 1 }
    const form = await api.forms.create({
      name: 'F',
      fields: [
        { name: 'email', type: 'email', maps_to: 'contact.email' },
        { name: 'firm', maps_to: 'company.name' },
      ],
      create_deal: {},
    })
    await api.forms.submit({ id: form.id, values: { email: 'f@x.test', firm: 'Forge' } })
    await api.contacts.create({ email: 'b@y.test', company: 'Named', custom })
    const { companies } = await api.companies.search({ sort: 'name' })
    expect(companies).toMatchObject([
      { name: 'Forge', custom: {} },
      { name: 'Named', custom: {} },
    ])
    expect((await api.deals.search({})).deals).toMatchObject([{ custom: {} }])
    const quote = await api.quotes.create({ lines })
    await api.quotes.send({ id: quote.id })
    await api.quotes.accept({ id: quote.id, name: 'Bea' })
    expect((await api.quotes.convert({ id: quote.id, to: 'order' })) as object).toMatchObject({ order: { custom: {} } })
    const one = await api.contacts.create({ email: 'one@x.test', custom })
    const { contacts } = await api.contacts.search({ filter: { field: 'email', op: 'eq', value: 'f@x.test' } as never })
    const merged = await api.contacts.merge({ id: contacts[0]!.id, merge_ids: [one.id] })
    expect(merged).toMatchObject({ custom_properties: custom })
    await api.merges.undo({ id: merged.merge_id })
    expect((await api.contacts.get({ id: contacts[0]!.id })).custom_properties).toEqual({})
    const { id } = await api.workflows.create({
      name: 'W',
      trigger: { type: 'contact.created' },
      steps: [
        { type: 'create_task', config: { title: 'Call' } },
        { type: 'update_contact', config: { field: 'custom.size', value: null } },
      ],
    } as never)
    await api.workflows.activate({ id })
    await api.workflows.enroll({ id, ids: [one.id] })
    await engine.tick()
    expect((await api.tasks.search({ filter: { field: 'lead_id', op: 'eq', value: one.id } as never })).tasks).toMatchObject([
      { title: 'Call', custom: {} },
    ])
    expect((await api.contacts.get({ id: one.id })).custom_properties).toEqual(custom)
  })
})
