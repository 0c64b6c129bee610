import type { Link, Span, SpanContext } from '@opentelemetry/api'

// Enough for what follows from calls within seconds. What follows later, or on another host, names its call by the request id alone.
const REMEMBERED = 2_000

const spans = new Map<string, SpanContext>()

/** Remembers the span of a call by its request id, while somebody records it, so that what follows from the call can be linked to it. */
export function rememberCall(organization: string, requestId: string, span: Span): void {
  const key = keyOf(organization, requestId)
  // The latest call of an id counts, and is forgotten last.
  spans.delete(key)
  spans.set(key, span.spanContext())
  const [oldest] = spans.keys()
  if (spans.size > REMEMBERED && oldest !== undefined) spans.delete(oldest)
}

/** A link to the span of the call from which a piece of background work follows; none where it is not remembered. */
export function linksToCall(organization: string, requestId: string | null | undefined): readonly Link[] {
  const context = requestId ? spans.get(keyOf(organization, requestId)) : undefined
  return context ? [{ context }] : []
}

function keyOf(organization: string, requestId: string): string {
  return `${organization} ${requestId}`
}
