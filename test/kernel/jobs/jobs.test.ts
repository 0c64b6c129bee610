import { CrmError, Engine, Jobs, operation, plugin, Records, type RunningJob, type Step } from 'rapport-crm'
import { Type } from '@sinclair/typebox'
import { expect, it } from 'vitest'
import type { Resolved } from '../../../core/kernel/operation/operation.ts'
import { TaskService } from '../../../core/crm/tasks/service.ts'
import { ada, describeEveryStorage, type Open } from '../../support/storages.ts'

/** Writes one task per step, and breaks in the ways that its input says. */
class Counting {
  static readonly kind = 'counting'
  static readonly uses = { tasks: TaskService, records: Records }
  readonly #uses: Resolved<typeof Counting.uses>
  static broken = 0

  constructor(uses: Resolved<typeof Counting.uses>) {
    this.#uses = uses
  }

  async step({ input, at, done, result }: RunningJob): Promise<Step> {
    const { steps, fails } = input as { steps: number; fails?: 'once' | 'always' | 'refused' }
    const number = (at as number | null) ?? 1
    await this.#uses.tasks.create({ title: `Step ${number}` } as never, undefined as never)
    if (fails === 'refused') throw new CrmError('invalid_input', 'It cannot be done')
    if (fails === 'always' || (fails === 'once' && Counting.broken++ === 0)) throw new Error('broken')
    const titles = [...((result?.['titles'] ?? []) as string[]), `Step ${number}`]
    return {
      done: done + 1,
      total: steps,
      result: { titles, by: this.#uses.records.unit.actor.user },
      ...(number < steps && { next: number + 1 }),
    }
  }
}

const counting = plugin({
  name: 'counting',
  version: '1.0.0',
  requires: { jobs: '^1.0.0', tasks: '^1.0.0' },
  jobTypes: [Counting],
  operations: {
    counting: {
      start: operation({
        id: 'startCounting',
        summary: 'Start to count',
        scope: 'write',
        route: 'POST /counting',
        input: Type.Object({ steps: Type.Integer(), fails: Type.Optional(Type.String()) }),
        output: Type.Object({ id: Type.String() }),
        uses: { jobs: Jobs },
        handle: async (input, { jobs }) => ({ id: (await jobs.start(Counting, { input, total: input.steps })).id }),
      }),
    },
  },
})

async function started(open: Open, input: { steps: number; fails?: string }, options: Parameters<Open>[0] = {}) {
  Counting.broken = 0
  const opened = await open({ plugins: [counting], ...options })
  const { counting: counter } = opened.engine.as(ada) as never as { counting: { start(input: object): Promise<{ id: string }> } }
  const { id } = await counter.start(input)
  const titles = async () => (await opened.api.tasks.list({ limit: 50 })).tasks.map(({ title }) => title).toSorted()
  return { ...opened, id, titles }
}

describeEveryStorage('a job', (open, name) => {
  it('is done step by step, as the user who started it, and says how far it is', async () => {
    const { api, engine, id, titles } = await started(open, { steps: 3 })
    expect(await api.jobs.get({ id })).toMatchObject({ kind: 'counting', state: 'queued', done: 0, total: 3, created_by: ada.user })
    await engine.tick()
    expect(await api.jobs.get({ id })).toMatchObject({
      state: 'done',
      done: 3,
      total: 3,
      result: { titles: ['Step 1', 'Step 2', 'Step 3'], by: ada.user },
      error: null,
      finished_at: '2026-01-15T09:00:00.000Z',
    })
    expect(await titles()).toEqual(['Step 1', 'Step 2', 'Step 3'])
  })

  it('that breaks is tried again from the step that broke, of which nothing was kept', async () => {
    const { api, engine, id, clock, titles } = await started(open, { steps: 2, fails: 'once' })
    await engine.tick()
    expect(await titles()).toEqual([])
    expect(await api.jobs.get({ id })).toMatchObject({ state: 'queued', done: 0 })
    clock.advance('10 seconds')
    await engine.tick()
    expect(await api.jobs.get({ id })).toMatchObject({ state: 'done', done: 2 })
    expect(await titles()).toEqual(['Step 1', 'Step 2'])
  })

  it('that breaks again and again, or whose work is refused, has failed and says so', async () => {
    const { api, engine, id, clock } = await started(open, { steps: 2, fails: 'always' })
    for (let times = 0; times < 5; times++) {
      await engine.tick()
      clock.advance('1 hour')
    }
    expect(await api.jobs.get({ id })).toMatchObject({ state: 'failed', error: { code: 'internal_error' } })
    const refused = await started(open, { steps: 2, fails: 'refused' })
    await refused.engine.tick()
    expect(await refused.api.jobs.get({ id: refused.id })).toMatchObject({
      state: 'failed',
      error: { code: 'invalid_input', message: 'It cannot be done' },
    })
    expect(await refused.titles()).toEqual([])
  })

  it('that is cancelled does no further step; one that has ended cannot be', async () => {
    const { api, engine, id, titles } = await started(open, { steps: 3 })
    expect(await api.jobs.cancel({ id })).toMatchObject({ state: 'cancelled', finished_at: '2026-01-15T09:00:00.000Z' })
    expect(await api.jobs.cancel({ id })).toMatchObject({ state: 'cancelled' })
    await engine.tick()
    expect(await titles()).toEqual([])
    const other = await started(open, { steps: 1 })
    await other.engine.tick()
    await expect(other.api.jobs.cancel({ id: other.id })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('of another organization is none', async () => {
    const { engine, id } = await started(open, { steps: 1 })
    const bob = (engine as Engine).as({ ...ada, organization: 'globex', user: 'bob@globex.test' })
    await expect(bob.jobs.get({ id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(bob.jobs.cancel({ id })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is done once by several processes, and goes on elsewhere when one of them has died', async () => {
    if (name !== 'PostgreSQL') return
    const { api, engine, id, place, clock, titles } = await started(open, { steps: 20 })
    const other = await open({ place, clock, plugins: [counting] })
    await Promise.all([engine.tick(), other.engine.tick(), engine.tick(), other.engine.tick()])
    expect(await api.jobs.get({ id })).toMatchObject({ state: 'done', done: 20 })
    expect((await titles()).length).toBe(20)
    expect(new Set(await titles()).size).toBe(20)
  })
})
