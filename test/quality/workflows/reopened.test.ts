import { afterAll, expect, it } from 'vitest'
import { Answers } from '../../automation/actions/answers.ts'
import { describeStorages, newPlace } from '../../support/storages.ts'
import { TestClock } from '../../support/clock.ts'
import { Faults } from './faults.ts'
import { Lab, step } from './lab.ts'
import { rowsOf, traceOf, traceProbe } from './traces.ts'

// Processes that die; more by hand.
const DEATHS = Number(process.env['WORKFLOW_DEATHS'] ?? 3)

describeStorages(
  'a process that dies',
  (open, name) => {
    const faults = new Faults(name)
    afterAll(() => faults.end())

    it('leaves its file as it was before the transaction, and the next one goes on from there', async () => {
      const life = async (at: number) => {
        const [place, clock, http] = [await newPlace(name), new TestClock(), new Answers()]
        const options = { place, clock, plugins: [traceProbe], ports: [http], kept: false }
        const first = await Lab.open(open, options)
        await first.workflow(
          [
            step('add_tag', { tag: 'seen' }),
            step('adjust_score', { points: 1 }),
            step('http_request', { url: 'https://hooks.acme.test/in' }),
            step('create_task', { title: 'Call' }),
          ],
          { trigger: { type: 'contact.created' } },
        )
        await first.engine.tick()
        const since = Math.max(0, ...(await rowsOf(first.engine, 'events')).map(({ id }) => Number(id)))
        const contact = await first.contact()
        faults.arm(at, 'dies')
        await first.engine.tick().catch(() => undefined)
        const { count } = faults
        await first.engine.close().catch(() => undefined)
        faults.disarm()
        const next = await Lab.open(open, options)
        clock.advance('2 minutes')
        await next.engine.tick()
        const trace = await traceOf(next.engine, contact, since)
        const keys = new Set(http.sent.map(({ headers }) => headers['idempotency-key'])).size
        await next.engine.close()
        await place.remove()
        return { count, trace, keys }
      }
      const whole = await life(0)
      expect(whole.keys).toBe(1)
      const apart = Math.max(1, Math.floor(whole.count / DEATHS))
      for (let at = 1 + (whole.count % apart); at <= whole.count; at += apart) {
        const { trace, keys } = await life(at)
        expect({ at, trace, keys }).toEqual({ at, trace: whole.trace, keys: 1 })
      }
    })
  },
  ['SQLite file'],
)
