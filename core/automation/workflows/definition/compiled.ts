import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import { restoreConditions } from '../../conditions/parse.ts'
import type { ParsedConditions, StoredConditions } from '../../conditions/parsed.ts'
import { WorkflowVersion } from '../entity.ts'
import { StepPaths } from './path.ts'
import type { Definition, Step } from './schema.ts'

// Versions that a process keeps ready; one has at most 64 KiB.
const KEPT = 500

/** A version of a workflow, ready to run. */
export interface CompiledVersion {
  readonly workflow_id: string
  readonly version: number
  readonly definition: Definition
  readonly paths: StepPaths
  /** What is asked of a record that meets a trigger; undefined = nothing. */
  readonly conditions: ParsedConditions | undefined
  /** What ends a run; undefined = nothing. */
  readonly exit: ParsedConditions | undefined
  /** What a step asks; undefined = nothing. */
  of(step: Step): ParsedConditions | undefined
}

/** The versions of workflows, compiled once by each process. */
export class CompiledVersions {
  static readonly uses = { types: RecordTypes }
  readonly #types: RecordTypes
  readonly #known = new Map<string, CompiledVersion>()

  constructor({ types }: Resolved<typeof CompiledVersions.uses>) {
    this.#types = types
  }

  /** One version; undefined where it is gone. */
  async get(records: Records, workflow_id: string, version: number): Promise<CompiledVersion | undefined> {
    const known = this.#known.get(keyOf(workflow_id, version))
    if (known) return known
    const [row] = await records
      .findBy(WorkflowVersion, 'workflow_id', [workflow_id])
      .then((all) => all.filter((each) => each.version === version))
    return row && this.add(row)
  }

  /** A version that was read already. */
  add({
    workflow_id,
    version,
    definition,
    parsed,
  }: Pick<WorkflowVersion, 'workflow_id' | 'version' | 'definition' | 'parsed'>): CompiledVersion {
    const key = keyOf(workflow_id, version)
    const known = this.#known.get(key)
    if (known) return known
    const compiled = compileVersion(this.#types, { workflow_id, version, definition, parsed })
    if (this.#known.size >= KEPT) this.#known.delete(this.#known.keys().next().value ?? '')
    this.#known.set(key, compiled)
    return compiled
  }

  /** The version that was compiled before. */
  peek(workflow_id: string, version: number): CompiledVersion | undefined {
    return this.#known.get(keyOf(workflow_id, version))
  }
}

/** A definition with its conditions, ready to run. */
export function compileVersion(
  types: RecordTypes,
  { workflow_id, version, definition, parsed }: Pick<WorkflowVersion, 'workflow_id' | 'version' | 'definition' | 'parsed'>,
): CompiledVersion {
  const restored = new Map(
    Object.entries(parsed).map(([place, stored]: [string, StoredConditions]) => [place, restoreConditions(types, stored)]),
  )
  return {
    workflow_id,
    version,
    definition,
    paths: new StepPaths(definition.steps),
    conditions: restored.get('conditions'),
    exit: restored.get('exit'),
    of: ({ id }) => restored.get(`step:${id}`),
  }
}

function keyOf(workflow_id: string, version: number): string {
  return `${workflow_id} ${version}`
}
