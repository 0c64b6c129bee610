import { expect, it } from 'vitest'
import { type Actor, scopes } from 'rapport-crm'
import { ada, describeStorages } from '../../support/storages.ts'
import { transports } from '../../support/transports.ts'

const faults = (path: string, code: string) => ({ details: { errors: [{ path, code }] } })
const lines = [{ name: 'Licence', quantity: 3, unit_price: 10.1 }]

describeStorages('Formulas of custom properties', (open) => {
  it('are refused with the place of the fault, and stand beside nothing that somebody gives', async () => {
    const { api } = await open()
    await api.properties.create({ object: 'deals', name: 'discount', type: 'number' })
    await api.properties.create({ object: 'deals', name: 'seen', type: 'datetime' })
    await api.properties.create({ object: 'deals', name: 'net', type: 'money', formula: 'amount * (1 - custom.discount / 100)' })
    const refused = async (input: object, path: string, code: string) =>
      await expect(
        api.properties.create({ object: 'deals', name: 'x', type: 'number', formula: 'amount', ...input } as never),
      ).rejects.toMatchObject({ code: 'invalid_input', ...faults(path, code) })
    await refused({ formula: 'amount +' }, '/formula', 'invalid_format')
    await refused({ formula: 'amonut' }, '/formula', 'unknown_field')
    await refused({ formula: 'custom.constructor' }, '/formula', 'unknown_field')
    await refused({ formula: 'stage_name' }, '/formula', 'not_allowed')
    await refused({ formula: 'tags' }, '/formula', 'not_allowed')
    await refused({ formula: 'rotting_for' }, '/formula', 'unknown_field')
    await refused({ formula: 'custom.seen' }, '/formula', 'not_allowed')
    await refused({ formula: 'custom.net' }, '/formula', 'not_allowed')
    await refused({ formula: 'amount + name' }, '/formula', 'invalid_type')
    await refused({ formula: 'name' }, '/formula', 'invalid_type')
    await refused({ formula: ' ' }, '/formula', 'invalid_format')
    await refused({ formula: '1'.repeat(1001) }, '/formula', 'too_long')
    await refused({ type: 'select', options: [{ value: 'a' }] }, '/type', 'not_allowed')
    await refused({ type: 'datetime' }, '/type', 'not_allowed')
    await refused({ default: 1 }, '/default', 'not_allowed')
    await refused({ required: true }, '/required', 'not_allowed')
    await refused({ unique: true }, '/unique', 'not_allowed')
    await refused({ validation: { max: 5 } }, '/validation', 'not_allowed')
    const update = (name: string, input: object) => api.properties.update({ object: 'deals', name, ...input })
    await expect(update('discount', { formula: '1' })).rejects.toMatchObject(faults('/formula', 'not_allowed'))
    await expect(update('net', { formula: 'custom.net' })).rejects.toMatchObject(faults('/formula', 'not_allowed'))
    await expect(update('net', { required: true })).rejects.toMatchObject(faults('/required', 'not_allowed'))
    const { properties } = await api.properties.list({ object: 'deals', custom: true })
    expect(properties.map(({ formula, read_only }) => [formula, read_only])).toEqual([
      [null, false],
      [null, false],
      ['amount * (1 - custom.discount / 100)', true],
    ])
  })

  it('follow every write of what they read, exactly, in the same write and its event', async () => {
    const { api } = await open()
    const define = async (name: string, type: 'number', formula: string) =>
      await api.properties.create({ object: 'deals', name, type, formula })
    await api.properties.create({ object: 'deals', name: 'discount', type: 'number' })
    await define('net', 'money' as 'number', 'amount * (1 - if_null(custom.discount, 0) / 100)')
    await define('exact', 'number', 'custom.discount + 0.2')
    await define('ratio', 'number', 'round(amount / custom.discount, 3)')
    await define('open', 'boolean' as 'number', 'status == "open" && amount > 100')
    await define('renews', 'date' as 'number', 'add_months(close_date, 12)')
    await define('title', 'text' as 'number', 'upper(concat(name, " / ", currency))')
    const made = await api.deals.create({ name: 'D', amount: 200, currency: 'EUR', close_date: '2027-01-31', custom: { discount: 0.1 } })
    const custom = { discount: 0.1, net: 199.8, exact: 0.3, ratio: 2000, open: true, renews: '2028-01-31', title: 'D / EUR' }
    expect(made.custom).toEqual(custom)
    const { id } = made
    const changed = await api.deals.update({ id, amount: 10 })
    expect(changed).toMatchObject({ version: made.version + 1, custom: { ...custom, net: 9.99, ratio: 100, open: false } })
    expect((await api.deals.get({ id })).custom).toEqual(changed.custom)
    expect((await api.deals.update({ id, next_step: 'Call' })).custom).toEqual(changed.custom)
    const zero = await api.deals.update({ id, custom: { discount: 0 } })
    expect(zero.custom).toEqual({ ...custom, discount: 0, net: 10, exact: 0.2, open: false, ratio: undefined })
    await api.deals.bulkUpdate({ ids: [id], set: { amount: 0, name: 'E'.repeat(500) } } as never)
    const { custom: bare } = await api.deals.get({ id })
    expect(bare).toEqual({ discount: 0, net: 0, exact: 0.2, open: false, renews: '2028-01-31', title: `${'E'.repeat(500)} / EUR` })
    const { events } = await api.events.list({ limit: 100 })
    const told = events.map((each) => JSON.stringify(each)).find((each) => each.includes('deal.property_changed'))
    expect(told).toContain('"changed":["amount","custom"]')
    const { history } = await api.deals.history({ id, limit: 100 })
    expect(history.find(({ field, to }) => field === 'custom' && JSON.stringify(to).includes('"net":9.99'))).toBeDefined()
    expect(
      (
        await api.deals.bulkUpsert({
          records: [
            { name: 'F', amount: 5 },
            { name: 'G', custom: { discount: 3 } },
          ],
        } as never)
      ).created,
    ).toBe(2)
    const { deals } = await api.deals.search({ sort: '-custom.net', filter: { field: 'custom.ratio', op: 'is_not_set' } } as never)
    expect(deals.map(({ name }) => name)).toEqual(['F', 'E'.repeat(500)])
  })

  it('are read-only: the value that was read may be sent back, another is refused; what others send is left out', async () => {
    const { api } = await open()
    await api.properties.create({ object: 'contacts', name: 'size', type: 'number' })
    await api.properties.create({ object: 'contacts', name: 'double', type: 'number', formula: 'custom.size * 2', indexed: true })
    const refused = faults('/custom/double', 'read_only')
    await expect(api.contacts.create({ first_name: 'A', custom: { size: 1, double: 2 } })).rejects.toMatchObject(refused)
    const { id } = await api.contacts.create({ email: 'a@x.test', custom: { size: 1 } })
    await expect(api.contacts.update({ id, custom: { double: 3 } })).rejects.toMatchObject(refused)
    await expect(api.contacts.update({ id, custom: { double: null } })).rejects.toMatchObject(refused)
    const back = await api.contacts.update({ id, custom: { size: 2, double: 2 } })
    expect(back.custom_properties).toEqual({ size: 2, double: 4 })
    const bulk = await api.contacts.bulkUpsert({
      records: [
        { email: 'a@x.test', custom: { double: 9 } },
        { email: 'b@x.test', custom: { size: 3 } },
      ],
    })
    expect(bulk).toMatchObject({ created: 1, rejected: [{ index: 0, code: 'read_only', field: 'custom.double' }] })
    const merge_ids = [(await api.contacts.create({ email: 'c@x.test' })).id]
    await expect(api.contacts.merge({ id, merge_ids, overrides: { custom_properties: { double: 9 } } })).rejects.toMatchObject(
      faults('/overrides/custom_properties/double', 'read_only'),
    )
    await expect(api.contacts.bulkUpdate({ ids: [id], set: { custom: { double: 1 } } })).rejects.toMatchObject(
      faults('/set/custom/double', 'read_only'),
    )
    const records = [{ external_id: '1', email: 'c@x.test', size: '4', double: '99' }]
    const sent = await api.sync.ingest({ provider: 'custom:erp', object: 'contacts', records })
    const { warning_samples } = await api.sync.run({ id: sent.run_id })
    expect(warning_samples).toMatchObject([
      { index: 0, warning: expect.stringContaining('custom.double: the value is computed by a formula') },
    ])
    const fields = [
      { name: 'mail', type: 'email', maps_to: 'contact.email' },
      { name: 'double', maps_to: 'contact.custom.double' },
    ] as const
    await expect(api.forms.create({ name: 'F', fields } as never)).rejects.toMatchObject(faults('/fields/1/maps_to', 'read_only'))
    const found = await api.contacts.search({ filter: { field: 'custom.double', op: 'gte', value: 4 }, sort: '-custom.double' } as never)
    expect(found.contacts.map(({ primary_email }) => primary_email)).toEqual(['c@x.test', 'b@x.test', 'a@x.test'])
    const other = await api.contacts.create({ first_name: 'Z', custom: { size: 50 } })
    const merged = await api.contacts.merge({ id: other.id, merge_ids: [id] })
    expect(merged).toMatchObject({ custom_properties: { size: 50, double: 100 } })
    await api.merges.undo({ id: merged.merge_id })
    expect((await api.contacts.get({ id })).custom_properties).toEqual({ size: 2, double: 4 })
  })

  it('compute what is there already when they are defined or changed: at once, and as a job where it is much', async () => {
    const { api, engine, clock } = await open()
    const records = Array.from({ length: 620 }, (_, at) => ({ sku: `S${at}`, name: 'P', price: at, custom: { margin: 'old' } }))
    await api.products.bulkUpsert({ records } as never)
    const { products } = await api.products.search({ filter: { field: 'sku', op: 'eq', value: 'S7' } } as never)
    const gone = products[0]!.id
    await api.products.delete({ id: gone })
    const formula = 'price - if_null(cost, 0)'
    const { job_id } = await api.properties.create({ object: 'products', name: 'margin', type: 'money', formula, indexed: true })
    await engine.tick()
    expect(await api.jobs.get({ id: job_id! })).toMatchObject({ state: 'done', done: 620, result: { unfit: 0, duplicates: 0 } })
    const count = async (op: string, value: number) =>
      (await api.products.search({ filter: { field: 'custom.margin', op, value }, count: true } as never)).total
    expect([await count('gte', 600), await count('lt', 0)]).toEqual([20, 0])
    expect((await api.products.restore({ id: gone })).custom).toEqual({ margin: 7 })
    const other = await api.properties.update({ object: 'products', name: 'margin', formula: '-price' })
    expect(other).toMatchObject({ formula: '-price', job_id: expect.any(String) })
    await engine.tick()
    expect(await count('lte', -600)).toBe(20)
    clock.advance(10_000)
    await engine.tick()
    expect(await count('lte', -600)).toBe(20)
    await api.companies.create({ name: 'Acme', employees: 4 })
    expect(
      (await api.properties.create({ object: 'companies', name: 'desks', type: 'number', formula: 'employees * 2' })).job_id,
    ).toBeUndefined()
    expect((await api.companies.search({})).companies[0]!.custom).toEqual({ desks: 8 })
    await api.properties.update({ object: 'companies', name: 'desks', formula: 'employees * 3' })
    expect((await api.companies.search({})).companies[0]!.custom).toEqual({ desks: 12 })
  })

  it('keep what they read: it is neither archived nor renamed under them, and they identify whom it identifies', async () => {
    const { api } = await open()
    const options = [{ value: 'rot' }, { value: 'blau' }]
    await api.properties.create({ object: 'contacts', name: 'colour', type: 'select', options })
    const red = await api.properties.create({ object: 'contacts', name: 'is red', type: 'boolean', formula: 'custom.colour == "rot"' })
    const { id } = await api.contacts.create({ first_name: 'A', custom: { colour: 'rot' } })
    const used = (path: string) => ({ code: 'conflict', ...faults(path, 'in_use') })
    await expect(api.properties.delete({ object: 'contacts', name: 'colour' })).rejects.toMatchObject(used('/name'))
    const rename = () => api.properties.update({ object: 'contacts', name: 'colour', rename_options: [{ from: 'rot', to: 'red' }] })
    await expect(rename()).rejects.toMatchObject(used('/rename_options/0/from'))
    await api.properties.update({ object: 'contacts', name: 'is red', formula: 'custom["colour"] == "red"' })
    expect((await api.contacts.get({ id })).custom_properties).toEqual({ colour: 'rot', 'is red': false })
    await rename()
    expect((await api.contacts.get({ id })).custom_properties).toEqual({ colour: 'red', 'is red': true })
    expect(red.pii).toBe(false)
    await api.properties.update({ object: 'contacts', name: 'colour', pii: true })
    expect(await api.properties.get({ object: 'contacts', name: 'is red' })).toMatchObject({ pii: true })
    expect(await api.properties.update({ object: 'contacts', name: 'is red', pii: false })).toMatchObject({ pii: true })
    const named = await api.properties.create({ object: 'contacts', name: 'initials', type: 'text', formula: 'upper(first_name)' })
    expect(named.pii).toBe(true)
    await api.properties.delete({ object: 'contacts', name: 'is red' })
    await api.properties.delete({ object: 'contacts', name: 'colour' })
    expect((await api.contacts.update({ id, first_name: 'Bea' })).custom_properties).toEqual({
      colour: 'red',
      'is red': true,
      initials: 'BEA',
    })
  })

  it('are computed for documents and their next versions, tasks that recur, companies of contacts and steps of workflows', async () => {
    const { api, engine } = await open()
    await api.properties.create({ object: 'quotes', name: 'gross', type: 'money', formula: 'total_excl_tax * 1.19' })
    const quote = await api.quotes.create({ lines })
    expect(quote.custom).toEqual({ gross: 36.057 })
    await api.quotes.send({ id: quote.id })
    const next = await api.quotes.update({ id: quote.id, lines: [{ ...lines[0]!, quantity: 1 }] })
    expect(next).toMatchObject({ quote_version: 2, custom: { gross: 12.019 } })
    await api.properties.create({ object: 'tasks', name: 'loud', type: 'text', formula: 'upper(title)' })
    const task = await api.tasks.create({ title: 'Call', due_at: '2027-01-01T10:00:00Z', recurrence: { frequency: 'daily' } } as never)
    await api.tasks.update({ id: task.id, status: 'completed' })
    const { tasks } = await api.tasks.search({})
    expect(tasks.map(({ custom }) => custom)).toEqual([{ loud: 'CALL' }, { loud: 'CALL' }])
    await api.properties.create({ object: 'companies', name: 'short', type: 'text', formula: 'lower(name)' })
    await api.properties.create({ object: 'contacts', name: 'points', type: 'number', formula: 'lead_score * 2' })
    const { id } = await api.contacts.create({ email: 'b@y.test', company: 'Named' })
    expect((await api.companies.search({})).companies[0]!.custom).toEqual({ short: 'named' })
    const step = (field: string, value: unknown) => ({ type: 'update_contact', config: { field, value } })
    const flow = await api.workflows.create({
      name: 'W',
      trigger: { type: 'contact.created' },
      steps: [step('lead_score', 21), step('title', '{{contact.custom.points}}')],
    } as never)
    await api.workflows.activate({ id: flow.id })
    await api.workflows.enroll({ id: flow.id, ids: [id] })
    await engine.tick()
    expect(await api.contacts.get({ id })).toMatchObject({ title: '42', custom_properties: { points: 42 } })
  })

  it('say the same over every transport', async () => {
    const { api, engine } = await open()
    const { key = '' } = await engine.access.bootstrap({ organization: 'acme', user: 'ada@acme.test' })
    for (const [name, connect] of Object.entries(transports)) {
      const caller = await connect(engine, key)
      const formula = 'annual_revenue / employees'
      const define = (input: object) => caller.call('createProperty', { object: 'companies', name, type: 'money', ...input })
      expect(await define({ formula: 'nothing' })).toMatchObject({
        ok: false,
        problem: { errors: [{ path: '/formula', code: 'unknown_field' }] },
      })
      expect(await define({ formula })).toMatchObject({ ok: true, value: { formula, read_only: true } })
      const made = await caller.call('createCompany', { name, annual_revenue: 10, employees: 4 })
      expect(made).toMatchObject({ ok: true, value: { custom: { [name]: 2.5 } } })
      await caller.close?.()
    }
    const member: Actor = { ...ada, user: 'bob@acme.test', role: 'member', scopes: new Set(scopes) }
    const made = engine.as(member).properties.create({ object: 'companies', name: 'x', type: 'number', formula: 'employees' })
    await expect(made).rejects.toMatchObject({ code: 'forbidden' })
    expect(api).toBeDefined()
  })
})
