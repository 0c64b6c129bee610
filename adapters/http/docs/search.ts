import { setImmediate as turn } from 'node:timers/promises'

/** What can be found: a section of a guide, an operation, a schema or an error. */
export interface Entry {
  readonly kind: 'guide' | 'operation' | 'schema' | 'error'
  readonly title: string
  readonly about: string
  /** From the root of the site. */
  readonly path: string
  /** Further words that lead to it. */
  readonly words: string
}

/** A place that was found. */
export type Found = Omit<Entry, 'words'>

/** Finds the places that a text is about, the best first. */
export type Search = (text: string) => readonly Found[]

const FOUND = 30
// More says nothing more, and is not worth the time of the process.
const MAX_TERMS = 6
const MAX_LENGTH = 30
const AT_ONCE = 20
const idle = new Set(
  'a an and are as at be by can do does for from how i in is it my of on or the to what when where which with'.split(' '),
)

/** Prepares the search, in turns, so that nobody else waits for it. */
export async function searchOf(entries: readonly Entry[]): Promise<Search> {
  const { default: MiniSearch } = await import('minisearch')
  const index = new MiniSearch<Entry & { readonly id: number }>({
    fields: ['title', 'about', 'words'],
    storeFields: [],
    tokenize: termsOf,
    processTerm: (term) => (idle.has(term) ? null : term),
    searchOptions: {
      boost: { title: 4, about: 2 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => term.length > 4 && 0.2,
      maxFuzzy: 2,
      // A guide explains what the operations of its words are for.
      boostDocument: (id) => (entries[Number(id)]?.kind === 'guide' ? 1.5 : entries[Number(id)]?.kind === 'schema' ? 0.5 : 1),
    },
  })
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    index.addAll(entries.slice(at, at + AT_ONCE).map((entry, offset) => ({ ...entry, id: at + offset })))
    await turn()
  }
  return (text) => {
    const terms = termsOf(text)
      .filter((term) => !idle.has(term))
      .slice(0, MAX_TERMS)
    if (terms.length === 0) return []
    const asked = terms.map((term) => term.slice(0, MAX_LENGTH))
    const all = index.search(asked.join(' '))
    const whole = all.filter(({ queryTerms }) => asked.every((term) => queryTerms.includes(term)))
    const found = whole.length > 0 ? whole : all
    return found.slice(0, FOUND).flatMap(({ id }) => {
      const entry = entries[Number(id)]
      if (!entry) return []
      const { words: _, ...shown } = entry
      return [shown]
    })
  }
}

// `createContact` and `create_contact` are two words.
function termsOf(text: string): string[] {
  return text
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((term) => term !== '')
}
