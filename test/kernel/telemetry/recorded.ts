import {
  context,
  type Context,
  isSpanContextValid,
  metrics,
  propagation,
  type TextMapGetter,
  type TextMapPropagator,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'

/** Reads `traceparent` as the SDK for Node does, which an app has registered. */
class TraceContext implements TextMapPropagator {
  inject(): void {}

  extract(active: Context, carrier: unknown, getter: TextMapGetter): Context {
    const [, traceId = '', spanId = '', flags = ''] = /^00-(\w{32})-(\w{16})-(\w\w)$/.exec(String(getter.get(carrier, 'traceparent'))) ?? []
    const named = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
    return isSpanContextValid(named) ? trace.setSpanContext(active, named) : active
  }

  fields(): string[] {
    return ['traceparent']
  }
}

/** The SDK of an embedding app, which keeps in memory what it is told; `end` makes the process one without an SDK. */
export class Recorded {
  readonly #spans = new InMemorySpanExporter()
  readonly #metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  readonly #reader = new PeriodicExportingMetricReader({ exporter: this.#metrics, exportIntervalMillis: 3_600_000 })

  constructor() {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(this.#spans)] }))
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [this.#reader] }))
    propagation.setGlobalPropagator(new TraceContext())
  }

  get spans(): readonly ReadableSpan[] {
    return this.#spans.getFinishedSpans()
  }

  named(name: string): readonly ReadableSpan[] {
    return this.spans.filter((each) => each.name === name)
  }

  forget(): void {
    this.#spans.reset()
  }

  /** The metrics as they are now, by name. */
  async metrics() {
    await this.#reader.forceFlush()
    const last = this.#metrics.getMetrics().at(-1)
    return new Map(last?.scopeMetrics.flatMap((scope) => scope.metrics.map((each) => [each.descriptor.name, each] as const)))
  }

  async end(): Promise<void> {
    for (const api of [trace, metrics, context, propagation]) api.disable()
    await this.#reader.shutdown()
  }
}
