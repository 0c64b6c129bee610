import type { Registry } from './kernel/feature/registry.ts'
import { measured, type Meter, type Metric } from './kernel/operation/metric.ts'
import type { Resolve } from './kernel/operation/pipeline.ts'
import { Clock } from './kernel/ports/clock.ts'
import type { Database } from './kernel/storage/units/database.ts'
import { attributesOf, observe } from './kernel/telemetry/instruments.ts'

/** Reads all meters of an engine; what cannot be read is left out and counted. */
export type ReadMetrics = () => Promise<readonly Metric[]>

/** The metrics of an engine. */
export function metricsOf(resolve: Resolve, registry: Registry, database: Database): ReadMetrics {
  return async () => {
    const meters = registry.all('meters').map((token) => resolve<Meter>(token))
    const now = resolve(Clock).now()
    const read = await Promise.allSettled(meters.map((each) => each.measure(now)))
    return measured(read, database.pool() ?? {})
  }
}

/** Shows the states among them to the metrics of OpenTelemetry, too, whenever the app collects these; answers what ends that. */
export function observeStates(read: ReadMetrics): () => void {
  return observe(async () => {
    const states = (await read()).filter(({ type }) => type === 'gauge')
    return states.flatMap(({ name, samples }) =>
      samples.map(({ value, labels = {} }) => ({ name, value, attributes: attributesOf(labels) })),
    )
  })
}
