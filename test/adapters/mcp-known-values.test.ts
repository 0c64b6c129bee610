import { mcp } from 'rapport-crm/mcp'
import { expect, it } from 'vitest'
import { describeStorages } from '../support/storages.ts'
import { clients, problemOf } from './mcp-clients.ts'

type Args = Record<string, unknown>
const NOBODY = '018f3c1e-7b1a-7c3d-9e2f-1a2b3c4d5e6f'

describeStorages('Lists that a model asks for', (open) => {
  const begin = async () => {
    const { engine, api } = await open()
    const { key } = await api.apiKeys.create({ name: 'Tools', scopes: ['mcp', 'read', 'write'] })
    const client = await clients['client 2, automatic']!(mcp(engine), { token: key ?? '' })
    const call = async (tool: string, args: Args) => {
      const result = await client.call(tool, args)
      expect([tool, args, result.isError ? problemOf(result) : null]).toEqual([tool, args, null])
      return result.structuredContent as any
    }
    const refused = async (tool: string, args: Args) => {
      const result = await client.call(tool, args)
      expect([tool, args, result.isError ?? false]).toEqual([tool, args, true])
      return problemOf(result)
    }
    return { api, call, refused }
  }

  it('refuse a stage, tag or word that there is none of, with the candidates', async () => {
    const { api, call, refused } = await begin()
    await api.contacts.create({ email: 'ann@acme.test', tags: ['vip', 'press'] })
    await api.deals.create({ name: 'Forge', stage_id: 'proposal', tags: ['big'], priority: 'high' })
    await api.companies.create({ name: 'Acme', domain: 'acme.test', tier: 'tier_1' })
    const cases: readonly (readonly [tool: string, args: Args, meant: string | undefined])[] = [
      ['list_deals', { stage_id: 'propsal' }, 'proposal'],
      ['list_deals', { stage: 'propsal' }, 'proposal'],
      ['list_deals', { priority: 'hihg' }, 'high'],
      ['list_deals', { tag: 'bigg' }, 'big'],
      ['list_contacts', { tag: 'vipp' }, 'vip'],
      ['list_contacts', { tag: 'big' }, undefined],
      ['list_companies', { tier: 'tier_l' }, 'tier_1'],
    ]
    for (const [tool, args, meant] of cases) {
      const { code, errors } = await refused(tool, args)
      const [name = ''] = Object.keys(args)

      const [fault] = errors as { allowed: string[]; did_you_mean?: string }[]
      expect([tool, args, code, fault]).toEqual([
        tool,
        args,
        'invalid_input',
        expect.objectContaining({ path: `/${name}`, allowed: expect.any(Array) }),
      ])
      expect([tool, args, fault?.did_you_mean]).toEqual([tool, args, meant])
    }
    // What there is finds what it finds, also nothing.
    for (const args of [{ stage: 'Demo' }, { priority: 'low' }, { tag: 'BIG', priority: 'low' }, { stage: 'proposal', priority: 'low' }])
      expect([args, (await call('list_deals', args)).deals]).toEqual([args, []])
    expect((await call('list_contacts', { tag: 'Press' })).contacts).toHaveLength(1)
  })

  it('refuse an id of no record that the caller sees', async () => {
    const { api, call, refused } = await begin()
    const { id } = await api.companies.create({ name: 'Acme', domain: 'acme.test' })
    const lists: readonly (readonly [tool: string, field: string])[] = [
      ['list_contacts', 'company_id'],
      ['list_companies', 'parent_company_id'],
      ['list_deals', 'contact_id'],
      ['list_deals', 'pipeline_id'],
      ['list_tasks', 'deal_id'],
      ['list_tasks', 'lead_id'],
      ['list_activities', 'company_id'],
      ['list_quotes', 'company_id'],
      ['list_orders', 'company_id'],
      ['list_invoices', 'company_id'],
      ['list_workflow_runs', 'workflow_id'],
      ['list_sync_runs', 'source_id'],
      ['list_emails', 'contact_id'],
    ]
    for (const [tool, field] of lists)
      expect([tool, field, (await refused(tool, { [field]: NOBODY })).errors]).toEqual([
        tool,
        field,
        [expect.objectContaining({ path: `/${field}`, code: 'unknown_record' })],
      ])
    for (const tool of ['list_contacts', 'list_deals', 'list_tasks', 'list_quotes'])
      expect(Object.values(await call(tool, { company_id: id }))).toContainEqual([])
  })

  it('take null and empty texts for arguments that are left out', async () => {
    const { api, call, refused } = await begin()
    const contact = await api.contacts.create({ email: 'ann@acme.test', title: 'Smith' })
    const deal = await api.deals.create({ name: 'Forge', amount: 5, close_date: '2026-05-01' })
    const none = {
      cursor: null,
      limit: null,
      sort: null,
      owner: null,
      stage: null,
      company_id: null,
      tag: null,
      fields: null,
      filter: null,
    }
    expect((await call('list_deals', none)).deals).toHaveLength(1)
    expect((await call('list_deals', { cursor: '', owner: ' ', stage: '', tag: '', close_from: '', rotting: null })).deals).toHaveLength(1)
    const filter = { field: 'name', op: 'eq', value: 'Forge', and: null, or: null, not: null }
    expect((await call('search_deals', { filter, sort: null, cursor: '' })).deals).toHaveLength(1)
    const unset = { and: [{ field: 'owner_email', op: 'is_set', value: null, not: null }], field: null, op: null, or: null, value: null }
    expect((await call('search_deals', { filter: { ...unset, value: undefined } })).deals).toHaveLength(1)
    expect(await call('create_deal', { name: 'Mill', amount: null, idempotency_key: null, tags: null })).toMatchObject({ amount: 0 })
    // In an update null clears what can be empty, and nothing else is guessed.
    expect(await call('update_contact', { id: contact.id, title: null, if_match: null, detail: null })).toMatchObject({
      email: 'ann@acme.test',
    })
    expect((await api.contacts.get({ id: contact.id })).title).toBeNull()
    expect((await refused('update_deal', { id: deal.id, name: null })).errors).toMatchObject([{ path: '/name' }])
    expect((await refused('get_deal', { id: null })).code).toBe('invalid_input')
  })
})
