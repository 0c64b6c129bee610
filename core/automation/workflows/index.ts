import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { audited } from '../../kernel/storage/schema/changes.ts'
import { actions } from './actions/all.ts'
import { workflowCatalog } from './catalog.ts'
import {
  Workflow,
  WorkflowCount,
  WorkflowEffect,
  WorkflowRotation,
  WorkflowRun,
  WorkflowSchedule,
  WorkflowSkip,
  WorkflowStepLog,
  WorkflowVersion,
  WorkflowWait,
} from './entity.ts'
import { workflowOperations } from './operations.ts'
import { workflowRuns } from './run-operations.ts'
import { EnrollMany } from './enrollment/enroll-job.ts'
import { WorkflowDispatch } from './enrollment/dispatch.ts'
import { EffectWorker } from './runs/effects.ts'
import { PendingCalls } from './runs/pending-calls.ts'
import { WorkflowPump } from './runs/pump.ts'
import { Interpreter } from './runs/interpreter.ts'
import { ScheduleLoop } from './runs/schedule-loop.ts'
import { WorkflowMetrics } from './metrics.ts'
import { workflowListing } from './listing-migration.ts'
import { workflowOrder, workflowProgress } from './progress-migration.ts'
import { workflowTables } from './migration.ts'
import { HistoryRetention } from './retention/history-retention.ts'
import { workflowRetention } from './retention/migration.ts'
import { WorkflowTimer } from './timers/entity.ts'
import { workflowTimers } from './timers/migration.ts'
import { TimerLoop } from './timers/timer-loop.ts'
import { workflowNotices } from './notices/types.ts'
import { WorkflowNotices } from './notices/workflow-notices.ts'
import { triggers } from './triggers.ts'

/** Workflows: what starts them, what they do, and their runs. */
export const workflows: Feature = plugin({
  name: 'workflows',
  version: '1.0.0',
  requires: { contacts: '^1.0.0', deals: '^1.0.0', notifications: '^1.0.0' },
  entities: [
    Workflow,
    WorkflowVersion,
    WorkflowRun,
    WorkflowStepLog,
    WorkflowWait,
    WorkflowEffect,
    WorkflowSkip,
    WorkflowCount,
    WorkflowSchedule,
    WorkflowRotation,
    WorkflowTimer,
  ],
  migrations: [workflowTables, workflowProgress, workflowTimers, workflowRetention, workflowOrder, workflowListing],
  audits: [
    audited(Workflow, 'workflow', {
      only: ['name', 'description', 'status', 'published_version', 'deleted_at'],
      action: (changed) => (changed.has('draft') ? 'updated' : undefined),
    }),
    audited(WorkflowRun, 'workflow_run', { notesOnly: true }),
  ],
  operations: { workflows: workflowOperations, workflowRuns },
  consumers: [WorkflowDispatch],
  loops: [ScheduleLoop, TimerLoop, WorkflowPump, EffectWorker, HistoryRetention],
  jobTypes: [EnrollMany],
  meters: [WorkflowMetrics],
  services: [Interpreter, WorkflowNotices, PendingCalls],
  notices: workflowNotices,
  triggers,
  actions,
  catalog: workflowCatalog,
})
