import { composeFeatures } from '../../../core/records/record-type/compose-features.ts'
import { expect, it } from 'vitest'
import { builtin } from '../../../core/builtin.ts'
import type { JobType, RunningJob } from '../../../core/kernel/feature/job-handler.ts'
import { inUnit } from '../../outreach/in-unit.ts'
import { describeStorages } from '../../support/storages.ts'

const update = composeFeatures(builtin)
  .registry.all('jobTypes')
  .find(({ kind }) => kind === 'bulk_update_contacts') as JobType
const unit = inUnit({ update })

describeStorages('a step of a bulk change', (open) => {
  it('leaves alone what has left the selection since it was looked for, and goes on behind all that was found', async () => {
    const { api, engine } = await open(unit.options)
    const records = Array.from({ length: 501 }, (_, at) => ({ email: `n${at}@forge.example`, first_name: 'Ada', last_name: `L${at}` }))
    const { results } = await api.contacts.bulkUpsert({ records })
    const [left = '', deleted = ''] = results.map(({ id }) => id ?? '').toSorted()
    const input = { filter: { field: 'first_name', op: 'eq', value: 'Ada' }, set: { title: 'Countess' } }
    const job: RunningJob = { id: left, record_id: null, input, at: null, done: 0, total: 501, result: null, created_at: new Date(0) }
    const found = await unit.run(engine, ({ update: work }) => work.ahead?.(job) ?? Promise.resolve())
    expect(found).toHaveLength(500)
    await api.contacts.update({ id: left, first_name: 'Grace' })
    await api.contacts.delete({ id: deleted })
    const step = await unit.run(engine, ({ update: work }) => work.step(job, found))
    expect(step).toMatchObject({ done: 498, result: { changed: 498 } })
    expect(step.next).toBe((found as string[]).at(-1))
    expect(await api.contacts.get({ id: left })).toMatchObject({ first_name: 'Grace', title: null })
    const last = { ...job, at: step.next, done: 498, result: step.result ?? null }
    const rest = await unit.run(engine, ({ update: work }) => work.ahead?.(last) ?? Promise.resolve())
    expect(await unit.run(engine, ({ update: work }) => work.step(last, rest))).toEqual({ done: 499, result: { changed: 499 } })
  })
})
