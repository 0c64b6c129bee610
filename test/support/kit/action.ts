import assert from 'node:assert/strict'
import { type Action, type Actor, type Api, CrmError, Engine, type Feature, type Port, type Storage } from 'rapport-crm'
import { abandon, Place, Points, watched } from '../action-crash.ts'
import { TestClock } from '../clock.ts'
import type { KitDatabase } from './databases.ts'

/** What the conformance checks of an action need to know. */
export interface ActionScenario {
  /** The plugin that brings the action. */
  readonly plugin: Feature
  /** A good configuration. */
  readonly config: Readonly<Record<string, unknown>>
  /** Further configurations that are taken. */
  readonly good?: readonly Readonly<Record<string, unknown>>[]
  /** Configurations that are refused (422), besides those with an unknown key or without one that is required. */
  readonly bad?: readonly Readonly<Record<string, unknown>>[]
  /** Makes the record that the run is for; default: a contact. */
  record?(crm: Api): Promise<{ readonly type: string; readonly id: string }>
  /** Ports of the engine, such as an `Http` that may call the local server of the test. */
  readonly ports?: readonly Port[]
  /** Types of all events that the step makes, sorted; default: none. */
  readonly events?: readonly string[]
  /** Why the step is skipped when it is done twice for a record; left out where it acts again. */
  readonly again?: string
  /** Calls that the other side has received, by the key that came with each; for actions that call somebody. */
  received?(): readonly string[]
}

const KEY = 'rk_key_of_the_first_administrator_in_tests'
// Points at which a process is killed; later ones are left out.
const MOST_POINTS = 24
// Calls that get no answer before one does.
const SILENT = 2

interface Opened {
  readonly engine: Engine
  readonly crm: Api
  readonly admin: Actor
  readonly clock: TestClock
}
type Told = readonly { readonly type: string; readonly status: string; readonly reason: string | null; readonly output: unknown }[]

/** The checks of one action. */
export class ActionKit {
  readonly #action: Action
  readonly #scenario: ActionScenario

  constructor(action: Action, scenario: ActionScenario) {
    this.#action = action
    this.#scenario = scenario
  }

  documented(): void {
    const { type, label, summary, config } = this.#action
    assert.match(type, /^[a-z0-9_]+(\.[a-z0-9_]+)?$/, 'a type is snake_case, with the name of its family before a dot')
    for (const text of [label, summary]) assert.ok(text.trim().length > 0 && text.length <= 500, 'label and summary say something')
    for (const [key, schema] of Object.entries(config.properties)) assert.ok(schema.description, `the key ${key} has a description`)
  }

  async listed(on: KitDatabase): Promise<void> {
    await this.#with(on, async ({ crm }) => {
      const { action_types = [] } = await crm.catalog.get({})
      const found = action_types.find(({ type }) => type === this.#action.type)
      assert.deepEqual(
        found?.config.map(({ name }) => name),
        Object.keys(this.#action.config.properties),
      )
    })
  }

  async takes(on: KitDatabase): Promise<void> {
    await this.#with(on, async ({ crm }) => {
      for (const config of [this.#scenario.config, ...(this.#scenario.good ?? [])]) {
        const { steps } = await crm.workflows.create({ name: 'Good', steps: [{ type: this.#action.type, config: { ...config } }] })
        assert.deepEqual(steps[0]?.config, config, 'it is kept as it was given')
      }
    })
  }

  async refuses(on: KitDatabase): Promise<void> {
    const { config, bad = [] } = this.#scenario
    const { required = [] } = this.#action.config
    const lacking = required.map((key) => Object.fromEntries(Object.entries(config).filter(([name]) => name !== key)))
    await this.#with(on, async ({ crm }) => {
      for (const each of [{ ...config, no_such_key: 1 }, ...lacking, ...bad]) {
        const error = await crm.workflows.create({ name: 'Bad', steps: [{ type: this.#action.type, config: { ...each } }] }).then(
          () => assert.fail(`${JSON.stringify(each)} was taken`),
          (thrown: unknown) => thrown,
        )
        assert.ok(error instanceof CrmError && error.code === 'invalid_input', `${JSON.stringify(each)} is refused as invalid input`)
        for (const { path } of error.details.errors ?? []) assert.match(path, /^\/steps\/0\/config/, 'each fault points into the step')
      }
    })
  }

  async acts(on: KitDatabase): Promise<void> {
    await this.#with(on, async (opened) => {
      const { told, events } = await this.#ran(opened, await this.#record(opened.crm))
      assert.deepEqual(
        told.map(({ type, status }) => [type, status]),
        [[this.#action.type, 'done']],
      )
      assert.deepEqual(events, [...(this.#scenario.events ?? [])])
    })
  }

  async skippedWithout(what: 'contact' | 'deal' | 'company' | 'record', on: KitDatabase): Promise<void> {
    await this.#with(on, async (opened) => {
      const { crm } = opened
      const record =
        what === 'contact'
          ? { type: 'company', id: (await crm.companies.create({ name: 'Alone Ltd' })).id }
          : { type: 'contact', id: (await crm.contacts.create({ email: 'alone@example.com' })).id }
      const { told, events } = await this.#ran(opened, record)
      assert.deepEqual(
        told.map(({ status, reason }) => [status, reason]),
        [['skipped', `no_${what}`]],
      )
      assert.deepEqual(events, [])
    })
  }

  async repeats(on: KitDatabase): Promise<void> {
    await this.#with(on, async (opened) => {
      const record = await this.#record(opened.crm)
      await this.#ran(opened, record)
      const { told, events } = await this.#ran(opened, record)
      assert.deepEqual(
        told.map(({ status, reason }) => [status, reason]),
        [['skipped', this.#scenario.again]],
      )
      assert.deepEqual(events, [])
    })
  }

  async tried(on: KitDatabase): Promise<void> {
    assert.ok(this.#action.dryRun || this.#action.effect === 'none', 'says with dryRun what it would do')
    const points = new Points()
    await this.#with(
      on,
      async ({ crm, engine, admin }) => {
        const record = await this.#record(crm)
        const workflow = await this.#workflow(crm, record.type)
        const dryRun = engine.registry.list.find(({ route }) => route === 'POST /workflows/{id}/test')
        if (!dryRun) return
        const before = (await crm.events.list({ limit: 1 })).events[0]?.id
        const received = this.#scenario.received?.().length ?? 0
        await engine.call(dryRun, { id: workflow, record }, admin)
        await engine.tick()
        assert.equal((await crm.events.list({ limit: 1 })).events[0]?.id, before, 'a dry run leaves no event')
        assert.deepEqual([points.keys, this.#scenario.received?.().length ?? 0], [[], received], 'a dry run calls nobody')
      },
      points,
    )
  }

  async triedAgain(on: KitDatabase): Promise<void> {
    const points = new Points()
    points.silent = SILENT
    const work = async ({ crm, engine, clock }: Opened) => {
      const record = await this.#record(crm)
      const workflow_id = await this.#workflow(crm, record.type)
      await crm.workflows.enroll({ id: workflow_id, ids: [record.id] })
      for (let at = 0; at <= SILENT; at += 1) {
        await engine.tick()
        clock.advance('61 minutes')
      }
      const [run] = (await crm.workflowRuns.list({ workflow_id })).workflow_runs
      assert.notEqual(run?.status, 'failed', 'what does not answer for a while is no failure')
      assert.ok(points.keys.length > SILENT, 'the call is made again')
      assert.equal(new Set(points.keys).size, 1, 'a call that is made again has the same key')
    }
    await this.#with(on, work, points)
  }

  async survives(): Promise<void> {
    await Place.with(undefined, (base) => this.#survives(base))
  }

  async #survives(base: Place): Promise<void> {
    const start = new TestClock()
    const begun = await this.#open(base, start, new Points())
    const record = await this.#record(begun.crm)
    await begun.engine.tick()
    const workflow = await this.#workflow(begun.crm, record.type)
    await begun.crm.workflows.enroll({ id: workflow, ids: [record.id] })
    await begun.engine.close()
    const whole = new Points()
    const expected = await this.#outcome(base, start, whole, workflow)
    for (let at = 0; at < Math.min(whole.reached, MOST_POINTS); at += 1) {
      const received = this.#scenario.received?.().length ?? 0
      const [killed, after] = [new Points(at), new Points()]
      const outcome = await Place.with(base, async (place) => {
        const clock = new TestClock(start.now())
        const { engine } = await this.#open(place, clock, killed)
        void engine.tick().catch(() => undefined)
        await killed.died
        return await Place.with(place, async (left) => {
          await abandon(engine, clock)
          return await this.#outcome(left, start, after, workflow)
        })
      })
      assert.deepEqual(outcome, expected, `killed at point ${at}, it ends as if nobody had been`)
      const keys = new Set([...killed.keys, ...after.keys])
      assert.ok(keys.size <= 1, 'a call that is made again has the same key')
      const came = new Set(this.#scenario.received?.().slice(received))
      assert.ok(came.size <= 1, 'the other side gets the same key again')
    }
  }

  /** What became of a run in a copy of a database, after the leases of a dead process are over. */
  async #outcome(base: Place, start: TestClock, points: Points, workflow: string) {
    return await Place.with(base, (place) => this.#outcomeIn(place, start, points, workflow))
  }

  async #outcomeIn(place: Place, start: TestClock, points: Points, workflow: string) {
    const clock = new TestClock(start.now())
    const opened = await this.#open(place, clock, points)
    try {
      for (let minutes = 0; minutes < 3; minutes += 1) {
        await opened.engine.tick()
        clock.advance('61 seconds')
      }
      const { crm } = opened
      const { workflow_runs } = await crm.workflowRuns.list({ workflow_id: workflow })
      const runs = await Promise.all(workflow_runs.map(({ id }) => crm.workflowRuns.get({ id })))
      const events = (await crm.events.list({ limit: 200 })).events.map(({ type }) => type).toSorted()
      const steps = runs.flatMap((run) => run.steps.map(({ status, reason }) => [status, reason]))
      return { runs: runs.map(({ status, end_reason }) => [status, end_reason]), steps, events }
    } finally {
      await opened.engine.close()
    }
  }

  async #record(crm: Api): Promise<{ readonly type: string; readonly id: string }> {
    if (this.#scenario.record) return await this.#scenario.record(crm)
    return { type: 'contact', id: (await crm.contacts.create({ email: 'grace@example.com', first_name: 'Grace' })).id }
  }

  async #workflow(crm: Api, record_type: string): Promise<string> {
    const { id } = await crm.workflows.create({
      name: 'Conformance',
      trigger: { type: 'workflow.enrolled' },
      settings: { record_type },
      steps: [{ type: this.#action.type, config: { ...this.#scenario.config } }],
    })
    await crm.workflows.activate({ id })
    return id
  }

  /** The history of a new run, and the types of the events that its step made. */
  async #ran({ crm, engine }: Opened, record: { readonly type: string; readonly id: string }): Promise<{ told: Told; events: string[] }> {
    const workflow_id = await this.#workflow(crm, record.type)
    await crm.workflows.enroll({ id: workflow_id, ids: [record.id] })
    await engine.tick()
    const [run] = (await crm.workflowRuns.list({ workflow_id })).workflow_runs
    assert.ok(run, 'the record was enrolled')
    const { steps } = await crm.workflowRuns.get({ id: run.id })
    const emitted = new Set(steps.flatMap((each) => each.emitted))
    const { events } = await crm.events.list({ limit: 200 })
    return { told: steps, events: events.flatMap(({ id, type }) => (emitted.has(id) ? [type] : [])).toSorted() }
  }

  async #with(on: KitDatabase, work: (opened: Opened) => Promise<void>, points = new Points()): Promise<void> {
    await on.with(async (storage) => {
      const opened = await this.#open({ storage: storage() }, new TestClock(), points)
      try {
        await work(opened)
      } finally {
        await opened.engine.close()
      }
    })
  }

  async #open({ storage }: { readonly storage: Storage }, clock: TestClock, points: Points): Promise<Opened> {
    const { plugin, ports = [] } = this.#scenario
    const plugins = [watched(plugin, this.#action.type, points)]
    // Which operations a plugin adds is not known here.
    const engine = (await Engine.open({ storage, plugins, ports: [clock, ...ports] })) as Engine
    await engine.access.bootstrap({ key: KEY })
    const admin = await engine.authenticate(KEY)
    return { engine, clock, admin, crm: engine.as(admin) }
  }
}
