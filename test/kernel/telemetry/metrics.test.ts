import { type HistogramMetricData } from '@opentelemetry/sdk-metrics'
import { Engine } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'
import { afterEach, expect, it } from 'vitest'
import { Endpoints } from '../../integration/webhooks/lab.ts'
import { TestClock } from '../../support/clock.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { Recorded } from './recorded.ts'

let recorded: Recorded | undefined
afterEach(async () => {
  await recorded?.end()
  recorded = undefined
})

describeStorages('metrics of OpenTelemetry', (open, name) => {
  it('count operations, deliveries and steps, and show what waits', async () => {
    const telemetry = (recorded = new Recorded())
    const clock = new TestClock()
    const endpoints = new Endpoints(clock)
    const { api, engine } = await open({ clock, ports: [endpoints] })
    await api.webhooks.create({ url: 'https://hooks.example.com/', events: ['contact.created'] })
    const { id } = await api.workflows.create({
      name: 'Tag',
      trigger: { type: 'contact.created' },
      steps: [{ type: 'add_tag', config: { tag: 'new' } }],
    })
    await api.workflows.activate({ id })
    await api.contacts.create({ email: 'grace@example.com' })
    await expect(api.contacts.create({ email: 'no address' })).rejects.toMatchObject({ code: 'invalid_input' })
    const waiting = (await telemetry.metrics()).get('rapport.events.waiting')
    expect(waiting?.dataPoints.map(({ value }) => value)).toEqual([expect.any(Number)])
    expect(waiting?.dataPoints[0]?.value).toBeGreaterThan(0)
    await engine.tick()

    const metrics = await telemetry.metrics()
    const duration = metrics.get('rapport.operation.duration') as HistogramMetricData
    expect(duration.descriptor.unit).toBe('s')
    const creates = duration.dataPoints.filter(({ attributes }) => attributes['rapport.operation'] === 'createContact')
    const call = { 'rapport.operation': 'createContact', 'rapport.transport': 'in_process' }
    expect(creates.map(({ attributes, value }) => [attributes, value.count])).toEqual([
      [call, 1],
      [{ ...call, 'error.type': 'invalid_input' }, 1],
    ])
    expect(metrics.get('rapport.webhook.attempts')?.dataPoints).toMatchObject([
      { attributes: { 'rapport.outcome': 'delivered', 'rapport.kind': 'auto' }, value: 1 },
    ])
    expect(metrics.get('rapport.webhook.attempt.duration')?.descriptor.unit).toBe('s')
    expect(metrics.get('rapport.workflow.steps')?.dataPoints).toMatchObject([
      { attributes: { 'rapport.action': 'add_tag', 'rapport.status': 'done' }, value: 1 },
    ])
    expect(metrics.get('rapport.workflow.runs.ended')?.dataPoints).toMatchObject([
      { attributes: { 'rapport.status': 'completed' }, value: 1 },
    ])
    expect(metrics.get('rapport.workflow.runs')?.dataPoints.map(({ value }) => value)).toEqual([0, 0])
    expect(metrics.get('rapport.events.waiting')?.dataPoints).toMatchObject([{ value: 0 }])
    expect(metrics.has('rapport.database.connections')).toBe(name === 'PostgreSQL')
    // None of them grows with what an app stores.
    const attributes = new Set(
      [...metrics.values()].flatMap(({ dataPoints }) => dataPoints.flatMap((each) => Object.keys(each.attributes))),
    )
    expect([...attributes].filter((each) => /organization|user|request|id$/.test(each))).toEqual([])
  })

  it('count the same for Prometheus, by operation and transport', async () => {
    const { api, engine } = await open()
    await api.contacts.create({ email: 'grace@example.com' })
    await expect(api.contacts.get({ id: '00000000-0000-4000-8000-000000000000' })).rejects.toMatchObject({ code: 'not_found' })
    const metrics = await engine.metrics()
    const samples = metrics.find((each) => each.name === 'rapport_operation_duration_seconds')?.samples ?? []
    const labels = { operation: 'createContact', transport: 'in_process' }
    expect(samples.filter((each) => each.labels?.['operation'] === 'createContact' && each.part !== 'sum').slice(-2)).toEqual([
      { part: 'bucket', labels: { ...labels, le: '+Inf' }, value: 1 },
      { part: 'count', labels, value: 1 },
    ])
    const failures = metrics.find((each) => each.name === 'rapport_operation_failures_total')
    expect(failures?.samples).toEqual([{ labels: { code: 'not_found' }, value: 1 }])
    const runs = metrics.find((each) => each.name === 'rapport_workflow_runs')
    expect(runs?.samples).toEqual([
      { labels: { state: 'due' }, value: 0 },
      { labels: { state: 'scheduled' }, value: 0 },
    ])
  })
})

it('are recorded by an SDK that was registered after the engine was opened', async () => {
  const engine = await Engine.open({ storage: sqlite(':memory:') })
  await engine.as(ada).contacts.list()
  const telemetry = (recorded = new Recorded())
  await engine.as(ada).contacts.list()
  const metrics = await telemetry.metrics()
  const duration = metrics.get('rapport.operation.duration') as HistogramMetricData
  expect(duration.dataPoints.map(({ value }) => value.count)).toEqual([1])
  expect(metrics.get('rapport.events.waiting')?.dataPoints).toHaveLength(1)
  await engine.close()
})
