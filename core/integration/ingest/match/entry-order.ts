import type { Entry } from './entry.ts'

/** Entries with an id come first and those with nothing but a domain last, so that the order of the records does not matter. */
export function inOrder(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function rankOf({ externalId, implied, draft }: Entry): number {
  if (externalId !== undefined) return 0
  return implied && draft.values.name === undefined ? 2 : 1
}
