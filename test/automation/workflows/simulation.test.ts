import { expect, it } from 'vitest'
import type { GivenStep } from '../../../core/automation/workflows/definition/schema.ts'
import { describeStorages } from '../../support/storages.ts'
import { wholeDatabase, wholeOf } from './whole-database.ts'

const step = (type: string, config: Record<string, unknown> = {}, branches?: Record<string, GivenStep[]>): GivenStep => ({
  type,
  config,
  ...(branches && { branches }),
})

describeStorages('simulations of workflows', (open) => {
  it('show whom the events of the last days would have enrolled, and where the runs would stand', async () => {
    const { api, engine, clock } = await open({ plugins: [wholeDatabase] })
    const { id } = await api.workflows.create({
      name: 'Scores',
      trigger: { type: 'contact.score_changed', config: { above: 50 } },
      conditions: [{ field: 'country', op: 'eq', value: 'ES' }],
      steps: [
        step('if_else', { conditions: [{ field: 'title', op: 'eq', value: 'cfo' }] }, { yes: [step('stop')] }),
        step('add_tag', { tag: 'hot' }),
        step('delay', { amount: 2, unit: 'days' }),
        step('send_slack', { webhook_url: 'https://hooks.example.com/x', text: 'Score of {{contact.email}}' }),
      ],
    })
    const make = async (email: string, more: object) => await api.contacts.create({ email, country: 'ES', ...more })
    const grace = await make('grace@example.com', { title: 'CFO' })
    const ada = await make('ada@example.com', {})
    const alan = await make('alan@example.com', { country: 'GB' })
    const mary = await make('mary@example.com', {})
    await api.contacts.update({ id: mary.id, lead_score: 90 })
    clock.advance('8 days')
    const scored = async (contact: { id: string }, lead_score: number) => await api.contacts.update({ id: contact.id, lead_score })
    for (const each of [grace, ada, alan]) await scored(each, 60)
    clock.advance('1 day')
    for (const score of [40, 70]) await scored(ada, score)
    clock.advance('3 days')
    for (const score of [40, 80]) await scored(ada, score)
    await engine.tick()

    const before = await wholeOf(engine)
    const found = await api.workflows.simulate({ id })
    expect(await wholeOf(engine)).toEqual(before)
    expect(found).toMatchObject({
      events: 7,
      matched: 5,
      enrolled: 3,
      simulated: 3,
      dropped: { conditions: 1, already_active: 1 },
      limit: null,
      records: [
        { entity: { type: 'contact', id: grace.id }, status: 'completed', end_reason: 'stopped' },
        { entity: { id: ada.id }, status: 'completed', end_reason: 'end' },
        { entity: { id: ada.id }, status: 'waiting', end_reason: null },
      ],
    })
    expect(found.steps.map(({ path, done, waiting, skipped }) => ({ path, done, waiting, skipped }))).toEqual([
      { path: 's1', done: 3, waiting: 0, skipped: 0 },
      { path: 's1.yes.s2', done: 1, waiting: 0, skipped: 0 },
      { path: 's3', done: 2, waiting: 0, skipped: 0 },
      { path: 's4', done: 1, waiting: 1, skipped: 0 },
      { path: 's5', done: 1, waiting: 0, skipped: 0 },
    ])
    expect(await api.workflows.simulate({ id, days: 90 })).toMatchObject({ events: 8, matched: 6, enrolled: 4 })
  })

  it('try events again that have enrolled their records already', async () => {
    const { api, engine } = await open({ plugins: [wholeDatabase] })
    const { id } = await api.workflows.create({
      name: 'New',
      trigger: { type: 'contact.created' },
      steps: [step('add_tag', { tag: 'new' })],
    })
    await api.workflows.activate({ id })
    const grace = await api.contacts.create({ email: 'grace@example.com' })
    await engine.tick()
    expect((await api.workflowRuns.list({ workflow_id: id })).workflow_runs).toHaveLength(1)
    const before = await wholeOf(engine)
    expect(await api.workflows.simulate({ id })).toMatchObject({
      enrolled: 1,
      simulated: 1,
      records: [{ entity: { id: grace.id }, status: 'completed' }],
    })
    expect(await wholeOf(engine)).toEqual(before)
  })

  it('count the times of a schedule', async () => {
    const { api } = await open()
    const made = async (conditions: object[]) =>
      await api.workflows.create({
        name: 'Daily',
        trigger: { type: 'schedule', config: { frequency: 'daily', time: '08:00' } },
        conditions: conditions as Record<string, unknown>[],
        steps: [step('add_tag', { tag: 'seen' })],
      })
    await api.contacts.create({ email: 'grace@example.com' })
    await api.contacts.create({ email: 'ada@example.com', title: 'CFO' })
    expect(await api.workflows.simulate({ id: (await made([])).id, days: 3 })).toMatchObject({
      enrolled: 3,
      records: [{ entity: null }, {}, {}],
    })
    const { id } = await made([{ field: 'title', op: 'eq', value: 'cfo' }])
    expect(await api.workflows.simulate({ id, days: 3 })).toMatchObject({ enrolled: 3, steps: [{ done: 3 }] })
  })

  it('end at a limit and say so', async () => {
    const { api } = await open()
    const { id } = await api.workflows.create({ name: 'Stop', trigger: { type: 'contact.created' }, steps: [step('stop')] })
    await api.contacts.bulkUpsert({ records: Array.from({ length: 9 }, (_, at) => ({ email: `c${at}@example.com` })) })
    expect(await api.workflows.simulate({ id, limit: 8 })).toMatchObject({ matched: 9, enrolled: 8, limit: 'enrollments' })
    expect(await api.workflows.simulate({ id, limit: 9 })).toMatchObject({ matched: 9, enrolled: 9, limit: null })
  })
})
