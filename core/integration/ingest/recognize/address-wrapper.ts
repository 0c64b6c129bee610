import { isConcept } from '../languages/dictionary.ts'
import { readHeader } from '../languages/headers.ts'
import type { Column } from '../read/table.ts'
import { containers } from './wrappers.ts'

/** The path of what a column stands in. */
export const wrapperOf = ({ segments }: Column): string => segments.slice(0, -1).join('.')

/**
 * The path of the only wrapper with a city or postcode, where it holds nothing but parts of an address and its name is no known word of
 * something else: whatever it is called, `location` or `seat`, it is where the party of the record is. Of two nothing is known.
 */
export function addressWrapper(columns: readonly Column[]): string | undefined {
  const wrappers = [...Map.groupBy(columns, wrapperOf)].map(([path, group]) => ({
    path,
    words: group.map(({ segments }) => readHeader(segments.at(-1) ?? '').words),
  }))
  const [only, ...others] = wrappers.filter(({ words }) => words.some((own) => own.includes('city') || own.includes('postcode')))
  if (!only || others.length > 0 || only.path === '') return undefined
  const name = readHeader(only.path.split('.').at(-1) ?? '').words
  const isPlain = name.every((word) => !isConcept(word) || containers.has(word) || ofSeats.has(word))
  return isPlain && only.words.every((own) => own.every((word) => ofAddresses.has(word) || /^\d$/.test(word))) ? only.path : undefined
}

const ofAddresses = new Set('street address line city postcode postal code country region state housenumber number iso'.split(' '))
/** Words for the main one of several places. */
const ofSeats = new Set(['local', 'business', 'registration', 'display', 'header', 'fiscal'])
