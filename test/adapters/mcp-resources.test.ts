import { type Engine, plugin } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { mcp } from 'rapport-crm/mcp'
import { expect, it } from 'vitest'
import { describeStorages } from '../support/storages.ts'
import { conformanceFixtures } from '../quality/conformance/fixtures/index.ts'
import { legacyRequest, modernRequest } from './mcp-wire.ts'

interface Answer {
  readonly status: number
  readonly result?: any
  readonly error?: { readonly code: number; readonly message: string; readonly data?: any }
}

const eras = { '2026-07-28': modernRequest, '2025-11-25': legacyRequest } as const
const NOT_FOUND = { '2026-07-28': -32602, '2025-11-25': -32002 } as const
const unknown = '018f3c1e-7b1a-7c3d-9e2f-000000000000'

/** What asks a server in one era, with one key. */
function asker(server: ReturnType<typeof mcp>, era: keyof typeof eras, token: string, path = '') {
  return async (method: string, params: Record<string, unknown> = {}): Promise<Answer> => {
    const response = await server.fetch(eras[era](method, params, { token, path }))
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('event-stream') ? text.split('data: ').at(-1)! : text
    return { status: response.status, ...JSON.parse(json) }
  }
}

async function keyOf(engine: Engine, user: string, scopes: readonly any[], organization = 'acme'): Promise<string> {
  return (await engine.access.createKey({ organization, user, name: 'Test', scopes })).key
}

describeStorages('Resources', (open) => {
  async function opened() {
    const { engine, api, clock } = await open({ rateLimit: 100_000 })
    await engine.access.createOrganization({ id: 'acme', admin: 'ada@acme.test' })
    await engine.access.createOrganization({ id: 'other', admin: 'eve@other.test' })
    const bob = await api.users.invite({ email: 'bob@acme.test', visibility: 'own' })
    const company = await api.companies.create({ name: 'Northwind', domain: 'northwind.example' })
    const contact = await api.contacts.create({ email: 'anna@northwind.example', first_name: 'Anna', last_name: 'Martin' })
    const keys = {
      all: await keyOf(engine, 'ada@acme.test', ['mcp', 'read', 'write', 'delete']),
      withoutRead: await keyOf(engine, 'ada@acme.test', ['mcp', 'write']),
      own: await keyOf(engine, 'bob@acme.test', ['mcp', 'read']),
      foreign: await keyOf(engine, 'eve@other.test', ['mcp', 'read'], 'other'),
    }
    return { engine, api, clock, bob, company, contact, keys, server: mcp(engine), rest: http(engine) }
  }

  it.each(Object.keys(eras) as (keyof typeof eras)[])('are what REST answers, byte by byte (%s)', async (era) => {
    const { server, rest, keys, contact, company } = await opened()
    const ask = asker(server, era, keys.all)
    const addresses = {
      'crm://catalog': '/catalog',
      'crm://schema/contacts': '/schema/contacts',
      [`crm://contacts/${contact.id}`]: `/contacts/${contact.id}`,
      [`crm://companies/${company.id}`]: `/companies/${company.id}`,
    }
    for (const [uri, path] of Object.entries(addresses)) {
      const { result } = await ask('resources/read', { uri })
      const answer = await rest.fetch(new Request(`http://localhost/api/v1${path}`, { headers: { authorization: `Bearer ${keys.all}` } }))
      expect(result.contents).toEqual([{ uri, mimeType: 'application/json', text: await answer.text() }])
      expect(result.cacheScope).toBe(era === '2026-07-28' ? 'private' : undefined)
      expect(result.ttlMs).toBe(era === '2026-07-28' ? (uri === 'crm://catalog' ? 300_000 : 0) : undefined)
    }
  })

  it.each(Object.keys(eras) as (keyof typeof eras)[])('are listed in the same order every time, with their templates (%s)', async (era) => {
    const { server, keys } = await opened()
    const ask = asker(server, era, keys.all)
    const { result } = await ask('resources/list')
    const uris = result.resources.map(({ uri }: { uri: string }) => uri)
    expect(uris[0]).toBe('crm://catalog')
    expect(uris).toEqual(expect.arrayContaining(['crm://schema/contacts', 'crm://schema/credit_notes']))
    expect((await ask('resources/list')).result).toEqual(result)
    const { result: templates } = await ask('resources/templates/list')
    expect(templates.resourceTemplates.map(({ uriTemplate }: any) => uriTemplate)).toEqual(['crm://schema/{object}', 'crm://{object}/{id}'])
    // Every address that is listed can be read.
    for (const uri of uris) expect([uri, (await ask('resources/read', { uri })).error]).toEqual([uri, undefined])
    // All are on the first page.
    for (const list of ['resources/list', 'resources/templates/list', 'prompts/list', 'tools/list'])
      expect([list, (await ask(list, { cursor: 'x' })).error?.code, (await ask(list, {})).error]).toEqual([list, -32602, undefined])
    if (era === '2026-07-28') expect(result).toMatchObject({ ttlMs: 300_000, cacheScope: 'private', resultType: 'complete' })
  })

  it.each(Object.keys(eras) as (keyof typeof eras)[])(
    'are not found by those who may not see them, like those that do not exist (%s)',
    async (era) => {
      const { api, server, keys, contact } = await opened()
      const own = await api.contacts.create({ email: 'own@northwind.example', assigned_to: 'bob@acme.test' })
      const read = (key: string, uri: string) => asker(server, era, key)('resources/read', { uri })
      const missing = async (key: string, uri: string) => {
        const { error } = await read(key, uri)
        expect(error).toEqual({ code: NOT_FOUND[era], message: error!.message, data: { uri } })
        return error!.message
      }
      const said = new Set([
        await missing(keys.own, `crm://contacts/${contact.id}`),
        await missing(keys.foreign, `crm://contacts/${contact.id}`),
        await missing(keys.all, `crm://contacts/${unknown}`),
        await missing(keys.all, 'crm://contacts/7'),
        await missing(keys.all, `crm://nothing/${unknown}`),
        await missing(keys.all, 'crm://schema/nothing'),
        await missing(keys.all, `crm://contacts/${contact.id}/timeline`),
        await missing(keys.all, `crm://contacts/..%2f${contact.id}`),
        await missing(keys.all, 'file:///etc/passwd'),
      ])
      expect(said.size).toBe(1)
      expect((await read(keys.own, `crm://contacts/${own.id}`)).result.contents).toHaveLength(1)
    },
  )

  it.each(Object.keys(eras) as (keyof typeof eras)[])('need the scope read, but for the catalog (%s)', async (era) => {
    const { server, keys, contact } = await opened()
    const ask = asker(server, era, keys.withoutRead)
    for (const uri of [`crm://contacts/${contact.id}`, `crm://contacts/${unknown}`, 'crm://schema/contacts'])
      expect((await ask('resources/read', { uri })).error?.data).toMatchObject({ code: 'insufficient_scope', scopes: ['read'] })
    expect((await ask('resources/read', { uri: 'crm://catalog' })).error).toBeUndefined()
    expect((await ask('resources/list')).result.resources.map(({ uri }: any) => uri)).toEqual(['crm://catalog'])
    expect((await ask('resources/templates/list')).result.resourceTemplates).toEqual([])
    expect((await ask('prompts/list')).result.prompts).toEqual([])
  })

  it('are limited by the toolsets of the address and of the server', async () => {
    const { engine, server, keys, contact } = await opened()
    const uri = `crm://contacts/${contact.id}`
    expect((await asker(server, '2026-07-28', keys.all, '?toolsets=quotes')('resources/read', { uri })).error?.code).toBe(-32602)
    expect((await asker(server, '2026-07-28', keys.all, '?toolsets=sales')('resources/read', { uri })).error).toBeUndefined()
    const narrow = mcp(engine, { toolsets: ['quotes'] })
    expect((await asker(narrow, '2026-07-28', keys.all)('resources/read', { uri })).error?.code).toBe(-32602)
  })

  it('count against the budget of the key, which a 429 ends', async () => {
    const { engine } = await open({ rateLimit: 3 })
    await engine.access.createOrganization({ id: 'acme', admin: 'ada@acme.test' })
    const key = await keyOf(engine, 'ada@acme.test', ['mcp', 'read'])
    const read = () => mcp(engine).fetch(modernRequest('resources/read', { uri: 'crm://schema/contacts' }, { token: key }))
    const statuses = []
    for (let n = 0; n < 4; n += 1) statuses.push((await read()).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const refused = await read()
    expect([refused.headers.get('retry-after'), refused.headers.get('ratelimit-remaining')]).toEqual(['60', '0'])
  })

  it.each(Object.keys(eras) as (keyof typeof eras)[])(
    'are completed with what the caller may see, and no more than 20 (%s)',
    async (era) => {
      const { api, server, keys, contact, company } = await opened()
      await api.contacts.bulkUpsert({
        records: Array.from({ length: 30 }, (_, at) => ({ email: `p${at}@many.example`, first_name: 'Many' })),
      })
      const complete = async (key: string, name: string, value: string, object?: string, template = 'crm://{object}/{id}') => {
        const asked = { ref: { type: 'ref/resource', uri: template }, argument: { name, value } }
        const context = object === undefined ? {} : { context: { arguments: { object } } }
        return await asker(server, era, key)('completion/complete', { ...asked, ...context })
      }
      const values = async (...asked: Parameters<typeof complete>) => (await complete(...asked)).result.completion.values
      expect(await values(keys.all, 'object', 'con')).toEqual(['contacts'])
      expect(await values(keys.all, 'object', 'credit', undefined, 'crm://schema/{object}')).toEqual(['credit_notes'])
      expect(await values(keys.all, 'id', 'martin', 'contacts')).toEqual([contact.id])
      expect(await values(keys.all, 'id', contact.id, 'contacts')).toEqual([contact.id])
      expect(await values(keys.all, 'id', '', 'companies')).toContain(company.id)
      expect(await values(keys.all, 'id', company.id.slice(0, 30), 'companies')).toEqual([company.id])
      expect(await values(keys.all, 'id', 'nobody', 'contacts')).toEqual([])
      expect(await values(keys.all, 'id', 'ada', 'users')).toHaveLength(1)
      expect((await complete(keys.all, 'id', '', 'contacts')).result.completion).toMatchObject({ hasMore: true, values: { length: 20 } })
      // What a caller does not see is not completed.
      expect(await values(keys.own, 'id', 'martin', 'contacts')).toEqual([])
      expect(await values(keys.own, 'id', contact.id, 'contacts')).toEqual([])
      expect(await values(keys.foreign, 'id', '', 'contacts')).toEqual([])
      expect(await values(keys.foreign, 'id', contact.id, 'contacts')).toEqual([])
      expect(await values(keys.withoutRead, 'id', 'martin', 'contacts')).toEqual([])
      expect(await values(keys.withoutRead, 'object', '')).toEqual([])
      expect((await complete(keys.all, 'colour', '')).error).toMatchObject({ code: -32602 })
      expect((await complete(keys.all, 'id', '', 'contacts', 'test://nothing/{id}')).error).toMatchObject({ code: -32602 })
    },
  )

  it('stand beside those of an extension, which keeps its own addresses and names', async () => {
    const { engine, keys } = await opened()
    const ask = asker(mcp(engine, { extensions: [conformanceFixtures] }), '2026-07-28', keys.all)
    const uris = (await ask('resources/list')).result.resources.map(({ uri }: any) => uri)
    expect(uris).toEqual(expect.arrayContaining(['crm://catalog', 'test://static-text']))
    expect((await ask('resources/read', { uri: 'test://static-text' })).result.contents).toHaveLength(1)
    const names = (await ask('prompts/list')).result.prompts.map(({ name }: any) => name)
    expect(names).toEqual(expect.arrayContaining(['prepare_call', 'test_simple_prompt']))
    expect((await ask('prompts/get', { name: 'test_simple_prompt' })).result.messages).toHaveLength(1)
    const asked = { ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' }, argument: { name: 'arg1', value: 'par' } }
    expect((await ask('completion/complete', asked)).result.completion.values).toContain('paris')
  })
})

describeStorages('Prompts', (open) => {
  async function opened() {
    const { engine, api } = await open({ rateLimit: 100_000 })
    await engine.access.createOrganization({ id: 'acme', admin: 'ada@acme.test' })
    await engine.access.createOrganization({ id: 'other', admin: 'eve@other.test' })
    await api.users.invite({ email: 'bob@acme.test', visibility: 'own' })
    const contact = await api.contacts.create({ email: 'anna@northwind.example', first_name: 'Anna', last_name: 'Martin' })
    const deal = await api.deals.create({ name: 'Renewal', amount: 1000, primary_lead_id: contact.id })
    await api.tasks.create({ title: 'Send the contract', contact_id: contact.id, deal_id: deal.id })
    await api.quotes.create({ deal_id: deal.id, lines: [{ name: 'Licence', quantity: 1, unit_price: 1000 }] })
    const keys = {
      all: await keyOf(engine, 'ada@acme.test', ['mcp', 'read']),
      own: await keyOf(engine, 'bob@acme.test', ['mcp', 'read']),
      foreign: await keyOf(engine, 'eve@other.test', ['mcp', 'read'], 'other'),
    }
    return { engine, api, contact, deal, keys, server: mcp(engine) }
  }

  it.each(Object.keys(eras) as (keyof typeof eras)[])('show the records that they need, and end with the task (%s)', async (era) => {
    const { api, server, keys, contact, deal } = await opened()
    const ask = asker(server, era, keys.all)
    const { result: listed } = await ask('prompts/list')
    expect(listed.prompts.map(({ name }: any) => name).toSorted()).toEqual(['follow_up_quote', 'prepare_call', 'review_pipeline'])
    const { result: call } = await ask('prompts/get', { name: 'prepare_call', arguments: { contact: contact.id } })
    expect(call.messages[0].content.resource.uri).toBe(`crm://contacts/${contact.id}`)
    expect(JSON.parse(call.messages[0].content.resource.text)).toEqual(await api.contacts.get({ id: contact.id }))
    const said = call.messages.map(({ content }: any) => content.text ?? '').join('\n')
    expect(said).toContain('Send the contract')
    expect(said).toContain('Renewal')
    expect(call.messages.at(-1).content.text).toMatch(/^Prepare me for a call/)
    const followed = (await ask('prompts/get', { name: 'follow_up_quote', arguments: { deal: `Renewal (${deal.id})` } })).result
    expect(followed.messages[0].content.resource.uri).toBe(`crm://deals/${deal.id}`)
    expect(followed.messages[1].content.text).toContain('Quotes, newest first:\n{"quotes":[{')
    const review = (await ask('prompts/get', { name: 'review_pipeline' })).result
    expect(review.messages.map(({ content }: any) => content.text.split(':')[0])).toEqual([
      'Value by stage and owner',
      'Stuck deals',
      'Forecast',
      'Largest open deals',
      expect.stringMatching(/^Review this pipeline/),
    ])
    expect(review.messages[3].content.text).toContain('Renewal')
  })

  it.each(Object.keys(eras) as (keyof typeof eras)[])(
    'refuse what the caller does not see, and arguments that are none (%s)',
    async (era) => {
      const { server, keys, contact, deal } = await opened()
      const get = async (key: string, name: string, given: object) =>
        (await asker(server, era, key)('prompts/get', { name, arguments: given })).error
      expect(await get(keys.own, 'prepare_call', { contact: contact.id })).toMatchObject({ code: -32602 })
      expect(await get(keys.foreign, 'prepare_call', { contact: contact.id })).toMatchObject({ code: -32602 })
      expect(await get(keys.foreign, 'follow_up_quote', { deal: deal.id })).toMatchObject({ code: -32602 })
      expect((await get(keys.all, 'prepare_call', {}))?.message).toContain('needs contact')
      expect((await get(keys.all, 'prepare_call', { contact: contact.id, colour: 'red' }))?.message).toContain('takes no colour')
      expect((await get(keys.all, 'prepare_call', { contact: '../x' }))?.message).toContain('no record of contacts is called ../x')
      expect((await get(keys.all, 'sing', {}))?.message).toBe('Unknown prompt: sing')
      // Without an argument, only what the caller sees is shown.
      const { result } = await asker(server, era, keys.own)('prompts/get', { name: 'review_pipeline' })
      expect(JSON.stringify(result)).not.toContain('Renewal')
    },
  )

  it.each(Object.keys(eras) as (keyof typeof eras)[])(
    'complete their arguments with names that they take as they are (%s)',
    async (era) => {
      const { server, keys, contact, deal } = await opened()
      const complete = async (key: string, name: string, argument: string, value: string) =>
        await asker(server, era, key)('completion/complete', { ref: { type: 'ref/prompt', name }, argument: { name: argument, value } })
      const label = `Anna Martin (${contact.id})`
      expect((await complete(keys.all, 'prepare_call', 'contact', 'ann')).result.completion.values).toEqual([label])
      expect((await complete(keys.all, 'prepare_call', 'contact', label)).result.completion.values).toEqual([label])
      expect((await complete(keys.all, 'follow_up_quote', 'deal', '')).result.completion.values).toEqual([`Renewal (${deal.id})`])
      expect((await complete(keys.all, 'review_pipeline', 'pipeline', '')).result.completion.values).toHaveLength(1)
      expect((await complete(keys.own, 'prepare_call', 'contact', 'ann')).result.completion.values).toEqual([])
      expect((await complete(keys.all, 'prepare_call', 'colour', '')).error).toMatchObject({ code: -32602 })
      const taken = await asker(server, era, keys.all)('prompts/get', { name: 'prepare_call', arguments: { contact: label } })
      expect(taken.result.messages[0].content.resource.uri).toBe(`crm://contacts/${contact.id}`)
    },
  )

  it.each(Object.keys(eras) as (keyof typeof eras)[])('take their records by name, where one is meant (%s)', async (era) => {
    const { api, server, keys, contact, deal } = await opened()
    const get = async (key: string, name: string, given: object) => await asker(server, era, key)('prompts/get', { name, arguments: given })
    for (const called of ['anna martin', 'Anna', String(contact.primary_email)]) {
      const { result } = await get(keys.all, 'prepare_call', { contact: called, deal: 'Renewal' })
      const shown = result.messages.map(({ content }: any) => content.resource?.uri).filter(Boolean)
      expect(shown).toEqual([`crm://contacts/${contact.id}`, `crm://deals/${deal.id}`])
    }
    const other = await api.contacts.create({ first_name: 'Anna', last_name: 'Martinez' })
    expect((await get(keys.all, 'prepare_call', { contact: 'Anna Martin' })).result.messages).toBeDefined()
    const several = (await get(keys.all, 'prepare_call', { contact: 'Anna' })).error
    expect(several).toMatchObject({ code: -32602 })
    for (const { id } of [contact, other]) expect(several?.message).toContain(id)
    // Nobody learns of what they do not see.
    expect((await get(keys.own, 'prepare_call', { contact: 'Anna Martin' })).error).toMatchObject({
      code: -32602,
      message: 'contact: no record of contacts is called Anna Martin',
    })
  })

  it('stay below what a tool may show, however much there is', async () => {
    const { api, server, keys, contact, deal } = await opened()
    const text = 'Words that somebody has written down. '.repeat(200)
    await api.deals.update({ id: deal.id, description: text })
    await api.activities.bulkUpsert({
      records: Array.from({ length: 40 }, (_, at) => ({
        type: 'note' as const,
        subject: `Note ${at}`,
        body: text,
        contact_id: contact.id,
      })),
    })
    for (const [name, given] of Object.entries({ prepare_call: { contact: contact.id, deal: deal.id }, review_pipeline: {} })) {
      const { result } = await asker(server, '2026-07-28', keys.all)('prompts/get', { name, arguments: given })
      expect(JSON.stringify(result.messages).length).toBeLessThan(41_000)
      expect(result.messages.at(-1).content.text).toMatch(/^(Prepare|Review)/)
    }
  })

  it('are refused with the plugin that declares one badly', async () => {
    const prompt = { name: 'sing', title: 'Sing', description: 'Sings', arguments: {}, task: 'Sing' }
    const reads = [{ heading: 'All', operation: 'createContact', input: () => ({}) }]
    const { engine } = await open({ plugins: [plugin({ name: 'singing', version: '1.0.0', prompts: [{ ...prompt, reads }] })] })
    expect(() => mcp(engine)).toThrow('The prompt sing reads by createContact, which is no operation that only reads')
    const twice = { name: 'singing', version: '1.0.0', prompts: [{ ...prompt, name: 'prepare_call', reads: [] }] }
    await expect(open({ plugins: [plugin(twice)] })).rejects.toThrow('The prompt prepare_call is declared twice')
  })
})
