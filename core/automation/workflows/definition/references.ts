import { cyclesOf } from '../../../crm/sales-cycles/live-cycles.ts'
import { stageNamed } from '../../../crm/sales-cycles/stages.ts'
import { pipelinesOf } from '../../../crm/pipelines/default.ts'
import { stageOf } from '../../../crm/pipelines/stages.ts'
import { Registry } from '../../../kernel/feature/registry.ts'
import type { FieldError } from '../../../kernel/operation/errors.ts'
import { Hook } from '../../../kernel/operation/hook.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import type { CommonFields, EntityTable } from '../../../kernel/storage/schema/entity.ts'
import { unknownOwner } from '../../../kernel/storage/writing/owner-check.ts'
import { fold } from '../../../kernel/values/fold.ts'
import { suggestion } from '../../../kernel/operation/nearest.ts'
import { foldOwner } from '../../../kernel/values/owner.ts'
import { teammateFinder } from '../../../kernel/values/teammates.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import { wordOf } from '../../conditions/scope.ts'
import { type SetField, setFaults } from '../actions/set-field.ts'
import { Workflow } from '../entity.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Records of other features that configurations name by id, under a word such as `template`; what declares a record type needs none. */
export const namedRecords = new Hook<{ readonly word: string; readonly entity: EntityTable<CommonFields> }>('records that steps name')

/** Something that a configuration names, which must be there when the workflow is saved and when it is activated. */
export interface Reference {
  /**
   * What it names: `user` by address; `deal_stage`, `contact_stage` and `sales_cycle` by id or name; `pipeline`, `workflow` or any record
   * type (`company`, `vehicle`) by id. What no loaded feature knows is not looked for: its integration is missing.
   */
  readonly to: string
  /** As it is given; what is blank or is filled in later names nothing. */
  readonly value: unknown
  /** Where it stands in the configuration: `/owner`. */
  readonly at: string
  /** Of a stage: the id of the only pipeline or cycle that it may be of. */
  readonly within?: unknown
  /** Of `set_field`: what a step sets, which the properties and picklists of the organization may refuse. */
  readonly set?: SetField
}

/** A reference with a pointer into the definition. */
export interface PlacedReference extends Reference {
  readonly place: string
}

/** What became of references: the faults of those that lead nowhere, and the ids that the others mean. */
export interface FoundReferences {
  readonly faults: readonly FieldError[]
  readonly ids: ReadonlyMap<PlacedReference, string>
}

/** An id, or why there is none. */
type Found = { readonly id: string } | { readonly code: string; readonly message: string; readonly allowed?: readonly unknown[] }
type Finder = (named: readonly Named[]) => Promise<(named: Named) => Found>
type Named = PlacedReference & { readonly word: string }

/** Looks for what definitions name, each kind in one look-up, however many steps name it. */
export class References {
  static readonly uses = { records: Records, types: RecordTypes, registry: Registry }
  readonly #uses: Resolved<typeof References.uses>

  constructor(uses: Resolved<typeof References.uses>) {
    this.#uses = uses
  }

  async find(references: readonly PlacedReference[]): Promise<FoundReferences> {
    const named = references.flatMap((each) => {
      const word = wordIn(each.value)
      return word === undefined ? [] : [{ ...each, word, of: each }]
    })
    const { records, types } = this.#uses
    const faults: FieldError[] = []
    for (const { set, place } of references)
      if (set) faults.push(...(await setFaults(records, types, set)).map((each) => ({ ...each, path: `${place}${each.path}` })))
    const ids = new Map<PlacedReference, string>()
    for (const [to, those] of Map.groupBy(named, (each) => each.to)) {
      const find = await this.#finderOf(to)?.(those)
      if (!find) continue
      for (const each of those) {
        const found = find(each)
        if ('id' in found) ids.set(each.of, found.id)
        else faults.push({ path: each.place, ...found })
      }
    }
    return { faults, ids }
  }

  #finderOf(to: string): Finder | undefined {
    const own = this.#finders[to]
    if (own) return own
    const { records, types, registry } = this.#uses
    const type = types.all.find((each) => wordOf(each) === to)
    if (type) return this.#byId(type.singular, (ids) => records.findBy(type.entity, 'id', ids))
    const named = registry.attached(namedRecords).find(({ word }) => word === to)
    return named && this.#byId(to, (ids) => records.findBy(named.entity, 'id', ids))
  }

  readonly #finders: Readonly<Record<string, Finder>> = {
    user: async (named) => {
      const unknown = await this.#uses.records.unknownOwners(named.map(({ word }) => word))
      if (unknown.size === 0) return ({ word }) => ({ id: foldOwner(word) })
      const teammates = teammateFinder(await this.#uses.records.teammates())
      return ({ word }) => {
        const [address, ...others] = unknown.has(foldOwner(word)) ? teammates.meant(word) : [foldOwner(word)]
        if (address !== undefined && others.length === 0) return { id: address }
        const { reason: message, ...refusal } = unknownOwner(word, teammates, this.#uses.records.unit.actor)
        return { ...refusal, message }
      }
    },
    pipeline: this.#byId('pipeline', () => pipelinesOf(this.#uses.records)),
    workflow: this.#byId('workflow', async (ids) =>
      (await this.#uses.records.findBy(Workflow, 'id', ids)).filter(({ managed_by }) => managed_by === null),
    ),
    deal_stage: async () => {
      const pipelines = await pipelinesOf(this.#uses.records)
      return ({ word, within }) => oneOf('stage', word, placesWithin(pipelines, within), stageOf)
    },
    sales_cycle: async () => {
      const cycles = await cyclesOf(this.#uses.records)
      return ({ word }) => {
        const found = cycles.find(({ id, name }) => id === word.toLowerCase() || fold(name) === fold(word))
        return found ? { id: found.id } : missing('sales cycle', word, cycles)
      }
    },
    contact_stage: async () => {
      const cycles = await cyclesOf(this.#uses.records)
      const of = ({ stages }: (typeof cycles)[number], word: string) => stageNamed(stages, word)
      // Where there are no cycles, a contact may have any stage.
      return ({ word, within }) => (cycles.length === 0 ? { id: word } : oneOf('stage', word, placesWithin(cycles, within), of))
    },
  }

  #byId(what: string, load: (ids: readonly string[]) => Promise<readonly { readonly id: string }[]>): Finder {
    return async (named) => {
      const asked = new Set(named.map(({ word }) => word.toLowerCase()))
      const known = new Set((await load([...asked].filter((each) => UUID.test(each)))).map(({ id }) => id))
      return ({ word }) => {
        const id = word.toLowerCase()
        return known.has(id) ? { id } : { code: 'unknown_record', message: `There is no ${what} with the id ${word.slice(0, 100)}` }
      }
    }
  }
}

interface Place {
  readonly id: string
  readonly name: string
  readonly stages: readonly { readonly id: string; readonly name: string }[]
}

// A name that several pipelines have means none of them; an id means one stage everywhere.
function oneOf<P extends Place>(
  what: string,
  word: string,
  places: readonly P[],
  find: (place: P, word: string) => { readonly id: string } | undefined,
): Found {
  const found = [...new Set(places.flatMap((each) => find(each, word)?.id ?? []))]
  const [id] = found.includes(word) ? [word] : found
  if (id === undefined)
    return missing(
      what,
      word,
      places.flatMap(({ stages }) => stages),
    )
  if (found.length === 1 || id === word) return { id }
  return { code: 'ambiguous', message: `Several stages are called ${word.slice(0, 100)}: give the id of one`, allowed: found }
}

function missing(what: string, word: string, known: readonly { readonly id: string; readonly name: string }[]): Found {
  const names = known.flatMap(({ id, name }) => [name, id])
  return {
    code: what === 'stage' ? 'unknown_stage' : 'unknown_record',
    message: `There is no ${what} ${word.slice(0, 100)}${suggestion(word, names)}`,
    allowed: known.map(({ id }) => id),
  }
}

// One that is not there has its own fault.
function placesWithin<P extends Place>(places: readonly P[], within: unknown): readonly P[] {
  const word = wordIn(within)
  if (word === undefined) return places
  const own = places.filter(({ id, name }) => id === word.toLowerCase() || fold(name) === fold(word))
  return own.length > 0 ? own : places
}

function wordIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && !value.includes('{{') ? value.trim() : undefined
}
