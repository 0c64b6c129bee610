import type { Owners } from '../../records/bulk/matching.ts'
import { type Draft, externalId, type SetKey } from '../../records/record-type/set-rules.ts'
import type { BulkOptions } from '../../records/bulk/schema.ts'
import type { DocumentInput } from './schema.ts'

// Among the documents of its type, a number belongs to one.
const documentNumber: SetKey = {
  name: 'number',
  field: 'number',
  of: ({ number }) => (typeof number === 'string' ? [number.trim()] : []),
}

/** The keys by which documents are found, in this order, as `DocumentStore.match` looks them up. */
export const documentKeys: readonly SetKey[] = [externalId, documentNumber]

/** Which documents the records of a set mean, by their ids and by the keys that the caller matches on. */
export class SetKeys {
  readonly #taken: readonly SetKey[]

  constructor({ match_on }: Pick<BulkOptions, 'match_on'>) {
    this.#taken = documentKeys.filter(({ name }) => (match_on ?? name) === name)
  }

  /** Of the keys that a record gives, those by which it is matched. */
  matching({ values }: Draft): Partial<DocumentInput> {
    const fields = this.#taken.map(({ field }) => field)
    return Object.fromEntries(Object.entries(values).filter(([name, value]) => fields.includes(name) && value !== undefined))
  }

  /** Values of the keys by which a record is matched, each with the name of its key. */
  namesOf({ values }: Draft): string[] {
    return this.#taken.flatMap((key) => key.of(values).map((value) => nameOf(key, value)))
  }

  /** Id of the document that a record means. */
  ownerOf({ id, values }: Draft, owners: Owners<string>): string | undefined {
    return id ?? this.#taken.flatMap((key) => key.of(values).flatMap((value) => owners.of(key, value) ?? []))[0]
  }
}

/** Records that have a key of an earlier one of the set, or of another document than their own (`known`). */
export function entangledOf(drafts: readonly Draft[], owners: Owners<string>, known: ReadonlyMap<Draft, string | undefined>): Set<Draft> {
  const entangled = new Set<Draft>()
  const earlier = new Set<string>()
  for (const draft of drafts) {
    const id = known.get(draft)
    const values = documentKeys.flatMap((key) => key.of(draft.values).map((value) => [key, value] as const))
    const names = [...values.map(([key, value]) => nameOf(key, value)), ...(id === undefined ? [] : [`id\0${id}`])]
    const isForeign = values.some(([key, value]) => (owners.of(key, value) ?? id) !== id)
    if (isForeign || names.some((name) => earlier.has(name))) entangled.add(draft)
    for (const name of names) earlier.add(name)
  }
  return entangled
}

const nameOf = ({ name }: SetKey, value: string) => `${name}\0${value}`
