import type { Records } from './records.ts'
import { CUT, wordsOf } from '../schema/text-entry.ts'
import { matchingEntries } from './text-match.ts'

// What more records have is met soon by a walk in the order of the list.
const FEW = 1000

/** Tags that records must have, of a record type that full-text search knows by this word. */
export interface Tagged {
  readonly object: string
  readonly tags: readonly string[]
}

/**
 * Ids of all live records that may have the tags, where they are few; undefined where they are not. SQLite has no index of the items of
 * lists, but one of words, in which tags are: a list would look into every record for a rare one.
 */
export async function fewTagged({ db, dialect, unit }: Records, { object, tags }: Tagged): Promise<string[] | undefined> {
  if (dialect !== 'sqlite') return undefined
  const scope = { organization: unit.actor.organization, objects: [object], prefix: false, titleOnly: false }
  for (const words of tags.map(wordsOf).filter(({ length }) => length > 0)) {
    const found = matchingEntries(db, dialect, { ...scope, readings: [words, [CUT]] }).select('search_entries.record_id as id')
    const rows = await found.limit(FEW + 1).execute()
    if (rows.length <= FEW) return rows.map(({ id }) => String(id))
  }
  return undefined
}
