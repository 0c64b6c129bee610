import { linksToCall } from '../../../kernel/telemetry/calls.ts'
import type { Traced } from '../../../kernel/telemetry/tracing.ts'
import type { PlacedStep } from '../definition/path.ts'
import type { WorkflowEffect, WorkflowRun } from '../entity.ts'

/** How traces show a step of a run: by ids and the type of its action, without its configuration. */
export function stepSpan(run: WorkflowRun, { step }: PlacedStep): Traced {
  return {
    name: 'rapport.workflow.step',
    links: linksToCall(run.user_from, run.memory.request_id),
    attributes: {
      'rapport.organization': run.user_from,
      'rapport.workflow.id': run.workflow_id,
      'rapport.workflow.run.id': run.id,
      'rapport.workflow.step.id': step.id,
      'rapport.workflow.step.number': run.seq,
      'rapport.workflow.action': step.type,
      ...(run.memory.request_id !== undefined && { 'rapport.request_id': run.memory.request_id }),
      ...(run.entity_type !== null && { 'rapport.record_type': run.entity_type }),
    },
  }
}

/** How traces show the call to the outside that a step has asked for. */
export function callSpan({ user_from, run_id, seq, action, attempt }: WorkflowEffect): Traced {
  return {
    name: 'rapport.workflow.call',
    kind: 'client',
    attributes: {
      'rapport.organization': user_from,
      'rapport.workflow.run.id': run_id,
      'rapport.workflow.step.number': seq,
      'rapport.workflow.action': action,
      'rapport.workflow.call.attempt': attempt + 1,
    },
  }
}
