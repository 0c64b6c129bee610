import { Type } from '@sinclair/typebox'
import {
  type Action,
  CrmError,
  defineAction,
  type LogFields,
  Logger,
  type OutsideCall,
  plugin,
  PluginError,
  Records,
  type StepCall,
} from 'rapport-crm'
import { expect, it } from 'vitest'
import type { TestClock } from '../../support/clock.ts'
import { describeStorages } from '../../support/storages.ts'

const circular: Record<string, unknown> = {}
circular['self'] = { circular }
const never = () => new Promise<never>(() => {})
const thrown = (error: unknown) => () => {
  throw error
}

/** What a plugin does for a contact by its title: nothing of it is an answer that a step may give. */
const wrong: Readonly<Record<string, () => unknown>> = {
  throws: thrown(new Error('no')),
  'throws null': thrown(null),
  'throws a text': thrown('ECONNRESET'),
  refuses: thrown(new CrmError('conflict', 'no')),
  hangs: never,
  nothing: () => undefined,
  text: () => 'done',
  circular: () => ({ done: circular }),
  large: () => ({ done: { text: 'x'.repeat(100_000_000) } }),
  many: () => ({ done: { list: { length: 1e9 }, all: Array.from({ length: 1e6 }, () => 1) } }),
  functions: () => ({ done: { call: () => 1 } }),
  big: () => ({ done: { number: 1n } }),
  nan: () => ({ done: { number: Number.NaN } }),
  instance: () => ({ done: new Map([[1, 2]]) }),
  getter: () => ({
    done: {
      get bad() {
        throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' })
      },
    },
  }),
  'a wait for nothing': () => ({ wait: { until: new Date(), for: 'effect' } }),
  'a wait until never': () => ({ wait: { until: new Date(Number.NaN), for: 'delay' } }),
  'a long reason': () => ({ skipped: 'x'.repeat(1000) }),
}
const what = (title: unknown): unknown => (wrong[String(title)] ?? (() => ({ done: { ok: true } })))()
// Answers of the wrong type are what this is about.
const answer = (title: unknown) => what(title) as { readonly done: Record<string, unknown> }
const Config = Type.Object({}, { additionalProperties: false })
const inside = defineAction({
  type: 'hostile.inside',
  label: 'Inside',
  summary: 'Answers anything',
  config: Config,
  effect: 'db',
  run: ({ subjects }: StepCall) => answer(subjects.contact?.['title']),
})
const outside = defineAction({
  type: 'hostile.outside',
  label: 'Outside',
  summary: 'Answers anything',
  config: Config,
  effect: 'external',
  prepare: ({ subjects }: StepCall) => ({ effect: subjects.contact?.['title'] ?? null }),
  run: async ({ prepared }: OutsideCall) => await answer(prepared),
})
const preparing = defineAction({
  type: 'hostile.preparing',
  label: 'Preparing',
  summary: 'Prepares anything',
  config: Config,
  effect: 'external',
  prepare: ({ subjects }: StepCall) => ({ effect: what(subjects.contact?.['title']) }),
  run: async () => ({ done: {} }),
})
let written: Promise<unknown> = Promise.resolve()
const late = defineAction({
  type: 'hostile.late',
  label: 'Late',
  summary: 'Writes after its time',
  config: Config,
  effect: 'db',
  uses: { records: Records },
  run: async ({ signal }, { records }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    await new Promise((resolve) => setTimeout(resolve, 50))
    written = records.db.updateTable('contacts').set({ title: 'written late' }).execute()
    await written
    return { done: {} }
  },
})
const checks: Action = { ...inside, type: 'hostile.checks', check: thrown(new Error('no')) }
const hostile = plugin({
  name: 'hostile',
  version: '1.0.0',
  requires: { workflows: '^1.0.0' },
  actions: [inside, outside, preparing, late, checks],
})

/** Does all that is due, while the time goes on for those who wait for it. */
async function tick(engine: { tick(): Promise<unknown> }, clock: TestClock): Promise<void> {
  const state = { isDone: false }
  const ticking = engine.tick().finally(() => (state.isDone = true))
  while (!state.isDone) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    clock.advance('1 second')
  }
  await ticking
}

describeStorages('an action of a plugin that does anything', (open) => {
  it.each([inside, outside, preparing])('fails its own run alone: $type', async ({ type }) => {
    const logged: unknown[] = []
    const log = new (class extends Logger {
      override warn(_message: string, { error }: LogFields = {}): void {
        if (error instanceof PluginError) logged.push(error.cause)
      }
    })()
    const { api, engine, clock } = await open({ plugins: [hostile], ports: [log] })
    const steps = [
      { type, config: {} },
      { type: 'add_tag', config: { tag: 'after' } },
    ]
    const { id: workflow_id } = await api.workflows.create({ name: 'W', trigger: { type: 'contact.created' }, steps })
    await api.workflows.activate({ id: workflow_id })
    const titles = ['fine', ...Object.keys(wrong), 'fine', 'fine']
    for (const [at, title] of titles.entries()) await api.contacts.create({ email: `c${at}@example.com`, title })
    await tick(engine, clock)
    const { contacts } = await api.contacts.list({ limit: 100 })
    const ended = new Map<string, string>()
    for (const { entity, status, id } of (await api.workflowRuns.list({ workflow_id, limit: 100 })).workflow_runs) {
      const contact = contacts.find((each) => each.id === entity?.id)
      expect(contact?.tags).toEqual(status === 'completed' ? ['after'] : [])
      ended.set(String(contact?.title), status)
      const { steps } = await api.workflowRuns.get({ id })
      if (status === 'failed') expect(steps.at(-1)).toMatchObject({ status: 'failed', error: { message: expect.any(String) } })
      // Who has failed is told, and what was thrown only logged.
      if (contact?.title === 'throws')
        expect(steps.at(-1)?.error).toEqual({
          code: 'internal_error',
          message: `The plugin hostile has failed in ${type}; the log of the host shows why`,
        })
    }
    expect(logged).toContainEqual(new Error('no'))
    const fine = Object.entries(Object.fromEntries(ended)).flatMap(([title, status]) => (status === 'completed' ? [title] : []))
    // What a call needs may be any JSON or nothing; a call that does not answer in time, or waits, is made again.
    const allowed = { [preparing.type]: ['fine', 'nothing', 'text', 'a wait for nothing', 'a long reason'], [outside.type]: ['fine'] }
    expect(fine.toSorted()).toEqual((allowed[type] ?? ['fine']).toSorted())
    const others = [...ended].filter(([, status]) => status !== 'completed' && status !== 'failed').map(([title]) => title)
    expect(others.toSorted()).toEqual(type === outside.type ? ['a wait for nothing', 'getter', 'hangs'] : ['getter'])
  })

  it('writes nothing once its time is over', async () => {
    const { api, engine, clock } = await open({ plugins: [hostile] })
    const { id } = await api.workflows.create({
      name: 'W',
      trigger: { type: 'contact.created' },
      steps: [{ type: late.type, config: {} }],
    })
    await api.workflows.activate({ id })
    await api.contacts.create({ email: 'grace@example.com', title: 'as it was' })
    await tick(engine, clock)
    await expect(written).rejects.toThrow()
    expect((await api.contacts.list({})).contacts).toMatchObject([{ title: 'as it was' }])
  })

  it('is no fault of the server when it fails while a workflow is saved', async () => {
    const { api } = await open({ plugins: [hostile] })
    await expect(api.workflows.create({ name: 'W', steps: [{ type: checks.type, config: {} }] })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ path: '/steps/0/config', code: 'not_checked' }] },
    })
  })
})
