import {
  type Attributes,
  context,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api'
import { faultOf } from './fault.ts'

/** What a span says of a piece of work: ids and words of the program, never values of records. */
export interface Traced {
  /** Lower case with dots: `rapport.contacts.create`. */
  readonly name: string
  /** `client` for what another server answers; default: work of this process. */
  readonly kind?: 'client'
  /** Known when it begins, so that a sampler can judge by them. */
  readonly attributes: Attributes
  /** What it follows from without being a part of it. */
  readonly links?: readonly Link[]
  /** Told only as a part of something else: what background work does without being asked would fill every trace store. */
  readonly partOnly?: true
}

let provider: TracerProvider | undefined
let tracer: Tracer | undefined

// An app may register its SDK after this module was loaded, through another copy of the API, or not at all.
function currentTracer(): Tracer {
  const now = trace.getTracerProvider()
  if (!tracer || now !== provider) [provider, tracer] = [now, now.getTracer('rapport-crm')]
  return tracer
}

/** Begins a span below the one that is active; to be ended by the caller. Without an SDK it is one that records nothing, at the cost of 0.05 µs. */
export function beginSpan({ name, kind, attributes, links }: Traced): Span {
  const told = { attributes, ...(links && { links: [...links] }) }
  return currentTracer().startSpan(name, { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, ...told })
}

/** Does `work` in a span of its own, which is active meanwhile and says by which code the work failed. */
export function traced<T>(what: Traced, work: (span: Span) => Promise<T>): Promise<T> {
  if (what.partOnly && !trace.getActiveSpan()) return work(none)
  const span = beginSpan(what)
  // Nobody listens: nothing else is spent on it, not even a promise.
  return isSpanContextValid(span.spanContext()) ? within(span, work) : work(span)
}

async function within<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(context.active(), span), work, undefined, span)
  } catch (error) {
    failSpan(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Says that the work of a span failed: the code alone, because messages quote values. What the caller did wrong is no fault of the program. */
export function failSpan(span: Span, error: unknown): void {
  const { type, isRefusal } = faultOf(error)
  span.setAttribute('error.type', type)
  if (!isRefusal) span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Does `work` as if nobody had asked for it: what goes on for as long as the process must not belong to the trace in which it was started. */
export function untraced<T>(work: () => T): T {
  return context.with(ROOT_CONTEXT, work)
}

/** The value of `traceparent` (W3C Trace Context) that names the active span; undefined where there is none. */
export function traceparentOf(span: Span): string | undefined {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return isSpanContextValid(span.spanContext()) ? `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` : undefined
}

const none = trace.wrapSpanContext({ traceId: '', spanId: '', traceFlags: 0 })
