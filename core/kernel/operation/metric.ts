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

/** Counts by labels. */
export class Counter {
  readonly #named: Named
  readonly #counts = new Map<string, { labels: Labels; value: number }>()

  constructor(named: Named) {
    this.#named = named
  }

  /** Counts so many more under these labels. */
  add(labels: Labels, count = 1): void {
    const key = JSON.stringify(labels)
    const known = this.#counts.get(key) ?? { labels, value: 0 }
    known.value += count
    this.#counts.set(key, known)
  }

  /** The counts since the process began. */
  read(): Metric {
    return { ...this.#named, type: 'counter', samples: [...this.#counts.values()].map((each) => ({ ...each })) }
  }
}

/** Counts values by the bounds that they do not exceed. */
export class Histogram {
  readonly #named: Named
  readonly #bounds: readonly number[]
  readonly #counts: number[]
  #sum = 0
  #count = 0

  constructor(named: Named, bounds: readonly number[]) {
    this.#named = named
    this.#bounds = bounds
    this.#counts = bounds.map(() => 0)
  }

  /** Counts one value, in the unit of the name. */
  observe(value: number): void {
    this.#sum += value
    this.#count += 1
    const at = this.#bounds.findIndex((bound) => value <= bound)
    if (at >= 0) this.#counts[at] = (this.#counts[at] ?? 0) + 1
  }

  /** The counts since the process began, each bucket with all below it, as Prometheus wants them. */
  read(): Metric {
    let below = 0
    const buckets = this.#bounds.map((bound, at): Sample => {
      below += this.#counts[at] ?? 0
      return { part: 'bucket', labels: { le: String(bound) }, value: below }
    })
    const all: Sample = { part: 'bucket', labels: { le: '+Inf' }, value: this.#count }
    const sums: Sample[] = [
      { part: 'sum', value: this.#sum },
      { part: 'count', value: this.#count },
    ]
    return { ...this.#named, type: 'histogram', samples: [...buckets, all, ...sums] }
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
