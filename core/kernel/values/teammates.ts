import { fold } from './fold.ts'
import { foldOwner } from './owner.ts'

/** A teammate as people name one. */
export interface Teammate {
  /** As records hold it. */
  readonly email: string
  readonly name: string | null
}

/** Every word that means teammates, folded as names are, with their addresses: whole names, parts of names, and what stands before the @. */
export function teammatesByWord(teammates: readonly Teammate[]): ReadonlyMap<string, readonly string[]> {
  const wholes = Map.groupBy(teammates, ({ name }) => fold(name ?? ''))
  const found = new Map<string, string[]>()
  const add = (word: string, email: string) => {
    if (word !== '' && !wholes.has(word)) found.set(word, [...new Set([...(found.get(word) ?? []), email])])
  }
  for (const { email, name } of teammates) for (const word of [...fold(name ?? '').split(' '), localPart(email)]) add(word, email)
  for (const [name, those] of wholes)
    if (name !== '')
      found.set(
        name,
        those.map(({ email }) => email),
      )
  return found
}

const localPart = (email: string): string => fold(email.split('@', 1)[0] ?? '')

/** Finds teammates as people name them. */
export interface TeammateFinder {
  /** The addresses of all. */
  readonly addresses: readonly string[]
  /** The addresses that a word may mean: the address itself, else those who are called so. */
  meant(word: string): readonly string[]
}

/** Finds among these teammates, any number of times. */
export function teammateFinder(teammates: readonly Teammate[]): TeammateFinder {
  const addresses = teammates.map(({ email }) => email)
  const known = new Set(addresses)
  const byWord = teammatesByWord(teammates)
  return {
    addresses,
    meant(word) {
      const address = foldOwner(word)
      return known.has(address) ? [address] : (byWord.get(fold(word)) ?? [])
    },
  }
}
