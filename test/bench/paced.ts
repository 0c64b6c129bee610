import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from 'rapport-crm'
import type { Receivers } from './receivers.ts'

export interface Latency {
  /** Milliseconds from the answer of a create to the request at the endpoint. */
  readonly p50: number
  readonly p99: number
}

/** Creates records at a steady pace, and measures when the first `healthy` endpoints hear of each. */
export async function paced(
  api: Api,
  receivers: Receivers,
  { count, perSecond, healthy }: { count: number; perSecond: number; healthy: number },
): Promise<Latency> {
  const committed = new Map<string, number>()
  const from = receivers.arrivals.length
  const started = performance.now()
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await pause(Math.max(0, started + (index * 1000) / perSecond - performance.now()))
      const { id } = await api.companies.create({ name: `Paced ${index}` })
      committed.set(id, performance.timeOrigin + performance.now())
    }),
  )
  const times = () =>
    receivers.arrivals.slice(from).flatMap(([entity, at, endpoint]) => {
      const since = committed.get(entity)
      return since === undefined || endpoint >= healthy ? [] : [at - since]
    })
  while (times().length < count * healthy) await receivers.received(receivers.arrivals.length + 1)
  const sorted = times().toSorted((a, b) => a - b)
  return { p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 }
}
