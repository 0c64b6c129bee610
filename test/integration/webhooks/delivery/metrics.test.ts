import { type Metric, plugin } from 'rapport-crm'
import { expect, test } from 'vitest'
import { TestClock } from '../../../support/clock.ts'
import { describeEveryStorage } from '../../../support/storages.ts'
import { Endpoints, failed, Gate, happen, probe, setAll, stored } from '../lab.ts'

type Values = Readonly<Record<string, number>>

/** Values by name and labels, as a line of Prometheus begins. */
async function valuesOf(engine: { metrics(): Promise<readonly Metric[]> }): Promise<Values> {
  const metrics = await engine.metrics()
  const lines = metrics.flatMap(({ name, samples }) =>
    samples.map(({ part, labels = {}, value }) => [[name, part, ...Object.values(labels)].filter(Boolean).join(' '), value] as const),
  )
  expect(new Set(lines.map(([line]) => line)).size).toBe(lines.length)
  return Object.fromEntries(lines)
}

describeEveryStorage('metrics', (open, storage) => {
  test('count attempts by outcome and kind, and show what waits, is due and is in flight', async () => {
    const clock = new TestClock()
    const http = new Endpoints(clock)
    const { api, engine } = await open({ clock, ports: [http], plugins: [probe] })
    const { id } = await api.webhooks.create({ url: 'https://example.com/hook' })
    await happen(api, 3)
    clock.advance('30 seconds')
    expect(await valuesOf(engine)).toMatchObject({ rapport_events_waiting: 3, rapport_events_oldest_waiting_seconds: 30 })
    http.answer((_, index) => [200, 500, 400][index] ?? failed('timeout'))
    await engine.tick()
    await api.webhooks.test({ id })
    expect(await valuesOf(engine)).toMatchObject({
      rapport_meters_failed: 0,
      rapport_events_waiting: 0,
      rapport_events_oldest_waiting_seconds: 0,
      'rapport_webhook_attempts_total delivered auto': 1,
      'rapport_webhook_attempts_total retry auto': 1,
      'rapport_webhook_attempts_total final auto': 1,
      'rapport_webhook_attempts_total retry test': 1,
      'rapport_webhook_attempt_duration_seconds bucket 0.005': 0,
      'rapport_webhook_attempt_duration_seconds bucket 0.01': 4,
      'rapport_webhook_attempt_duration_seconds bucket +Inf': 4,
      'rapport_webhook_attempt_duration_seconds count': 4,
      'rapport_webhook_deliveries due': 0,
      'rapport_webhook_deliveries waiting': 1,
      rapport_webhook_requests_in_flight: 0,
    })
    clock.advance('90 seconds')
    expect(await valuesOf(engine)).toMatchObject({ 'rapport_webhook_deliveries due': 1, 'rapport_webhook_deliveries waiting': 0 })
    const gate = new Gate()
    http.answer(() => gate.answer)
    const ticking = engine.tick()
    await http.received(5)
    expect(await valuesOf(engine)).toMatchObject({ rapport_webhook_requests_in_flight: 1, 'rapport_webhook_deliveries inflight': 1 })
    gate.open(200)
    await ticking
    const after = await valuesOf(engine)
    expect(after['rapport_webhook_delay_seconds sum']).toBe(30)
    expect('rapport_database_connections total' in after).toBe(storage === 'PostgreSQL')
  })

  test('count attempts whose worker was lost', async () => {
    const clock = new TestClock()
    const http = new Endpoints(clock)
    const { api, engine } = await open({ clock, ports: [http], plugins: [probe] })
    const { id } = await api.webhooks.create({ url: 'https://example.com/hook' })
    http.answer(500)
    await happen(api)
    await engine.tick()
    const lease = { lease_token: id, lease_until: stored(storage, clock.now().getTime() + 30_000) }
    await setAll(api, 'webhook_deliveries', { status: 'inflight', attempt: 2, ...lease })
    clock.advance('30 seconds')
    await engine.tick()
    expect(await valuesOf(engine)).toMatchObject({
      'rapport_webhook_attempts_total lost lost': 1,
      'rapport_webhook_attempts_total retry auto': 2,
    })
  })

  test('go on without what cannot be read', async () => {
    class Broken {
      async measure(): Promise<never> {
        throw new Error('The database does not answer')
      }
    }
    const { engine } = await open({ plugins: [plugin({ name: 'broken', version: '1.0.0', meters: [Broken] })] })
    expect(await valuesOf(engine)).toMatchObject({ rapport_meters_failed: 1, rapport_events_waiting: 0 })
  })
})
