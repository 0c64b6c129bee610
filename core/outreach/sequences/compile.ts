import type { Definition, Step } from '../../automation/workflows/definition/schema.ts'
import type { SequenceStep } from './step-schema.ts'

/**
 * The steps of a sequence in the language of workflows: for each the wait until it is due, and what it does. Variants are the ways of an
 * A/B split. The ids follow from those of the steps, so that enrollments can be taken to another version.
 */
export function compiledSteps(steps: readonly SequenceStep[]): Definition {
  const compiled: Step[] = []
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at]
    const other = steps[at + 1]
    if (!step) continue
    if (step.variant === 'a' && other?.variant === 'b') {
      compiled.push({ id: `v-${step.id}`, type: 'ab_split', config: { percent_a: 50 }, branches: { a: stepsOf(step), b: stepsOf(other) } })
      at += 1
    } else compiled.push(...stepsOf(step))
  }
  compiled.push({ id: 'end', type: 'sequence_end', config: {} })
  return { triggers: [], conditions: [], steps: compiled, settings: { record_type: 'contact', reenroll: 'when_not_active' } }
}

function stepsOf(step: SequenceStep): Step[] {
  const config = { step }
  const due: Step = { id: `w-${step.id}`, type: 'sequence_wait', config }
  if (step.type === 'linkedin_invite') return [due, { id: step.id, type: 'sequence_invite', config }]
  if (step.type === 'linkedin_message')
    return [due, { id: step.id, type: 'sequence_message', config: { ...config, message: step.body ?? '' } }]
  if (step.type !== 'email') return [due, { id: step.id, type: 'sequence_task', config }]
  return [due, { id: `l-${step.id}`, type: 'sequence_line', config }, { id: step.id, type: 'sequence_email', config }]
}
