import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { Lab, step, storagesOf } from './lab.ts'
import { rowsOf, traceProbe } from './traces.ts'

// Changes of one record at once.
const AT_ONCE = 50
const trigger = { type: 'contact.score_changed' }
const modes = ['when_not_active', 'once', 'parallel'] as const

describeStorages(
  'enrolling a record again',
  (open, name) => {
    let kept: Promise<Lab> | undefined
    const lab = () => (kept ??= Lab.open(open, { plugins: [traceProbe] }))
    const steps = [step('delay', { amount: 1, unit: 'hours' })]

    it.each([
      ['when_not_active', { active: 'already_active', finished: 'enrolled', byHand: 'already_active', againByHand: 'enrolled' }],
      ['once', { active: 'once', finished: 'once', byHand: 'already_active', againByHand: 'enrolled' }],
      ['parallel', { active: 'enrolled', finished: 'enrolled', byHand: 'enrolled', againByHand: 'enrolled' }],
    ] as const)('%s: by an event and by hand, while a run is active and after it', async (reenroll, expected) => {
      const use = await lab()
      const { api, engine, clock } = use
      const id = await use.workflow(steps, { trigger, settings: { reenroll } })
      const contact = await use.contact()
      const enrolled = async () => (await api.workflows.stats({ id })).enrolled
      const byEvent = async () => {
        const before = await api.workflows.stats({ id })
        await api.contacts.update({ id: contact, lead_score: ((await api.contacts.get({ id: contact })).lead_score ?? 0) + 1 })
        await engine.tick()
        const after = await api.workflows.stats({ id })
        if (after.enrolled > before.enrolled) return 'enrolled'
        return Object.entries(after.dropped).find(([reason, count]) => count !== before.dropped[reason])?.[0]
      }
      const byHand = async () => {
        const { results } = await api.workflows.enroll({ id, ids: [contact] })
        return results[0]?.enrolled ? 'enrolled' : results[0]?.reason
      }
      const finish = async () => {
        clock.advance('1 hour')
        await engine.tick()
      }
      expect(await byEvent()).toBe('enrolled')
      expect({ active: await byEvent(), byHand: await byHand() }).toEqual({ active: expected.active, byHand: expected.byHand })
      await engine.tick()
      await finish()
      expect(await byEvent()).toBe(expected.finished)
      await finish()
      const before = await enrolled()
      expect(await byHand()).toBe(expected.againByHand)
      expect(await enrolled()).toBe(before + 1)
      await engine.tick()
      await finish()
      await api.workflows.pause({ id })
    })

    it('many changes of one record at once enroll it as often as each mode says', async () => {
      const use = await lab()
      const { api, place, clock } = use
      const other = name === 'PostgreSQL' ? await Lab.open(open, { place, clock, plugins: [traceProbe] }) : use
      const ids = await Promise.all(modes.map((reenroll) => use.workflow(steps, { trigger, settings: { reenroll } })))
      const contact = await use.contact()
      const changes = Array.from({ length: AT_ONCE }, (_, at) => api.contacts.update({ id: contact, lead_score: at + 1 }))
      await Promise.all([...changes, use.engine.tick(), other.engine.tick(), other.engine.tick()])
      await Promise.all([use.engine.tick(), other.engine.tick()])
      const runs = Map.groupBy(await rowsOf(use.engine, 'workflow_runs'), ({ workflow_id }) => String(workflow_id))
      expect(ids.map((id) => runs.get(id)?.length)).toEqual([1, 1, AT_ONCE])
      const events = (runs.get(ids[2] ?? '') ?? []).map(({ event_id }) => Number(event_id))
      expect(new Set(events).size).toBe(AT_ONCE)
    })
  },
  storagesOf('PostgreSQL'),
)
