import { expect, it } from 'vitest'
import type { HttpOutcome, HttpRequest } from '../../../core/kernel/ports/http.ts'
import { Answers } from '../../automation/actions/answers.ts'
import { leave } from '../../automation/actions/run-action.ts'
import { TestClock } from '../../support/clock.ts'
import { describeStorages } from '../../support/storages.ts'
import { Lab, step } from './lab.ts'
import { rowsOf, traceProbe } from './traces.ts'

// Runs that four processes share; thousands by `run.ts`, in processes of their own.
const RUNS = 60
const OWNERS = Array.from({ length: 7 }, (_, at) => `owner.${at}@acme.test`)

/** A network of which a call can be held. */
class Held extends Answers {
  hold: Promise<void> | undefined
  override async send(request: HttpRequest): Promise<HttpOutcome> {
    const outcome = await super.send(request)
    await this.hold
    return outcome
  }
}

describeStorages(
  'four processes on one database',
  (open) => {
    it('do each step of each run once, and assign in turn over all of them, also when an owner leaves', async () => {
      const lab = await Lab.open(open, { plugins: [traceProbe] })
      const { place, clock } = lab
      const labs = [lab, ...(await Promise.all([1, 2, 3].map(() => Lab.open(open, { place, clock, plugins: [traceProbe] }))))]
      for (const email of OWNERS) await lab.api.users.invite({ email })
      const workflow = await lab.workflow([
        step('adjust_score', { points: 1 }),
        step('assign_owner', { mode: 'round_robin', owner: OWNERS.join(', ') }),
        step('add_note', { note: 'Once' }),
        step('wait_for_event', { event_type: 'contact.tags_changed', timeout_days: 1 }),
        step('adjust_score', { points: 10 }),
      ])
      const owners = async () => (await rowsOf(lab.engine, 'contacts')).map(({ assigned_to }) => String(assigned_to))
      const tick = () => Promise.all(labs.map(({ engine }) => engine.tick()))
      const enroll = async (from: number) => {
        const contacts = await ingested(lab, from, RUNS / 2)
        await lab.api.workflows.enroll({ id: workflow, ids: contacts })
        await tick()
        return contacts
      }
      const first = await enroll(0)
      expect(spreadOf(await owners())).toBeLessThanOrEqual(1)
      await leave(lab.api, OWNERS[3] ?? '')
      const before = await owners()
      await enroll(RUNS / 2)
      const since = (await owners()).filter((each) => each !== 'null').toSorted()
      for (const each of before) since.splice(since.indexOf(each), 1)
      expect(since).not.toContain(OWNERS[3])
      expect(spreadOf(since)).toBeLessThanOrEqual(1)
      // Events and timers at once, in all processes.
      await Promise.all([...first.slice(0, 10).map((id) => lab.api.contacts.update({ id, tags: ['vip'] })), tick()])
      clock.advance('1 day')
      await Promise.all([...first.slice(10, 20).map((id) => lab.api.contacts.update({ id, tags: ['vip'] })), tick()])
      await tick()
      expect(await lab.api.workflows.stats({ id: workflow })).toMatchObject({ enrolled: RUNS, completed: RUNS, active: 0 })
      const steps = await rowsOf(lab.engine, 'workflow_steps')
      expect(new Set(steps.map(({ run_id, seq }) => `${String(run_id)} ${String(seq)}`)).size).toBe(RUNS * 5)
      expect(steps).toHaveLength(RUNS * 5)
      const scores = (await rowsOf(lab.engine, 'contacts')).map(({ lead_score }) => Number(lead_score))
      expect(new Set(scores)).toEqual(new Set([11]))
      const notes = (await rowsOf(lab.engine, 'events')).filter(({ type }) => type === 'contact.note_added')
      expect(notes).toHaveLength(RUNS)
    }, 60_000)

    it('a call whose process stood still for too long is made by another with the same key, and the late answer is dropped', async () => {
      const [slow, quick] = [new Held(), new Answers()]
      const lab = await Lab.open(open, { ports: [slow] })
      // Its time stands still, too.
      const other = await Lab.open(open, { place: lab.place, clock: new TestClock(), ports: [quick] })
      const workflow = await lab.workflow([step('http_request', { url: 'https://hooks.acme.test/in' }), step('add_tag', { tag: 'called' })])
      const contact = await lab.contact()
      const free = Promise.withResolvers<void>()
      slow.hold = free.promise
      quick.with({ response: 'quick' })
      await lab.api.workflows.enroll({ id: workflow, ids: [contact] })
      const still = lab.engine.tick()
      while (slow.sent.length === 0) await new Promise(setImmediate)
      await other.engine.tick()
      expect(quick.sent).toEqual([])
      other.clock.advance('61 seconds')
      await other.engine.tick()
      free.resolve()
      await still
      expect(quick.sent.map(({ headers }) => headers['idempotency-key'])).toEqual([slow.sent[0]?.headers['idempotency-key']])
      const { steps } = await lab.api.workflowRuns.get({ id: (await lab.run(workflow)).id })
      expect(
        steps.map(({ type, status, output }) => [type, status, Object.entries(output ?? {}).find(([name]) => name === 'response')?.[1]]),
      ).toEqual([
        ['http_request', 'done', 'quick'],
        ['add_tag', 'done', undefined],
      ])
    })
  },
  ['PostgreSQL'],
)

async function ingested({ api }: Lab, from: number, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, at) => `person.${from + at}@example.com`)
  await api.sync.ingest({ provider: 'custom:lab', object: 'contacts', records: emails.map((email) => ({ email })) })
  const { contacts } = await api.contacts.list({ limit: 200 })
  return contacts.filter(({ primary_email }) => emails.includes(String(primary_email))).map(({ id }) => id)
}

/** By how much the counts of the most and the least frequent value differ. */
function spreadOf(values: readonly string[]): number {
  const counts = [...Map.groupBy(values, (each) => each).values()].map((each) => each.length)
  return Math.max(...counts) - Math.min(...counts)
}
