import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { Lab, step, storagesOf } from './lab.ts'
import { rowsOf, traceProbe } from './traces.ts'

// Runs that wait while their workflow changes.
const WAITING = Number(process.env['WORKFLOW_WAITING'] ?? 25)

describeStorages(
  'a workflow that changes while runs of it wait',
  (open) => {
    let kept: Promise<Lab> | undefined
    const lab = () => (kept ??= Lab.open(open, { plugins: [traceProbe] }))
    const wait = { id: 'wait', ...step('delay', { amount: 1, unit: 'days' }) }
    const old = { id: 'old', ...step('add_tag', { tag: 'old' }) }
    const last = { id: 'last', ...step('add_tag', { tag: 'last' }) }
    const started = async (use: Lab, steps = [wait, old, last]) => {
      const id = await use.workflow(steps)
      const contacts = await use.contacts(WAITING)
      await use.api.workflows.enroll({ id, ids: contacts })
      await use.engine.tick()
      return { id, contacts }
    }
    const publish = async ({ api }: Lab, id: string, steps: ReturnType<typeof step>[]) => {
      await api.workflows.update({ id, steps })
      await api.workflows.activate({ id })
    }
    /** How many contacts have which tags. */
    const tagged = async ({ engine }: Lab, contacts: readonly string[]) => {
      const wanted = new Set(contacts)
      const own = (await rowsOf(engine, 'contacts')).filter(({ id }) => wanted.has(String(id)))
      const tags = own.map(({ tags }) =>
        (typeof tags === 'string' ? (JSON.parse(tags) as string[]) : (tags as string[])).toSorted().join(' '),
      )
      return Object.fromEntries([...Map.groupBy(tags, (each) => each)].map(([tag, all]) => [tag, all.length]))
    }

    it('is followed as it was when they started, and by new runs as it is', async () => {
      const use = await lab()
      const { id, contacts } = await started(use)
      await publish(use, id, [last, { id: 'new', ...step('add_tag', { tag: 'new' }) }])
      const fresh = await use.contact()
      await use.enroll(id, fresh)
      use.clock.advance('1 day')
      await use.engine.tick()
      expect(await tagged(use, contacts)).toEqual({ 'last old': WAITING })
      expect(await tagged(use, [fresh])).toEqual({ 'last new': 1 })
    })

    it('takes them along: to the same step, to the next one that is left, or to the end', async () => {
      const use = await lab()
      const { id, contacts } = await started(use)
      const [stays, moves, ends] = [contacts[0] ?? '', contacts[1] ?? '', contacts[2] ?? '']
      const migrate = async (contact: string, version: number) =>
        await use.api.workflowRuns.migrate({ id: (await use.run(id, contact)).id, version })
      await publish(use, id, [last, wait, { id: 'new', ...step('add_tag', { tag: 'new' }) }])
      expect(await migrate(stays, 2)).toMatchObject({ version: 2, cursor: 'wait', status: 'waiting' })
      await publish(use, id, [{ id: 'new', ...step('add_tag', { tag: 'new' }) }, last])
      expect(await migrate(moves, 3)).toMatchObject({ version: 3, cursor: 'last', status: 'running' })
      await publish(use, id, [{ id: 'new', ...step('add_tag', { tag: 'new' }) }])
      expect(await migrate(ends, 4)).toMatchObject({ version: 4, cursor: null })
      await use.engine.tick()
      expect(await use.run(id, ends)).toMatchObject({ status: 'completed' })
      use.clock.advance('1 day')
      await use.engine.tick()
      expect(await tagged(use, [stays, moves, ends])).toEqual({ new: 1, last: 1, '': 1 })
      expect(await tagged(use, contacts.slice(3))).toEqual({ 'last old': WAITING - 3 })
    })

    it('holds them while it is paused, lets them go on afterwards, and drops those whose record is gone', async () => {
      const use = await lab()
      const { id, contacts } = await started(use)
      await use.api.workflows.pause({ id })
      use.clock.advance('1 day')
      await use.engine.tick()
      expect(new Set((await use.runs(id)).map(({ status }) => status))).toEqual(new Set(['frozen']))
      expect(await tagged(use, contacts)).toEqual({ '': WAITING })
      const gone = contacts.slice(0, 5)
      for (const contact of gone) await use.api.contacts.delete({ id: contact })
      await use.engine.tick()
      await use.api.workflows.activate({ id })
      await use.engine.tick()
      const ended = Map.groupBy(await use.runs(id), ({ status, end_reason }) => `${status} ${end_reason}`)
      expect(Object.fromEntries([...ended].map(([how, all]) => [how, all.length]))).toEqual({
        'cancelled record_deleted': gone.length,
        'completed end': WAITING - gone.length,
      })
      expect(await tagged(use, contacts.slice(5))).toEqual({ 'last old': WAITING - 5 })
    })
  },
  storagesOf('SQLite memory'),
)
