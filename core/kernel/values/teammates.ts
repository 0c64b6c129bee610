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

/** The addresses that a word may mean: the address itself, else those who are called so. */
export function teammatesMeant(teammates: readonly Teammate[], word: string): readonly string[] {
  const address = foldOwner(word)
  if (teammates.some(({ email }) => email === address)) return [address]
  return teammatesByWord(teammates).get(fold(word)) ?? []
}
