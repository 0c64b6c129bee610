import { expect, it } from 'vitest'
import { abSplit } from '../../../core/automation/workflows/actions/flow.ts'
import type { DatabaseAction, StepCall } from '../../../core/automation/workflows/actions/action.ts'
import type { GivenStep } from '../../../core/automation/workflows/definition/schema.ts'
import { describeStorages } from '../../support/storages.ts'
import { Lab, step, storagesOf } from './lab.ts'

const RECORDS = 100_000

/** The way of a record, as the step itself says. */
function wayOf(record: string, percent_a: number, of = { workflow: 'w', step: 's' }): string {
  // A step that writes nothing, of which only these parts of the call are read.
  const call = {
    config: { percent_a },
    workflow: { id: of.workflow },
    step: of.step,
    run: { id: 'r' },
    subjects: { record: { id: record } },
  }
  const result = (abSplit as DatabaseAction).run(call as unknown as StepCall, {})
  return 'branch' in result ? result.branch : ''
}

it('ab_split shares 100,000 records out as it is told, and a larger share only takes them from b to a', () => {
  const ids = Array.from({ length: RECORDS }, (_, at) => `record ${at}`)
  for (const percent of [1, 50, 99]) {
    const share = (ids.filter((id) => wayOf(id, percent) === 'a').length / RECORDS) * 100
    expect(Math.abs(share - percent)).toBeLessThanOrEqual(0.5)
  }
  expect(new Set(ids.slice(0, 10_000).map((id) => `${wayOf(id, 0)} ${wayOf(id, 100)}`))).toEqual(new Set(['b a']))
  const back = ids.slice(0, 10_000).filter((id) => wayOf(id, 50) === 'a' && wayOf(id, 60) === 'b')
  expect(back).toEqual([])
  // Another step shares them out in another way.
  const same = ids.slice(0, 10_000).filter((id) => wayOf(id, 50) === wayOf(id, 50, { workflow: 'w', step: 't' })).length
  expect(same).toBeGreaterThan(4500)
  expect(same).toBeLessThan(5500)
})

describeStorages(
  'the ways of a workflow',
  (open) => {
    let kept: Promise<Lab> | undefined
    const lab = () => (kept ??= Lab.open(open))

    it('are the same for a record that comes again, also in another version', async () => {
      const use = await lab()
      const split = { id: 'split', ...step('ab_split', {}, { a: [step('add_tag', { tag: 'a' })], b: [step('add_tag', { tag: 'b' })] }) }
      const id = await use.workflow([split])
      const contacts = await use.contacts(40)
      const ways = async () => {
        await use.api.workflows.enroll({ id, ids: contacts })
        await use.engine.tick()
        const found = []
        for (const contact of contacts) {
          const { steps } = await use.api.workflowRuns.get({ id: (await use.run(id, contact)).id })
          found.push(steps.find(({ step_id }) => step_id === 'split')?.output?.['branch' as never])
        }
        return found
      }
      const first = await ways()
      expect(new Set(first)).toEqual(new Set(['a', 'b']))
      expect(await ways()).toEqual(first)
      await use.api.workflows.update({ id, steps: [step('adjust_score', { points: 1 }), split, step('stop')] })
      await use.api.workflows.activate({ id })
      expect(await ways()).toEqual(first)
    })

    it('join again behind their branches, five levels deep, and what follows is done once', async () => {
      const use = await lab()
      const yes = (field: string, steps: GivenStep[], no: GivenStep[] = []) =>
        step('if_else', { conditions: [{ field, op: 'is_set' }] }, { yes: steps, no })
      const id = await use.workflow([
        step(
          'ab_split',
          { percent_a: 100 },
          {
            a: [
              yes('title', [
                yes('email', [yes('phone', [step('stop')], [yes('title', [step('adjust_score', { points: 1 })])])]),
                step('adjust_score', { points: 10 }),
              ]),
              step('adjust_score', { points: 100 }),
            ],
            b: [step('stop')],
          },
        ),
        yes('title', [], []),
        step('adjust_score', { points: 1000 }),
      ])
      const [whole, stopped, plain] = [
        await use.contact({ title: 'CFO' }),
        await use.contact({ title: 'CFO', phone: '+49 30 1234567' }),
        await use.contact(),
      ]
      await use.enroll(id, whole, stopped, plain)
      const scores = []
      for (const contact of [whole, stopped, plain]) scores.push((await use.api.contacts.get({ id: contact })).lead_score)
      expect(scores).toEqual([1111, 0, 1100])
      expect([(await use.run(id, whole)).end_reason, (await use.run(id, stopped)).end_reason]).toEqual(['end', 'stopped'])
    })
  },
  storagesOf('SQLite memory'),
)
