import { Type } from '@sinclair/typebox'
import type { Api, Engine } from 'rapport-crm'
import { actions } from '../../../core/automation/workflows/actions/all.ts'
import type {
  Action,
  CallResult,
  OutsideAction,
  StepCall,
  StepResult,
  Subjects,
} from '../../../core/automation/workflows/actions/action.ts'
import { workflowActor } from '../../../core/automation/workflows/runs/actor.ts'
import { subjectsOf } from '../../../core/automation/workflows/runs/subjects.ts'
import { type Feature, plugin } from '../../../core/kernel/feature/feature.ts'
import { group, operation } from '../../../core/kernel/operation/operation.ts'
import { Closed } from '../../../core/kernel/operation/schema/schema.ts'
import { resolveAll, Services } from '../../../core/kernel/operation/services.ts'
import { faultsOf } from '../../../core/kernel/operation/validate.ts'
import { Records } from '../../../core/kernel/storage/records/records.ts'
import { UnitWrites } from '../../../core/kernel/storage/units/unit-writes.ts'
import { RecordTypes } from '../../../core/records/record-type/record-types.ts'
import type { TestClock } from '../../support/clock.ts'
import { ada, type Open } from '../../support/storages.ts'

export const workflow = { id: '0197f000-0000-7000-8000-00000000000a', name: 'Welcome', owner: ada.user, timezone: 'UTC' }
const runId = '0197f000-0000-7000-8000-00000000000b'

/** The records of the run, by their ids. */
export interface Of {
  readonly contact?: string
  readonly deal?: string
  readonly company?: string
  /** The enrolled record, where it is another than the contact. */
  readonly record?: { readonly type: string; readonly id: string }
  readonly step?: string
  readonly workflow?: string
}
type Outcome = StepResult | CallResult | { readonly called: object }
type Work = (resolve: Services['resolve']) => Promise<unknown>

/** An engine in which steps can be done one by one, as a run does them. */
export interface Bench {
  readonly engine: Engine
  readonly api: Api
  readonly clock: TestClock
  /** Does one step in a unit of work of the workflow; the call of one that calls others follows it. */
  run(type: string, config: object, of?: Of): Promise<Outcome>
  /** Does a step and answers the types of the events that it made, in their order. */
  eventsOf(type: string, config: object, of?: Of): Promise<string[]>
}

/** Opens an engine with a door to its units of work. */
export async function openBench(open: Open, { hooks = [], ...options }: Parameters<Open>[0] & Pick<Feature, 'hooks'> = {}): Promise<Bench> {
  const works = new Map<string, Work>()
  const door = plugin({
    name: 'step-bench',
    version: '1.0.0',
    requires: { workflows: '^1.0.0' },
    hooks,
    operations: {
      bench: group('Bench', {
        work: operation({
          id: 'doWork',
          summary: 'Does what the test says in a unit of work',
          scope: 'write',
          route: 'POST /work',
          input: Closed({ work: Type.String() }),
          output: Type.Any(),
          uses: { services: Services, writes: UnitWrites },
          handle: async ({ work }, { services }) => await works.get(work)?.(services.resolve),
        }),
        call: operation({
          id: 'doCall',
          summary: 'Does what the test says outside of any transaction',
          scope: 'write',
          route: 'POST /call',
          unitOfWork: false,
          input: Closed({ work: Type.String() }),
          output: Type.Any(),
          uses: { services: Services },
          handle: async ({ work }, { services }) => await works.get(work)?.(services.resolve),
        }),
      }),
    },
  })
  const { engine, api, clock } = await open({ ...options, plugins: [door] })
  const actor = workflowActor(ada.organization, { id: workflow.id, name: workflow.name, created_by: workflow.owner })
  const through = async <T>(name: 'work' | 'call', work: (resolve: Services['resolve']) => Promise<T>): Promise<T> => {
    const key = String(works.size)
    works.set(key, work)
    const called = engine.registry.operations['bench']?.[name]
    if (!called) throw new Error('The door is not there')
    // The answer is that of the work.
    return (await engine.call(called, { work: key }, actor)) as T
  }
  const unit = async <T>(work: (resolve: Services['resolve']) => Promise<T>) => await through('work', work)
  const outside = async <T>(work: (resolve: Services['resolve']) => Promise<T>) => await through('call', work)
  const run = async (type: string, config: object, of: Of = {}): Promise<Outcome> => {
    const action = actionOf(type)
    const result = await unit(async (resolve) => {
      const call = callOf(config, await subjectsFor(resolve, of), clock, of)
      const services = resolveAll(action.uses ?? {}, resolve)
      const missing = (action.needs ?? []).find((each) => call.subjects[each] === null)
      if (missing) return { skipped: `no_${missing}` }
      const done =
        action.effect === 'external' ? ((await action.prepare?.(call, services)) ?? { effect: null }) : await action.run(call, services)
      await resolve(UnitWrites).flush()
      return done
    })
    if (!('effect' in result)) return result
    return await outside(async (resolve) => {
      const { key, now } = callOf(config, nobody, clock, of)
      const call = {
        config: { ...config },
        prepared: result.effect,
        key,
        organization: ada.organization,
        now,
        signal: new AbortController().signal,
      }
      // Only such a step answers an effect.
      return await (action as OutsideAction).run(call, resolveAll(action.uses ?? {}, resolve))
    })
  }
  const eventsOf = async (type: string, config: object, of?: Of) => {
    const known = new Set((await api.events.list({ limit: 200 })).events.map(({ id }) => id))
    await run(type, config, of)
    const { events } = await api.events.list({ limit: 200 })
    // The contract lists no general events of record types with the steps.
    return events.flatMap(({ id, type }) => (known.has(id) || engine.registry.eventTypes.get(type)?.extension ? [] : [type])).toSorted()
  }
  return { engine, api, clock, run, eventsOf }
}

/** The faults of a configuration as they are told when a workflow is saved. */
export function faultsAtSave(type: string, config: object): string[] {
  const action = actionOf(type)
  const faults = faultsOf(action.config, config)
  return (faults.length > 0 ? faults : (action.check?.({ ...config }) ?? [])).map(({ path, code }) => `${path} ${code}`)
}

function actionOf(type: string): Action {
  const action = actions.find((each) => each.type === type)
  if (!action || !('run' in action)) throw new Error(`The step ${type} does nothing`)
  // What has a `run` was made by `defineAction`.
  return action as Action
}

async function subjectsFor(resolve: Services['resolve'], { contact, deal, company, record }: Of): Promise<Subjects> {
  const first = contact === undefined ? null : { type: 'contact', id: contact }
  const enrolled = record ?? first
  const ids = {
    entity_type: enrolled?.type ?? null,
    entity_id: enrolled?.id ?? null,
    contact_id: contact ?? null,
    deal_id: deal ?? (record?.type === 'deal' ? record.id : null),
    company_id: company ?? (record?.type === 'company' ? record.id : null),
  }
  return (await subjectsOf(resolve(Records), resolve(RecordTypes), [ids])).get(ids) ?? nobody
}

const nobody: Subjects = { type: null, record: null, contact: null, deal: null, company: null }

function callOf(config: object, subjects: Subjects, clock: TestClock, { step = 's1', workflow: id = workflow.id }: Of): StepCall {
  return {
    config: { ...config },
    subjects,
    run: { id: runId, workflow_id: id, event_id: null, wait_result: null, cause_chain: [] },
    workflow: { ...workflow, id },
    step,
    key: `${runId}:${step}:0`,
    now: clock.now(),
    event: { type: 'contact.created', payload: { name: 'Ada' } },
    signal: new AbortController().signal,
    test: () => true,
    warn: () => undefined,
  }
}

/** Makes a teammate one who has left; who is none yet is invited first. */
export async function leave(api: Api, email: string): Promise<void> {
  const known = (await api.users.list({})).users.find((each) => each.email === email)
  const { id } = known ?? (await api.users.invite({ email }))
  await api.users.deactivate({ id })
}
