import { expect, it } from 'vitest'
import { freePort } from '../support/postgres.setup.ts'
import { allRetries, type Caller, describeContract, hour, minute, type Walk } from './walk.ts'

async function subscribed(walk: Walk, reply: number) {
  const me = await walk.enter()
  const endpoint = walk.endpoint()
  endpoint.answer(reply)
  const { json: webhook } = await me.post('/webhooks', { url: endpoint.url, events: ['contact.created'] })
  const path = `/webhooks/${webhook.id}`
  const log = async () => (await me.get(`${path}/deliveries`)).json.deliveries.toReversed()
  const state = async () => (await me.get('/webhooks')).json.webhooks[0]
  return { me, endpoint, path, log, state }
}

async function happen(me: Caller, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) await me.post('/contacts', { first_name: `Contact ${at}` })
}

const steps = (moments: readonly Date[]) =>
  moments.map((each, at) => (at === 0 ? 0 : (each.getTime() - moments[at - 1]!.getTime()) / minute))

describeContract('3 States of a webhook', (walk) => {
  it('24 consecutive failures leave it active; the 25th makes it inactive and deliveries stop', async () => {
    const { me, endpoint, state } = await subscribed(walk, 400)
    await happen(me, 24)
    await walk.pass(0)
    expect(await state()).toMatchObject({ active: true, failure_count: 24, last_status: 400 })
    await happen(me, 1)
    await walk.pass(0)
    expect(await state()).toMatchObject({ active: false, failure_count: 25 })
    await happen(me, 1)
    await walk.pass(allRetries)
    expect(endpoint.deliveries).toHaveLength(25)
  })

  it('one success in between resets the count', async () => {
    const { me, endpoint, state } = await subscribed(walk, 400)
    await happen(me, 24)
    await walk.pass(0)
    endpoint.answer(204)
    await happen(me, 1)
    await walk.pass(0)
    expect(await state()).toMatchObject({ failure_count: 0, last_status: 204 })
    endpoint.answer(400)
    await happen(me, 24)
    await walk.pass(0)
    expect(await state()).toMatchObject({ active: true, failure_count: 24 })
  })

  it('inactive, PATCH active: true makes it active with the failure counter reset', async () => {
    const { me, endpoint, path, state } = await subscribed(walk, 400)
    await happen(me, 25)
    await walk.pass(0)
    endpoint.answer(200)
    const { json } = await me.patch(path, { active: true })
    expect(json).toMatchObject({ active: true, failure_count: 0 })
    await happen(me, 1)
    await walk.pass(0)
    expect(endpoint.deliveries).toHaveLength(26)
    expect(await state()).toMatchObject({ active: true, failure_count: 0, last_status: 200 })
  })

  it('active, PATCH active: false makes it inactive: nothing is sent any more', async () => {
    const { me, endpoint, path } = await subscribed(walk, 200)
    expect((await me.patch(path, { active: false })).json).toMatchObject({ active: false })
    await happen(me, 1)
    await walk.pass(allRetries)
    expect(endpoint.deliveries).toEqual([])
  })
})

describeContract('3 States of a delivery', (walk) => {
  it.each([500, 503, 408, 429])('answered with %i, it is retried by the schedule, six attempts in all', async (status) => {
    const { me, endpoint, log } = await subscribed(walk, status)
    await happen(me, 1)
    await walk.pass(allRetries)
    const entries = await log()
    expect(entries.map((each: any) => each.attempt)).toEqual([1, 2, 3, 4, 5, 6])
    expect(steps(entries.map((each: any) => new Date(each.created_at))).map(Math.round)).toEqual([0, 1, 5, 30, 120, 360])
    expect(entries.map((each: any) => each.next_retry_at === null)).toEqual([false, false, false, false, false, true])
    expect(endpoint.deliveries.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it('a delivery without a connection is retried like one with a 5xx response', async () => {
    const { me, path, log } = await subscribed(walk, 200)
    await me.patch(path, { url: `https://127.0.0.1:${await freePort()}/` })
    await happen(me, 1)
    await walk.pass(2 * minute)
    expect(await log()).toMatchObject([
      { attempt: 1, ok: false, status_code: 0, next_retry_at: expect.any(String) },
      { attempt: 2, ok: false, status_code: 0 },
    ])
  })

  it.each([400, 401, 404, 410, 422])('answered with %i, it is not retried', async (status) => {
    const { me, endpoint, log } = await subscribed(walk, status)
    await happen(me, 1)
    await walk.pass(allRetries)
    expect(endpoint.deliveries).toHaveLength(1)
    expect(await log()).toMatchObject([{ status_code: status, ok: false, next_retry_at: null }])
  })

  it('delivered at the third attempt, it is done', async () => {
    const { me, endpoint, log } = await subscribed(walk, 500)
    await happen(me, 1)
    await walk.pass(2 * minute)
    endpoint.answer(200)
    await walk.pass(allRetries)
    expect((await log()).map((each: any) => each.ok)).toEqual([false, false, true])
  })

  it('redelivered, it is sent at once as the next attempt under the same delivery id', async () => {
    const { me, endpoint, path, log } = await subscribed(walk, 200)
    await happen(me, 1)
    await walk.pass(0)
    const [first] = await log()
    const { status, json } = await me.post(`${path}/deliveries/${first.id}/redeliver`)
    expect([status, json]).toEqual([200, expect.objectContaining({ ok: true, status: 200, attempt: 2 })])
    const ids = endpoint.deliveries.map(({ headers }) => headers['x-service-delivery'])
    expect(ids).toEqual([`evt_${first.event_id}`, `evt_${first.event_id}`])
  })

  it('sent as a test, it answers its result and is never retried', async () => {
    const { me, endpoint, path, state } = await subscribed(walk, 500)
    const { status, json } = await me.post(`${path}/test`)
    expect([status, json]).toEqual([200, expect.objectContaining({ ok: false, status: 500, next_retry_at: null })])
    await walk.pass(12 * hour)
    expect(endpoint.deliveries).toHaveLength(1)
    expect(await state()).toMatchObject({ active: true, failure_count: 0 })
  })
})
