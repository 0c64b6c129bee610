/** A hit as it is judged. */
export interface JudgedHit {
  readonly id: string
  readonly kind: 'open' | 'click'
  readonly link_index: number | null
  readonly at: Date
  readonly network: string | null
  readonly suspicion: 'head' | 'prefetch' | 'agent' | null
}

/** What a hit was: null of a person, else what gave the machine away. */
export type Verdict = null | 'head' | 'prefetch' | 'agent' | 'early' | 'burst'

/** Hits of one network within this time of each other may be a burst, and so long a hit waits for those after it. */
export const BURST_MS = 10_000
const EARLY_MS = 5_000

/**
 * What a hit of a message was. A machine: by its request; before or within 5 s of the sending; or in a burst (`burstsOf`). `sent_at` null: it
 * was not yet sent.
 */
export function verdictOf(hit: JudgedHit, bursts: ReadonlySet<string>, sent_at: Date | null): Verdict {
  if (hit.suspicion !== null) return hit.suspicion
  if (sent_at === null || hit.at.getTime() <= sent_at.getTime() + EARLY_MS) return 'early'
  return bursts.has(hit.id) ? 'burst' : null
}

/**
 * Those of all hits of a message that are in a burst: clicks on three or more links, or on both of two, within 10 s from one network, and
 * opens among them. It takes as long as to sort the hits, however many of them a stranger makes.
 */
export function burstsOf(all: readonly JudgedHit[], linkCount: number): ReadonlySet<string> {
  const found = new Set<string>()
  if (linkCount < 2) return found
  for (const [network, some] of Map.groupBy(all, (each) => each.network)) {
    if (network === null) continue
    const hits = some.toSorted((a, b) => a.at.getTime() - b.at.getTime())
    const starts = burstStarts(hits, Math.min(3, linkCount))
    let next = 0
    for (const { id, at } of hits) {
      while (next < starts.length && (starts[next] ?? 0) <= at.getTime()) next += 1
      const start = starts[next - 1]
      if (start !== undefined && at.getTime() <= start + BURST_MS) found.add(id)
    }
  }
  return found
}

/** Times of hits, in order, from which on so many links were clicked within 10 s. */
function burstStarts(hits: readonly JudgedHit[], enough: number): readonly number[] {
  const clicks = hits.filter(({ kind }) => kind === 'click')
  const counts = new Map<number | null, number>()
  let [from, to] = [0, 0]
  return hits.flatMap(({ at }) => {
    const start = at.getTime()
    for (let click = clicks[to]; click && click.at.getTime() <= start + BURST_MS; click = clicks[(to += 1)])
      counts.set(click.link_index, (counts.get(click.link_index) ?? 0) + 1)
    for (let click = clicks[from]; click && from < to && click.at.getTime() < start; click = clicks[(from += 1)]) {
      const left = (counts.get(click.link_index) ?? 0) - 1
      if (left > 0) counts.set(click.link_index, left)
      else counts.delete(click.link_index)
    }
    return counts.size >= enough ? [start] : []
  })
}
