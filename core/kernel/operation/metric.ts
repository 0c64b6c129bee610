import type { Attributes } from '@opentelemetry/api'
import { attributesOf, count, record } from '../telemetry/instruments.ts'

/** What tells the values of one metric apart. */
export type Labels = Readonly<Record<string, string>>

/** One value of a metric; `part` tells the lines of a histogram apart. */
export interface Sample {
  /** In the unit of the name. */
  readonly value: number
  /** What tells it from the other values. */
  readonly labels?: Labels
  /** Which line of a histogram it is. */
  readonly part?: 'bucket' | 'sum' | 'count'
}

/** One metric with its values, in the terms of Prometheus: names in snake_case with their unit, times in seconds. */
export interface Metric {
  /** snake_case, with its unit: `rapport_delivery_seconds`. */
  readonly name: string
  /** What it counts, one sentence. */
  readonly help: string
  /** As Prometheus calls it. */
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** One for each set of labels. */
  readonly samples: readonly Sample[]
}

/** A part of the engine that can be measured; counts are those of this process, states those of the whole database. */
export interface Meter {
  /** What it is at `now`; rejects while it cannot be read. */
  measure(now: Date): Promise<readonly Metric[]>
}

type Named = Pick<Metric, 'name' | 'help'>

/** Counts by labels, here and in the metrics of OpenTelemetry. */
export class Counter {
  readonly #named: Named
  readonly #counts = new Map<string, { labels: Labels; value: number }>()

  constructor(named: Named) {
    this.#named = named
  }

  /** Counts so many more under these labels. */
  add(labels: Labels, amount = 1): void {
    const key = JSON.stringify(labels)
    const known = this.#counts.get(key) ?? { labels, value: 0 }
    known.value += amount
    this.#counts.set(key, known)
    count(this.#named, amount, attributesOf(labels))
  }

  /** The counts since the process began. */
  read(): Metric {
    return { ...this.#named, type: 'counter', samples: [...this.#counts.values()].map((each) => ({ ...each })) }
  }
}

// Values by the bounds that they do not exceed; the last are above all of them.
interface Distribution {
  readonly labels: Labels
  readonly counts: number[]
  sum: number
}

/** Counts values by the bounds that they do not exceed, here and in the metrics of OpenTelemetry. */
export class Histogram {
  readonly #named: Named
  readonly #bounds: readonly number[]
  readonly #byLabels = new Map<string, Distribution>()

  /** One without labels is there from the beginning, so that its rate is known when the first value comes. */
  constructor(named: Named, bounds: readonly number[], { labelled = false }: { readonly labelled?: boolean } = {}) {
    this.#named = named
    this.#bounds = bounds
    if (!labelled) this.#of({})
  }

  /** Counts one value, in the unit of the name; `attributes` are what OpenTelemetry is told, where that is more than the labels. */
  observe(value: number, labels: Labels = {}, attributes: Attributes = attributesOf(labels)): void {
    const own = this.#of(labels)
    const at = this.#bounds.findIndex((bound) => value <= bound)
    const place = at < 0 ? this.#bounds.length : at
    own.counts[place] = (own.counts[place] ?? 0) + 1
    own.sum += value
    record(this.#named, value, attributes, this.#bounds)
  }

  /** The counts since the process began, each bucket with all below it, as Prometheus wants them. */
  read(): Metric {
    return { ...this.#named, type: 'histogram', samples: [...this.#byLabels.values()].flatMap((each) => this.#samplesOf(each)) }
  }

  #of(labels: Labels): Distribution {
    const key = Object.values(labels).join(' ')
    const known = this.#byLabels.get(key)
    if (known) return known
    const made = { labels, counts: [...this.#bounds, 0].map(() => 0), sum: 0 }
    this.#byLabels.set(key, made)
    return made
  }

  #samplesOf({ labels, counts, sum }: Distribution): Sample[] {
    let below = 0
    const buckets = counts.map((each, at): Sample => {
      below += each
      return { part: 'bucket', labels: { ...labels, le: at < this.#bounds.length ? String(this.#bounds[at]) : '+Inf' }, value: below }
    })
    return [...buckets, { part: 'sum', labels, value: sum }, { part: 'count', labels, value: below }]
  }
}

/** The metrics of all meters that could be read, how many could not, and how the connections of this process are used, by their state. */
export function measured(
  read: readonly PromiseSettledResult<readonly Metric[]>[],
  pool: Readonly<Record<string, number>>,
): readonly Metric[] {
  const failed = read.filter(({ status }) => status === 'rejected').length
  const unread = gauge('rapport_meters_failed', 'Parts that could not be measured, as when the database does not answer', failed)
  const samples = Object.entries(pool).map(([state, value]) => ({ labels: { state }, value }))
  const connections = { name: 'rapport_database_connections', help: 'Connections of this process', type: 'gauge', samples } as const
  return [unread, ...(samples.length > 0 ? [connections] : []), ...read.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))]
}

/** A state with one value. */
export function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', samples: [{ value }] }
}
