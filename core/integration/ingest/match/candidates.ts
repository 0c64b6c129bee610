import { survivorIdsByKey } from '../../../kernel/storage/records/links.ts'
import { inParts } from '../../../kernel/storage/writing/chunks.ts'
import { fold } from '../../../kernel/values/fold.ts'
import { distinctInTurns, eachInTurns, filterInTurns, mapInTurns } from '../../../kernel/values/turns.ts'
import { isPlaceholder } from './placeholder.ts'
import type { BatchContext } from './context.ts'
import type { Entry } from './entry.ts'
import type { MatchRules } from './rules.ts'
import { Target } from './target.ts'

type Found = Map<string, string[]>

/** The stored records that the entries of a batch may match, in one look-up for each kind of key, whatever the size of the batch. */
export class Candidates {
  readonly #rules: MatchRules
  readonly #context: BatchContext
  readonly #byId = new Map<string, string>()
  readonly #byState = new Map<string, string>()
  readonly #byIdColumn: Found = new Map()
  readonly #byKey = new Map<string, Found>()
  readonly #further = new Map<string, Map<string, string>>()
  readonly #byName: Found = new Map()
  readonly #byNameState = new Map<string, string>()
  readonly #targets = new Map<string, Target>()

  constructor(rules: MatchRules, context: BatchContext) {
    this.#rules = rules
    this.#context = context
  }

  async load(entries: readonly Entry[], states: ReadonlyMap<string, { record_id: string }>): Promise<void> {
    const { object, keys, idColumn, nameColumn } = this.#rules
    const references = this.#context.references(object)
    const ids: string[] = []
    await eachInTurns(entries, ({ externalId }) => externalId !== undefined && ids.push(externalId))
    await eachInTurns(states, ([key, { record_id }]) => this.#byState.set(key, record_id))
    if (ids.length > 0) {
      await eachInTurns(await references.findMany(this.#context.provider, ids), ([id, record]) => this.#byId.set(id, record))
      if (idColumn) await this.#lookUp(idColumn, ids, this.#byIdColumn)
      if (idColumn) for (const [id, heir] of await this.#heirs(idColumn, ids, this.#byIdColumn)) this.#byIdColumn.set(id, [heir])
    }
    for (const { column, secondary, taken } of keys) {
      const found: Found = new Map()
      this.#byKey.set(column, found)
      const values = await valuesOf(entries, column)
      if (values.length === 0) continue
      await this.#lookUp(column, values, found)
      if (taken === 'share') await this.#lookUpAlone(column, values, found)
      this.#further.set(column, secondary ? await references.findMany(secondary, values) : await this.#heirs(column, values, found))
    }
    if (nameColumn) await this.#loadNames(await filterInTurns(entries, (entry) => entry.implied || !this.#isFound(entry)), nameColumn)
    await this.#loadTargets()
    const provisional = nameColumn ? await filterInTurns(entries, (entry) => this.#isPlaceholder(entry)) : []
    if (!nameColumn || provisional.length === 0) return
    await this.#loadNames(provisional, nameColumn)
    await this.#loadTargets()
  }

  byExternalId(id: string): Target | undefined {
    return this.#target(this.#byId.get(id))
  }

  byState(key: string): Target | undefined {
    return this.#target(this.#byState.get(key))
  }

  byIdColumn(id: string): Target | undefined {
    return this.#targetsOf(this.#byIdColumn.get(id))[0]
  }

  /** All records with this value, those that have it as the primary value first. */
  byKey(column: string, value: string): Target[] {
    const further = this.#target(this.#further.get(column)?.get(value))
    return [...this.#targetsOf(this.#byKey.get(column)?.get(value)), ...(further ? [further] : [])]
  }

  /** True where the target has the value as a secondary key only. */
  hasSecondary(target: Target, column: string, value: string): boolean {
    return this.#further.get(column)?.get(value) === target.id && target.before?.[column] !== value
  }

  byName(name: string): Target[] {
    return this.#targetsOf(this.#byName.get(fold(name)))
  }

  /** The record that this source has sent before by its name alone. */
  byNameState(name: string): Target | undefined {
    return this.#target(this.#byNameState.get(`name:${fold(name)}`))
  }

  async #loadNames(entries: readonly Entry[], column: string): Promise<void> {
    const names = [...(await distinctInTurns(await mapInTurns(await valuesOf(entries, 'name'), fold)))]
    if (names.length === 0) return
    await this.#lookUp(column, names, this.#byName)
    await this.#lookUpAlone(column, names, this.#byName)
    const keys = await mapInTurns(names, (name) => `name:${name}`)
    const states = await this.#context.states(this.#rules.object, keys)
    await eachInTurns(states, ([key, { record_id }]) => this.#byNameState.set(key, record_id))
  }

  async #lookUp(column: string, values: readonly string[], found: Found): Promise<void> {
    const { records } = this.#context
    const { entity } = this.#rules
    const live = records.db.selectFrom(entity.table).select(['id', column]).where('deleted_at', 'is', null).orderBy('id')
    const rows = await inParts(await distinctInTurns(values), (part) => live.where(records.anyOf(entity, column, part)).execute())
    await eachInTurns(rows, ({ id, [column]: key }) => {
      const [value, known] = [String(key), found.get(String(key))]
      if (known) known.push(String(id))
      else found.set(value, [String(id)])
    })
  }

  /** Looks again for what nobody has, with other writers kept from making it at the same time. */
  async #lookUpAlone(column: string, values: readonly string[], found: Found): Promise<void> {
    const { records, lock } = this.#context
    const unknown = lock ? await filterInTurns(values, (value) => !found.has(value)) : []
    if (await records.locks.holdKeys(this.#rules.object, column, unknown)) await this.#lookUp(column, unknown, found)
  }

  /** The survivors of merged records that had these values, where no live record has them. */
  async #heirs(column: string, values: readonly string[], found: Found): Promise<Map<string, string>> {
    const free = await filterInTurns(values, (value) => !found.has(value))
    return await survivorIdsByKey(this.#context.records, this.#rules.entity, column, free)
  }

  async #loadTargets(): Promise<void> {
    const { records, lock } = this.#context
    const singles = [this.#byId, this.#byState, this.#byNameState, ...this.#further.values()]
    const lists = [this.#byIdColumn, this.#byName, ...this.#byKey.values()]
    const ids = new Set<string>()
    const add = (id: string) => !this.#targets.has(id) && ids.add(id)
    for (const each of singles) await eachInTurns(each.values(), add)
    for (const each of lists) await eachInTurns(each.values(), (some) => some.forEach(add))
    const rows = await records.findBy(this.#rules.entity, 'id', ids, { lock })
    await eachInTurns(rows, (row) => this.#targets.set(row.id, new Target(row, row)))
  }

  #isFound({ externalId, key, draft }: Entry): boolean {
    if (this.#byState.has(key) || (externalId !== undefined && this.#byId.has(externalId))) return true
    return this.#rules.keys.some(({ column }) => this.#byKey.get(column)?.has(String(draft.values[column])))
  }

  /** True where the keys find placeholders only; a company of the same name may exist beside them. */
  #isPlaceholder({ implied, draft }: Entry): boolean {
    if (implied) return false
    return this.#rules.keys.some(({ column }) => this.byKey(column, String(draft.values[column])).some(isPlaceholder))
  }

  #target(id: string | undefined): Target | undefined {
    return id === undefined ? undefined : this.#targets.get(id)
  }

  #targetsOf(ids: readonly string[] = []): Target[] {
    return ids.flatMap((id) => this.#target(id) ?? [])
  }
}

async function valuesOf(entries: readonly Entry[], column: string): Promise<string[]> {
  const found: string[] = []
  await eachInTurns(entries, ({ draft: { values } }) => (values[column] ?? null) !== null && found.push(String(values[column])))
  return found
}
