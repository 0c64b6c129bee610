import type { BackgroundLoop } from '../../../core/kernel/operation/background-loop.ts'
import { plugin } from 'rapport-crm'
import { expect, it } from 'vitest'
import { Answers } from '../../automation/actions/answers.ts'
import { describeStorages } from '../../support/storages.ts'
import { Lab, step, storagesOf } from './lab.ts'

const call = step('http_request', { url: 'https://hooks.acme.test/in' })
const before = [step('add_tag', { tag: 'a' }), step('adjust_score', { points: 1 }), step('add_note', { note: 'Once' })]
const after = [step('adjust_score', { points: 10 }), step('stop')]
const BACKOFF = [1, 5, 30, 120, 360]

// The last loop of a round, which goes on for as long as a test says.
let lasts: (() => Promise<unknown>) | undefined
class Last implements BackgroundLoop {
  readonly watches = []

  async run(): Promise<null> {
    await lasts?.()
    return null
  }
}

describeStorages('a call that ends while a tick looks at other work', (open) => {
  it('carries its run on in the same tick', async () => {
    const http = new Answers()
    const use = await Lab.open(open, { ports: [http], plugins: [plugin({ name: 'last', version: '1.0.0', loops: [Last] })] })
    const id = await use.workflow([call, step('add_tag', { tag: 'called' })])
    http.with({ status: 503 })
    await use.enroll(id, await use.contact())
    http.with({ status: 200 })
    use.clock.advance('1 minute')
    lasts = async () => {
      while (http.sent.length > 1 && (await use.run(id)).status === 'waiting') await new Promise(setImmediate)
    }
    await use.engine.tick()
    lasts = undefined
    expect(await use.steps(id)).toEqual(['s1 done', 's2 done'])
  })
})

describeStorages(
  'steps that fail',
  (open) => {
    const http = new Answers()
    let kept: Promise<Lab> | undefined
    const lab = () => (kept ??= Lab.open(open, { ports: [http] }))
    /** A run whose fourth step of six has been refused for good. */
    const refused = async (use: Lab) => {
      const id = await use.workflow([...before, call, ...after])
      const contact = await use.contact()
      http.with({ status: 410, terminal: true })
      await use.enroll(id, contact)
      http.with({ status: 200 })
      const run = await use.run(id)
      expect(run).toMatchObject({ status: 'failed', end_reason: 'error', cursor: 's4' })
      return { id, contact, run: run.id }
    }
    const scoreOf = async ({ api }: Lab, id: string) => (await api.contacts.get({ id })).lead_score

    it('for a while are tried again after 1, 5 and 30 minutes, 2 and 6 hours, to the millisecond, with one key; then the run fails', async () => {
      const use = await lab()
      const { engine, clock } = use
      http.with({ status: 503 })
      const sent = http.sent.length
      const id = await use.workflow([call])
      await use.enroll(id, await use.contact())
      for (const [tries, minutes] of BACKOFF.entries()) {
        expect([http.sent.length - sent, (await use.run(id)).status]).toEqual([tries + 1, 'waiting'])
        clock.advance(minutes * 60_000 - 1)
        await engine.tick()
        expect(http.sent.length - sent).toBe(tries + 1)
        clock.advance(1)
        await engine.tick()
      }
      http.with({ status: 200 })
      expect(http.sent.length - sent).toBe(BACKOFF.length + 1)
      expect(new Set(http.sent.slice(sent).map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
      expect(await use.run(id)).toMatchObject({ status: 'failed', end_reason: 'error' })
      clock.advance('2 days')
      await engine.tick()
      expect(http.sent.length - sent).toBe(BACKOFF.length + 1)
    })

    it('are repeated by a retry, and nothing before them', async () => {
      const use = await lab()
      const { id, contact, run } = await refused(use)
      expect(await scoreOf(use, contact)).toBe(1)
      await use.api.workflowRuns.retry({ id: run })
      await use.engine.tick()
      expect(await use.steps(id)).toEqual(['s1 done', 's2 done', 's3 done', 's4 failed', 's4 done', 's5 done', 's6 done'])
      expect(await scoreOf(use, contact)).toBe(11)
    })

    it('are repeated in a newer version where that is wanted', async () => {
      const use = await lab()
      const { id, contact, run } = await refused(use)
      const { steps } = await use.api.workflows.get({ id })
      await use.api.workflows.update({ id, steps: [...steps.slice(0, 4), step('adjust_score', { points: 100 })] })
      await use.api.workflows.activate({ id })
      expect(await use.api.workflowRuns.retry({ id: run, version: 2 })).toMatchObject({ version: 2, status: 'running' })
      await use.engine.tick()
      expect(await use.run(id)).toMatchObject({ status: 'completed', version: 2 })
      expect(await scoreOf(use, contact)).toBe(101)
    })

    it('are called no more once what ends the run holds, the run is cancelled or its workflow is deleted', async () => {
      const use = await lab()
      const { api, engine, clock } = use
      const ends = {
        exit: (_workflow: string, contact: string) => api.contacts.update({ id: contact, title: 'left' }),
        cancelled: async (workflow: string) => await api.workflowRuns.cancel({ id: (await use.run(workflow)).id }),
        workflow_deleted: (workflow: string) => api.workflows.delete({ id: workflow }),
        record_deleted: (_workflow: string, contact: string) => api.contacts.delete({ id: contact }),
      }
      for (const [end_reason, end] of Object.entries(ends)) {
        http.with({ status: 503 })
        const settings = { exit_conditions: [{ field: 'title', op: 'eq', value: 'left' }] }
        const id = await use.workflow([call, step('add_tag', { tag: 'called' })], { settings })
        const contact = await use.contact()
        await use.enroll(id, contact)
        http.with({ status: 200 })
        const sent = http.sent.length
        await end(id, contact)
        await engine.tick()
        clock.advance('1 day')
        await engine.tick()
        expect([end_reason, http.sent.length - sent, (await use.run(id)).end_reason]).toEqual([end_reason, 0, end_reason])
      }
    })

    it('leave a run from which others are forked at a step and restarted at the first', async () => {
      const use = await lab()
      const { id, contact, run } = await refused(use)
      const fork = await use.api.workflowRuns.fork({ id: run, step: 's2' })
      await use.engine.tick()
      expect(await use.steps(id)).toEqual(['s2 done', 's3 done', 's4 done', 's5 done', 's6 done'])
      expect(await scoreOf(use, contact)).toBe(12)
      const again = await use.api.workflowRuns.restart({ id: fork.id })
      await use.engine.tick()
      expect((await use.api.workflowRuns.get({ id: again.id })).steps.map(({ step_id, reason }) => [step_id, reason])).toEqual([
        ['s1', 'no_change'],
        ['s2', null],
        ['s3', null],
        ['s4', null],
        ['s5', null],
        ['s6', null],
      ])
      expect(await use.runs(id)).toHaveLength(3)
      await expect(use.api.workflowRuns.fork({ id: run, step: 's9' })).rejects.toMatchObject({ code: 'invalid_input' })
    })
  },
  storagesOf('SQLite memory'),
)
