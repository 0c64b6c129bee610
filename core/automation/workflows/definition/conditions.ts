import type { TSchema } from '@sinclair/typebox'
import { CrmError, type FieldError } from '../../../kernel/operation/errors.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import { parseAllConditions } from '../../conditions/parse.ts'
import type { StoredConditions } from '../../conditions/parsed.ts'
import { faultsOfTexts } from '../runs/texts.ts'
import type { ConditionList, DefinitionRules } from './check.ts'
import { StepPaths } from './path.ts'
import { recordTypeOf } from './record-type.ts'
import { type FoundReferences, type PlacedReference, References } from './references.ts'
import type { Definition } from './schema.ts'

/** What a definition says by conditions and texts: whether that is right, and how a version keeps it. */
export class DefinitionConditions implements DefinitionRules {
  static readonly uses = { records: Records, types: RecordTypes, references: References }
  readonly #uses: Resolved<typeof DefinitionConditions.uses>

  constructor(uses: Resolved<typeof DefinitionConditions.uses>) {
    this.#uses = uses
  }

  async conditions(places: readonly ConditionList[], entityType: string): Promise<readonly FieldError[]> {
    const single = places.flatMap(({ conditions, at }) => conditions.map((given, index) => ({ given, where: `${at}/${index}` })))
    // All faults are told; those of a list as a whole, such as its size, only where its parts have none.
    const faults = await this.#faultsOf(single, entityType)
    if (faults.length > 0) return faults
    return await this.#faultsOf(
      places.filter(({ conditions }) => conditions.length > 1).map(({ conditions, at }) => ({ given: conditions, where: at })),
      entityType,
    )
  }

  async #faultsOf(places: readonly { readonly given: unknown; readonly where: string }[], entityType: string): Promise<FieldError[]> {
    if (places.length === 0) return []
    const parsed = await parseAllConditions(this.#uses, places, entityType)
    return parsed.flatMap((each) => {
      if (!(each instanceof CrmError)) return []
      if (!each.details.errors) throw each
      return each.details.errors
    })
  }

  async references(references: readonly PlacedReference[]): Promise<FoundReferences> {
    return await this.#uses.references.find(references)
  }

  recordTypeOf(definition: Definition): string | undefined {
    return recordTypeOf(definition, this.#uses.types)
  }

  texts(schema: TSchema, config: Readonly<Record<string, unknown>>, at: string): readonly FieldError[] {
    return faultsOfTexts(schema, config, at)
  }

  /** The conditions of a definition as its version keeps them, by the place where they stand. */
  async parsed(definition: Definition): Promise<Readonly<Record<string, StoredConditions>>> {
    const entityType = this.recordTypeOf(definition) ?? 'contact'
    const places = [
      ['conditions', definition.conditions],
      ['exit', definition.settings.exit_conditions ?? []],
      ...[...new StepPaths(definition.steps).all()].map(({ step }) => [`step:${step.id}`, conditionsOf(step)] as const),
    ] as const
    const said = places.filter(([, conditions]) => conditions.length > 0)
    const parsed = await parseAllConditions(
      this.#uses,
      said.map(([, conditions]) => ({ given: conditions, where: '' })),
      entityType,
    )
    return Object.fromEntries(
      said.flatMap(([place], at) => {
        const each = parsed[at]
        if (each instanceof CrmError) throw each
        return each ? [[place, each.stored] as const] : []
      }),
    )
  }
}

function conditionsOf({ type, config }: Definition['steps'][number]): readonly unknown[] {
  if (type === 'if_else') return Array.isArray(config['conditions']) ? config['conditions'] : []
  if (type !== 'wait_until') return []
  const { field, op, value } = config
  return [{ field, op, ...(value !== undefined && { value }) }]
}
