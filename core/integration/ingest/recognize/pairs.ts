import { type Candidate, possible, sure } from './assign.ts'
import { readHeader } from '../languages/headers.ts'
import { fold } from '../languages/letters.ts'
import { languages } from '../languages/all.ts'
import { holdsCompanies } from './shapes.ts'
import type { Column } from '../read/table.ts'

interface Person {
  readonly name: string
  readonly first: string
  readonly last: string
  readonly least: number
}

const partsOfCompany: Person = { name: 'name', first: 'person_first', last: 'person_last', least: sure }
const partsOfCustomer: Person = { name: 'customer_name', first: 'customer_first', last: 'customer_last', least: possible }

const names = new Set(['full_name', 'first_name', 'last_name'])

const parts = new Set(['customer_first', 'customer_last'])

/** True where the values of one column do not occur in the other and it holds no companies: full names contain first names. */
function isApart(columns: readonly Column[], name: number, part: number): boolean {
  const [whole, piece] = [name, part].map((at) => columns.find(({ index }) => index === at))
  if (!whole || !piece || holdsCompanies(whole)) return false
  const pieces = piece.sample.map((value) => fold(String(value)))
  return !whole.sample.some((value) => pieces.some((each) => fold(String(value)).split(' ').includes(each)))
}

/**
 * Names that share their bracket with a first name, unlike other names: `Name (Person)` beside `Vorname (Person)` and `Name
 * (Unternehmen)`.
 */
function inBracketOf(columns: readonly Column[], candidates: readonly Candidate[], person: Person): ReadonlySet<number> {
  const brackets = new Map(columns.map(({ index, segments }) => [index, /\(([^)]{2,60})\)$/.exec(segments.at(-1) ?? '')?.[1]] as const))
  const of = (field: string) => candidates.filter((each) => each.field === field && each.score >= possible)
  const firsts = new Set(of(person.first).flatMap(({ column }) => brackets.get(column) ?? []))
  const [inside, outside] = [true, false].map((is) => of(person.name).filter(({ column }) => firsts.has(brackets.get(column) ?? '') === is))
  return new Set(outside?.length === 0 ? [] : inside?.map(({ column }) => column))
}

/** Headers that mean another field beside a second one: "Nombre" is a first name once there are "Apellidos". */
export function pairUp(scope: string, columns: readonly Column[], candidates: readonly Candidate[]): Candidate[] {
  const present = new Set(candidates.filter((candidate) => candidate.score >= sure).map((candidate) => candidate.field))
  // Where a company has a column of its own beside a first name, "name" is the person's last one.
  const person = scope === 'companies' ? partsOfCompany : partsOfCustomer
  const ofPerson =
    candidates.some(({ field, score }) => field === person.first && score >= person.least) &&
    candidates.some(({ field, score, via }) => field === person.name && score >= person.least && via.includes('company'))
  // A contact whose only name is that of a customer is the customer.
  const named = new Set(candidates.filter(({ field, score }) => names.has(field) && score >= possible).map(({ column }) => column))
  const isPerson = ({ field, via, column }: Candidate) =>
    scope === 'contacts' && field === 'company' && via === 'words:customer name' && named.size === 1 && named.has(column)
  // "Nom de facturation" is the last name once there is "Prénom de facturation" and no other last name, and "Nombre" the first beside
  // "Apellidos".
  const partOf = ({ via, column }: Candidate) => {
    if (scope === 'companies' || !/\bname\b/.test(via)) return undefined
    const [first, last] = ['firstname', 'lastname'].map((part) =>
      candidates.find(
        (other) => parts.has(other.field) && other.via === via.replace('name', part) && isApart(columns, column, other.column),
      ),
    )
    return first && !last ? person.last : last && !first ? person.first : undefined
  }
  const bracketed = inBracketOf(columns, candidates, person)
  return candidates.flatMap((candidate) => {
    if (isPerson(candidate)) return []
    if (candidate.field === person.name) {
      const isLast = candidate.via === 'words:name' && (ofPerson || bracketed.has(candidate.column))
      const part = isLast ? person.last : partOf(candidate)
      if (part) return { ...candidate, field: part }
    }
    if (candidate.field !== 'full_name') return candidate
    const header = readHeader(columns.find((column) => column.index === candidate.column)?.segments.at(-1) ?? '').text
    for (const language of languages)
      for (const pair of language.pairs ?? [])
        if (pair.object === scope && pair.header === header && present.has(pair.beside) && !present.has(pair.field))
          return { ...candidate, field: pair.field }
    return candidate
  })
}
