import type { TSchema } from '@sinclair/typebox'
import { CrmError, type FieldError } from '../../../kernel/operation/errors.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import { parseConditions } from '../../conditions/parse.ts'
import type { StoredConditions } from '../../conditions/parsed.ts'
import { faultsOfTexts } from '../runs/texts.ts'
import type { DefinitionRules } from './check.ts'
import { StepPaths } from './path.ts'
import { recordTypeOf } from './record-type.ts'
import type { Definition } from './schema.ts'

/** What a definition says by conditions and texts: whether that is right, and how a version keeps it. */
export class DefinitionConditions implements DefinitionRules {
  static readonly uses = { records: Records, types: RecordTypes }
  readonly #uses: Resolved<typeof DefinitionConditions.uses>

  constructor(uses: Resolved<typeof DefinitionConditions.uses>) {
    this.#uses = uses
  }

  async conditions(conditions: readonly unknown[], where: string, entityType: string): Promise<readonly FieldError[]> {
    const faults: FieldError[] = []
    for (const [at, condition] of conditions.entries()) {
      try {
        await parseConditions(this.#uses, condition, { entityType, where: `${where}/${at}` })
      } catch (error) {
        if (!(error instanceof CrmError) || !error.details.errors) throw error
        faults.push(...error.details.errors)
      }
    }
    return faults
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
    const parsed: Record<string, StoredConditions> = {}
    for (const [place, conditions] of places)
      if (conditions.length > 0) parsed[place] = (await parseConditions(this.#uses, { and: conditions }, { entityType, where: '' })).stored
    return parsed
  }
}

function conditionsOf({ type, config }: Definition['steps'][number]): readonly unknown[] {
  if (type === 'if_else') return Array.isArray(config['conditions']) ? config['conditions'] : []
  if (type !== 'wait_until') return []
  const { field, op, value } = config
  return [{ field, op, ...(value !== undefined && { value }) }]
}
