import { http } from 'rapport-crm/http'
import { mcp } from 'rapport-crm/mcp'
import { expect, it } from 'vitest'
import { describeStorages } from '../support/storages.ts'
import { clients, problemOf } from './mcp-clients.ts'

type Args = Record<string, unknown>

describeStorages('What a write has come to', (open) => {
  const begin = async () => {
    const { engine, api } = await open()
    // With toolsets, clients judge answers by the output schemas.
    const path = '?toolsets=sales,quotes'
    const { key } = await api.apiKeys.create({ name: 'Tools', scopes: ['mcp', 'read', 'write'] })
    const client = await clients['client 2, automatic']!(mcp(engine), { token: key ?? '', path })
    await client.list()
    const call = async (tool: string, args: Args) => {
      const result = await client.call(tool, args)
      expect([tool, args, result.isError ? problemOf(result) : null]).toEqual([tool, args, null])
      // What a model reads says the same as what a program reads.
      expect(JSON.parse(result.content[0]!.text)).toMatchObject(said(result.structuredContent))
      return result.structuredContent as any
    }
    return { engine, api, key, call }
  }
  const said = ({ created, matched, changed }: any) => JSON.parse(JSON.stringify({ created, matched, changed }))

  it('is said by tools: a new record, or by what an existing one was matched and which of its fields have changed', async () => {
    const { call } = await begin()
    expect(said(await call('create_contact', { email: 'ada@gmail.com', first_name: 'Ada', title: 'CTO' }))).toEqual({ created: true })
    const matched = await call('create_contact', { email: 'ADA@gmail.com', first_name: 'Augusta', title: 'CTO' })
    expect(matched).toMatchObject({ first_name: 'Augusta', created: false, matched: 'email', changed: ['first_name'] })
    expect(said(await call('create_contact', { email: 'ada@gmail.com' }))).toEqual({ created: false, matched: 'email', changed: [] })
    const concise = await call('create_contact', { email: 'ada@gmail.com', title: 'CEO', detail: 'concise' })
    expect(said(concise)).toEqual({ created: false, matched: 'email', changed: ['title'] })
  })

  it('is said of every key: domain, number, sku, external id', async () => {
    const { call } = await begin()
    const external_ids = [{ provider: 'custom:erp', id: '7' }]
    const line = { name: 'Oil', quantity: 1, unit_price: 5 }
    for (const [tool, first, second, outcome] of [
      [
        'create_company',
        { name: 'Acme', domain: 'acme-works.com' },
        { name: 'Acme', domain: 'acme-works.com', tier: 'A' },
        ['domain', ['tier']],
      ],
      ['create_product', { sku: 'A1', name: 'Anvil', price: 5 }, { sku: 'A1', name: 'Anvil', price: 6 }, ['sku', ['price']]],
      ['create_deal', { name: 'Forge', external_ids }, { name: 'Forge', external_ids, next_step: 'Call' }, ['external_id', ['next_step']]],
      ['create_task', { title: 'Call', external_ids }, { title: 'Ring', external_ids }, ['external_id', ['title']]],
      ['create_quote', { number: 'Q-1', lines: [line] }, { number: 'Q-1', title: 'Oil', lines: [line] }, ['number', ['title']]],
    ] as const) {
      expect([tool, said(await call(tool, first))]).toEqual([tool, { created: true }])
      expect([tool, said(await call(tool, second))]).toEqual([tool, { created: false, matched: outcome[0], changed: outcome[1] }])
    }
  })

  it('is said of updates by their fields, and of a repetition that it is one', async () => {
    const { call } = await begin()
    const { id } = await call('create_deal', { name: 'Forge', amount: 5 })
    expect(said(await call('update_deal', { id, amount: 5, next_step: 'Call' }))).toEqual({ changed: ['next_step'] })
    const moved = await call('update_deal', { id, stage_id: 'demo', detail: 'concise' })
    expect(moved.changed).toEqual(expect.arrayContaining(['stage_id', 'probability']))
    const once = { title: 'Call', idempotency_key: 'once' }
    expect((await call('create_task', once)).replayed).toBeUndefined()
    expect(await call('create_task', once)).toMatchObject({ created: true, replayed: true })
  })

  it('is said by REST in headers, and the body stays the record', async () => {
    const { engine, key, api } = await begin()
    const { fetch } = http(engine)
    const post = async (body: object) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      return await fetch(new Request('http://crm.test/api/v1/contacts', { method: 'POST', headers, body: JSON.stringify(body) }))
    }
    const first = await post({ email: 'ada@gmail.com' })
    expect([first.status, first.headers.get('x-matched'), first.headers.get('x-changed')]).toEqual([201, null, null])
    const second = await post({ email: 'ada@gmail.com', first_name: 'Ada', title: 'CTO' })
    expect([second.status, second.headers.get('x-matched')]).toEqual([200, 'email'])
    expect(second.headers.get('x-changed')?.split(', ').toSorted()).toEqual(['first_name', 'title'])
    const record = (await second.json()) as { id: string }
    expect(record).toEqual(await api.contacts.get({ id: record.id }))
  })

  it('has in concise answers what the next call needs', async () => {
    const { api, call } = await begin()
    const quote = await call('create_quote', { lines: [{ name: 'Oil', quantity: 1, unit_price: 5 }] })
    const sent = await call('send_quote', { id: quote.id, detail: 'concise' })
    expect(sent).toMatchObject({ status: 'sent', public_url: expect.stringContaining('/q/') })
    expect(sent).not.toHaveProperty('lines')
    const { id } = await call('create_task', { title: 'Call' })
    const done = await call('complete_task', { id, follow_up: { title: 'Call again' }, detail: 'concise' })
    expect(done).toMatchObject({ status: 'completed', follow_up: { title: 'Call again', status: 'open' } })
    expect(done.follow_up).not.toHaveProperty('user_from')
    const [ada, augusta] = [await api.contacts.create({ first_name: 'Ada' }), await api.contacts.create({ first_name: 'Augusta' })]
    const { merge_id } = await call('merge_contacts', { id: ada.id, merge_ids: [augusta.id], detail: 'concise' })
    expect((await call('list_merges', {})).merges).toMatchObject([{ id: merge_id }])
    await call('undo_merge', { id: merge_id })
    expect(await api.contacts.get({ id: augusta.id })).toMatchObject({ first_name: 'Augusta' })
  })
})
