import type { DialectName } from '../schema/codec.ts'

/** Pages of the index that one call rewrites: some milliseconds of the one writer of SQLite. */
const PAGES = 200

/**
 * Rewrites the next part of SQLite's full-text index, which keeps what is taken out of it until it is rewritten; answers whether more is
 * to be done. PostgreSQL needs none of it: there an entry is a row.
 */
export async function rewriteTexts(
  rows: (query: string) => Promise<readonly { readonly changes?: number }[]>,
  dialect: DialectName,
  index: string,
  begins: boolean,
): Promise<boolean> {
  if (dialect !== 'sqlite') return false
  const changes = async () => Number((await rows('select total_changes() as changes'))[0]?.changes)
  const before = await changes()
  // A negative number gathers all parts of the index for one merge; a positive one goes on with it.
  await rows(`insert into ${index} (${index}, rank) values ('merge', ${begins ? -PAGES : PAGES})`)
  // The call itself counts as one change; what it rewrites counts further ones.
  return (await changes()) - before > 1
}
