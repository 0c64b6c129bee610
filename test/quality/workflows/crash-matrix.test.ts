import { afterAll, expect, it } from 'vitest'
import type { GivenStep } from '../../../core/automation/workflows/definition/schema.ts'
import { Answers } from '../../automation/actions/answers.ts'
import { describeStorages } from '../../support/storages.ts'
import { Faults } from './faults.ts'
import { Lab, step, storagesOf } from './lab.ts'
import { lastEvent, traceOf, traceProbe } from './traces.ts'

// Statements of a life that are struck; `all` takes minutes.
const asked = process.env['WORKFLOW_POINTS'] ?? '4'
const POINTS = asked === 'all' ? Number.POSITIVE_INFINITY : Number(asked)

const LONG_MS = POINTS > 10 ? 3_600_000 : 60_000

const everyStep = (other: string): GivenStep[] => [
  step('if_else', { conditions: [{ field: 'title', op: 'eq', value: 'CFO' }] }, { yes: [step('add_tag', { tag: 'hot' })], no: [] }),
  step('ab_split', { percent_a: 100 }, { a: [step('adjust_score', { points: 5 })], b: [step('stop')] }),
  step('update_contact', { field: 'title', value: 'Met {{contact.first_name}}' }),
  step('assign_owner', { mode: 'specific', owner: 'grace@acme.test' }),
  step('add_note', { note: 'Hello {{contact.first_name}}' }),
  step('create_task', { title: 'Call {{contact.first_name}}' }),
  step('create_deal', { name: 'Deal of {{contact.first_name}}', amount: '100' }),
  step('update_deal', { field: 'amount', value: '250' }),
  step('update_company', { field: 'industry', value: 'Looms' }),
  step('associate_company'),
  step('log_activity', { type: 'note', body: 'Seen' }),
  step('remove_tag', { tag: 'matrix' }),
  step('enroll_workflow', { automation_id: other }),
  step('notify', { title: 'Look at {{contact.first_name}}' }),
  step('http_request', { url: 'https://hooks.acme.test/in' }),
  step('send_slack', { webhook_url: 'https://hooks.slack.test/x', text: 'New' }),
  step('send_email', { subject: 'Hi', body: 'Hi' }),
  step('wait_until', { field: 'tags', op: 'contains', value: 'other' }),
  step('delay', { amount: 1, unit: 'hours' }),
  step('wait_for_event', { event_type: 'contact.tags_changed' }),
  step('stop'),
]

describeStorages(
  'a run of every kind of step',
  (open, name) => {
    let faults: Faults | undefined
    afterAll(() => faults?.end())

    it(
      'ends the same wherever its database goes away: each step once, each call with its key',
      async () => {
        faults = new Faults(name)
        const http = new Answers()
        const lab = await Lab.open(open, { plugins: [traceProbe], ports: [http] })
        await lab.api.users.invite({ email: 'grace@acme.test' })
        const company = await lab.api.companies.create({ name: 'Looms', domain: 'looms.test' })
        const other = await lab.workflow([step('add_tag', { tag: 'other' })])
        await lab.workflow(everyStep(other), {
          trigger: { type: 'contact.created' },
          conditions: [{ field: 'tags', op: 'contains', value: 'matrix' }],
        })
        const life = async (at: number) => {
          await lab.api.companies.update({ id: company.id, industry: null })
          await settle(lab)
          const since = await lastEvent(lab.engine)
          const sent = http.sent.length
          const contact = await lab.contact({ first_name: 'Ada', title: 'CFO', tags: ['matrix'], company_id: company.id })
          faults?.arm(at)
          for (const later of ['2 minutes', '2 minutes', '1 hour', '2 minutes'] as const) {
            await settle(lab)
            lab.clock.advance(later)
          }
          await settle(lab)
          const count = faults?.count ?? 0
          faults?.disarm()
          await lab.api.contacts.update({ id: contact, tags: ['done'] })
          await settle(lab)
          const keys = [...new Set(http.sent.slice(sent).map(({ headers }) => headers['idempotency-key']))]
          return { count, trace: await traceOf(lab.engine, contact, since), keys: keys.length }
        }
        const whole = await life(0)
        expect(whole.trace.filter((each) => /"failed"|"no_deal"/.test(each))).toEqual([])
        expect(whole.trace).toContain('["run","completed","stopped",22,[],null]')
        expect(whole.keys).toBe(2)
        const apart = Math.max(1, Math.floor(whole.count / POINTS))
        for (let at = 1 + (whole.count % apart); at <= whole.count; at += apart) {
          const { trace, keys } = await life(at)
          expect({ at, trace, keys }).toEqual({ at, trace: whole.trace, keys: whole.keys })
        }
      },
      LONG_MS,
    )
  },
  storagesOf('SQLite memory', 'PostgreSQL'),
)

// The loops of a process go on after a failure, and so does this one.
async function settle({ engine }: Lab): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    try {
      return void (await engine.tick())
    } catch (error) {
      if (tries === 4) throw error
    }
  }
}
