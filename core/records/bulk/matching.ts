import { sql } from 'kysely'
import type { Fields } from '../../kernel/operation/schema/fields.ts'
import { survivorIdsByKey } from '../../kernel/storage/records/links.ts'
import type { Ids } from '../../kernel/ports/ids.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { References } from '../../kernel/storage/records/references.ts'
import { scopesOf } from '../../kernel/storage/records/unseen-keys.ts'
import { type Draft, externalId, type SetKey, type SetRules } from '../record-type/set-rules.ts'

/** Who has which value of which key: live records, and records that the set is about to make. */
export class Owners<T> {
  readonly #by = new Map<string, T>()
  readonly #inherited = new Set<string>()

  /** Who has this value of this key. */
  of(key: SetKey, value: string): T | undefined {
    return this.#by.get(`${key.name}\0${value}`)
  }

  set(key: SetKey, value: string, owner: T): void {
    this.#by.set(`${key.name}\0${value}`, owner)
  }

  /** Who is meant by the value because a record that had it was merged into them: it is free for others. */
  inherit(key: SetKey, value: string, owner: T): void {
    this.set(key, value, owner)
    this.#inherited.add(`${key.name}\0${value}`)
  }

  isInherited(key: SetKey, value: string): boolean {
    return this.#inherited.has(`${key.name}\0${value}`)
  }
}

/** Ids of the live records that have one of the values that these drafts give of their keys: one look-up per kind of key. */
export async function ownersOf(
  records: Records,
  references: References,
  rules: SetRules,
  drafts: readonly Draft[],
): Promise<Owners<string>> {
  const owners = new Owners<string>()
  for (const key of rules.keys) {
    const values = [...new Set(drafts.flatMap((draft) => (draft.refusal ? [] : key.of(draft.values))))]
    if (values.length === 0) continue
    if (key === externalId) await externalOwners(references, key, values, owners)
    else await fieldOwners(records, references, rules, key, values, owners)
  }
  return owners
}

/**
 * Heeds the keys of records that the writer does not see: refuses each draft that claims one, and no other with it, or gives it the value
 * in the scope of the writer. Answers the further values that stay with those records, each behind the provider of its key.
 */
export async function heedUnseen(
  records: Records,
  references: References,
  rules: SetRules,
  drafts: readonly Draft[],
  { seen, ids }: { readonly seen: Owners<string>; readonly ids: Ids },
): Promise<ReadonlySet<string>> {
  const unclaimed = new Set<string>()
  if (records.whole === records) return unclaimed
  await giveScopes(records, rules, drafts, { seen, ids })
  const all = await ownersOf(records.whole, references.whole, rules, drafts)
  for (const draft of drafts)
    for (const key of rules.keys)
      for (const value of key.shared ? [] : key.of(draft.values)) {
        const owner = seen.of(key, value)
        if (all.of(key, value) === owner || all.isInherited(key, value)) continue
        const field = fieldOf(key)
        if (key.scope === undefined)
          draft.refusal ??= { reason: `Another record of ${rules.object} has this ${field}`, code: 'taken', field }
        else if (draft.values[key.field] !== value) unclaimed.add(`${key.provider}\0${value}`)
      }
  return unclaimed
}

/** Gives first values of keys the scopes that they have with this writer. */
async function giveScopes(
  records: Records,
  { entity, keys }: SetRules,
  drafts: readonly Draft[],
  { seen, ids }: { readonly seen: Owners<string>; readonly ids: Ids },
): Promise<void> {
  for (const key of keys) {
    const { field, scope } = key
    if (scope === undefined) continue
    // Nothing changes for a record that has the value already.
    const given = drafts.flatMap((draft) => {
      const value = draft.values[field]
      if (typeof value !== 'string') return []
      return seen.of(key, value) === undefined || seen.isInherited(key, value) ? [{ draft, value }] : []
    })
    const scopes = await scopesOf(records, entity, { key: field, scope }, { values: given.map(({ value }) => value), ids })
    for (const { draft, value } of given) draft.values = { ...draft.values, [scope]: scopes.get(value) }
  }
}

/** The field under which a clash of this key is named. */
export const fieldOf = (key: SetKey) => (key === externalId ? 'external_ids' : key.field)

async function externalOwners(references: References, key: SetKey, values: readonly string[], owners: Owners<string>): Promise<void> {
  const pairs = values.map((value) => value.split('\0'))
  for (const [provider = '', group] of Map.groupBy(pairs, ([provider]) => provider)) {
    const ids = group.map(([, id = '']) => id)
    for (const [id, owner] of await references.findMany(provider, ids)) owners.set(key, `${provider}\0${id}`, owner)
  }
}

async function fieldOwners(
  records: Records,
  references: References,
  { entity, object }: SetRules,
  key: SetKey,
  values: readonly string[],
  owners: Owners<string>,
): Promise<void> {
  const owned = async (wanted: readonly string[]) => {
    const rows = await records
      .from<Fields>(entity)
      .select(['id', key.field])
      .where('deleted_at', 'is', null)
      .where(records.anyOf(entity, key.field, wanted))
      .orderBy(sql.ref(key.scope ?? 'id'), 'desc')
      .execute()
    // Of several that share a value the oldest is meant, or the one in the empty scope, as when one record is written.
    for (const row of rows) owners.set(key, String(row[key.field]), String(row.id))
  }
  const isFree = (value: string) => owners.of(key, value) === undefined
  await owned(values)
  // No index keeps two records from having one: whoever else writes an unknown one at the same time waits, and finds it.
  const unknown = key.shared ? values.filter(isFree) : []
  if (await records.locks.holdKeys(object, key.field, unknown)) await owned(unknown)
  if (key.provider === undefined) {
    const free = values.filter(isFree)
    for (const [value, owner] of await survivorIdsByKey(records, entity, key.field, free)) owners.inherit(key, value, owner)
    return
  }
  for (const [value, owner] of await references.findMany(key.provider, values)) owners.set(key, value, owner)
}
