import type { Api, Engine } from 'rapport-crm'
import type { GivenStep } from '../../../core/automation/workflows/definition/schema.ts'
import type { TestClock } from '../../support/clock.ts'
import type { Open, Place, StorageName } from '../../support/storages.ts'

/** A step as a definition gives it. */
export const step = (type: string, config: Record<string, unknown> = {}, branches?: Record<string, GivenStep[]>): GivenStep => ({
  type,
  config,
  ...(branches && { branches }),
})

type Given = Parameters<Api['workflows']['create']>[0]
type Run = Awaited<ReturnType<Api['workflowRuns']['list']>>['workflow_runs'][number]

/** One engine for the tests of a file; each test has its own workflows and records. */
export class Lab {
  readonly engine: Engine
  readonly api: Api
  readonly clock: TestClock
  readonly place: Place
  #count = 0

  private constructor({ engine, api, clock, place }: Awaited<ReturnType<Open>>) {
    this.engine = engine
    this.api = api
    this.clock = clock
    this.place = place
  }

  static async open(open: Open, options: Parameters<Open>[0] = {}): Promise<Lab> {
    return new Lab(await open({ kept: true, ...options }))
  }

  /** An active workflow; started by hand unless a trigger is given. */
  async workflow(steps: GivenStep[], given: Partial<Given> = {}): Promise<string> {
    const { id } = await this.api.workflows.create({
      name: `Workflow ${(this.#count += 1)}`,
      trigger: { type: 'workflow.enrolled' },
      steps,
      ...given,
    })
    await this.api.workflows.activate({ id })
    return id
  }

  /** New contacts. */
  async contacts(count: number, values: object = {}): Promise<string[]> {
    const ids: string[] = []
    for (let made = 0; made < count; made += 1)
      ids.push((await this.api.contacts.create({ email: `lab.${(this.#count += 1)}@example.com`, ...values })).id)
    return ids
  }

  /** A new contact. */
  async contact(values: object = {}): Promise<string> {
    return (await this.contacts(1, values))[0] ?? ''
  }

  /** Enrolls records and does what is due. */
  async enroll(id: string, ...ids: string[]): Promise<void> {
    await this.api.workflows.enroll({ id, ids })
    await this.engine.tick()
  }

  /** Runs of a workflow, the newest first. */
  async runs(workflow_id: string, entity_id?: string): Promise<readonly Run[]> {
    return (await this.api.workflowRuns.list({ workflow_id, limit: 200, ...(entity_id !== undefined && { entity_id }) })).workflow_runs
  }

  /** The newest run of a workflow. */
  async run(workflow_id: string, entity_id?: string): Promise<Run> {
    const [run] = await this.runs(workflow_id, entity_id)
    if (!run) throw new Error('The workflow has no such run')
    return run
  }

  /** What the newest run of a workflow did: `s1 done`, `s2 no_change`. */
  async steps(workflow_id: string, entity_id?: string): Promise<string[]> {
    const { steps } = await this.api.workflowRuns.get({ id: (await this.run(workflow_id, entity_id)).id })
    return steps.map(({ step_id, status, reason }) => `${step_id} ${reason ?? status}`)
  }
}

/** Storages of a test: in CI those that matter most for it, with `WORKFLOW_STORAGES=all` every one. */
export function storagesOf(...matter: StorageName[]): readonly StorageName[] {
  return process.env['WORKFLOW_STORAGES'] === 'all' ? ['SQLite memory', 'SQLite file', 'PostgreSQL'] : matter
}
