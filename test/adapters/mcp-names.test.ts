import { mcp } from 'rapport-crm/mcp'
import { expect, it } from 'vitest'
import { describeStorages } from '../support/storages.ts'
import { clients, problemOf } from './mcp-clients.ts'

type Json = Record<string, any>

describeStorages('Records that tools take by name', (open) => {
  const begin = async () => {
    const { engine, api } = await open()
    const connect = async (...scopes: ('read' | 'write' | 'delete')[]) => {
      const { key } = await api.apiKeys.create({ name: 'Tools', scopes: ['mcp', ...scopes] })
      return await clients['client 2, automatic']!(mcp(engine), { token: key ?? '' })
    }
    const client = await connect('read', 'write', 'delete')
    const call = async (tool: string, args: Json) => {
      const result = await client.call(tool, args)
      expect([tool, args, result.isError ? problemOf(result) : null]).toEqual([tool, args, null])
      return result.structuredContent as any
    }
    const refused = async (tool: string, args: Json) => problemOf(await client.call(tool, args))
    return { api, connect, call, refused }
  }

  it('are those of lists, pipelines, people and records of every type, where one is called so', async () => {
    const { api, call } = await begin()
    const list = await api.lists.create({ name: 'VIP', object: 'contacts' })
    const ada = await api.contacts.create({ first_name: 'Ada', last_name: 'Byron', email: 'ada@gmail.com' })
    const acme = await api.companies.create({ name: 'Acme', domain: 'acme-works.com' })
    const pipeline = await api.pipelines.create({ name: 'Partners', stages: [{ name: 'New' }] })
    const product = await api.products.create({ sku: 'A1', name: 'Anvil' })
    const quote = await api.quotes.create({ number: 'Q-7', lines: [{ name: 'Oil', quantity: 1, unit_price: 5 }] })
    expect(await call('add_list_members', { id: 'vip', ids: [ada.id] })).toMatchObject({ added: 1 })
    expect((await call('list_list_members', { id: 'VIP' })).members).toMatchObject([{ id: ada.id }])
    expect(await call('get_list', { id: 'VIP' })).toMatchObject({ id: list.id })
    const deal = await call('create_deal', { name: 'Forge', company_id: 'ACME', pipeline: 'partners', contact_id: 'ada@gmail.com' })
    expect(deal).toMatchObject({ company_id: acme.id, pipeline_id: pipeline.id, primary_lead_id: ada.id })
    expect((await call('list_deals', { pipeline_id: 'Partners', company_id: 'acme-works.com' })).deals).toMatchObject([{ id: deal.id }])
    expect(await call('update_deal', { id: 'Forge', next_step: 'Call' })).toMatchObject({ id: deal.id, next_step: 'Call' })
    expect(await call('get_product', { id: 'a1' })).toMatchObject({ id: product.id })
    expect(await call('get_quote', { id: 'Q-7' })).toMatchObject({ id: quote.id })
    expect(await call('get_company', { id: 'acme' })).toMatchObject({ id: acme.id })
  })

  it('are those of lists in an audience, and of contacts that a tool puts into something', async () => {
    const { api, call, refused } = await begin()
    const [news, rest] = [
      await api.lists.create({ name: 'News', object: 'contacts' }),
      await api.lists.create({ name: 'Rest', object: 'contacts' }),
    ]
    const ada = await api.contacts.create({ first_name: 'Ada', last_name: 'Byron', email: 'ada@gmail.com' })
    const audience = { list_ids: ['news'], exclude_list_ids: ['Rest'] }
    const campaign = await call('create_campaign', { name: 'Autumn', subject: 'Hi', text: 'Hello', audience })
    expect(campaign.audience).toMatchObject({ list_ids: [news.id], exclude_list_ids: [rest.id] })
    const sequence = await call('create_sequence', { name: 'Follow up', steps: [{ type: 'email', subject: 'Hi', body: 'Hello' }] })
    await call('activate_sequence', { id: 'Follow up' })
    await call('enroll_in_sequence', { id: 'Follow up', ids: ['Ada Byron'] })
    expect((await call('list_sequence_enrollments', { id: sequence.id })).enrollments).toMatchObject([{ lead_id: ada.id }])
    expect((await refused('create_campaign', { name: 'B', audience: { list_ids: ['Nwes'] } })).errors).toMatchObject([
      { path: '/audience/list_ids/0', code: 'invalid_format', did_you_mean: 'News' },
    ])
    const half = await api.companies.create({ name: 'Half' })
    const part = await call('create_company', { name: 'Part', parent_company_id: 'Half' })
    expect(part).toMatchObject({ parent_company_id: half.id })
  })

  it('are those of records of which a list, a workflow or another argument says what they are', async () => {
    const { api, call, refused } = await begin()
    const deal = await api.deals.create({ name: 'Forge' })
    const ada = await api.contacts.create({ first_name: 'Ada', last_name: 'Byron', email: 'ada@gmail.com' })
    await api.lists.create({ name: 'Hot', object: 'deals' })
    // The list may come after what is put into it, and one record is a list of one.
    expect(await call('add_list_members', { ids: 'Forge', list: 'Hot' })).toEqual({ matched: 1, added: 1 })
    const { id: hot } = await api.lists.create({ name: 'People', object: 'contacts' })
    expect(await call('add_list_members', { id: hot, contact_ids: ['ada@gmail.com'] })).toEqual({ matched: 1, added: 1 })
    expect(await call('remove_list_members', { id: hot, ids: ['Ada Byron'] })).toEqual({ removed: 1 })
    expect(await call('create_list', { name: 'First', object: 'Contacts', ids: ['Ada Byron'] })).toMatchObject({ members_count: 1 })
    const steps = [{ type: 'stop', config: {} }]
    const { id } = await call('create_workflow', { name: 'Deals', trigger: { type: 'deal.created', config: {} }, steps })
    expect(await api.workflows.activate({ id })).toMatchObject({ record_type: 'deal' })
    expect(await call('enroll_in_workflow', { ids: ['Forge'], workflow: 'Deals' })).toMatchObject({
      results: [{ id: deal.id, enrolled: true }],
    })
    expect(await call('assign_tags', { object: 'Contact', ids: ['Ada Byron'], add_tags: 'vip' })).toEqual({ matched: 1, updated: 1 })
    expect(await api.contacts.get({ id: ada.id })).toMatchObject({ tags: ['vip'] })
    expect((await refused('add_list_members', { id: 'Hot', ids: ['Ada Byron'] })).errors).toMatchObject([
      { path: '/ids/0', code: 'invalid_format', message: 'Ada Byron is no id, and nothing that you see is called so' },
    ])
  })

  it('are refused with the candidates where several are called so, or none', async () => {
    const { api, refused } = await begin()
    const both = [
      await api.contacts.create({ first_name: 'Ada', last_name: 'Byron' }),
      await api.contacts.create({ first_name: 'Ada', last_name: 'Byron' }),
    ]
    const ids = both.map(({ id }) => id)
    expect((await refused('create_deal', { name: 'D', contact_id: 'Ada Byron' })).errors).toMatchObject([
      { path: '/contact_id', code: 'ambiguous', allowed: expect.arrayContaining(ids) },
    ])
    await api.lists.create({ name: 'VIP', object: 'contacts' })
    expect((await refused('get_list', { id: 'VIPP' })).errors).toMatchObject([
      { path: '/id', code: 'invalid_format', allowed: expect.arrayContaining(['VIP']), did_you_mean: 'VIP' },
    ])
    expect(await refused('get_contact', { id: 'Nobody' })).toMatchObject({
      errors: [{ path: '/id', code: 'invalid_format' }],
      hint: 'search_contacts finds the ids.',
    })
  })

  it('are those of the record type that another argument says, by any of its names', async () => {
    const { api, call, refused } = await begin()
    const acme = await api.companies.create({ name: 'Acme' })
    const ada = await api.contacts.create({ first_name: 'Ada', email: 'ada@gmail.com' })
    const asked = { from_object: 'company', from_id: 'Acme', to_object: 'Contacts', to_id: 'ada@gmail.com', label: 'Partner' }
    expect(await call('create_association', asked)).toMatchObject({ from_id: acme.id, to_object: 'contacts', to_id: ada.id })
    const links = [{ from_id: acme.id, to_id: ada.id, label: 'Partner' }]
    expect((await call('list_associations', { object: 'company', record_id: 'ACME' })).associations).toMatchObject(links)
    expect((await call('list_associations', { object_type: 'companies', id: acme.id })).associations).toMatchObject(links)
    expect(await call('list_attachments', { object: 'companies', record_id: 'acme' })).toMatchObject({ attachments: [] })
    expect((await refused('list_attachments', { object: 'companies', record_id: 'Acne' })).errors).toMatchObject([
      { path: '/record_id', code: 'invalid_format', message: 'Acne is no id, and nothing that you see is called so' },
    ])
  })

  it('are chosen by their ids alone where they are deleted or overwritten', async () => {
    const { api, refused, call } = await begin()
    const { id } = await api.contacts.create({ first_name: 'Ada', email: 'ada@gmail.com' })
    const problem = await refused('delete_contact', { id: 'ada@gmail.com' })
    expect(problem.errors).toMatchObject([{ path: '/id', code: 'invalid_format', allowed: [id] }])
    await call('delete_contact', { id: problem.errors[0].allowed[0] })
  })

  it('are looked up only for callers who may read, among what they see', async () => {
    const { api, connect, call } = await begin()
    await api.companies.create({ name: 'Acme' })
    await call('create_deal', { name: 'D', company_id: 'Acme' })
    const writer = await connect('write')
    expect(problemOf(await writer.call('create_deal', { name: 'D', company_id: 'Acme' })).errors).toMatchObject([
      { path: '/company_id', code: 'invalid_format' },
    ])
  })
})
