import type { Resolved } from '../../../kernel/operation/operation.ts'
import { membersOf } from '../../../kernel/values/is-object.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { Registry } from '../../../kernel/feature/registry.ts'
import { Hook } from '../../../kernel/operation/hook.ts'
import { Notices, type PersonalNotice } from '../../../platform/notifications/notices.ts'
import { Workflow } from '../entity.ts'
import type { RunState } from '../runs/run-state.ts'
import type { workflowNotices } from './types.ts'

type Owned = Pick<Workflow, 'id' | 'name' | 'created_by'>

/** What follows when runs of managed workflows fail, in the transaction in which they do; `by` says whose. */
export const managedFailures = new Hook<(records: Records, by: string, states: readonly RunState[]) => Promise<void>>(
  'failed runs of managed workflows',
)

/** Tells those who made workflows what went wrong with them, in the transaction in which it does. */
export class WorkflowNotices {
  static readonly uses = { notices: Notices, registry: Registry }
  readonly #notices: Notices
  readonly #registry: Registry

  constructor({ notices, registry }: Resolved<typeof WorkflowNotices.uses>) {
    this.#notices = notices
    this.#registry = registry
  }

  /** Of the runs that have failed among these: each workflow once, with the first error. */
  async failed(records: Records, states: readonly RunState[]): Promise<void> {
    const failed = states.filter(({ before, run }) => run.status === 'failed' && before.status !== 'failed')
    if (failed.length === 0) return
    const byWorkflow = Map.groupBy(failed, ({ run }) => run.workflow_id)
    const workflows = await records.findBy(Workflow, 'id', new Set(byWorkflow.keys()))
    const notices = workflows.flatMap((workflow) => {
      const own = byWorkflow.get(workflow.id)
      const [first] = own ?? []
      if (workflow.managed_by !== null) return []
      return own && first ? [noticeOf(records, workflow, 'workflow.failed', `failed${timesOf(own.length)}`, whyOf(first))] : []
    })
    await this.#notices.tell(records.db, notices, records.unit.now)
    for (const { id, managed_by } of workflows)
      if (managed_by !== null)
        for (const follow of this.#registry.attached(managedFailures)) await follow(records, managed_by, byWorkflow.get(id) ?? [])
  }

  /** That the loop guard has paused these workflows. */
  async paused(records: Records, workflows: readonly Owned[]): Promise<void> {
    const body =
      'Changes that workflows made have set it off too often: more than 500 times in a minute, or 20 times in an hour for one record. ' +
      'Its runs are frozen. See which workflows change what sets it off, and activate it again.'
    const notices = workflows.map((each) => noticeOf(records, each, 'workflow.paused', 'was paused', body))
    await this.#notices.tell(records.db, notices, records.unit.now)
  }

  /** That a schedule of the workflow did not fire at some of its times; `count` of them, and the latest. */
  async missed(records: Records, workflow: Owned, { count, latest }: { readonly count: number; readonly latest: Date }): Promise<void> {
    const others = count > 1 ? ` and at ${count - 1} earlier ${count === 2 ? 'time' : 'times'}` : ''
    const body = `The engine was not running at ${latest.toISOString()}${others}.`
    const title = count > 1 ? `has missed ${count} of its times` : 'has missed one of its times'
    await this.#notices.tell(records.db, [noticeOf(records, workflow, 'workflow.missed', title, body)], records.unit.now)
  }
}

function noticeOf(
  { unit }: Records,
  { id, name, created_by }: Owned,
  type: (typeof workflowNotices)[number]['type'],
  what: string,
  body: string,
): PersonalNotice {
  const entity = { type: 'workflow', id }
  return {
    organization: unit.actor.organization,
    type,
    recipient: created_by,
    title: `Workflow “${name.slice(0, 150)}” ${what}`,
    body,
    entity,
  }
}

function timesOf(count: number): string {
  return count > 1 ? ` for ${count} records` : ''
}

// What the history of the run says of its last step.
function whyOf({ run, steps, settled }: RunState): string {
  const last = steps.at(-1)
  const { message } = membersOf(last?.error ?? settled?.error)
  const step = last?.path ?? run.cursor
  const why = typeof message === 'string' ? message : `Reason: ${run.end_reason ?? 'unknown'}`
  return `${step === null ? '' : `Step ${step}: `}${why}\nRun ${run.id}`
}
