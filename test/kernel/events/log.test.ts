import { group, operation, plugin } from 'rapport-crm'
import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { TestClock } from '../../support/clock.ts'
import { describeEveryStorage } from '../../support/storages.ts'
import { Endpoints, happen } from '../../integration/webhooks/lab.ts'

const fault = (code: string, path: string) => ({ code: 'invalid_input', details: { errors: [expect.objectContaining({ code, path })] } })

describeEveryStorage('the event log', (open) => {
  test('shows what happened, newest first, with exactly the fields of the contract, who made it happen and by which call', async () => {
    const { api, engine, clock } = await open()
    const { id } = await api.contacts.create({ email: 'ada@gmail.com', first_name: 'Ada' })
    clock.advance('1 minute')
    await api.contacts.update({ id, lifecycle_stage: 'customer' }, { requestId: 'call-2' })
    const { events, next_cursor } = await api.events.list()
    expect(next_cursor).toBeNull()
    expect(events.map(({ type }) => type)).toEqual(['contact.property_changed', 'contact.lifecycle_changed', 'contact.created'])
    expect(events[1]).toEqual({
      id: 2,
      type: 'contact.lifecycle_changed',
      entity_type: 'contact',
      entity_id: id,
      payload: expect.objectContaining({ id, name: 'Ada', from: null, to: 'customer' }),
      actor: { type: 'user', id: 'ada@acme.test', label: 'ada@acme.test' },
      request_id: 'call-2',
      created_at: '2026-01-15T09:01:00.000Z',
      processed_at: null,
    })
    clock.advance('1 second')
    await engine.tick()
    expect((await api.events.list()).events.map(({ processed_at }) => processed_at)).toEqual(Array(3).fill('2026-01-15T09:01:01.000Z'))
  })

  test('50 unless asked for 1 to 500; one exact type; the pages hold together', async () => {
    const { api } = await open()
    await happen(api, 60)
    await api.companies.create({ name: 'Example' })
    expect((await api.events.list()).events).toHaveLength(50)
    expect((await api.events.list({ limit: 500 })).events).toHaveLength(61)
    expect((await api.events.list({ type: 'company.created' })).events).toMatchObject([{ type: 'company.created', id: 61 }])
    const seen: number[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await api.events.list({ limit: 25, ...(cursor && { cursor }) })
      seen.push(...page.events.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(Array.from({ length: 61 }, (_, index) => 61 - index))
  })

  test('refuses an unknown type, a limit out of range, and cursors that are not its own', async () => {
    const { api } = await open()
    await expect(api.events.list({ type: 'contact.creatd' })).rejects.toMatchObject(fault('unknown_event', '/type'))
    await expect(api.events.list({ limit: 0 })).rejects.toMatchObject(fault('too_small', '/limit'))
    await expect(api.events.list({ limit: 501 })).rejects.toMatchObject(fault('too_big', '/limit'))
    await expect(api.events.list({ cursor: 'nonsense' })).rejects.toMatchObject(fault('invalid_cursor', '/cursor'))
    const { next_cursor } = await api.events.list({ order: 'asc' })
    await expect(api.events.list({ cursor: next_cursor ?? '' })).rejects.toMatchObject(fault('invalid_cursor', '/cursor'))
    await expect(api.events.list({ order: 'desc', after: next_cursor ?? '' })).rejects.toMatchObject(fault('not_allowed', '/order'))
    await expect(api.events.list({ order: 'asc', cursor: next_cursor ?? '' })).rejects.toMatchObject(fault('not_allowed', '/cursor'))
  })

  test('is that of one organization', async () => {
    const { api, engine } = await open()
    await happen(api)
    const stranger = engine.as({ organization: 'globex', user: 'hank@globex.test', scopes: new Set(['read']) })
    expect(await stranger.events.list()).toMatchObject({ events: [] })
    expect(await stranger.events.list({ order: 'asc' })).toMatchObject({ events: [] })
    await expect(stranger.events.get({ id: '1' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('an event is processed once its deliveries are decided, and does not wait for the endpoint', async () => {
    const clock = new TestClock()
    const http = new Endpoints(clock)
    const { api, engine } = await open({ clock, ports: [http] })
    const { id } = await api.webhooks.create({ url: 'https://example.com/' })
    http.answer(500)
    await happen(api)
    await engine.tick()
    expect(await api.events.get({ id: '1' })).toMatchObject({
      processed_at: clock.now().toISOString(),
      deliveries: [{ webhook_id: id, status: 'pending', attempt: 1, next_retry_at: '2026-01-15T09:01:00.000Z' }],
    })
    http.answer(200)
    clock.advance('1 minute')
    await engine.tick()
    expect(await api.events.get({ id: '1' })).toMatchObject({ deliveries: [{ status: 'ok', attempt: 2, next_retry_at: null }] })
  })

  test('an equal value makes no event, and a write that fails makes none', async () => {
    const failing = plugin({
      name: 'failing',
      version: '1.0.0',
      operations: {
        failing: group('Failing', {
          write: operation({
            id: 'failAfterWriting',
            summary: 'Writes, then fails',
            scope: 'write',
            route: 'POST /fail',
            input: Type.Object({}),
            output: Type.Null(),
            uses: {},
            handle: (): Promise<null> => Promise.reject(new Error('too late')),
          }),
        }),
      },
    })
    const { api, engine } = await open({ plugins: [failing] })
    const { id } = await api.contacts.create({ email: 'ada@gmail.com', first_name: 'Ada' })
    await api.contacts.update({ id, first_name: 'Ada' })
    await expect(api.contacts.update({ id, primary_email: 'not an address' })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(
      (engine.as as any)({ organization: 'acme', user: 'a@b.test', scopes: new Set(['write']) }).failing.write(),
    ).rejects.toMatchObject({ cause: { message: 'too late' } })
    expect((await api.events.list()).events).toHaveLength(1)
  })
})
