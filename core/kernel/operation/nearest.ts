// What is longer is no misspelt name.
const MAX_LENGTH = 60

/** The candidate that a misspelt name means most likely: the one with the fewest different letters; undefined if none is near. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const given = name.toLowerCase().trim()
  if (given === '' || given.length > MAX_LENGTH) return undefined
  let best: { readonly candidate: string; readonly distance: number } | undefined
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - given.length) > 30) continue
    const distance = distanceOf(given, candidate.toLowerCase())
    if (!best || distance < best.distance) best = { candidate, distance }
  }
  return best && best.distance <= Math.max(1, Math.floor(given.length / 3)) ? best.candidate : undefined
}

/** As the end of an error message; empty if nothing is near. */
export function suggestion(name: string, candidates: Iterable<string>): string {
  const found = nearest(name, candidates)
  return found === undefined ? '' : `. Did you mean "${found}"?`
}

/** In how many letters two words differ: insertions, deletions, replacements, and neighbors that changed places. */
export function distanceOf(a: ArrayLike<string>, b: ArrayLike<string>): number {
  let [before, previous] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : replaced
      row.push(Math.min(row[j - 1]! + 1, previous[j]! + 1, replaced, swapped))
    }
    ;[before, previous] = [previous, row]
  }
  return previous[b.length]!
}
