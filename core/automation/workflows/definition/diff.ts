import type { Static } from '@sinclair/typebox'
import { equal } from '../../../kernel/storage/schema/equal.ts'
import { isoOf } from '../../../kernel/operation/schema/iso.ts'
import type { WorkflowVersion } from '../entity.ts'
import type { VersionRecord } from '../schema.ts'
import { StepPaths } from './path.ts'
import { type Definition, emptyDefinition } from './schema.ts'

/** A version as callers see it, with what differs from the one before it; `show` makes of its definition what the caller may see. */
export function differences(
  { version, definition, created_at, created_by }: WorkflowVersion,
  before: WorkflowVersion | undefined,
  published: number | null,
  show: (definition: Definition) => Definition,
): Static<typeof VersionRecord> {
  const old = before?.definition ?? emptyDefinition
  const [now, then] = [stepsOf(definition), stepsOf(old)]
  const { triggers, conditions, steps, settings } = show(definition)
  return {
    version,
    published_at: isoOf(created_at),
    published_by: created_by,
    current: version === published,
    steps_added: [...now.keys()].filter((id) => !then.has(id)),
    steps_removed: [...then.keys()].filter((id) => !now.has(id)),
    steps_changed: [...now].flatMap(([id, step]) => (then.has(id) && !equal(then.get(id), step) ? [id] : [])),
    changed: (['triggers', 'conditions', 'steps', 'settings'] as const).filter((part) => !equal(definition[part], old[part])),
    // The canonical form has all that the form of inputs has.
    definition: { triggers: [...triggers], conditions: [...conditions], steps: [...steps], settings } as Static<
      typeof VersionRecord
    >['definition'],
  }
}

// Branches are compared step by step.
function stepsOf({ steps }: Definition): ReadonlyMap<string, unknown> {
  return new Map([...new StepPaths(steps).all()].map(({ path, step: { id, type, config } }) => [id, { path, type, config }]))
}
