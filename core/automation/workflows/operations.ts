import type { Static } from '@sinclair/typebox'
import { askOfMany } from '../../records/bulk/selection.ts'
import { Jobs } from '../../kernel/jobs/service.ts'
import { fullVisibilityGroup, type Methods, operation } from '../../kernel/operation/operation.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { ById, Deleted } from '../../kernel/operation/schema/schema.ts'
import { pageOf } from '../../records/record-type/resource.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { mermaidOf } from './definition/mermaid.ts'
import { emptyDefinition } from './definition/schema.ts'
import { differences } from './definition/diff.ts'
import { warningsOf } from './definition/warnings.ts'
import { EnrollMany } from './enrollment/enroll-job.ts'
import { WorkflowEnrollment } from './enrollment/manual.ts'
import type { Workflow } from './entity.ts'
import { figuresOf, statsOf } from './figures.ts'
import { recipeOperations } from './recipes/operations.ts'
import { rehearsalOperations } from './rehearsal/operations.ts'
import {
  EnrollInput,
  EnrollResult,
  presentWorkflow,
  Validation,
  VersionById,
  Versions,
  WorkflowCreate,
  type WorkflowFigures,
  WorkflowList,
  WorkflowRead,
  WorkflowRecord,
  WorkflowStats,
  WorkflowUpdate,
  WorkflowValidate,
} from './schema.ts'
import { WorkflowService } from './service.ts'

const uses = { workflows: WorkflowService }
const none: Static<typeof WorkflowFigures> = { enrolled: 0, active: 0, completed: 0, failed: 0, last_run_at: null, error_rate: 0 }

/** Workflows: what starts them, what they do, and which version of that is active. */
export const workflowOperations = fullVisibilityGroup('Workflows', {
  list: operation({
    id: 'listWorkflows',
    summary: 'List workflows with state, trigger, last run and error rate, page by page',
    scope: 'read',
    mcp: true,
    route: 'GET /workflows',
    input: WorkflowList,
    output: pageOf('workflows', WorkflowRecord),
    uses,
    async handle(query, { workflows }) {
      const { items, next_cursor } = await workflows.list(query)
      const figures = await figuresOf(
        workflows.records,
        items.map(({ id }) => id),
      )
      return { workflows: items.map((each) => presentWorkflow(each, figures.get(each.id) ?? none, workflows)), next_cursor }
    },
  }),
  get: operation({
    id: 'getWorkflow',
    summary: 'Read one workflow: its published definition, and its draft where that differs',
    scope: 'read',
    mcp: true,
    route: 'GET /workflows/{id}',
    input: WorkflowRead,
    output: WorkflowRecord,
    uses,
    async handle({ id, format }, { workflows }) {
      const workflow = await workflows.get(id)
      const record = await shown(workflow, workflows)
      return format === 'mermaid' ? { ...record, diagram: await diagramOf(workflows.records, workflow) } : record
    },
  }),
  create: operation({
    id: 'createWorkflow',
    summary: 'Create a draft: triggers, conditions, steps and how it enrolls, or one of the recipes',
    scope: 'write',
    mcp: true,
    creates: true,
    route: 'POST /workflows',
    input: WorkflowCreate,
    output: WorkflowRecord,
    uses,
    handle: async (input, { workflows, reply }) => await answered(await workflows.create(input, reply), workflows),
  }),
  update: operation({
    id: 'updateWorkflow',
    summary: 'Edit the draft; active runs stay on their version',
    scope: 'write',
    mcp: true,
    route: 'PATCH /workflows/{id}',
    input: WorkflowUpdate,
    output: WorkflowRecord,
    uses,
    handle: async ({ id, ...changes }, { workflows, reply }) => await answered(await workflows.update(id, changes, reply), workflows),
  }),
  delete: operation({
    id: 'deleteWorkflow',
    summary: 'Delete a workflow and stop its runs',
    scope: 'delete',
    route: 'DELETE /workflows/{id}',
    input: ById,
    output: Deleted,
    uses,
    async handle({ id }, { workflows, reply }) {
      await workflows.remove(id, reply)
      return { deleted: true as const }
    },
  }),
  validate: operation({
    id: 'validateWorkflow',
    summary: 'Check a definition: unknown fields, missing configuration, unreachable steps, loops; each with its place and what was meant',
    scope: 'read',
    mcp: true,
    route: 'POST /workflows/validate',
    input: WorkflowValidate,
    output: Validation,
    uses,
    async handle(input, { workflows }) {
      const { definition, faults } = await workflows.faultsOf(input)
      const errors = faults.map(({ allowed, ...each }) => ({ ...each, ...(allowed && { allowed: [...allowed] }) }))
      return { valid: faults.length === 0, errors, warnings: warningsOf(definition) }
    },
  }),
  activate: operation({
    id: 'activateWorkflow',
    summary: 'Publish the draft as a new version, or go on after a pause',
    scope: 'write',
    mcp: true,
    route: 'POST /workflows/{id}/activate',
    input: ById,
    output: WorkflowRecord,
    uses,
    handle: async ({ id }, { workflows, reply }) => await answered(await workflows.activate(id, reply), workflows),
  }),
  pause: operation({
    id: 'pauseWorkflow',
    summary: 'Enroll nothing more; runs freeze before their next step until it is activated again',
    scope: 'write',
    mcp: true,
    route: 'POST /workflows/{id}/pause',
    input: ById,
    output: WorkflowRecord,
    uses,
    handle: async ({ id }, { workflows, reply }) => await answered(await workflows.pause(id, reply), workflows),
  }),
  duplicate: operation({
    id: 'duplicateWorkflow',
    summary: 'Copy a workflow as a draft',
    scope: 'write',
    mcp: true,
    creates: 'always',
    route: 'POST /workflows/{id}/duplicate',
    input: ById,
    output: WorkflowRecord,
    uses,
    handle: async ({ id }, { workflows, reply }) => await answered(await workflows.duplicate(id, reply), workflows),
  }),
  enroll: operation({
    id: 'enrollInWorkflow',
    summary: 'Enroll records by id, list or filter, whatever the conditions say; more than 5,000 are a job',
    scope: 'write',
    readsMany: true,
    mcp: true,
    route: 'POST /workflows/{id}/enroll',
    input: EnrollInput,
    output: EnrollResult,
    uses: { enrollment: WorkflowEnrollment, jobs: Jobs },
    asks: async (given, preview) => await askOfMany('Enroll in the workflow', given, preview),
    handle: async (input, { enrollment, jobs }) =>
      (await enrollment.enroll(input)) ?? { results: [], job_id: (await jobs.start(EnrollMany, { input })).id },
  }),
  ...rehearsalOperations,
  ...recipeOperations,
  versions: operation({
    id: 'listWorkflowVersions',
    summary: 'List the published versions with their authors and differences, the newest first',
    scope: 'read',
    mcp: true,
    route: 'GET /workflows/{id}/versions',
    input: ById,
    output: Versions,
    uses,
    async handle({ id }, { workflows }) {
      const { published_version } = await workflows.get(id)
      const versions = await workflows.versions(id)
      return { versions: versions.map((each, at) => differences(each, versions[at + 1], published_version, workflows.show)) }
    },
  }),
  restoreVersion: operation({
    id: 'restoreWorkflowVersion',
    summary: 'Make an old version the draft',
    scope: 'write',
    route: 'POST /workflows/{id}/versions/{version}/restore',
    input: VersionById,
    output: WorkflowRecord,
    uses,
    handle: async ({ id, version }, { workflows, reply }) =>
      await answered(await workflows.restoreVersion(id, Number(version), reply), workflows),
  }),
  stats: operation({
    id: 'getWorkflowStats',
    summary: 'Count the runs of a workflow by state and step, what was dropped and why, and the ways of its A/B splits',
    scope: 'read',
    readsMany: true,
    mcp: true,
    route: 'GET /workflows/{id}/stats',
    input: ById,
    output: WorkflowStats,
    uses,
    handle: async ({ id }, { workflows }) => await statsOf(workflows.records, await workflows.get(id)),
  }),
})

async function diagramOf(records: Records, workflow: Workflow): Promise<string> {
  const { steps } = await statsOf(records, workflow)
  const said = new Map(steps.map(({ step_id, done, waiting, failed }) => [step_id, ` ${done} done, ${waiting} waiting, ${failed} failed`]))
  return mermaidOf(workflow.definition ?? workflow.draft ?? emptyDefinition, (step) => said.get(step) ?? '')
}

async function shown(workflow: Workflow, workflows: WorkflowService) {
  return presentWorkflow(workflow, (await figuresOf(workflows.records, [workflow.id])).get(workflow.id) ?? none, workflows)
}

async function answered(workflow: Workflow, workflows: WorkflowService) {
  const figures = (await figuresOf(workflows.records, [workflow.id])).get(workflow.id) ?? none
  return afterFlush(() => presentWorkflow(workflow, figures, workflows))
}

/** `api.workflows` in process. */
export interface WorkflowMethods extends Methods<typeof workflowOperations> {}
