import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { describeEveryStorage } from '../../../support/storages.ts'
import { allRetries, Gate, happen, type Lab, pass, reusing, rows, setAll, stored } from '../lab.ts'

async function lab(fresh: () => Promise<Lab>) {
  const opened = await fresh()
  const { id } = await opened.api.webhooks.create({ url: 'https://example.com/hook', events: ['contact.created'] })
  const log = async () => (await opened.api.webhooks.deliveries({ id })).deliveries
  return { ...opened, id, log }
}

describeEveryStorage('an attempt that something comes between', (open, storage) => {
  const fresh = reusing(open)
  const leased = (id: string, until: number) => ({ status: 'inflight', lease_token: id, lease_until: stored(storage, until) })

  test('a test whose process died is logged as lost, is not made again, and counts for nothing', async () => {
    const { api, engine, clock, http, id, log } = await lab(fresh)
    await api.webhooks.test({ id })
    await setAll(api, 'webhook_deliveries', { ...leased(id, clock.now().getTime()), attempt: 2 })
    clock.advance('2 seconds')
    await pass(engine, clock, allRetries)
    expect(http.sent).toHaveLength(1)
    expect((await log()).map(({ attempt, response }) => [attempt, response])).toEqual([
      [2, 'worker_lost'],
      [1, 'answered 200'],
    ])
    expect(await api.webhooks.get({ id })).toMatchObject({ active: true, failure_count: 0, pending: 0 })
    expect(await rows(api, 'webhook_deliveries')).toMatchObject([{ status: 'failed', due_at: null }])
  })

  test('a test whose webhook is deleted under it says so, and leaves nothing to be sent', async () => {
    const { api, engine, http, id } = await lab(fresh)
    const gate = new Gate()
    http.answer(() => gate.answer)
    const testing = api.webhooks.test({ id })
    await http.received(1)
    await api.webhooks.delete({ id })
    gate.open(200)
    await expect(testing).rejects.toMatchObject({ code: 'conflict' })
    await engine.tick()
    expect((await rows(api, 'webhook_deliveries')).map(({ status }) => status)).toEqual(['cancelled'])
    expect(await rows(api, 'webhook_attempts')).toEqual([])
  })

  test('a redeliver waits for the attempt that is under way, but not for ever', async () => {
    const { api, engine, clock, http, id, log } = await lab(fresh)
    await happen(api)
    await engine.tick()
    const deliveryId = (await log())[0]?.id ?? ''
    await setAll(api, 'webhook_deliveries', leased(id, clock.now().getTime() + 30_000))
    const ended = new AbortController()
    const waiting = api.webhooks.redeliver({ id, deliveryId }).finally(() => ended.abort())
    const settled = Promise.allSettled([waiting])
    for (const start = clock.now().getTime(); !ended.signal.aborted && clock.now().getTime() < start + 20_000; await nextTurn())
      clock.advance(100)
    expect(await settled).toMatchObject([{ status: 'rejected', reason: { code: 'conflict' } }])
    expect(http.sent).toHaveLength(1)
  })

  test('what was made for a webhook while it was being deleted is cancelled', async () => {
    const { api, engine, clock, http, id } = await lab(fresh)
    http.answer(500)
    await happen(api, 2)
    await engine.tick()
    await api.webhooks.delete({ id })
    await setAll(api, 'webhook_deliveries', { status: 'pending' })
    await pass(engine, clock, allRetries)
    expect(http.sent).toHaveLength(2)
    expect((await rows(api, 'webhook_deliveries')).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  })

  test('of 64 failures at once none is lost after the 25th is counted, and the webhook is deactivated once', async () => {
    const { log, ...opened } = await fresh()
    const { api, engine, http, id } = await lab(async () => ({ ...opened, log }))
    await happen(api, 64)
    await engine.tick()
    const attempts = (await rows(api, 'webhook_attempts')).map((each) => String(each['id']))
    const gate = new Gate()
    http.answer(() => gate.answer)
    const redelivered = Promise.all(attempts.map((deliveryId) => api.webhooks.redeliver({ id, deliveryId })))
    await http.received(128)
    gate.open(500)
    await redelivered
    expect(await api.webhooks.get({ id })).toMatchObject({ active: false, failure_count: 25 })
    expect(log.ofType('webhook.deactivated')).toHaveLength(1)
    expect(await rows(api, 'webhook_attempts')).toHaveLength(128)
  })
})
