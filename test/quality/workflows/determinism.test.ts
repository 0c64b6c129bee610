import { Ids } from 'rapport-crm'
import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { Answers } from '../../automation/actions/answers.ts'
import { TestClock } from '../../support/clock.ts'
import { describeStorages } from '../../support/storages.ts'
import { Lab, step, storagesOf } from './lab.ts'

// How often each storage tells the same story.
const REPEATS = Number(process.env['WORKFLOW_REPEATS'] ?? 1)

/** Ids that are the same each time. */
class CountedIds extends Ids {
  #count = 0
  override next(): string {
    this.#count += 1
    return v7({ msecs: 1_768_467_600_000 + this.#count, seq: 0, random: new Uint8Array(16) })
  }
}

const told = new Map<string, string>()
afterAll(() => expect(new Set(told.values()).size).toBe(1))

describeStorages(
  'the same events at the same times',
  (open, name) => {
    it('lead to the same history, to the byte', async () => {
      for (let repeat = 0; repeat < REPEATS; repeat += 1) told.set(`${name} ${repeat}`, await story(await lab()))
      expect(new Set(told.values()).size).toBe(1)
    })

    const lab = () => {
      const clock = new TestClock()
      return Lab.open(open, { clock, kept: false, ports: [new CountedIds({ clock }), new Answers()] })
    }
  },
  storagesOf('SQLite memory', 'PostgreSQL'),
)

async function story(use: Lab): Promise<string> {
  const { api, engine, clock } = use
  const other = await use.workflow([step('add_tag', { tag: 'other' }), step('delay', { amount: 2, unit: 'hours' })])
  await use.workflow(
    [
      step('ab_split', { percent_a: 50 }, { a: [step('adjust_score', { points: 5 })], b: [step('add_note', { note: 'b' })] }),
      step('create_task', { title: 'Call {{contact.first_name}} on {{weekday}}' }),
      step('enroll_workflow', { automation_id: other }),
      step('http_request', { url: 'https://hooks.acme.test/in' }),
      step('wait_for_event', { event_type: 'contact.score_changed', timeout_days: 1 }),
      step(
        'if_else',
        { conditions: [{ field: 'wait.result', op: 'eq', value: 'received' }] },
        { yes: [step('create_deal', {}), step('stop')], no: [step('remove_tag', { tag: 'other' })] },
      ),
      step('update_contact', { field: 'lead_score', value: '{{contact.first_name}}' }),
    ],
    { trigger: { type: 'contact.created' } },
  )
  await use.workflow([step('add_note', { note: 'Daily' })], {
    trigger: { type: 'schedule', config: { frequency: 'daily', time: '06:30', timezone: 'Europe/Berlin' } },
    conditions: [{ field: 'tags', op: 'contains', value: 'other' }],
  })
  const contacts: string[] = []
  for (let count = 0; count < 6; count += 1) contacts.push(await use.contact({ first_name: `Ada ${count}` }))
  await engine.tick()
  clock.advance('1 hour')
  for (const id of contacts.slice(0, 3)) await api.contacts.update({ id, lead_score: 50 })
  for (const span of ['1 hour', '20 hours', '5 hours', '3 days'] as const) {
    await engine.tick()
    clock.advance(span)
  }
  await engine.tick()
  const { workflow_runs } = await api.workflowRuns.list({ limit: 200 })
  const runs = []
  for (const { id } of workflow_runs.toReversed()) {
    const { event_id: _event, steps, ...run } = await api.workflowRuns.get({ id })
    runs.push({ ...run, steps: steps.map(({ emitted, ...each }) => ({ ...each, emitted: emitted.length })) })
  }
  return JSON.stringify(runs)
}
