import { sql } from 'kysely'
import type { Static } from '@sinclair/typebox'
import type { Records } from '../../kernel/storage/records/records.ts'
import { StepPaths } from './definition/path.ts'
import { emptyDefinition } from './definition/schema.ts'
import { type Workflow, WorkflowCount, WorkflowRun } from './entity.ts'
import type { WorkflowFigures, WorkflowStats } from './schema.ts'

type Counts = ReadonlyMap<string, number>

/** What is counted of each of these workflows. */
export async function figuresOf(records: Records, ids: readonly string[]): Promise<ReadonlyMap<string, Static<typeof WorkflowFigures>>> {
  const counts = await countsOf(records, ids)
  const last = await lastRuns(records, ids)
  return new Map(ids.map((id) => [id, figures(counts.get(id) ?? new Map<string, number>(), last.get(id))]))
}

/** The figures of one workflow and of its steps. */
export async function statsOf(records: Records, workflow: Workflow): Promise<Static<typeof WorkflowStats>> {
  const { id } = workflow
  const counts: Counts = (await countsOf(records, [id])).get(id) ?? new Map<string, number>()
  const standing = await standingRuns(records, id)
  const named = (prefix: string) =>
    [...counts].flatMap(([name, amount]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), amount] as const] : []))
  const { steps } = workflow.definition ?? workflow.draft ?? emptyDefinition
  const placed = [...new StepPaths(steps).all()]
  const at = (status: string) => standing.filter((each) => each.status === status).reduce((sum, each) => sum + each.amount, 0)
  return {
    ...figures(counts, (await lastRuns(records, [id])).get(id)),
    cancelled: counts.get('cancelled') ?? 0,
    waiting: at('waiting'),
    frozen: at('frozen'),
    dropped: Object.fromEntries(named('dropped:')),
    missed: named('missed:').map(([at]) => ({ at })),
    steps: placed.map(({ path, step }) => ({
      step_id: step.id,
      type: step.type,
      path,
      done: counts.get(`step:${step.id}:done`) ?? 0,
      skipped: counts.get(`step:${step.id}:skipped`) ?? 0,
      failed: counts.get(`step:${step.id}:failed`) ?? 0,
      waiting: standing.filter((each) => each.cursor === path).reduce((sum, each) => sum + each.amount, 0),
    })),
    splits: placed
      .filter(({ step }) => step.type === 'ab_split')
      .map(({ step }) => ({ step_id: step.id, a: counts.get(`split:${step.id}:a`) ?? 0, b: counts.get(`split:${step.id}:b`) ?? 0 })),
  }
}

function figures(counts: Counts, last: Date | undefined): Static<typeof WorkflowFigures> {
  const [enrolled, completed, failed, cancelled] = ['enrolled', 'completed', 'failed', 'cancelled'].map(
    (name) => counts.get(name) ?? 0,
  ) as [number, number, number, number]
  const ended = completed + failed + cancelled
  return {
    enrolled,
    active: Math.max(0, enrolled - ended),
    completed,
    failed,
    last_run_at: last?.toISOString() ?? null,
    error_rate: ended === 0 ? 0 : failed / ended,
  }
}

async function countsOf(records: Records, ids: readonly string[]): Promise<ReadonlyMap<string, Counts>> {
  const rows = await records.columns(WorkflowCount, ['workflow_id', 'name', 'amount'], (query) =>
    query.where(records.anyOf(WorkflowCount, 'workflow_id', ids)),
  )
  const counts = new Map<string, Map<string, number>>()
  for (const { workflow_id, name, amount } of rows)
    counts.set(workflow_id, (counts.get(workflow_id) ?? new Map<string, number>()).set(name, amount))
  return counts
}

async function lastRuns(records: Records, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const found = new Map<string, Date>()
  for (const id of ids) {
    const [row] = await records.columns(WorkflowRun, ['started_at'], (query) =>
      query.where('workflow_id', '=', id).orderBy('started_at', 'desc').orderBy('id', 'desc').limit(1),
    )
    if (row) found.set(id, row.started_at)
  }
  return found
}

async function standingRuns(records: Records, id: string) {
  const rows = await records
    .from(WorkflowRun)
    .select(['status', 'cursor'])
    .select(sql<number>`count(*)`.as('amount'))
    .where('workflow_id', '=', id)
    .where('ended_at', 'is', null)
    .groupBy(['status', 'cursor'])
    .execute()
  return rows.map(({ status, cursor, amount }) => ({ status, cursor, amount: Number(amount) }))
}
