import { http } from 'rapport-crm/http'
import { mcp } from 'rapport-crm/mcp'
import { expect, it } from 'vitest'
import { clients, problemOf } from '../../adapters/mcp-clients.ts'
import { describeStorages } from '../../support/storages.ts'

type Json = Record<string, any>

describeStorages('Days that are named as people do', (open) => {
  // Friday, half past one in the afternoon in New York.
  const now = new Date('2026-01-16T18:30:00Z')
  const begin = async () => {
    const { engine, api, clock } = await open()
    clock.set(now)
    await api.organization.update({ timezone: 'America/New_York' })
    const { key } = await api.apiKeys.create({ name: 'Tools', scopes: ['mcp', 'read', 'write'] })
    const client = await clients['client 2, automatic']!(mcp(engine), { token: key ?? '' })
    const tool = async (name: string, args: Json) => {
      const result = await client.call(name, args)
      expect([name, args, result.isError ? problemOf(result) : null]).toEqual([name, args, null])
      return result.structuredContent as any
    }
    const refused = async (name: string, args: Json) => problemOf(await client.call(name, args))
    const { fetch } = http(engine)
    const rest = async (method: string, path: string, body?: Json): Promise<Json> => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const response = await fetch(new Request(`http://crm.test/api/v1${path}`, sent))
      return { status: response.status, ...((await response.json()) as Json) }
    }
    return { api, clock, tool, refused, rest }
  }

  it('are written by the time zone of the organization, at the time of day that it is or at the one that is named', async () => {
    const { api, tool, rest } = await begin()
    for (const [word, meant] of [
      ['today', '2026-01-16T18:30:00.000Z'],
      ['Tomorrow', '2026-01-17T18:30:00.000Z'],
      ['next friday', '2026-01-23T18:30:00.000Z'],
      ['in 2 weeks', '2026-01-30T18:30:00.000Z'],
      ['-14d', '2026-01-02T18:30:00.000Z'],
      ['end of month', '2026-01-31T18:30:00.000Z'],
      ['monday 15:00', '2026-01-19T20:00:00.000Z'],
      ['tomorrow at 9am', '2026-01-17T14:00:00.000Z'],
      ['next friday, 12:15 pm', '2026-01-23T17:15:00.000Z'],
      // Clocks go forward in between.
      ['+60d', '2026-03-17T17:30:00.000Z'],
    ] as const) {
      expect([word, (await tool('create_task', { title: 'T', due_at: word })).due_at]).toEqual([word, meant])
      expect([word, (await rest('POST', '/tasks', { title: 'T', due_at: word }))['due_at']]).toEqual([word, meant])
    }
    expect(await tool('create_deal', { name: 'D', close_date: 'end of month' })).toMatchObject({ close_date: '2026-01-31' })
    const { results } = await api.deals.bulkUpsert({
      records: [
        { name: 'B', close_date: 'next friday' },
        { name: 'C', close_date: 'next month' },
      ],
    })
    expect(await api.deals.get({ id: results[0]!.id! })).toMatchObject({ close_date: '2026-01-23' })
    expect(results[1]).toMatchObject({ status: 'rejected' })
  })

  it('are refused where a period is written, with its first and last day, and where nothing is meant', async () => {
    const { refused, rest } = await begin()
    const several = { path: '/close_date', code: 'ambiguous', allowed: ['2026-02-01', '2026-02-28'] }
    expect((await refused('create_deal', { name: 'D', close_date: 'next month' })).errors).toMatchObject([several])
    expect(await rest('POST', '/deals', { name: 'D', close_date: 'next month' })).toMatchObject({ status: 422, errors: [several] })
    for (const word of ['someday', 'tomorrow 25:00', 'friday 13 pm', 'next'])
      expect((await refused('create_task', { title: 'T', due_at: word })).errors).toMatchObject([
        { path: '/due_at', code: 'invalid_format' },
      ])
    // A day has no time.
    expect((await refused('create_deal', { name: 'D', close_date: 'friday 15:00' })).errors).toMatchObject([{ code: 'invalid_format' }])
  })

  it('filter lists from their beginning, and up to their end', async () => {
    const { api, tool, rest } = await begin()
    for (const due_at of ['2026-01-15T12:00:00Z', '2026-01-16T12:00:00Z', '2026-01-17T12:00:00Z', '2026-01-25T12:00:00Z'])
      await api.tasks.create({ title: due_at.slice(0, 10), due_at })
    const titles = ({ tasks }: Json) => tasks.map(({ title }: Json) => title).toSorted()
    for (const [query, found] of [
      ['due_before=today', ['2026-01-15']],
      ['due_before=tomorrow', ['2026-01-15', '2026-01-16']],
      ['due_from=next week', ['2026-01-25']],
      ['due_from=-1d&due_before=in 1 day', ['2026-01-15', '2026-01-16']],
      ['updated_since=tomorrow', []],
    ] as const) {
      expect([query, titles(await rest('GET', `/tasks?${query.replaceAll(' ', '%20')}`))]).toEqual([query, found])
      expect([query, titles(await tool('list_tasks', Object.fromEntries(new URLSearchParams(query))))]).toEqual([query, found])
    }
    for (const close_date of ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'])
      await api.deals.create({ name: close_date, close_date })
    const { deals } = await rest('GET', '/deals?close_from=next%20month&close_to=next%20month')
    expect(deals.map(({ name }: Json) => name).toSorted()).toEqual(['2026-02-01', '2026-02-28'])
    const filter = {
      and: [
        { field: 'close_date', op: 'gt', value: 'end of month' },
        { field: 'close_date', op: 'lt', value: 'end of next month' },
      ],
    }
    expect((await tool('search_deals', { filter })).deals).toMatchObject([{ name: '2026-02-01' }])
  })

  it('mean the same under an idempotency key when it is repeated on another day', async () => {
    const { api, clock } = await begin()
    const input = { title: 'T', due_at: 'tomorrow' }
    const first = await api.tasks.create(input, { idempotencyKey: 'once' })
    clock.advance('20 hours')
    expect(await api.tasks.create(input, { idempotencyKey: 'once' })).toEqual(first)
  })
})
