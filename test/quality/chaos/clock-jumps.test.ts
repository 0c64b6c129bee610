import { expect, test } from 'vitest'
import { aContact } from '../../support/builders.ts'
import { TestClock } from '../../support/clock.ts'
import { describeStorages, type Open } from '../../support/storages.ts'
import { Endpoints, pass } from '../../integration/webhooks/lab.ts'

const HOUR = 3_600_000

/** A clock of which the time of day jumps, as when somebody sets it; what waits goes on by the steady time. */
class JumpingClock extends TestClock {
  #offset = 0

  override now(): Date {
    return new Date(super.now().getTime() + this.#offset)
  }

  override wait(until: Date, signal: AbortSignal): Promise<void> {
    return super.wait(new Date(until.getTime() - this.#offset), signal)
  }

  override set(moment: Date | string): Date {
    return super.set(new Date(new Date(moment).getTime() - this.#offset))
  }

  override advance(milliseconds: number): Date {
    return this.set(new Date(this.now().getTime() + milliseconds))
  }

  jump(milliseconds: number): void {
    this.#offset += milliseconds
  }
}

describeStorages('a clock that jumps by an hour', (open) => {
  async function start(opening: Open) {
    const clock = new JumpingClock()
    const endpoints = new Endpoints(clock)
    const lab = await opening({ clock, ports: [endpoints] })
    const { key } = await lab.api.apiKeys.create({ name: 'ERP', scopes: ['read', 'write', 'webhooks'] })
    const api = lab.engine.as(await lab.engine.authenticate(key!))
    return { ...lab, clock, endpoints, key: key!, own: api }
  }
  const both: [string, number][] = [
    ['ahead', HOUR],
    ['back', -HOUR],
  ]

  test.each(both)('%s: nobody is locked out, and the limit of calls holds', async (_, jump) => {
    const { own, clock } = await start(open)
    const use = async (calls: number) => {
      for (let at = 0; at < calls; at += 1) await own.organization.get()
    }
    await use(120)
    await expect(own.organization.get()).rejects.toMatchObject({ code: 'rate_limited' })
    clock.jump(jump)
    await use(120)
    await expect(own.organization.get()).rejects.toMatchObject({ code: 'rate_limited' })
    clock.advance(60_000)
    await use(1)
  })

  test.each(both)('%s: a key that is revoked ends, and others go on', async (_, jump) => {
    const { engine, api, clock, own, key } = await start(open)
    await own.organization.get()
    clock.jump(jump)
    await engine.authenticate(key)
    const { api_keys } = await api.apiKeys.list()
    await api.apiKeys.revoke({ id: api_keys.find((each) => each.name === 'ERP')!.id })
    await expect(engine.authenticate(key)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(own.organization.get()).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test.each(both)('%s: an idempotency key still stands for its first result', async (_, jump) => {
    const { own, clock } = await start(open)
    const once = { idempotencyKey: 'order-4711' }
    const input = aContact({ email: 'ada@gmail.com' })
    const first = await own.contacts.create(input, once)
    clock.jump(jump)
    expect(await own.contacts.create(input, once)).toEqual(first)
    expect((await own.contacts.list()).contacts).toHaveLength(1)
  })

  test.each(both)('%s: while a call with an idempotency key is under way, a second one does nothing', async (_, jump) => {
    const { own, clock, endpoints } = await start(open)
    const webhook = await own.webhooks.create({ url: 'https://hooks.example.com/in', events: ['contact.created'] })
    const answer = Promise.withResolvers<number>()
    endpoints.answer(() => answer.promise)
    const once = { idempotencyKey: 'test-1' }
    const first = own.webhooks.test({ id: webhook.id }, once)
    await endpoints.received(1)
    clock.jump(jump)
    await expect(own.webhooks.test({ id: webhook.id }, once)).rejects.toMatchObject({ code: 'conflict' })
    answer.resolve(200)
    expect(await own.webhooks.test({ id: webhook.id }, once).catch(() => first)).toEqual(await first)
    expect(endpoints.sent).toHaveLength(1)
  })

  test.each(both)('%s: while a delivery is under way, it is sent once; what waits and what comes is sent once, too', async (_, jump) => {
    const { own, engine, clock, endpoints } = await start(open)
    await own.webhooks.create({ url: 'https://hooks.example.com/in', events: ['contact.created'] })
    const answer = Promise.withResolvers<number>()
    endpoints.answer(() => answer.promise)
    await own.contacts.create(aContact({ email: 'first@gmail.com' }))
    const ticking = engine.tick()
    await endpoints.received(1)
    await own.contacts.create(aContact({ email: 'waits@gmail.com' }))
    clock.jump(jump)
    await own.contacts.create(aContact({ email: 'comes@gmail.com' }))
    answer.resolve(200)
    await ticking
    endpoints.answer(200)
    await pass(engine, clock, HOUR + 60_000)
    const ids = endpoints.sent.map(({ headers }) => headers['webhook-id'] ?? headers['x-delivery-id'] ?? JSON.stringify(headers))
    expect(endpoints.sent).toHaveLength(3)
    expect(new Set(ids).size).toBe(3)
  })

  test.each(both)('%s: a stream goes on, without a gap and nothing twice', async (_, jump) => {
    const { api, clock } = await start(open)
    const stream = await api.events.stream({ type: 'contact.created' })
    const names: unknown[] = []
    const next = async () => {
      const coming = stream.next().then(({ value }) => [value?.data.payload['email']])
      for (;;) {
        const came = await Promise.race([coming, api.events.list({ limit: 1 }).then(() => undefined)])
        if (came) return void names.push(...came)
        clock.advance(1000)
      }
    }
    await api.contacts.create(aContact({ email: 'one@gmail.com' }))
    await next()
    clock.jump(jump)
    await api.contacts.create(aContact({ email: 'two@gmail.com' }))
    await next()
    clock.jump(-jump)
    await api.contacts.create(aContact({ email: 'three@gmail.com' }))
    await next()
    expect(names).toEqual(['one@gmail.com', 'two@gmail.com', 'three@gmail.com'])
    await stream.return?.()
  })

  test.each(both)('%s: a job under way is done once, and one that comes is done, too', async (_, jump) => {
    const { api, engine, clock } = await start(open)
    await api.contacts.bulkUpsert({ records: Array.from({ length: 600 }, (_, at) => aContact({ email: `p${at}@gmail.com` })) })
    const change = (city: string) => api.contacts.bulkUpdate({ filter: { field: 'id', op: 'is_set' }, set: { city } })
    const before = await change('Berlin')
    clock.jump(jump)
    const after = await change('Paris')
    await pass(engine, clock, HOUR + 60_000)
    for (const { job_id } of [before, after]) {
      const job = await api.jobs.get({ id: String(job_id) })
      expect(job).toMatchObject({ result: { changed: 600 } })
    }
  })
})
