import { type Actor, type Engine, scopes } from 'rapport-crm'
import { expect, it } from 'vitest'
import { Enrollment } from '../../../core/outreach/sequences/entity.ts'
import { v7 } from 'uuid'
import { WorkflowRun } from '../../../core/automation/workflows/entity.ts'
import { withWriter, write } from '../../support/writing.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { enrollment, run } from './rows.ts'

const ids = { next: () => v7() }
const at = (text: string) => new Date(text)

async function list(engine: Engine, id: string, query: object = {}, actor: Actor = ada) {
  return await engine.as(actor).contacts.enrollments({ id, ...query })
}

describeStorages(
  'the enrollments of a contact',
  (open) => {
    it('are those in sequences and in workflows, active and past, the newest first', async () => {
      const { engine, api } = await open(withWriter)
      const { id } = await api.contacts.create({ email: 'ann@one.example' })
      const other = await api.contacts.create({ email: 'ben@two.example' })
      expect(await list(engine, id)).toEqual({ enrollments: [], next_cursor: null })
      const history = [{ step_id: ids.next(), at: '2026-01-02T09:00:00.000Z', result: 'sent', email_id: ids.next() }]
      const past = enrollment(id, '2026-01-02T08:00:00Z', {
        status: 'exited',
        reason: 'replied',
        current_step: null,
        next_run_at: null,
        finished_at: at('2026-01-03T10:00:00Z'),
        history,
      })
      const [going, waiting] = [enrollment(id, '2026-01-10T08:00:00Z'), run(id, '2026-01-05T08:00:00Z')]
      const ended = run(id, '2026-01-01T08:00:00Z', { status: 'completed', ended_at: at('2026-01-01T09:00:00Z'), end_reason: 'end' })
      await write(engine, Enrollment, [past, going, enrollment(other.id, '2026-01-09T08:00:00Z')])
      await write(engine, WorkflowRun, [waiting, ended])
      const { enrollments } = await list(engine, id)
      expect(enrollments.map((each) => each.id)).toEqual([going.id, waiting.id, past.id, ended.id])
      expect(enrollments.slice(1, 3)).toEqual([
        {
          id: waiting.id,
          type: 'workflow',
          sequence_id: null,
          workflow_id: waiting.workflow_id,
          version: 3,
          status: 'waiting',
          current_step: 's3.yes.s7',
          next_run_at: '2026-02-02T09:00:00.000Z',
          waiting_for: 'contact.replied',
          enrolled_by: null,
          enrolled_via: null,
          event_id: 17,
          started_at: '2026-01-05T08:00:00.000Z',
          finished_at: null,
          reason: null,
          history: [],
        },
        expect.objectContaining({
          type: 'sequence',
          version: 2,
          status: 'exited',
          reason: 'replied',
          finished_at: '2026-01-03T10:00:00.000Z',
          history,
        }),
      ])
      const idsOf = async (query: object) => (await list(engine, id, query)).enrollments.map((each) => each.id)
      expect(await idsOf({ state: 'active' })).toEqual([going.id, waiting.id])
      expect(await idsOf({ state: 'past', type: 'sequence' })).toEqual([past.id])
      const paged: string[] = []
      for (let cursor: string | undefined; ;) {
        const page = await list(engine, id, { limit: 1, ...(cursor !== undefined && { cursor }) })
        paged.push(...page.enrollments.map((each) => each.id))
        if (page.next_cursor === null) break
        cursor = page.next_cursor
      }
      expect(paged).toEqual([going.id, waiting.id, past.id, ended.id])
      const { next_cursor: known } = await list(engine, id, { limit: 1 })
      for (const other of [{ state: 'active' }, { type: 'workflow' }])
        await expect(list(engine, id, { ...other, cursor: known })).rejects.toMatchObject({ code: 'invalid_input' })
      await expect(list(engine, id, { cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_input' })
    })

    it('follow a merge, are hidden with their contact, and go with a person who is erased', async () => {
      const { engine, api, clock } = await open(withWriter)
      const [ann, twin] = [await api.contacts.create({ email: 'ann@one.example' }), await api.contacts.create({ email: 'ann@two.example' })]
      const one = enrollment(twin.id, '2026-01-02T08:00:00Z')
      await write(engine, Enrollment, [one])
      await write(engine, WorkflowRun, [run(twin.id, '2026-01-03T08:00:00Z')])
      await api.contacts.merge({ id: ann.id, merge_ids: [twin.id] })
      expect((await list(engine, ann.id)).enrollments).toHaveLength(2)
      expect((await list(engine, twin.id)).enrollments).toHaveLength(2)
      const bob: Actor = { ...ada, user: 'bob@acme.test', role: 'member', scopes: new Set(scopes), visibility: 'own' }
      await expect(list(engine, ann.id, {}, bob)).rejects.toMatchObject({ code: 'not_found' })
      await expect(list(engine, ann.id, {}, { ...ada, organization: 'other' })).rejects.toMatchObject({ code: 'not_found' })
      await api.privacy.erase({ contact_id: ann.id })
      for (let round = 0; round < 150; round += 1) {
        await engine.tick()
        clock.advance(1)
      }
      const [request] = (await api.privacy.list()).privacy_requests
      expect(request).toMatchObject({ state: 'done', tables: { sequence_enrollments: 1, workflow_runs: 1 } })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
