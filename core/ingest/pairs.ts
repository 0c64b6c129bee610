import { type Candidate, possible, sure } from './assign.ts'
import { readHeader } from './headers.ts'
import { languages } from './languages/all.ts'
import type { Column } from './table.ts'

const partsOfCompany = { name: 'name', first: 'person_first', last: 'person_last', least: sure }
const partsOfCustomer = { name: 'customer_name', first: 'customer_first', last: 'customer_last', least: possible }

const names = new Set(['full_name', 'first_name', 'last_name'])

/** Headers that mean another field beside a second one: "Nombre" is a first name once there are "Apellidos". */
export function pairUp(scope: string, columns: readonly Column[], candidates: readonly Candidate[]): Candidate[] {
  const present = new Set(candidates.filter((candidate) => candidate.score >= sure).map((candidate) => candidate.field))
  // Where a company has a column of its own beside a first name, "name" is the person's last one.
  const person = scope === 'companies' ? partsOfCompany : partsOfCustomer
  const ofPerson =
    candidates.some(({ field, score }) => field === person.first && score >= person.least) &&
    candidates.some(({ field, score, via }) => field === person.name && score >= person.least && via.includes('company'))
  // A contact who has no name but that of a customer is the customer.
  const named = new Set(candidates.filter(({ field, score }) => names.has(field) && score >= possible).map(({ column }) => column))
  const isPerson = ({ field, via, column }: Candidate) =>
    scope === 'contacts' && field === 'company' && via === 'words:customer name' && named.size === 1 && named.has(column)
  // "Nom de facturation" is the last name once there is "Prénom de facturation" and no other last name.
  const isLastName = ({ via }: Candidate) =>
    scope !== 'companies' &&
    /^words:name \w/.test(via) &&
    !candidates.some(({ field, score }) => field === person.last && score >= possible) &&
    candidates.some((other) => other.field === person.first && other.via === via.replace('name', 'firstname'))
  return candidates.flatMap((candidate) => {
    if (isPerson(candidate)) return []
    if (candidate.field === person.name && (candidate.via === 'words:name' ? ofPerson : isLastName(candidate)))
      return { ...candidate, field: person.last }
    if (candidate.field !== 'full_name') return candidate
    const header = readHeader(columns.find((column) => column.index === candidate.column)?.segments.at(-1) ?? '').text
    for (const language of languages)
      for (const pair of language.pairs ?? [])
        if (pair.object === scope && pair.header === header && present.has(pair.beside) && !present.has(pair.field))
          return { ...candidate, field: pair.field }
    return candidate
  })
}
