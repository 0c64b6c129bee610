import { expect, it } from 'vitest'
import type { GivenStep } from '../../../../core/automation/workflows/definition/schema.ts'
import { describeStorages } from '../../../support/storages.ts'

describeStorages('the history of runs', (open) => {
  it('goes 90 days after their end, the runs stay, and one that has not ended keeps all of its history', async () => {
    const { api, engine, clock } = await open()
    const start = async (name: string, tag: string, steps: GivenStep[]) => {
      const conditions = [{ field: 'tags', op: 'contains' as const, value: tag }]
      const { id } = await api.workflows.create({ name, trigger: { type: 'contact.created' }, conditions, steps })
      await api.workflows.activate({ id })
      return id
    }
    const short = await start('Short', 'short', [{ type: 'add_tag', config: { tag: 'new' } }, { type: 'stop' }])
    const long = await start('Long', 'long', [
      { type: 'add_tag', config: { tag: 'new' } },
      { type: 'delay', config: { amount: 100, unit: 'days' } },
    ])
    for (let number = 0; number < 205; number += 1) await api.contacts.create({ email: `c${number}@example.com`, tags: ['short'] })
    await api.contacts.create({ email: 'long@example.com', tags: ['long'] })
    await engine.tick()
    const stepsOf = async (workflow_id: string) => {
      const { workflow_runs } = await api.workflowRuns.list({ workflow_id, limit: 200 })
      const runs = await Promise.all([workflow_runs.at(0)!, workflow_runs.at(-1)!].map(({ id }) => api.workflowRuns.get({ id })))
      return runs.map(({ status, steps }) => [status, steps.length])
    }
    clock.advance('89 days')
    await engine.tick()
    expect(await stepsOf(short)).toEqual([
      ['completed', 2],
      ['completed', 2],
    ])
    clock.advance('2 days')
    await engine.tick()
    expect(await stepsOf(short)).toEqual([
      ['completed', 0],
      ['completed', 0],
    ])
    expect((await stepsOf(long))[0]).toEqual(['waiting', 2])
    clock.advance('10 days')
    await engine.tick()
    expect((await stepsOf(long))[0]).toEqual(['completed', 2])
    clock.advance('91 days')
    await engine.tick()
    expect((await stepsOf(long))[0]).toEqual(['completed', 0])
    expect(await api.workflows.stats({ id: short })).toMatchObject({ enrolled: 205, completed: 205 })
  })
})
