import { mapInTurns, Turns } from '../../../kernel/values/turns.ts'
import { fold } from '../../../kernel/values/fold.ts'
import { duplicate, type Entry } from '../match/entry.ts'
import { digest } from '../match/merge.ts'
import type { Outcomes } from '../match/outcome.ts'
import type { CompanyReference, Draft, Flat, SourceSettings } from '../match/rules.ts'
import type { RecordReading } from '../normalize/reading.ts'
import type { ObjectWriter } from './object-writer.ts'

const KEY = 400

/** Puts the accepted records of one key together; a second one with another name is rejected. */
export async function entriesOf(
  writer: ObjectWriter,
  readings: readonly RecordReading[],
  source: SourceSettings,
  outcomes: Outcomes,
): Promise<Entry[]> {
  const entries = new Map<string, Omit<Entry, 'hash'>>()
  const turns = new Turns()
  for (const reading of readings) {
    if (turns.areOver()) await turns.next()
    const { index } = reading
    outcomes.warn(index, reading.warnings)
    if (reading.reject) {
      outcomes.reject(index, reading.reject)
      continue
    }
    const draft = writer.draft(reading, source)
    if (draft.problem) {
      outcomes.reject(index, draft.problem)
      continue
    }
    outcomes.warn(index, draft.warnings)
    const externalId = reading.values.external_id ?? reading.derived.external_id
    const key = keyOf(writer, externalId, draft)
    const known = entries.get(key)
    if (!known) entries.set(key, { key, externalId, indexes: [index], adding: new Set([index]), draft })
    else if (differs(writer, known.draft, draft)) outcomes.reject(index, duplicate(writer, externalId, draft))
    else {
      if (addsTo(known.draft, draft)) known.adding.add(index)
      known.indexes.push(index)
      known.draft = combined(writer, known.draft, draft)
    }
  }
  return await mapInTurns(entries.values(), (entry) => ({ ...entry, hash: hashOf(entry.draft) }))
}

/** The key of a record without an external id is the first of its own: `sku:A-1`, `name:muller gmbh|DE`. */
function keyOf({ keys }: ObjectWriter, externalId: string | undefined, { values }: Draft): string {
  if (externalId !== undefined) return externalId
  const natural = keys.find(({ column }) => values[column] !== undefined && values[column] !== null)
  const key = natural ? `${natural.column}:${String(values[natural.column])}` : nameKey(values)
  return key.length <= KEY ? key : `${key.slice(0, 40)}#${digest(key)}`
}

/** The key of a company of which the source knows the name only. */
function nameKey({ name, country, email }: Flat): string {
  if (name === undefined || name === null) return `email:${String(email)}`
  return country ? `name:${fold(String(name))}|${String(country)}` : `name:${fold(String(name))}`
}

function differs(writer: ObjectWriter, one: Draft, other: Draft): boolean {
  if (writer.lines) return isOtherCompany(one.company, other.company)
  const [a, b] = [writer.identity(one.values), writer.identity(other.values)]
  return a !== null && b !== null && a !== b
}

function isOtherCompany(one: CompanyReference | undefined, other: CompanyReference | undefined): boolean {
  if (!one || !other) return false
  if (one.external_id !== undefined && other.external_id !== undefined) return one.external_id !== other.external_id
  return one.name !== undefined && other.name !== undefined && fold(one.name) !== fold(other.name)
}

function addsTo(one: Draft, other: Draft): boolean {
  const values = Object.entries(other.values)
  return (
    values.some(([path, value]) => JSON.stringify(one.values[path]) !== JSON.stringify(value)) ||
    (other.lines !== undefined && JSON.stringify(one.lines) !== JSON.stringify(other.lines))
  )
}

function combined({ combine }: ObjectWriter, one: Draft, other: Draft): Draft {
  const company = one.company || other.company ? { company: { ...one.company, ...other.company } } : {}
  const values = combine ? combine(one.values, other.values) : { ...one.values, ...other.values }
  return { ...one, ...other, ...company, values }
}

function hashOf({ values, company, lines }: Draft): string {
  return digest(JSON.stringify([values, company, lines]))
}
