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
 * What a hit of a message was, judged among all hits of the message. A machine: by its request; before or within 5 s of the sending; or in
 * a burst, which is three or more links, or both of two, within 10 s from one network. `sent_at` null: it was not yet sent.
 */
export function verdictOf(hit: JudgedHit, all: readonly JudgedHit[], sent_at: Date | null, linkCount: number): Verdict {
  if (hit.suspicion !== null) return hit.suspicion
  if (sent_at === null || hit.at.getTime() <= sent_at.getTime() + EARLY_MS) return 'early'
  return isInBurst(hit, all, linkCount) ? 'burst' : null
}

function isInBurst(hit: JudgedHit, all: readonly JudgedHit[], linkCount: number): boolean {
  if (hit.network === null || linkCount < 2) return false
  const time = hit.at.getTime()
  const near = all
    .filter(({ kind, network, at }) => kind === 'click' && network === hit.network && Math.abs(at.getTime() - time) <= BURST_MS)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const enough = Math.min(3, linkCount)
  // Every window of 10 s that has the hit in it begins with the hit or with an earlier click.
  return [time, ...near.map(({ at }) => at.getTime())].some((start) => {
    if (start > time || start + BURST_MS < time) return false
    const links = new Set(near.filter(({ at }) => at.getTime() >= start && at.getTime() <= start + BURST_MS).map((each) => each.link_index))
    return links.size >= enough
  })
}
