import { http } from 'rapport-crm/http'
import { mcp } from 'rapport-crm/mcp'
import { expect, it } from 'vitest'
import { clients, problemOf } from '../../adapters/mcp-clients.ts'
import { describeStorages } from '../../support/storages.ts'

type Json = Record<string, any>

describeStorages('A cursor', (open) => {
  const begin = async () => {
    const { engine, api } = await open()
    for (let at = 0; at < 5; at += 1) await api.deals.create({ name: `Deal ${at}`, amount: at, priority: at % 2 ? 'high' : 'low' })
    const { key } = await api.apiKeys.create({ name: 'Tools', scopes: ['mcp', 'read'] })
    const client = await clients['client 2, automatic']!(mcp(engine), { token: key ?? '' })
    const get = async (query: Json): Promise<Json> => {
      const headers = { authorization: `Bearer ${key}` }
      return (await (
        await http(engine).fetch(new Request(`http://crm.test/api/v1/deals?${new URLSearchParams(query)}`, { headers }))
      ).json()) as Json
    }
    return { api, client, get }
  }
  const wrong = { code: 'invalid_input', errors: [{ path: '/cursor', code: 'invalid_cursor' }] }

  it('goes on with the same filters alone, in whichever order they are given and whatever is shown', async () => {
    const { get, client } = await begin()
    const { deals, next_cursor: cursor } = await get({ priority: 'low', limit: 1 })
    expect(deals).toHaveLength(1)
    expect((await get({ cursor, limit: 5, fields: 'name', include: 'company', priority: 'low' }))['deals']).toHaveLength(2)
    for (const other of [{}, { priority: 'high' }, { priority: 'low', status: 'open' }, { priority: 'low', deleted: 'only' }]) {
      expect([other, await get({ ...other, cursor })]).toMatchObject([other, wrong])
      expect([other, problemOf(await client.call('list_deals', { ...other, cursor }))]).toMatchObject([other, wrong])
    }
  })

  it('of a search goes on with the same conditions and words alone', async () => {
    const { api } = await begin()
    const filter = { field: 'amount', op: 'gt', value: 1 } as const
    const { next_cursor } = await api.deals.search({ filter, limit: 1 })
    const cursor = next_cursor!
    expect((await api.deals.search({ filter, cursor, count: true })).deals).toHaveLength(2)
    for (const other of [{}, { filter: { ...filter, value: 2 } }, { filter, q: 'deal' }])
      await expect(api.deals.search({ ...other, cursor })).rejects.toMatchObject({ code: wrong.code, details: { errors: wrong.errors } })
  })
})
