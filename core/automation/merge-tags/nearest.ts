import leven from 'leven'

const LONGEST = 60

/** The word that differs from the given one least, by at most two or a third of its letters; null if none is as near. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  if (word.length > LONGEST) return null
  let best: string | null = null
  let most = Math.max(2, Math.floor(word.length / 3))
  for (const each of candidates) {
    const distance = each.length > LONGEST ? Infinity : leven(word, each)
    if (distance > most || (distance === most && best !== null)) continue
    best = each
    most = distance
  }
  return best
}
