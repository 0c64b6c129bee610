import { fullVisibilityGroup, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById } from '../../kernel/operation/schema/schema.ts'
import { pageOf } from '../../records/record-type/resource.ts'
import {
  AgainInput,
  MigrateInput,
  presentRun,
  RestartInput,
  RetryInput,
  RunChanged,
  RunChanges,
  RunRecord,
  RunWithSteps,
} from './run-schema.ts'
import { RunService } from './run-service.ts'
import { type RunAction, RunControl } from './runs/run-control.ts'
import { RunList } from './schema.ts'

const uses = { runs: RunService, control: RunControl }

const steering = (action: Exclude<RunAction, 'migrate' | 'retry'>, id: string, summary: string, mcp = false) =>
  operation({
    id,
    summary,
    scope: 'write',
    ...(mcp && { mcp: true }),
    route: `POST /workflow-runs/{id}/${action}`,
    input: ById,
    output: RunRecord,
    uses,
    handle: async ({ id }, { runs, control, reply }) => presentRun(await control.apply(action, id, { reply }), runs.now),
  })

/** Runs of workflows: what they did, and how people steer them. */
export const workflowRuns = fullVisibilityGroup('Workflow runs', {
  list: operation({
    id: 'listWorkflowRuns',
    summary: 'List runs of workflows by workflow, record and state, page by page',
    scope: 'read',
    readsMany: true,
    mcp: true,
    route: 'GET /workflow-runs',
    input: RunList,
    output: pageOf('workflow_runs', RunRecord),
    uses,
    async handle(query, { runs }) {
      const { items, next_cursor } = await runs.list(query)
      return { workflow_runs: items.map((each) => presentRun(each, runs.now)), next_cursor }
    },
  }),
  get: operation({
    id: 'getWorkflowRun',
    summary: 'Read one run step by step: inputs, outputs, waits, errors and the events that each step made',
    scope: 'read',
    mcp: true,
    route: 'GET /workflow-runs/{id}',
    input: ById,
    output: RunWithSteps,
    uses,
    handle: ({ id }, { runs }) => runs.get(id),
  }),
  cancel: steering('cancel', 'cancelWorkflowRun', 'Stop a run that has not ended', true),
  retry: operation({
    id: 'retryWorkflowRun',
    summary: 'Go on with a failed run from the step that failed, in its version or another; completed steps are not repeated',
    scope: 'write',
    mcp: true,
    route: 'POST /workflow-runs/{id}/retry',
    input: RetryInput,
    output: RunRecord,
    uses,
    handle: async ({ id, version }, { runs, control, reply }) => presentRun(await control.apply('retry', id, { version, reply }), runs.now),
  }),
  freeze: steering('freeze', 'freezeWorkflowRun', 'Hold one run before its next step'),
  resume: steering('resume', 'resumeWorkflowRun', 'Go on with a held run'),
  skipWait: steering('skip-wait', 'skipWorkflowWait', 'End the wait of a run now, as its timeout would', true),
  fork: operation({
    id: 'forkWorkflowRun',
    summary: 'Start a new run of the same record from a step',
    scope: 'write',
    creates: 'always',
    route: 'POST /workflow-runs/{id}/fork',
    input: AgainInput,
    output: RunRecord,
    uses,
    handle: async ({ id, ...from }, { runs, control, reply }) => presentRun(await control.again(id, { ...from, reply }), runs.now),
  }),
  restart: operation({
    id: 'restartWorkflowRun',
    summary: 'Start a new run of the same record from the first step',
    scope: 'write',
    creates: 'always',
    route: 'POST /workflow-runs/{id}/restart',
    input: RestartInput,
    output: RunRecord,
    uses,
    handle: async ({ id, version }, { runs, control, reply }) => presentRun(await control.again(id, { version, reply }), runs.now),
  }),
  migrate: operation({
    id: 'migrateWorkflowRun',
    summary: 'Take a run to another version of its workflow: to the same step, else to the next one that the version has',
    scope: 'write',
    route: 'POST /workflow-runs/{id}/migrate',
    input: MigrateInput,
    output: RunRecord,
    uses,
    handle: async ({ id, version }, { runs, control, reply }) =>
      presentRun(await control.apply('migrate', id, { version, reply }), runs.now),
  }),
  changeMany: operation({
    id: 'changeWorkflowRuns',
    summary: 'Cancel, retry, freeze, resume, skip the wait of or migrate many runs, by ids or by workflow and state',
    scope: 'write',
    route: 'POST /workflow-runs/bulk',
    input: RunChanges,
    output: RunChanged,
    uses,
    handle: (input, { runs }) => runs.changeMany(input),
  }),
})

/** `api.workflowRuns` in process. */
export interface WorkflowRunMethods extends Methods<typeof workflowRuns> {}
