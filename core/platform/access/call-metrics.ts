import type { AnyOperation, CallTransport } from '../../kernel/operation/operation.ts'
import { Counter, Histogram, type Meter, type Metric } from '../../kernel/operation/metric.ts'

// From what a read in memory takes to what nobody waits for.
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** How long calls take, and how they end: by operation and transport, never by organization, of which there may be any number. */
export class CallMetrics implements Meter {
  readonly #durations = new Histogram(
    { name: 'rapport_operation_duration_seconds', help: 'From the call of an operation to its answer, by operation and transport' },
    bounds,
    { labelled: true },
  )
  readonly #faults = new Counter({ name: 'rapport_operation_failures_total', help: 'Calls that were answered with an error, by its code' })

  /** Counts a call that has ended, with the code of its error. */
  ended({ id: operation }: Pick<AnyOperation, 'id'>, transport: CallTransport, seconds: number, code?: string): void {
    const labels = { operation, transport }
    this.#durations.observe(seconds, labels, {
      'rapport.operation': operation,
      'rapport.transport': transport,
      ...(code !== undefined && { 'error.type': code }),
    })
    if (code !== undefined) this.#faults.add({ code })
  }

  async measure(): Promise<Metric[]> {
    return [this.#durations.read(), this.#faults.read()]
  }
}
