import type { Records } from '../../kernel/storage/records/records.ts'
import { membersOf } from '../../kernel/values/is-object.ts'
import { WorkflowVersion } from '../../automation/workflows/entity.ts'
import type { Sequence } from './sequence-entity.ts'
import { type SequenceStep, stepNames } from './step-schema.ts'

const variants = ['a', 'b'] as const

/** Steps with figures that the sequence has no more, as its earlier versions had them. */
export async function stepsGone(records: Records, { id: sequence_id, steps }: Sequence, counted: ReadonlySet<string>) {
  const missing = new Set([...counted].filter((id) => id !== 'null' && !steps.some((each) => each.id === id)))
  if (missing.size === 0) return []
  const versions = await records.findBy(WorkflowVersion, 'workflow_id', [sequence_id])
  const known = new Map<string, { type: SequenceStep['type']; variant: SequenceStep['variant'] }>()
  for (const { definition } of versions.toSorted((a, b) => a.version - b.version))
    for (const { config } of definition.steps.flatMap((each) => [each, ...Object.values(each.branches ?? {}).flat()])) {
      // Steps that wait name the step of the sequence for which they do.
      const { id, ...said } = membersOf(config['step'])
      const type = stepNames.find((each) => each === said['type'])
      if (type && typeof id === 'string' && missing.has(id))
        known.set(id, { type, variant: variants.find((each) => each === said['variant']) ?? null })
    }
  return [...known].map(([id, { type, variant }]) => ({ id, position: null, type, variant }))
}
