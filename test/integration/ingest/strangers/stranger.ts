/**
 * A batch of a system that nobody wrote a vocabulary for, and what a careful reader takes from it; `{ any: [...] }` where several readings
 * are right.
 */
export interface Stranger {
  readonly title: string
  readonly object: string
  readonly locale: 'en' | 'fr' | 'de' | 'es' | 'nl' | 'it' | 'pt' | 'pl' | 'sv' | 'da' | 'cs' | 'ro'
  readonly records: readonly Readonly<Record<string, unknown>>[]
  readonly expected: readonly Readonly<Record<string, unknown>>[]
}
