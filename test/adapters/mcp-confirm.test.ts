import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { mcp } from 'rapport-crm/mcp'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../support/storages.ts'

import { clients, LegacyClient, LegacyTransport, problemOf, type Result } from './mcp-clients.ts'
import { modernRequest } from './mcp-wire.ts'

const everybody = { field: 'id', op: 'is_set' }

describeStorages('Tools that overwrite or delete much', (open) => {
  const begin = async (contacts: number) => {
    const { engine, api, clock } = await open()
    await api.contacts.bulkUpsert({ records: Array.from({ length: contacts }, (_, at) => ({ email: `p${at}@gmail.com`, title: 'CTO' })) })
    const { key } = await api.apiKeys.create({ name: 'Tools', scopes: ['mcp', 'read', 'write', 'delete'] })
    const server = mcp(engine, { clock })
    const client = await clients['client 2, automatic']!(server, { token: key ?? '' })
    const titles = async () => new Set((await api.contacts.list({ limit: 200 })).contacts.map(({ title }) => title))
    return { engine, clock, api, client, server, key: key ?? '', titles }
  }

  it('change nothing by a filter without conditions', async () => {
    const { client, titles } = await begin(2)
    for (const filter of [{ and: [] }, { or: [] }, {}])
      expect(problemOf(await client.call('bulk_update_contacts', { filter, set: { title: 'CEO' }, confirm: true }))).toMatchObject({
        code: 'invalid_input',
        errors: [{ path: '/filter', code: 'required' }],
      })
    expect(await titles()).toEqual(new Set(['CTO']))
  })

  it('ask before they change more than 20 records, and say how many', async () => {
    const { client, titles } = await begin(21)
    const args = { filter: everybody, set: { title: 'CEO' } }
    expect((await client.call('bulk_update_contacts', { ...args, dry_run: true })).structuredContent).toEqual({ matched: 21 })
    const refused = problemOf(await client.call('bulk_update_contacts', args))
    expect(refused).toMatchObject({ errors: [{ path: '/confirm', code: 'required', allowed: [true] }] })
    expect(refused.detail).toContain('21 records?')
    expect(await titles()).toEqual(new Set(['CTO']))
    expect((await client.call('bulk_update_contacts', { ...args, confirm: true })).structuredContent).toEqual({ matched: 21, updated: 21 })
    expect(await titles()).toEqual(new Set(['CEO']))
  })

  it('do at once what concerns few', async () => {
    const { client, titles } = await begin(20)
    const changed = await client.call('bulk_update_contacts', { filter: everybody, set: { title: 'CEO' } })
    expect(changed.structuredContent).toEqual({ matched: 20, updated: 20 })
    expect(await titles()).toEqual(new Set(['CEO']))
  })

  it('ask before they put many records into a list or a campaign', async () => {
    const { client, api } = await begin(21)
    const ids = (await api.contacts.list({ limit: 200 })).contacts.map(({ id }) => id)
    const list = await api.lists.create({ name: 'Some', object: 'contacts' })
    for (const whom of [{ ids }, { filter: everybody }]) {
      expect((await client.call('add_list_members', { id: list.id, ...whom, dry_run: true })).structuredContent).toEqual({ matched: 21 })
      const refused = problemOf(await client.call('add_list_members', { id: list.id, ...whom }))
      expect(refused).toMatchObject({ errors: [{ path: '/confirm', code: 'required' }] })
      expect(refused.detail).toMatch(/^Add to the list 21 records\?/)
    }
    // What the call itself would refuse, its dry run refuses.
    const unknown = { id: list.id, ids: [...ids, list.id], dry_run: true }
    expect(problemOf(await client.call('add_list_members', unknown))).toMatchObject({
      errors: [{ path: '/ids/21', code: 'unknown_record' }],
    })
    expect((await api.lists.get({ id: list.id })).members_count).toBe(0)
    const added = await client.call('add_list_members', { id: list.id, filter: everybody, confirm: true })
    expect(added.structuredContent).toEqual({ matched: 21, added: 21 })
    const campaign = await api.campaigns.create({
      name: 'C',
      subject: 'Hi',
      text: 'Hello',
      kind: 'recurring',
      audience: {},
      schedule: { frequency: 'daily', time: '08:00' },
    })
    const refused = problemOf(await client.call('add_to_campaign', { id: campaign.id, ids }))
    expect(refused).toMatchObject({ errors: [{ path: '/confirm', code: 'required' }] })
    expect(refused.detail).toMatch(/^Subscribe to the campaign 21 records\?/)
    expect((await client.call('add_to_campaign', { id: campaign.id, ids: ids.slice(0, 1) })).isError).toBeFalsy()
    expect((await client.call('add_to_campaign', { id: campaign.id, ids, confirm: true })).structuredContent).toMatchObject({
      results: { length: 21 },
    })
  })

  it('delete a record softly without asking, and for good only when that is confirmed', async () => {
    const { client, api } = await begin(1)
    const [found] = (await api.contacts.list({})).contacts
    const { id = '' } = found ?? {}
    expect(problemOf(await client.call('delete_contact', { id, purge: true }))).toMatchObject({ errors: [{ path: '/confirm' }] })
    expect((await client.call('delete_contact', { id })).isError).toBeFalsy()
    expect(await api.contacts.restore({ id })).toMatchObject({ title: 'CTO' })
    expect((await client.call('delete_contact', { id, purge: true, confirm: true })).isError).toBeFalsy()
    await expect(api.contacts.restore({ id })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('ask the user through a client that can, and change nothing if the answer is no', async () => {
    const { server, key, titles } = await begin(21)
    const ask = async (more: object): Promise<any> => {
      const params = { name: 'bulk_update_contacts', arguments: { filter: everybody, set: { title: 'CEO' } }, ...more }
      const response = await server.fetch(modernRequest('tools/call', params, { token: key, capabilities: { elicitation: {} } }))
      return ((await response.json()) as { result: unknown }).result
    }
    const asked = await ask({})
    expect(asked).toMatchObject({ resultType: 'input_required', inputRequests: { confirm: { method: 'elicitation/create' } } })
    expect(asked.inputRequests.confirm.params.message).toContain('21 records?')
    expect(await ask({ inputResponses: { confirm: { action: 'decline' } } })).toMatchObject({ isError: true })
    expect(await titles()).toEqual(new Set(['CTO']))
    const done = await ask({
      inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
      requestState: asked.requestState,
    })
    expect(done).toMatchObject({ structuredContent: { matched: 21, updated: 21 } })
  })

  it('take the answer to their own question only, of ten minutes at most, from whom they have asked', async () => {
    const { server, key, api, engine, clock, titles } = await begin(21)
    const title = { filter: everybody, set: { title: 'CEO' } }
    const yes = { inputResponses: { confirm: { action: 'accept', content: { confirm: true } } } }
    const ask = async (more: object, args: object = title, token = key, at = server, name = 'bulk_update_contacts'): Promise<any> => {
      const params = { name, arguments: args, ...more }
      return await (await at.fetch(modernRequest('tools/call', params, { token, capabilities: { elicitation: {} } }))).json()
    }
    const { requestState } = (await ask({})).result
    const refused = { error: { code: -32602 } }
    expect(await ask(yes)).toMatchObject(refused)
    for (const state of ['', 'x', `${requestState}x`, requestState.replace(/^\d/, '9'), requestState.slice(0, -1)])
      expect([state, await ask({ ...yes, requestState: state })]).toMatchObject([state, refused])
    expect(await ask({ ...yes, requestState }, { ...title, set: { title: 'CFO' } })).toMatchObject(refused)
    expect(await ask({ ...yes, requestState }, {}, key, server, 'list_users')).toMatchObject(refused)
    const { email } = await api.users.invite({ email: 'eve@acme.test', role: 'admin' })
    const hers = await engine.as({ ...ada, user: email }).apiKeys.create({ name: 'Hers', scopes: ['mcp', 'read', 'write'] })
    expect(await ask({ ...yes, requestState }, title, hers.key ?? '')).toMatchObject(refused)
    // The lean surface refuses it in the same way.
    const lean = { tool: 'bulk_update_contacts', arguments: title }
    expect(await ask({ ...yes, requestState: `${requestState}x` }, lean, key, server, 'crm_delete')).toMatchObject(refused)
    expect(await titles()).toEqual(new Set(['CTO']))
    clock.advance(600_000)
    expect(await ask({ ...yes, requestState })).toMatchObject({ error: { code: -32602, message: expect.stringContaining('ten minutes') } })
    const { requestState: next } = (await ask({})).result
    clock.advance(599_999)
    // Another process knows it as well, and the order of arguments says nothing.
    const other = mcp(engine, { clock })
    const reordered = { set: { title: 'CEO' }, filter: { op: 'is_set', field: 'id' } }
    expect(await ask({ ...yes, requestState: next }, reordered, key, other)).toMatchObject({
      result: { structuredContent: { updated: 21 } },
    })
  })

  it('ask the user of a session of older revisions, too, where its client can', async () => {
    const { engine, key, titles } = await begin(21)
    const server = mcp(engine, { legacySessions: true })
    const args = { filter: everybody, set: { title: 'CEO' } }
    const connect = async (answer?: () => Promise<object>) => {
      const client = new LegacyClient({ name: 'test', version: '1' }, { capabilities: answer ? { elicitation: {} } : {} })
      const asked: string[] = []
      if (answer)
        client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
          asked.push(params.message)
          return await answer()
        })
      const wire = {
        fetch: (url: string | URL, init?: RequestInit) => server.fetch(new Request(url, init)),
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      }
      await client.connect(new LegacyTransport(new URL('http://localhost/mcp'), wire) as any)
      return { asked, call: async () => (await client.callTool({ name: 'bulk_update_contacts', arguments: args })) as Result }
    }
    expect(problemOf(await (await connect()).call())).toMatchObject({ errors: [{ path: '/confirm', code: 'required' }] })
    const no = await connect(async () => ({ action: 'decline' }))
    expect(problemOf(await no.call())).toMatchObject({ errors: [{ path: '/confirm', code: 'declined' }] })
    expect(no.asked).toEqual([expect.stringContaining('21 records?')])
    const broken = await connect(() => Promise.reject(new Error('nobody is here')))
    expect(problemOf(await broken.call())).toMatchObject({ errors: [{ path: '/confirm', code: 'required' }] })
    expect(await titles()).toEqual(new Set(['CTO']))
    const yes = await connect(async () => ({ action: 'accept', content: { confirm: true } }))
    expect((await yes.call()).structuredContent).toEqual({ matched: 21, updated: 21 })
    await server.close()
  })

  it('ask before they write to many people, whom they count by ids, list or filter', async () => {
    const { client, api } = await begin(21)
    const ids = (await api.contacts.list({ limit: 200 })).contacts.map(({ id }) => id)
    const list = await api.lists.create({ name: 'All', object: 'contacts', ids })
    const sequence = await api.sequences.create({ name: 'S', steps: [{ type: 'email', subject: 'Hi', body: 'Hello' }] })
    await api.sequences.activate({ id: sequence.id })
    const workflow = await api.workflows.create({
      name: 'W',
      trigger: { type: 'workflow.enrolled' },
      steps: [{ type: 'stop', config: {} }],
    })
    await api.workflows.activate({ id: workflow.id })
    for (const [tool, { id }] of [
      ['enroll_in_sequence', sequence],
      ['enroll_in_workflow', workflow],
    ] as const) {
      for (const whom of [{ ids }, { list_id: list.id }, { filter: everybody }]) {
        expect((await client.call(tool, { id, ...whom, dry_run: true })).structuredContent).toEqual({ results: [], matched: 21 })
        const refused = problemOf(await client.call(tool, { id, ...whom }))
        expect(refused).toMatchObject({ errors: [{ path: '/confirm', code: 'required' }] })
        expect(refused.detail).toMatch(/^Enroll in the (sequence|workflow) 21 records\?/)
      }
      expect(problemOf(await client.call(tool, { id, dry_run: true }))).toMatchObject({ errors: [{ path: '/ids', code: 'required' }] })
      expect((await client.call(tool, { id, ids: ids.slice(0, 1) })).structuredContent).toMatchObject({ results: [{}] })
      expect((await client.call(tool, { id, list_id: 'All', confirm: true })).structuredContent).toMatchObject({ results: { length: 21 } })
    }
    const smtp = { host: 'smtp.acme.example', port: 587, security: 'starttls' as const, user: 'ada', password: 'secret' }
    await api.mailboxes.create({ address: 'ada@acme.example', smtp })
    const campaign = await api.campaigns.create({ name: 'C', subject: 'Hi', text: 'Hello', audience: { list_ids: [list.id] } })
    expect(problemOf(await client.call('schedule_campaign', { id: campaign.id }))).toMatchObject({
      detail: expect.stringMatching(/^Send this campaign to \d+ contacts\?/),
      errors: [{ path: '/confirm', code: 'required' }],
    })
    expect(await api.campaigns.get({ id: campaign.id })).toMatchObject({ status: 'draft' })
  })

  it('are marked as destructive, as are all that delete', async () => {
    const { client } = await begin(0)
    const marked = (await client.list()).filter(({ annotations }) => annotations.destructiveHint).map(({ name }) => name as string)
    expect(marked).toEqual(
      expect.arrayContaining([
        'delete_contact',
        'bulk_update_contacts',
        'bulk_update_deals',
        'bulk_upsert_contacts',
        'merge_contacts',
        'assign_tags',
      ]),
    )
  })
})
