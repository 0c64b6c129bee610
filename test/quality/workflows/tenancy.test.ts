import { expect, it } from 'vitest'
import { Chance } from '../simulation/chance.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { Lab, step, storagesOf } from './lab.ts'
import { rowsOf, traceProbe } from './traces.ts'

const organizations = ['acme', 'globex']
// Runs of the large organization.
const BACKLOG = Number(process.env['WORKFLOW_BACKLOG'] ?? 500)

describeStorages(
  'organizations on one database',
  (open) => {
    it('never start, wake or wait for what happens to each other, and each has its own turns', async () => {
      const chance = new Chance(7)
      const lab = await Lab.open(open, { plugins: [traceProbe] })
      const apis = organizations.map((organization) => lab.engine.as({ ...ada, organization, user: `ada@${organization}.test` }))
      const own = []
      for (const [at, api] of apis.entries()) {
        for (const email of ['a', 'b', 'c']) await api.users.invite({ email: `${email}@${organizations[at]}.test` })
        const { id } = await api.workflows.create({
          name: 'Same name',
          trigger: { type: 'contact.created' },
          conditions: [{ field: 'tags', op: 'contains', value: 'lead' }],
          steps: [
            step('assign_owner', { mode: 'round_robin' }),
            step('add_note', { note: '{{contact.first_name}} of {{owner.email}}' }),
            step('wait_for_event', { event_type: 'contact.tags_changed', timeout_days: 1 }),
            step('wait_until', { field: 'lead_score', op: 'gt', value: 5 }),
          ],
        })
        await api.workflows.activate({ id })
        own.push({ api, workflow: id, contacts: new Array<string>(), done: 0 })
      }
      // The same names, addresses and keys in both.
      for (let at = 0; at < 8; at += 1)
        for (const each of own) {
          const given = {
            email: `lead.${at}@example.com`,
            first_name: `Lead ${at}`,
            tags: ['lead'],
            external_ids: [{ provider: 'custom:erp', id: `${at}` }],
          }
          each.contacts.push((await each.api.contacts.create(given)).id)
        }
      await lab.engine.tick()
      for (const each of own)
        for (const id of each.contacts) {
          if (!chance.happens(0.5)) continue
          each.done += 1
          await each.api.contacts.update({ id, tags: ['lead', 'on'] })
          await each.api.contacts.update({ id, lead_score: 9 })
        }
      await lab.engine.tick()
      for (const [at, { api, workflow, contacts, done }] of own.entries()) {
        const organization = organizations[at] ?? ''
        const { workflow_runs } = await api.workflowRuns.list({ limit: 100 })
        expect(workflow_runs.map(({ entity, workflow_id }) => [entity?.id, workflow_id]).toSorted()).toEqual(
          contacts.map((id) => [id, workflow]).toSorted(),
        )
        expect(workflow_runs.filter(({ status }) => status === 'completed')).toHaveLength(done)
        const notes = (await rowsOf(lab.engine, 'workflow_steps', organization)).filter(({ type }) => type === 'add_note')
        const texts = notes.map(({ input }) => (typeof input === 'string' ? input : JSON.stringify(input)))
        expect(texts.filter((text) => !text.includes(`@${organization}.test`))).toEqual([])
        const owners = (await rowsOf(lab.engine, 'contacts', organization)).map(({ assigned_to }) => String(assigned_to))
        const counts = [...Map.groupBy(owners, (each) => each).values()].map((each) => each.length)
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
        expect(owners.filter((each) => !each.endsWith(`@${organization}.test`))).toEqual([])
      }
    })

    it('wait one batch at most for one with a large backlog', async () => {
      const lab = await Lab.open(open, { plugins: [traceProbe] })
      const small = lab.engine.as({ ...ada, organization: 'zebra', user: 'ada@zebra.test' })
      const busy = await lab.workflow([step('adjust_score', { points: 1 })])
      const records = Array.from({ length: BACKLOG }, (_, at) => ({ email: `many.${at}@example.com` }))
      for (let from = 0; from < BACKLOG; from += 1000)
        await lab.api.sync.ingest({ provider: 'custom:lab', object: 'contacts', records: records.slice(from, from + 1000) })
      await lab.engine.tick()
      await lab.api.workflows.enroll({ id: busy, filter: { field: 'email', op: 'contains', value: 'many' } })
      const { id } = await small.workflows.create({ name: 'One', trigger: { type: 'workflow.enrolled' }, steps: [step('stop')] })
      await small.workflows.activate({ id })
      const contact = await small.contacts.create({ email: 'one@example.com' })
      await small.workflows.enroll({ id, ids: [contact.id] })
      await lab.engine.tick()
      expect((await lab.api.workflows.stats({ id: busy })).completed).toBe(BACKLOG)
      // Ids of a process rise, so that those of steps tell in which order they were done.
      const idsOf = async (organization: string) =>
        (await rowsOf(lab.engine, 'workflow_steps', organization)).map((row) => String(row['id']))
      const [own, others] = [await idsOf('zebra'), await idsOf('acme')]
      expect([own.length, others.length]).toEqual([1, BACKLOG])
      expect(others.filter((each) => each < (own[0] ?? '')).length).toBeLessThanOrEqual(200)
    })
  },
  storagesOf('SQLite memory'),
)
