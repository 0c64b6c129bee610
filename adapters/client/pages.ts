type Page = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, unknown>>

/** Every item of every page, each page read when the one before is used up. */
export async function* itemsOf(read: (input: Fields) => Promise<Page>, input: Fields, items: string): AsyncGenerator<unknown, undefined> {
  // A log that is polled oldest first has no last page: its end is a page with nothing on it.
  const polls = input['after'] !== undefined || input['order'] === 'asc'
  for (let asked = input; ;) {
    const page = await read(asked)
    const found = page[items] as readonly unknown[]
    yield* found
    const next = page['next_cursor']
    if (typeof next !== 'string' || (polls && found.length === 0)) return undefined
    asked = { ...input, [polls ? 'after' : 'cursor']: next }
  }
}
