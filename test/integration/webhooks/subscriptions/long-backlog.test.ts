import { expect, test } from 'vitest'
import { deliveryChunk } from '../../../../core/integration/webhooks/subscriptions/held-deliveries.ts'
import { aContact } from '../../../support/builders.ts'
import { describeEveryStorage } from '../../../support/storages.ts'
import { day, type Lab, reusing, rows, setAll } from '../lab.ts'

const MORE = 50

/** A webhook that was switched off with more deliveries than one transaction moves, all of them held. */
async function lab(fresh: () => Promise<Lab>) {
  const { api, engine, clock, http } = await fresh()
  const { id } = await api.webhooks.create({ url: 'https://example.com/hook', events: ['contact.created'] })
  const contacts = Array.from({ length: deliveryChunk + MORE }, (_, index) => aContact({ email: `many.${index}@gmail.com` }))
  await api.contacts.bulkUpsert({ records: contacts })
  await api.webhooks.update({ id, active: false })
  await engine.tick()
  const counts = async () => {
    const states = Map.groupBy(await rows(api, 'webhook_deliveries'), ({ status }) => String(status))
    return Object.fromEntries([...states].map(([status, found]) => [status, found.length]))
  }
  expect(await counts()).toEqual({ held: deliveryChunk + MORE })
  return { api, engine, clock, http, id, counts }
}

describeEveryStorage('a backlog longer than one transaction moves', (open) => {
  const fresh = reusing(open)

  test('is released in steps, and sent to the last', async () => {
    const { api, engine, http, id, counts } = await lab(fresh)
    await api.webhooks.update({ id, active: true })
    expect(await counts()).toEqual({ pending: deliveryChunk, held: MORE })
    await engine.tick()
    expect(await counts()).toEqual({ ok: deliveryChunk + MORE })
    expect(new Set(http.sent.map(({ headers }) => headers['X-Service-Delivery'])).size).toBe(deliveryChunk + MORE)
  })

  test('goes on waiting where its webhook is switched off again before all of it was released', async () => {
    const { api, engine, http, id, counts } = await lab(fresh)
    await api.webhooks.update({ id, active: true })
    await api.webhooks.update({ id, active: false })
    await engine.tick()
    expect(await counts()).toEqual({ held: deliveryChunk + MORE })
    expect(http.sent).toEqual([])
  })

  test('is held and released in as many steps as it takes, and forgotten so 30 days later', async () => {
    const { api, engine, clock, http, id, counts } = await lab(fresh)
    await setAll(api, 'webhook_deliveries', { status: 'pending' })
    await engine.tick()
    expect(await counts()).toEqual({ held: deliveryChunk + MORE })
    await api.webhooks.update({ id, active: true })
    await setAll(api, 'webhook_deliveries', { status: 'held' })
    await engine.tick()
    expect(await counts()).toEqual({ ok: deliveryChunk + MORE })
    expect(http.sent).toHaveLength(deliveryChunk + MORE)
    clock.advance(30 * day + 1)
    await engine.tick()
    expect(await counts()).toEqual({})
    expect(await rows(api, 'webhook_attempts')).toEqual([])
  })

  test('is canceled completely when its webhook is deleted', async () => {
    const { api, engine, id, counts } = await lab(fresh)
    await api.webhooks.delete({ id })
    expect(await counts()).toEqual({ cancelled: deliveryChunk, held: MORE })
    await engine.tick()
    expect(await counts()).toEqual({ cancelled: deliveryChunk + MORE })
  })
})
