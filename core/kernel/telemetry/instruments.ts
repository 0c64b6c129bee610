import { type Attributes, type Counter, type Histogram, type Meter, type MeterProvider, metrics } from '@opentelemetry/api'

/** What is recorded into metrics of OpenTelemetry, and how it is called there. */
export interface Instrument {
  /** As Prometheus calls it: `rapport_operation_duration_seconds`. */
  readonly name: string
  /** One sentence. */
  readonly help: string
}

/** What is read when a reader of the app collects. */
export type Gauges = () => Promise<readonly { readonly name: string; readonly value: number; readonly attributes: Attributes }[]>

// States that a meter of the engine measures: queues and connections.
const backlogs: Readonly<Record<string, readonly [as: string, help: string, unit?: string]>> = {
  rapport_events_waiting: ['rapport.events.waiting', 'Events that workflows and webhooks have not processed'],
  rapport_events_oldest_waiting_seconds: ['rapport.events.oldest_waiting', 'Age of the oldest of them', 's'],
  rapport_event_streams: ['rapport.events.streams', 'Open streams of events'],
  rapport_webhook_deliveries: ['rapport.webhook.deliveries', 'Deliveries that are not finished, by state'],
  rapport_webhook_requests_in_flight: ['rapport.webhook.requests_in_flight', 'Requests of deliveries in flight'],
  rapport_workflow_runs: ['rapport.workflow.runs', 'Runs of workflows that go on at a time, by state'],
  rapport_database_connections: ['rapport.database.connections', 'Connections, by state'],
}

const sources = new Set<Gauges>()
let provider: MeterProvider | undefined
let meter: Meter | undefined
let counters = new Map<string, Counter>()
let histograms = new Map<string, Histogram>()

// Unlike tracers, meters that were made before the SDK was registered stay silent: all are made again for another provider.
function currentMeter(): Meter {
  const now = metrics.getMeterProvider()
  if (meter && now === provider) return meter
  provider = now
  counters = new Map()
  histograms = new Map()
  meter = now.getMeter('rapport-crm')
  observeBacklogs(meter)
  return meter
}

/** Counts so many more. */
export function count({ name, help }: Instrument, amount: number, attributes: Attributes): void {
  const own = currentMeter()
  let counter = counters.get(name)
  if (!counter) counters.set(name, (counter = own.createCounter(...named(name, help))))
  counter.add(amount, attributes)
}

/** Records one value; `bounds` are what the app sees where it chooses none itself. */
export function record({ name, help }: Instrument, value: number, attributes: Attributes, bounds: readonly number[]): void {
  const own = currentMeter()
  let histogram = histograms.get(name)
  if (!histogram) {
    const [as, options] = named(name, help)
    histogram = own.createHistogram(as, { ...options, advice: { explicitBucketBoundaries: [...bounds] } })
    histograms.set(name, histogram)
  }
  histogram.record(value, attributes)
}

/** Has a reader of the app see these states, too; answers what ends that. */
export function observe(source: Gauges): () => void {
  sources.add(source)
  currentMeter()
  return () => void sources.delete(source)
}

function observeBacklogs(own: Meter): void {
  const gauges = new Map(
    Object.entries(backlogs).map(([name, [as, description, unit = '1']]) => [name, own.createObservableGauge(as, { description, unit })]),
  )
  own.addBatchObservableCallback(
    async (result) => {
      for (const source of sources)
        for (const { name, value, attributes } of await source()) {
          const gauge = gauges.get(name)
          if (gauge) result.observe(gauge, value, attributes)
        }
    },
    [...gauges.values()],
  )
}

// By the conventions of OpenTelemetry: dots, no unit and no `total` in the name.
function named(name: string, description: string): [string, { description: string; unit: string }] {
  const unit = name.endsWith('_seconds') ? 's' : '1'
  return [name.replace(/_(seconds|total)$/, '').replaceAll('_', '.'), { description, unit }]
}

/** Labels as attributes: in the name space of the engine, but for what the conventions name. */
export function attributesOf(labels: Readonly<Record<string, string>>): Attributes {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [`rapport.${name}`, value]))
}
