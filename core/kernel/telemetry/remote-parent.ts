import { context, propagation, type TextMapGetter, trace } from '@opentelemetry/api'

/** Headers of a request, by their names in lower case. */
export type HeaderLookup = (name: string) => string | null

const getter: TextMapGetter<HeaderLookup> = {
  get: (header, name) => header(name.toLowerCase()) ?? undefined,
  keys: () => [],
}

/**
 * Does `work` as a part of the trace that a request names (`traceparent`), as the propagator of the embedding app reads it. A span that the
 * app has begun for the request itself is the nearer parent.
 */
export function inTraceOf<T>(header: HeaderLookup, work: () => T): T {
  if (trace.getActiveSpan()) return work()
  const active = context.active()
  const named = propagation.extract(active, header, getter)
  return named === active ? work() : context.with(named, work)
}
