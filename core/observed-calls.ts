import type { Span } from '@opentelemetry/api'
import { Registry } from './kernel/feature/registry.ts'
import type { Actor } from './kernel/operation/actor.ts'
import type { AnyOperation, CallOptions, Resolved } from './kernel/operation/operation.ts'
import { CrmError } from './kernel/operation/errors.ts'
import { Clock } from './kernel/ports/clock.ts'
import { rememberCall } from './kernel/telemetry/calls.ts'
import { traced } from './kernel/telemetry/tracing.ts'
import { CallMetrics } from './platform/access/call-metrics.ts'
import { RecordTypes } from './records/record-type/record-types.ts'

/** How an operation is called in traces, and the type of record that it is about. */
interface Name {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

/** Tells of each call by a span and in the metrics: which operation, whose, over which transport, how long; never what was sent or answered. */
export class ObservedCalls {
  static readonly uses = { registry: Registry, types: RecordTypes, metrics: CallMetrics, clock: Clock }
  readonly #uses: Resolved<typeof ObservedCalls.uses>
  readonly #names: ReadonlyMap<AnyOperation, Name>

  constructor(uses: Resolved<typeof ObservedCalls.uses>) {
    this.#uses = uses
    const { registry, types } = uses
    this.#names = new Map(
      Object.entries(registry.operations).flatMap(([group, operations]) => {
        const record = types.find(group)?.watch?.entityType
        return Object.entries(operations).map(([method, each]) => {
          const attributes = { 'rapport.operation': each.id, ...(record !== undefined && { 'rapport.record_type': record }) }
          return [each, { name: `rapport.${group}.${method}`, attributes }] as const
        })
      }),
    )
  }

  /** Makes the call and tells of it. */
  async tell<T>(operation: AnyOperation, { organization }: Actor, options: CallOptions, call: () => Promise<T>): Promise<T> {
    const { metrics, clock } = this.#uses
    const { requestId, transport = 'in_process' } = options
    const { name, attributes } = this.#names.get(operation) ?? { name: 'rapport.call', attributes: {} }
    const started = clock.steady()
    const seconds = () => Math.max(0, clock.steady() - started) / 1000
    const work = async (span: Span): Promise<T> => {
      if (requestId !== undefined && span.isRecording()) {
        span.setAttribute('rapport.request_id', requestId)
        rememberCall(organization, requestId, span)
      }
      return await call()
    }
    try {
      const value = await traced(
        { name, attributes: { ...attributes, 'rapport.organization': organization, 'rapport.transport': transport } },
        work,
      )
      metrics.ended(operation, transport, seconds())
      return value
    } catch (error) {
      // What is no error of the API may have a code of anybody's, and metrics must stay few.
      metrics.ended(operation, transport, seconds(), error instanceof CrmError ? error.code : 'internal_error')
      throw error
    }
  }
}
