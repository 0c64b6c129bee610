import { expect, it } from 'vitest'
import { Jobs } from '../../../core/kernel/jobs/service.ts'
import { EnrollContactsJob } from '../../../core/outreach/sequences/enroll-job.ts'
import { describeStorages } from '../../support/storages.ts'
import { inUnit } from '../in-unit.ts'

// More than one step of the job enrolls; from 5,001 on the operation itself makes a job.
const RECORDS = Number(process.env['SEQUENCE_ENROLLED'] ?? 620)
const unit = inUnit({ jobs: Jobs })

describeStorages('enrolling contacts by their ids', (open) => {
  it('happens in the order of the ids', async () => {
    const { api } = await open()
    const steps = [{ type: 'task' as const, title: 'Call', delay: { amount: 5, unit: 'days' as const } }]
    const { id } = await api.sequences.create({ name: 'In order', steps })
    await api.sequences.activate({ id })
    const { results } = await api.contacts.bulkUpsert({ records: ['c', 'a', 'd', 'b'].map((name) => ({ email: `${name}@example.com` })) })
    const made = results.flatMap((each) => each.id ?? [])
    const ids = [2, 0, 3, 1].map((at) => made[at] ?? '')
    await api.sequences.enroll({ id, ids })
    const { enrollments } = await api.sequences.enrollments({ id })
    expect(enrollments.map(({ lead_id }) => lead_id).toReversed()).toEqual(ids)
  })
})

describeStorages('enrolling all that a filter finds in a sequence', (open) => {
  it('is done by a job in parts, each contact once', async () => {
    const { api, engine } = await open(unit.options)
    const steps = [{ type: 'task' as const, title: 'Call', delay: { amount: 5, unit: 'days' as const } }]
    const { id } = await api.sequences.create({ name: 'Many', steps })
    await api.sequences.activate({ id })
    for (let from = 0; from < RECORDS; from += 1000) {
      const records = Array.from({ length: Math.min(1000, RECORDS - from) }, (_, at) => ({ email: `many.${from + at}@example.com` }))
      await api.sync.ingest({ provider: 'custom:lab', object: 'contacts', records })
    }
    const filter = { field: 'email', op: 'contains', value: 'many' } as const
    const start = async () =>
      RECORDS > 5000
        ? (await api.sequences.enroll({ id, filter })).job_id
        : (await unit.run(engine, ({ jobs }) => jobs.start(EnrollContactsJob, { input: { id, filter } }))).id
    const job = (await start()) ?? ''
    for (let round = 0; round < 20 && (await api.jobs.get({ id: job })).state !== 'done'; round += 1) await engine.tick()
    expect(await api.jobs.get({ id: job })).toMatchObject({ state: 'done', result: { enrolled: RECORDS } })
    expect((await api.sequences.stats({ id })).enrolled).toBe(RECORDS)
    expect((await api.sequences.enroll({ id, filter: { ...filter, value: 'many.17@' } })).results).toMatchObject([
      { enrolled: false, reason: 'already_active' },
    ])
  }, 120_000)
})
