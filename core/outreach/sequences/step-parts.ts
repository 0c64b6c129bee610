import type { Records } from '../../kernel/storage/records/records.ts'
import type { StepCall } from '../../automation/workflows/actions/action.ts'
import type { Letters, LetterText } from '../templates/letters.ts'
import { Enrollment } from './entity.ts'
import { withStep } from './history.ts'
import { Sequence } from './sequence-entity.ts'
import type { SequenceStep } from './step-schema.ts'

/** The enrollment that a run does the steps of. */
export interface Parts {
  readonly enrollment: Enrollment
  readonly sequence: Sequence
}

/** The enrollment and sequence of a run; undefined where one of them is gone. */
export async function partsOf(records: Records, { run }: Pick<StepCall, 'run'>): Promise<Parts | undefined> {
  const [enrollment] = await records.findBy(Enrollment, 'id', [run.id])
  const [sequence] = await records.findBy(Sequence, 'id', [run.workflow_id])
  return enrollment && sequence && { enrollment, sequence }
}

/** What a step says: its own words, else those of its template; undefined where there is neither. */
export async function textOf(
  step: Pick<SequenceStep, 'subject' | 'body' | 'template_id'>,
  letters: Letters,
): Promise<(LetterText & { template_id?: string; template_version?: number }) | undefined> {
  const template = step.template_id === null ? undefined : await letters.template(step.template_id)
  if (step.template_id !== null && !template && step.body === null) return undefined
  const isHtml = step.body !== null && /<[a-z!/]/i.test(step.body)
  return {
    ...template,
    subject: step.subject ?? template?.subject ?? '',
    html: step.body === null ? (template?.html ?? null) : isHtml ? step.body : null,
    text: step.body === null ? (template?.text ?? null) : isHtml ? null : step.body,
  }
}

/** In whose name a sequence writes to a contact. */
export function ownerOf({ sender, owner_email, created_by }: Sequence, contact: Readonly<Record<string, unknown>>): string {
  return sender === 'owner' ? String(contact['assigned_to'] ?? owner_email ?? created_by) : sender
}

/** The history of an enrollment with what became of a step. */
export function historyWith(
  { history }: Enrollment,
  { config, now }: Pick<StepCall<{ readonly step: SequenceStep }>, 'config' | 'now'>,
  became: { readonly result: string; readonly email_id?: string; readonly task_id?: string },
): Pick<Enrollment, 'history'> {
  return { history: withStep(history, { step_id: config.step.id, at: now.toISOString(), ...became }) }
}
