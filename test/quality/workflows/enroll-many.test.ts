import { Type } from '@sinclair/typebox'
import { expect, it } from 'vitest'
import { EnrollMany } from '../../../core/automation/workflows/enrollment/enroll-job.ts'
import { plugin } from '../../../core/kernel/feature/feature.ts'
import { Jobs } from '../../../core/kernel/jobs/service.ts'
import { operation } from '../../../core/kernel/operation/operation.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { Lab, step, storagesOf } from './lab.ts'

// More than one step of the job enrolls; from 5,001 on the operation itself makes a job.
const RECORDS = Number(process.env['WORKFLOW_INGESTED'] ?? 620)

// A call makes a job of more records than a test should write.
const door = plugin({
  name: 'enroll-many',
  version: '1.0.0',
  operations: {
    enrollMany: {
      start: operation({
        id: 'startEnrollMany',
        summary: 'Starts the job',
        scope: 'write',
        route: 'POST /probe/enroll-many',
        input: Type.Object({ id: Type.String(), filter: Type.Any() }),
        output: Type.Any(),
        uses: { jobs: Jobs },
        handle: async (input, { jobs }) => ({ job_id: (await jobs.start(EnrollMany, { input })).id }),
      }),
    },
  },
})

describeStorages(
  'enrolling all that a filter finds',
  (open) => {
    it('is done in parts, each record once, and says how many', async () => {
      const lab = await Lab.open(open, { plugins: [door] })
      const { api, engine } = lab
      const id = await lab.workflow([step('adjust_score', { points: 1 })])
      for (let from = 0; from < RECORDS; from += 1000) {
        const records = Array.from({ length: Math.min(1000, RECORDS - from) }, (_, at) => ({ email: `many.${from + at}@example.com` }))
        await api.sync.ingest({ provider: 'custom:lab', object: 'contacts', records })
      }
      const input = { id, filter: { field: 'email', op: 'contains', value: 'many' } as const }
      const start = engine.registry.byId.get('startEnrollMany')
      if (!start) throw new Error('The door is not there')
      // Both answer the id of the job.
      const { job_id = '' } = (RECORDS > 5000 ? await api.workflows.enroll(input) : await engine.call(start, input, ada)) as {
        readonly job_id?: string
      }
      await engine.tick()
      expect(await api.jobs.get({ id: job_id })).toMatchObject({ state: 'done', result: { enrolled: RECORDS } })
      expect(await api.workflows.stats({ id })).toMatchObject({ enrolled: RECORDS, completed: RECORDS })
      // Of a few, each is told.
      const few = await api.workflows.enroll({ id, filter: { field: 'email', op: 'contains', value: 'many.1@' } })
      expect(few).toMatchObject({ results: [{ enrolled: true }] })
    }, 60_000)
  },
  storagesOf('SQLite memory'),
)
