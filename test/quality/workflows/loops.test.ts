import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { Lab, step, storagesOf } from './lab.ts'

// More than what workflows may cause in a minute.
const INGESTED = Number(process.env['WORKFLOW_INGESTED'] ?? 600)

describeStorages(
  'workflows that lead to one another',
  (open) => {
    let kept: Promise<Lab> | undefined
    const lab = () => (kept ??= Lab.open(open))
    const counted = async ({ api }: Lab, ...ids: string[]) => {
      const told = []
      for (const id of ids) {
        const { enrolled, dropped } = await api.workflows.stats({ id })
        told.push([enrolled, Object.keys(dropped)])
        await api.workflows.pause({ id })
      }
      return told
    }

    it('a change that starts the workflow that makes it enrolls nobody again, and the event says why', async () => {
      const use = await lab()
      const id = await use.workflow([step('update_contact', { field: 'title', value: '{{contact.title}}!' })], {
        trigger: { type: 'contact.property_changed', config: { property: 'title' } },
      })
      const contact = await use.contact({ title: 'Hm' })
      await use.api.contacts.update({ id: contact, title: 'Hey' })
      await use.engine.tick()
      expect((await use.api.contacts.get({ id: contact })).title).toBe('Hey!')
      const { steps } = await use.api.workflowRuns.get({ id: (await use.run(id)).id })
      const caused = await use.api.events.get({ id: String(steps[0]?.emitted[0]) })
      expect(caused.enrollments).toEqual([{ workflow_id: id, outcome: 'skipped', reason: 'loop', run_id: null }])
      expect(await counted(use, id)).toEqual([[1, ['loop']]])
    })

    it('two that start each other each run once', async () => {
      const use = await lab()
      const first = await use.workflow([step('adjust_score', { points: 1 })], { trigger: { type: 'contact.tags_changed' } })
      const second = await use.workflow([step('add_tag', { tag: 'scored {{contact.lead_score}}' })], {
        trigger: { type: 'contact.score_changed' },
      })
      await use.api.contacts.update({ id: await use.contact(), tags: ['vip'] })
      await use.engine.tick()
      expect(await counted(use, first, second)).toEqual([
        [1, ['loop']],
        [1, []],
      ])
    })

    it('a deal that makes a deal makes one', async () => {
      const use = await lab()
      const id = await use.workflow([step('create_deal', { name: 'Next' })], { trigger: { type: 'deal.created' } })
      const contact = await use.contact()
      await use.api.deals.create({ name: 'First', primary_lead_id: contact })
      await use.engine.tick()
      expect((await use.api.deals.list({ contact_id: contact })).deals.map(({ name }) => name).toSorted()).toEqual(['First', 'Next'])
      expect(await counted(use, id)).toEqual([[1, ['loop']]])
    })

    it('hand a record on, and never back', async () => {
      const use = await lab()
      const first = await use.workflow([step('add_tag', { tag: 'first' })])
      const second = await use.workflow([step('enroll_workflow', { automation_id: first })])
      await use.api.workflows.update({ id: first, steps: [step('enroll_workflow', { automation_id: second })] })
      await use.api.workflows.activate({ id: first })
      const contact = await use.contact()
      await use.enroll(first, contact)
      expect(await use.steps(first)).toEqual(['s2 done'])
      expect(await use.steps(second)).toEqual(['s1 loop'])
      expect((await counted(use, first, second)).map(([enrolled]) => enrolled)).toEqual([1, 1])
    })

    it('a score that goes up and down ends after one run of each', async () => {
      const use = await lab()
      const up = await use.workflow([step('adjust_score', { points: 100 })], { trigger: { type: 'contact.score_changed' } })
      const down = await use.workflow([step('adjust_score', { points: -100 })], {
        trigger: { type: 'contact.score_changed', config: { above: 50 } },
      })
      await use.api.contacts.update({ id: await use.contact(), lead_score: 1 })
      await use.engine.tick()
      expect((await counted(use, up, down)).map(([enrolled]) => enrolled)).toEqual([1, 1])
    })

    it('what people bring in is never capped', async () => {
      const use = await lab()
      const id = await use.workflow([step('stop')], { trigger: { type: 'contact.created' } })
      for (let from = 0; from < INGESTED; from += 1000) {
        const records = Array.from({ length: Math.min(1000, INGESTED - from) }, (_, at) => ({ email: `in.${from + at}@example.com` }))
        await use.api.sync.ingest({ provider: 'custom:lab', object: 'contacts', records })
      }
      await use.engine.tick()
      expect(await use.api.workflows.stats({ id })).toMatchObject({ enrolled: INGESTED, completed: INGESTED, dropped: {} })
    }, 60_000)
  },
  storagesOf('SQLite memory'),
)
