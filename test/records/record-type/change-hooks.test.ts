import { companyType, contactType, CrmError, invalid, onChange, type OnChange, plugin } from 'rapport-crm'
import { expect, expectTypeOf, test } from 'vitest'
import { Lines } from '../../integration/webhooks/lab.ts'
import { ada, describeStorages } from '../../support/storages.ts'

type Hooks = OnChange<ReturnType<typeof contactType.present>>
const guard = (hooks: Hooks) => plugin({ name: 'guard', version: '1.0.0', changeHooks: [onChange(contactType, hooks)] })

/** What a call is refused with. */
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'not refused',
    (error: CrmError) => ({ code: error.code, message: error.message, errors: error.details.errors, reason: error.details.reason }),
  )

const records = [{ email: 'a@forge.example' }, { email: 'b@forge.example' }]

describeStorages('hooks of plugins', (open) => {
  test('complete new records, single and in sets, before these are judged and answered', async () => {
    const seen: unknown[] = []
    const { api } = await open({
      plugins: [
        guard({
          before: {
            create: ({ record, before, organization, user }) => {
              seen.push([record.email, before, organization, user])
              return { country: 'FR', lead_score: 40, custom_properties: { region: 'south' } }
            },
          },
        }),
      ],
    })
    const one = await api.contacts.create({ email: 'ada@forge.example', custom_properties: { tier: 'gold' } })
    expect(one).toMatchObject({ country: 'FR', lead_score: 40, custom_properties: { tier: 'gold', region: 'south' }, version: 1 })
    await api.contacts.bulkUpsert({ match_on: 'email', records })
    await api.sync.ingest({ provider: 'custom:erp', object: 'contacts', records: [{ id: '7', email: 'c@forge.example' }] })
    const { contacts } = await api.contacts.list({ sort: 'created_at' })
    expect(contacts.map(({ country, lead_score }) => [country, lead_score])).toEqual(Array.from({ length: 4 }, () => ['FR', 40]))
    expect(seen).toEqual(
      expect.arrayContaining(['ada', 'a', 'b', 'c'].map((name) => [`${name}@forge.example`, null, 'acme', 'ada@acme.test'])),
    )
    const { events } = await api.events.list({ type: 'contact.created' })
    expect(events.every(({ payload }) => payload['lead_score'] === 40)).toBe(true)
  })

  test('complete changes, single and in sets, with their event and their history', async () => {
    const seen: unknown[] = []
    const { api } = await open({
      plugins: [
        guard({
          before: {
            update: ({ record, before, changed }) => {
              seen.push([before.title, record.title, changed])
              return { city: `City of ${record.title}` }
            },
          },
        }),
      ],
    })
    const { id } = await api.contacts.create({ email: 'ada@forge.example', title: 'CTO', do_not_contact: true, tags: ['vip'] })
    expect(await api.contacts.update({ id, title: 'CEO' })).toMatchObject({ title: 'CEO', city: 'City of CEO', version: 2 })
    // What differs in nothing is no change.
    expect(await api.contacts.update({ id, title: 'CEO' })).toMatchObject({ version: 2 })
    await api.contacts.bulkUpdate({ ids: [id], set: { title: 'COO' } })
    await api.contacts.bulkUpsert({ match_on: 'email', records: [{ email: 'ada@forge.example', title: 'CFO' }] })
    expect(await api.contacts.get({ id })).toMatchObject({ city: 'City of CFO', do_not_contact: true, tags: ['vip'], version: 4 })
    expect(seen).toEqual([
      ['CTO', 'CEO', ['title']],
      ['CEO', 'COO', ['title']],
      ['COO', 'CFO', ['title']],
    ])
    const { events } = await api.events.list({ type: 'contact.property_changed', order: 'asc', after: '0' })
    expect(events.map(({ payload }) => payload['changed'])).toEqual(Array.from({ length: 3 }, () => ['title', 'city']))
    const { history } = await api.contacts.history({ id })
    expect(JSON.stringify(history)).toContain('City of CFO')
  })

  test('are called for both sides of a merge', async () => {
    const told: unknown[] = []
    const { api } = await open({ plugins: [guard({ after: ({ kind, record }) => void told.push([kind, record.email]) })] })
    const { id } = await api.contacts.create({ email: 'ada@forge.example' })
    const other = await api.contacts.create({ email: 'lovelace@forge.example', title: 'CTO' })
    told.length = 0
    await api.contacts.merge({ id, merge_ids: [other.id] })
    expect(told).toEqual(
      expect.arrayContaining([
        ['update', 'ada@forge.example'],
        ['delete', 'lovelace@forge.example'],
      ]),
    )
  })

  test('refuse by throwing: with code, field and the name of the plugin, and nothing is written', async () => {
    const heard: string[] = []
    const { engine, api } = await open({
      plugins: [
        guard({
          before: {
            create: ({ record }) => {
              if (record.email?.startsWith('b@')) throw invalid('/email', 'blocked', 'This address is blocked')
            },
            update: ({ record }) => {
              if (record.lifecycle_stage === 'customer') throw new CrmError('forbidden', 'Only the shop makes customers')
            },
            delete: ({ record }) => {
              if (record.email?.startsWith('a@')) throw new CrmError('conflict', 'Is kept')
            },
          },
        }),
      ],
    })
    engine.on('contact.created', ({ entity }) => heard.push(entity.id))
    const blocked = {
      code: 'invalid_input',
      message: 'This address is blocked (plugin guard)',
      errors: [{ path: '/email', code: 'blocked', message: 'This address is blocked' }],
      reason: 'plugin:guard',
    }
    expect(await refusal(api.contacts.create({ email: 'b@forge.example' }))).toEqual(blocked)
    expect(await refusal(api.contacts.bulkUpsert({ match_on: 'email', records }))).toEqual(blocked)
    expect((await api.contacts.list()).contacts).toEqual([])
    const { id } = await api.contacts.create({ email: 'a@forge.example' })
    const forbidden = { code: 'forbidden', message: 'Only the shop makes customers (plugin guard)' }
    expect(await refusal(api.contacts.update({ id, lifecycle_stage: 'customer' }))).toMatchObject(forbidden)
    expect(await refusal(api.contacts.bulkUpdate({ ids: [id], set: { lifecycle_stage: 'customer' } }))).toMatchObject(forbidden)
    expect(await refusal(api.contacts.delete({ id }))).toMatchObject({ code: 'conflict', message: 'Is kept (plugin guard)' })
    expect(await refusal(api.contacts.bulkDelete({ ids: [id], confirm_count: 1 }))).toMatchObject({
      code: 'conflict',
      message: 'Is kept (plugin guard)',
    })
    expect(await api.contacts.get({ id })).toMatchObject({ version: 1 })
    await engine.close()
    expect(heard).toEqual([id])
  })

  test('are told after the write in the same transaction, which they can undo', async () => {
    const told: unknown[] = []
    const { engine, api } = await open({
      plugins: [
        guard({
          async after({ kind, record, before, changed }, crm) {
            const [stored] = await crm.findBy(contactType.entity, 'id', [record.id])
            told.push([kind, record.title, before?.title, stored?.title, [...changed]])
            if (record.title === 'boom') throw new CrmError('conflict', 'The ledger is closed')
          },
        }),
      ],
    })
    const heard: string[] = []
    engine.on('contact.created', ({ data }) => heard.push(String(data.email)))
    const { id } = await api.contacts.create({ email: 'ada@forge.example', title: 'CTO' })
    await api.contacts.update({ id, title: 'CEO' })
    await api.contacts.bulkUpdate({ ids: [id], set: { title: 'COO' } })
    await api.contacts.delete({ id })
    expect(told).toEqual([
      ['create', 'CTO', undefined, 'CTO', []],
      ['update', 'CEO', 'CTO', 'CEO', ['title']],
      ['update', 'COO', 'CEO', 'COO', ['title']],
      ['delete', 'COO', 'COO', undefined, ['deleted_at']],
    ])
    const closed = { code: 'conflict', message: 'The ledger is closed (plugin guard)' }
    expect(await refusal(api.contacts.create({ email: 'bob@forge.example', title: 'boom' }))).toMatchObject(closed)
    const eve = await api.contacts.create({ email: 'eve@forge.example' })
    expect(await refusal(api.contacts.update({ id: eve.id, title: 'boom' }))).toMatchObject(closed)
    expect(await refusal(api.contacts.bulkUpdate({ ids: [eve.id], set: { title: 'boom' } }))).toMatchObject(closed)
    expect((await api.contacts.list()).contacts.map(({ email, version }) => [email, version])).toEqual([['eve@forge.example', 1]])
    await engine.close()
    expect(heard).toEqual(['ada@forge.example', 'eve@forge.example'])
  })

  test.each<[string, Hooks]>([
    [
      'throws',
      {
        before: {
          create: () => {
            throw new TypeError('secret of the plugin')
          },
        },
      },
    ],
    ['rejects behind the write', { after: async () => await Promise.reject(new Error('secret of the plugin')) }],
    ['sets what callers may not', { before: { create: () => ({ version: 7 }) } }],
    ['sets the organization', { before: { create: () => Object.assign({}, { user_from: 'globex' }) } }],
    [
      'sets a link, such as one to a record of others',
      { before: { create: () => ({ company_id: '019bc0e2-1280-7000-8000-06ffd21688c4' }) } },
    ],
    ['sets a key', { before: { create: () => ({ primary_email: 'eve@forge.example' }) } }],
    ['sets what is no value of the field', { before: { create: () => ({ country: 'Atlantis, far away and long ago'.repeat(50) }) } }],
    [
      'writes for another organization',
      {
        after: async (_, crm) => {
          const [row] = await crm.findBy(contactType.entity, 'primary_email', ['ada@forge.example'])
          if (row) await crm.insert(contactType.entity, [{ ...row, id: '019bc0e2-1280-7000-8000-06ffd21688c4', user_from: 'globex' }])
        },
      },
    ],
  ])('one that %s is named, its fault logged, and nothing is written', async (_, hooks) => {
    const log = new Lines()
    const { engine, api } = await open({ plugins: [guard(hooks)], ports: [log] })
    const answer = await refusal(api.contacts.create({ email: 'ada@forge.example' }))
    expect(answer).toMatchObject({
      code: 'conflict',
      reason: 'plugin_failed',
      message: expect.stringContaining('The plugin guard has failed'),
    })
    expect(JSON.stringify(answer)).not.toContain('secret')
    expect(log.lines.filter(({ level }) => level === 'error')).toMatchObject([
      {
        message: 'A hook of a plugin has failed',
        fields: { plugin: 'guard', record_type: 'contacts', organization: 'acme', error: expect.any(Error) },
      },
    ])
    expect((await api.contacts.list()).contacts).toEqual([])
    const globex = engine.as({ ...ada, organization: 'globex' })
    expect((await globex.contacts.list()).contacts).toEqual([])
  })

  test('see records of the organization of the change alone', async () => {
    const found: number[] = []
    const { engine } = await open({
      plugins: [
        guard({
          after: async (_, crm) => {
            found.push((await crm.from(contactType.entity).selectAll().execute()).length)
          },
        }),
      ],
    })
    await engine.as(ada).contacts.create({ email: 'ada@forge.example' })
    await engine.as({ ...ada, organization: 'globex' }).contacts.create({ email: 'hank@globex.example' })
    expect(found).toEqual([1, 1])
  })

  test('that call one another without end are stopped, and undone', async () => {
    const log = new Lines()
    const { api } = await open({
      ports: [log],
      plugins: [
        guard({
          async after({ record }, crm) {
            const [row] = await crm.findBy(contactType.entity, 'id', [record.id])
            if (row) await crm.update(contactType.entity, [{ before: row, changes: { lead_score: row.lead_score + 1 } }])
          },
        }),
      ],
    })
    expect(await refusal(api.contacts.create({ email: 'ada@forge.example' }))).toMatchObject({ code: 'conflict' })
    expect(String(log.lines[0]?.fields['error'])).toContain('have called one another')
    expect((await api.contacts.list()).contacts).toEqual([])
  })

  test('of several plugins are called in their order, each with what those before it have completed', async () => {
    const one = (name: string) =>
      plugin({
        name,
        version: '1.0.0',
        changeHooks: [onChange(companyType, { before: { create: ({ record }) => ({ industry: `${record.industry ?? ''}${name}` }) } })],
      })
    const { api } = await open({ plugins: [one('first'), one('second')] })
    expect(await api.companies.create({ name: 'Forge' })).toMatchObject({ industry: 'firstsecond' })
    // Hooks of companies are none of contacts.
    expect(await api.contacts.create({ email: 'ada@forge.example' })).toMatchObject({ title: null })
  })

  test('of what is no record type are refused when the engine opens, and cost nothing where there are none', async () => {
    const wrong = plugin({ name: 'wrong', version: '1.0.0', changeHooks: [{ on: 'contcts' }] })
    await expect(open({ plugins: [wrong] })).rejects.toThrow('wrong hooks into contcts, which is no record type. Did you mean "contacts"?')
    const { engine } = await open()
    expect([...(engine.registry.hooksByTable()?.keys() ?? [])].toSorted()).toEqual(['credit_notes', 'invoices', 'orders'])
  })

  test('that come afterwards are told only of the changes that concern them', async () => {
    const told: string[] = []
    const rises = onChange(companyType, {
      concerns: (record, before) => before !== null && Number(record.employees) > Number(before.employees),
      after: ({ record }) => told.push(record.name),
    })
    const { api } = await open({ plugins: [plugin({ name: 'rises', version: '1.0.0', changeHooks: [rises] })] })
    const { id } = await api.companies.create({ name: 'Forge', employees: 3 })
    await api.companies.update({ id, name: 'Forge Ltd', employees: 2 })
    await api.companies.bulkUpdate({ ids: [id], set: { employees: 5 } })
    await api.companies.update({ id, employees: 9 })
    expect(told).toEqual(['Forge Ltd', 'Forge Ltd'])
  })
})

test('hooks are typed by the record type', () => {
  onChange(contactType, {
    before: {
      create: ({ record, before }) => {
        expectTypeOf(record.tags).toEqualTypeOf<string[]>()
        expectTypeOf(before).toEqualTypeOf<null>()
        return { country: 'FR' }
      },
      // @ts-expect-error: no field of contacts
      update: () => ({ contry: 'FR' }),
    },
  })
})
