import { type Feature, plugin } from '../../kernel/feature/feature.ts'
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
import { workflowTables } from './migration.ts'
import { triggers } from './triggers.ts'

/** The declarations of workflows: triggers, conditions, steps and merge tags, and their runs. */
export const workflows: Feature = plugin({
  name: 'workflows',
  version: '1.0.0',
  requires: { contacts: '^1.0.0', deals: '^1.0.0' },
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
  ],
  migrations: [workflowTables],
  triggers,
  actions,
  catalog: workflowCatalog,
})
