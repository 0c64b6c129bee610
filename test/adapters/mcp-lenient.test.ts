import { mcp } from 'rapport-crm/mcp'
import { expect, it } from 'vitest'
import { describeStorages } from '../support/storages.ts'
import { clients, problemOf } from './mcp-clients.ts'

type Args = Record<string, unknown>

describeStorages('What a model means', (open) => {
  const begin = async () => {
    const { engine, api } = await open()
    for (const [email, name] of [
      ['ada@acme.test', 'Ada Lovelace'],
      ['ada.byron@acme.test', 'Ada Byron'],
      ['grace@acme.test', 'Grace Hopper'],
    ] as const)
      await api.users.invite({ email, name })
    const { key } = await api.apiKeys.create({ name: 'Tools', scopes: ['mcp', 'read', 'write'] })
    const client = await clients['client 2, automatic']!(mcp(engine), { token: key ?? '' })
    const call = async (tool: string, args: Args) => {
      const result = await client.call(tool, args)
      expect([tool, args, result.isError ? problemOf(result) : null]).toEqual([tool, args, null])
      return result.structuredContent as any
    }
    const refused = async (tool: string, args: Args) => problemOf(await client.call(tool, args))
    const deals = async (tool: string, args: Args) => ((await call(tool, args)).deals as { name: string }[]).map(({ name }) => name)
    return { api, call, refused, deals }
  }

  it('is taken where it leaves no doubt: JSON and numbers as texts, usual operators, names of lists of objects', async () => {
    const { api, call, deals, refused } = await begin()
    await api.deals.create({ name: 'Small', amount: 5 })
    await api.deals.create({ name: 'Large', amount: 500 })
    expect(await deals('search_deals', { filter: '{"field":"amount","op":">","value":"50"}', limit: '5' })).toEqual(['Large'])
    for (const op of ['=', '==', 'is', 'equals', 'EQ']) {
      const filter = { and: [{ field: 'name', op, value: 'small' }] }
      expect([op, await deals('search_deals', { filter })]).toEqual([op, ['Small']])
    }
    const deep = `${'{"and":['.repeat(20_000)}${']}'.repeat(20_000)}`
    expect(await refused('search_deals', { filter: deep })).toMatchObject({ code: 'invalid_input', status: 422 })
    const not = { not: '{"field":"name","op":"is not","value":"large"}' }
    expect(await deals('search_deals', { filter: not })).toEqual(['Large'])
    expect(await deals('list_deals', { limit: '1', sort: 'amount' })).toEqual(['Small'])
    const report = await call('query_report', { object: 'deals', group_by: ['priority'], measures: ['count'] })
    expect(report.rows).toEqual([expect.objectContaining({ count: 2 })])
    expect(await deals('search_deals', { filter: { field: 'created_at', op: 'after', value: '30 days ago' } })).toHaveLength(2)
    expect(await deals('search_deals', { filter: { field: 'created_at', op: 'before', value: '2 weeks ago' } })).toEqual([])
  })

  it('is a stage by its name or id in any case, and an owner by name, under the usual names of the fields', async () => {
    const { call, deals } = await begin()
    const made = await call('create_deal', { name: 'Forge', owner: 'Grace', stage: 'Proposal' })
    expect(made).toMatchObject({ owner_email: 'grace@acme.test', stage_id: 'proposal' })
    expect(await call('update_deal', { id: made.id, assignee: 'ada byron', stage: 'DEMO' })).toMatchObject({
      owner_email: 'ada.byron@acme.test',
      stage_id: 'demo',
    })
    expect(await deals('list_deals', { assigned_to: 'Ada Byron', stage: 'Demo' })).toEqual(['Forge'])
    expect(await deals('search_deals', { filter: { field: 'owner_email', op: 'is', value: 'Byron' } })).toEqual(['Forge'])
    const changed = await call('bulk_update_deals', { ids: [made.id], set: { owner_email: 'Grace Hopper' } })
    expect(changed).toEqual({ matched: 1, updated: 1 })
    expect(await deals('list_deals', { owner: 'grace@acme.test' })).toEqual(['Forge'])
  })

  it('is a record by what it is, where the tool wants its id, and what a text of arguments says', async () => {
    const { api, call, refused, deals } = await begin()
    const company = await api.companies.create({ name: 'Umbra Optics' })
    const made = await call('create_deal', { name: 'Lenses', company: 'Umbra Optics' })
    expect(made).toMatchObject({ company_id: company.id })
    expect(await deals('list_deals', { company: 'umbra optics' })).toEqual(['Lenses'])
    expect(await call('get_deal', { deal_id: made.id })).toMatchObject({ name: 'Lenses' })
    expect(await call('move_deal_stage', { deal: 'Lenses', stage: 'Demo' })).toMatchObject({ id: made.id, stage_id: 'demo' })
    // Two names of one thing, and names of a field that the tool has itself, are taken as they are.
    expect((await refused('get_deal', { id: made.id, deal_id: made.id }))['errors']).toMatchObject([
      { path: '/deal_id', code: 'unknown_field' },
    ])
    expect(await call('create_contact', { first_name: 'Jo', company: 'Umbra Optics' })).toMatchObject({ company: 'Umbra Optics' })
    const read = await call('crm_read', { tool: 'list_deals', arguments: '{"limit": "1"}' })
    expect(read.deals).toMatchObject([{ name: 'Lenses' }])
    expect(await refused('crm_read', { tool: 'list_deals', arguments: '[1]' })).toMatchObject({ code: 'invalid_input' })
  })

  it('is a filter as models write them, lists for texts with commas, and the usual other names of fields', async () => {
    const { api, call, refused, deals } = await begin()
    const pipes = await api.products.create({ sku: 'P1', name: 'Pipes', price: 5 })
    for (const [name, amount, priority] of [
      ['Forge', 100, 'high'],
      ['Mill', 900, 'low'],
      ['Kiln', 900, 'high'],
    ] as const)
      await api.deals.create({ name, amount, priority })
    const found = async (filter: unknown) => (await deals('search_deals', { filter, sort: ['name'] })) as string[]
    expect(await found([{ field: 'amount', op: 'eq', value: 900 }])).toEqual(['Kiln', 'Mill'])
    expect(await found([{ amount: 900 }, { priority: 'high' }])).toEqual(['Kiln'])
    expect(await found({ amount: { '>': 500, lte: 900 }, priority: 'low' })).toEqual(['Mill'])
    expect(await found({ name: ['Forge', 'Mill'] })).toEqual(['Forge', 'Mill'])
    expect(await found({ or: [{ name: 'Forge' }, { property: 'priority', operator: 'is', value: 'low' }] })).toEqual(['Forge', 'Mill'])
    expect(await found('[{"amount": {"at least": 900}}]')).toEqual(['Kiln', 'Mill'])
    expect((await call('list_deals', { fields: ['name', 'amount'], sort: ['-amount', 'name'] })).deals[0]).toMatchObject({ name: 'Kiln' })
    for (const between of [{ amount: { between: [500, 900] } }, { field: 'amount', op: 'Between', value: '500 and 900' }])
      expect([between, await found(between)]).toEqual([between, ['Kiln', 'Mill']])
    for (const value of [['2026-01-01', '2026-12-31'], '1 January and 31 December', 'from 2026-01-01 to 2026-12-31', 'last 7 days'])
      expect([value, await found({ field: 'created_at', op: 'between', value })]).toEqual([value, ['Forge', 'Kiln', 'Mill']])
    // What is no comparison, and nothing at all, is refused.
    for (const filter of [[], { amount: {} }, { amount: { nearly: 5 } }, { owner: null }])
      expect([filter, (await refused('search_deals', { filter })).code]).toEqual([filter, 'invalid_input'])
    for (const filter of [[], {}, [{}], { amount: {} }])
      expect([filter, (await refused('bulk_update_deals', { filter, set: { amount: 1 }, confirm: true })).code]).toEqual([
        filter,
        'invalid_input',
      ])
    const { lines } = await call('create_quote', { lines: { product: 'pipes', quantity: '2' } })
    expect(lines).toMatchObject([{ product_id: pipes.id, quantity: 2 }])
    expect(await call('create_deal', { title: 'Lathe', stage_name: 'Demo' })).toMatchObject({ name: 'Lathe', stage_id: 'demo' })
    expect(await call('create_task', { name: 'Call' })).toMatchObject({ title: 'Call' })
    expect((await call('search_all', { query: 'Lathe' })).results).toHaveLength(1)
    expect(await call('query_report', { object: 'deals', measures: 'count', period: 'this month' })).toMatchObject({ records: 4 })
    expect((await refused('create_quote', { lines: [{ product: 'Pips', quantity: 1 }] })).errors).toMatchObject([
      { path: '/lines/0/product_id', code: 'invalid_format' },
    ])
  })

  it('is an amount as people write it, unless it may be another one or of another currency', async () => {
    const { api, call, refused, deals } = await begin()
    for (const [amount, meant] of [
      ['10k', 10_000],
      ['1.5m', 1_500_000],
      ['10 000', 10_000],
      ['2,500.50', 2500.5],
    ] as const)
      expect([amount, (await call('create_deal', { name: amount, amount })).amount]).toEqual([amount, meant])
    expect(await call('create_deal', { name: 'Euro', amount: '€20,000', currency: 'EUR' })).toMatchObject({
      amount: 20_000,
      currency: 'EUR',
    })
    expect(await call('create_deal', { name: 'Dollar', amount: '$5k', currency: 'USD' })).toMatchObject({ amount: 5000, currency: 'USD' })
    expect(await deals('search_deals', { filter: { amount: { gte: '1m' } } })).toEqual(['1.5m'])
    expect(await deals('search_deals', { filter: { field: 'amount', op: '<', value: '5,000' } })).toEqual(['2,500.50'])
    for (const [args, allowed] of [
      [{ amount: '1.000' }, [1, 1000]],
      [{ amount: '1,5' }, [1.5, 15]],
      [{ amount: '$5k' }, [5000]],
      [{ amount: '€5k', currency: 'USD' }, [5000]],
    ] as const)
      expect([args, (await refused('create_deal', { name: 'D', ...args })).errors]).toEqual([
        args,
        [expect.objectContaining({ path: '/amount', allowed })],
      ])
    for (const value of ['1,5', '€5k'])
      expect((await refused('search_deals', { filter: { field: 'amount', op: 'gt', value } })).errors).toMatchObject([
        { path: '/filter/value', code: 'invalid_type' },
      ])
    await expect(api.deals.list({ filter: { amount: { gte: '1.5m' } } })).rejects.toThrow('Not a number')
  })

  it('is refused with the candidates where it is nobody, or several', async () => {
    const { api, refused } = await begin()
    await api.deals.create({ name: 'Forge' })
    const several = { code: 'ambiguous', allowed: expect.arrayContaining(['ada@acme.test', 'ada.byron@acme.test']) }
    expect((await refused('create_deal', { name: 'D', owner: 'Lovelace or Byron' })).errors).toMatchObject([
      { path: '/owner', code: 'unknown_user', allowed: expect.arrayContaining(['grace@acme.test']) },
    ])
    await api.users.invite({ email: 'byron@acme.test', name: 'George Byron' })
    expect((await refused('create_deal', { name: 'D', owner: 'Byron' })).errors).toMatchObject([
      { path: '/owner', code: 'ambiguous', allowed: ['ada.byron@acme.test', 'byron@acme.test'] },
    ])
    expect((await refused('list_deals', { owner: 'Ada' })).errors).toMatchObject([{ path: '/owner', ...several }])
    expect((await refused('list_deals', { owner: 'nobody@acme.test' })).errors).toMatchObject([{ path: '/owner', code: 'unknown_user' }])
    expect((await refused('search_deals', { filter: { field: 'owner_email', op: 'eq', value: 'Nobody' } })).errors).toMatchObject([
      { path: '/filter/value', code: 'not_allowed', allowed: expect.arrayContaining(['grace@acme.test']) },
    ])
  })

  it('is refused where a condition names no word of the field, and says which was meant', async () => {
    const { refused, deals } = await begin()
    const problem = await refused('search_deals', { filter: { field: 'status', op: 'eq', value: 'opne' } })
    expect(problem.errors).toMatchObject([{ path: '/filter/value', allowed: ['open', 'won', 'lost'], did_you_mean: 'open' }])
    expect(await deals('search_deals', { filter: { field: 'status', op: 'in', value: 'Won, lost' } })).toEqual([])
  })

  it('is the same by every transport', async () => {
    const { api } = await begin()
    const { id } = await api.tasks.create({ title: 'Call', assigned_to: 'Grace Hopper' })
    expect(await api.tasks.get({ id })).toMatchObject({ owner_email: 'grace@acme.test' })
    expect((await api.tasks.list({ owner: 'grace' })).tasks).toHaveLength(1)
    await expect(api.tasks.list({ owner: 'Nobody' })).rejects.toMatchObject({ details: { errors: [{ code: 'unknown_user' }] } })
  })

  it('is the owner of each record of a set, and what is refused there says as much as alone', async () => {
    const { api, call, refused } = await begin()
    const { results, rejected } = await call('bulk_upsert_deals', {
      records: [
        { name: 'A', owner_email: 'Grace' },
        { name: 'B', assigned_to: 'ada byron' },
        { name: 'C', owner_email: 'Ada' },
        { name: 'D', owner_email: 'nobody@acme.test' },
        { name: 'E', forecast_category: 'comit' },
        { name: 'F', ammount: 5 },
        { name: 'G', owner_email: 'me' },
      ],
    })
    const owner = async (at: number) => (await api.deals.get({ id: results[at].id })).owner_email
    expect([await owner(0), await owner(1)]).toEqual(['grace@acme.test', 'ada.byron@acme.test'])
    expect(results[6].status).toBe('created')
    expect(rejected).toMatchObject([
      { index: 2, code: 'ambiguous', field: 'owner_email', allowed: ['ada.byron@acme.test', 'ada@acme.test'] },
      { index: 3, code: 'unknown_user', field: 'owner_email', allowed: expect.arrayContaining(['grace@acme.test']) },
      {
        index: 4,
        code: 'not_allowed',
        allowed: expect.arrayContaining(['commit']),
        reason: expect.stringContaining('Did you mean "commit"?'),
      },
      {
        index: 5,
        code: 'unknown_field',
        allowed: expect.arrayContaining(['amount']),
        reason: expect.stringContaining('Did you mean "amount"?'),
      },
    ])
    const single = await refused('create_deal', { name: 'C', owner_email: 'Ada' })
    expect(single.errors).toMatchObject([{ allowed: rejected[0].allowed }])
  })

  it('is told only to callers who may read', async () => {
    const { engine, api } = await open()
    await api.users.invite({ email: 'ada@acme.test', name: 'Ada Lovelace' })
    await api.users.invite({ email: 'ada.byron@acme.test', name: 'Ada Byron' })
    const { key } = await api.apiKeys.create({ name: 'Writer', scopes: ['mcp', 'write'] })
    const writer = await clients['client 2, automatic']!(mcp(engine), { token: key ?? '' })
    for (const owner of ['Ada', 'Nobody', 'nobody@acme.test']) {
      const single = problemOf(await writer.call('create_deal', { name: 'D', owner_email: owner }))
      expect(single.errors).toMatchObject([{ path: '/owner_email', code: owner === 'Ada' ? 'ambiguous' : 'unknown_user' }])
      const set = await writer.call('bulk_upsert_deals', { records: [{ name: 'D', owner_email: owner }] })
      expect(JSON.stringify([single, set])).not.toMatch(/ada(\.byron)?@acme/)
    }
  })

  it('is a word of a list in any case and spelling, and a usual other one', async () => {
    const { call, refused } = await begin()
    expect(await call('create_task', { title: 'T', type: 'Follow up', priority: 'High' })).toMatchObject({
      type: 'follow_up',
      priority: 'high',
    })
    const { id } = await call('create_task', { title: 'T', priority: 'normal' })
    await call('update_task', { id, status: 'Done' })
    expect((await call('list_tasks', { status: 'Completed' })).tasks).toMatchObject([{ id }])
    expect((await refused('list_tasks', { status: 'forgotten' })).errors).toMatchObject([
      { path: '/status', allowed: ['open', 'completed', 'cancelled'] },
    ])
  })
})
