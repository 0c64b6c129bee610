import { v7 } from 'uuid'
import type { Enrollment } from '../../../core/outreach/sequences/entity.ts'
import type { WorkflowRun } from '../../../core/automation/workflows/entity.ts'

const ids = { next: () => v7() }
const at = (text: string) => new Date(text)

/** A way through a sequence, as it is stored. */
export function enrollment(lead_id: string, started_at: string, more: Partial<Enrollment> = {}): Enrollment {
  const who = { id: ids.next(), user_from: 'acme', sequence_id: ids.next(), sequence_version: 2, lead_id, status: 'active' as const }
  const step = { current_step: ids.next(), next_run_at: at('2026-02-01T09:00:00Z'), enrolled_by: 'ada@acme.test', enrolled_via: 'user' }
  const kept = { mailbox_id: null, last_email_id: null, task_id: null, ai_line: null }
  return { ...who, ...step, ...kept, started_at: at(started_at), finished_at: null, reason: null, history: [], ...more }
}

/** A way of a contact through a workflow, as it is stored. */
export function run(contact_id: string, started_at: string, more: Partial<WorkflowRun> = {}): WorkflowRun {
  const who = {
    id: ids.next(),
    user_from: 'acme',
    workflow_id: ids.next(),
    workflow_version: 3,
    entity_type: 'contact',
    entity_id: contact_id,
    contact_id,
  }
  const why = { deal_id: null, company_id: null, event_id: 17, cause_chain: [], status: 'waiting' as const, cursor: 's3.yes.s7' }
  const then = {
    wake_at: at('2026-02-02T09:00:00Z'),
    waiting_for: 'contact.replied',
    started_at: at(started_at),
    ended_at: null,
    end_reason: null,
  }
  const memory = { seq: 2, attempt: 0, wait_result: null, split_variant: null, memory: {}, active_key: null }
  return { ...who, ...why, ...then, ...memory, ...more }
}
