import type { RecordTypes } from '../../../records/record-type/record-types.ts'
import type { ActionTypes } from '../actions/action-types.ts'
import { checkDefinition, refuseFaults } from '../definition/check.ts'
import { type CompiledVersion, compileVersion } from '../definition/compiled.ts'
import type { DefinitionConditions } from '../definition/conditions.ts'
import { emptyDefinition } from '../definition/schema.ts'
import type { Workflow } from '../entity.ts'

/**
 * What the next activation of a workflow would publish, ready to run and kept nowhere; else what is published. Throws `invalid_input` for
 * what could not be activated.
 */
export async function rehearsedVersion(
  { types, actions, conditions }: { readonly types: RecordTypes; readonly actions: ActionTypes; readonly conditions: DefinitionConditions },
  { id: workflow_id, draft, definition, draft_version, published_version }: Workflow,
): Promise<CompiledVersion> {
  const said = draft ?? definition ?? emptyDefinition
  refuseFaults((await checkDefinition(said, actions, conditions)).faults)
  const version = draft || published_version === null ? draft_version : published_version
  return compileVersion(types, { workflow_id, version, definition: said, parsed: await conditions.parsed(said) })
}
