import { setImmediate as turn } from 'node:timers/promises'
import { Http } from 'rapport-crm'
import { expect, it } from 'vitest'
import type { HttpOutcome, HttpRequest } from '../../../core/kernel/ports/http.ts'
import type { GivenStep } from '../../../core/automation/workflows/definition/schema.ts'
import { TestClock } from '../../support/clock.ts'
import { describeEveryStorage, type Opened } from '../../support/storages.ts'
import { wholeDatabase, wholeOf } from './whole-database.ts'

const step = (type: string, config: Record<string, unknown> = {}, branches?: Record<string, GivenStep[]>): GivenStep => ({
  type,
  config,
  ...(branches && { branches }),
})

class Recorded extends Http {
  readonly sent: HttpRequest[] = []
  override send(request: HttpRequest): Promise<HttpOutcome> {
    this.sent.push(request)
    return Promise.resolve({ status: 200, error: null, terminal: false, response: 'ok', durationMs: 3, retryAfter: null })
  }
}

/** A machine so slow that a rehearsal lets others write before each of its steps. */
class SlowClock extends TestClock {
  isSlow = false
  #steady = 0
  override steady(): number {
    return (this.#steady += this.isSlow ? 26 : 0)
  }
}

const trigger = { type: 'contact.created' }
const steps: GivenStep[] = [
  step('add_tag', { tag: 'seen-{{contact.first_name}}' }),
  step(
    'if_else',
    { conditions: [{ field: 'title', op: 'eq', value: 'cfo' }] },
    { yes: [step('adjust_score', { points: 10 }), step('delay', { amount: 2, unit: 'days' })], no: [step('stop')] },
  ),
  step('http_request', { url: 'https://example.com/hook?token=secret', headers: { Authorization: 'Bearer secret' } }),
  step('wait_for_event', { event_type: 'contact.note_added', timeout_days: 3 }),
  step(
    'if_else',
    { conditions: [{ field: 'wait.result', op: 'eq', value: 'timeout' }] },
    { yes: [step('add_note', { note: 'No answer' })] },
  ),
  step('ab_split', { percent_a: 30 }, { a: [step('create_task', { title: 'Call {{contact.first_name}}' })], b: [step('create_deal', {})] }),
  step('wait_until', { field: 'days_since_created', op: 'gte', value: 10 }),
  step('update_contact', { field: 'title', value: '' }),
  step('send_email', { subject: 'Hello', body: 'Hi' }),
  step('add_tag', { tag: 'seen-grace' }),
]

async function runOf({ api, engine, clock }: Opened, workflow_id: string, days: number) {
  await engine.tick()
  for (let day = 0; day < days; day += 1) {
    clock.advance('1 day')
    await engine.tick()
  }
  const [run] = (await api.workflowRuns.list({ workflow_id })).workflow_runs
  return await api.workflowRuns.get({ id: run?.id ?? '' })
}

describeEveryStorage('dry runs of workflows', (open, name) => {
  it('write nothing, call nobody, and tell what the later run does', async () => {
    const http = new Recorded()
    const opened = await open({ ports: [http], plugins: [wholeDatabase] })
    const { api, engine } = opened
    const { id } = await api.workflows.create({ name: 'All', trigger, steps })
    const contact = await api.contacts.create({ email: 'grace@example.com', first_name: 'Grace', title: 'CFO' })
    await engine.tick()
    const before = await wholeOf(engine)
    const { events } = await api.events.list({ type: 'contact.created' })
    const event = { type: 'contact.created', payload: events[0]?.payload ?? {} }
    const dry = await api.workflows.test({ id, record: { type: 'contact', id: contact.id }, event })
    expect(await wholeOf(engine)).toEqual(before)
    expect(http.sent).toEqual([])
    expect(dry).toMatchObject({ enrolled: true, reason: null, status: 'completed', end_reason: 'end', version: 1, limit: null })

    await api.workflows.activate({ id })
    await api.workflows.enroll({ id, ids: [contact.id] })
    const real = await runOf(opened, id, 12)
    const told = ({ seq, path, step_id, type, status, reason, attempt, input, error }: (typeof real.steps)[number]) => {
      return { seq, path, step_id, type, status, reason, attempt, input, error }
    }
    expect(real.status).toBe('completed')
    expect(dry.steps.map((each) => told({ ...each, emitted: [] }))).toEqual(real.steps.map(told))
    const all = (await api.events.list({ limit: 200 })).events
    const typesOf = (ids: readonly number[]) => all.flatMap((each) => (ids.includes(each.id) ? [each.type] : [])).toSorted()
    expect(dry.steps.map(({ emitted }) => emitted.map(({ type }) => type).toSorted())).toEqual(
      real.steps.map(({ emitted }) => typesOf(emitted)),
    )
    expect(http.sent).toHaveLength(1)
  })

  it('equal the later run also of the other steps', async () => {
    const http = new Recorded()
    const opened = await open({ ports: [http], plugins: [wholeDatabase] })
    const { api, engine } = opened
    const company = await api.companies.create({ name: 'Navy', domain: 'navy.example' })
    const contact = await api.contacts.create({ email: 'grace@navy.example', first_name: 'Grace', tags: ['old'] })
    await api.deals.create({ name: 'Ships', amount: 5, primary_lead_id: contact.id })
    const other = await api.workflows.create({ name: 'Other', trigger: { type: 'workflow.enrolled' }, steps: [step('stop')] })
    await api.workflows.activate({ id: other.id })
    const { id } = await api.workflows.create({
      name: 'Others',
      trigger,
      steps: [
        step('remove_tag', { tag: 'old' }),
        step('associate_company', {}),
        step('update_company', { field: 'tier', value: 'A' }),
        step('update_deal', { field: 'amount', value: 7 }),
        step('assign_owner', { mode: 'round_robin' }),
        step('enroll_workflow', { automation_id: other.id }),
        step('unenroll_sequence', {}),
        step('send_linkedin_invite', {}),
        step('send_linkedin_message', { message: 'Hi' }),
        step('send_slack', { webhook_url: 'https://hooks.example.com/a', text: 'Hi {{contact.first_name}}' }),
        step('send_teams', { webhook_url: 'https://hooks.example.com/b', text: 'Hi' }),
        step('notify', { title: 'Look at {{contact.first_name}}' }),
        step('log_activity', { type: 'call', subject: 'Called' }),
      ],
    })
    await engine.tick()
    const before = await wholeOf(engine)
    const record = { type: 'contact', id: contact.id }
    const dry = await api.workflows.test({ id, record })
    expect(await wholeOf(engine)).toEqual(before)
    expect(http.sent).toEqual([])
    await api.workflows.activate({ id })
    await api.workflows.enroll({ id, ids: [contact.id] })
    const real = await runOf(opened, id, 0)
    const told = (steps: readonly { path: string; status: string; reason: string | null; input: unknown }[]) =>
      steps.map(({ path, status, reason, input }) => ({ path, status, reason, input }))
    expect(told(dry.steps)).toEqual(told(real.steps))
    expect(dry.steps.filter(({ would }) => would !== null)).toHaveLength(http.sent.length)
    expect((await api.contacts.get({ id: contact.id })).company_id).toBe(company.id)
  })

  it('wake no background work', async () => {
    const { api, engine } = await open({ plugins: [wholeDatabase] })
    const { id } = await api.workflows.create({ name: 'Tag', trigger, steps: [step('add_tag', { tag: 'new' })] })
    const contact = await api.contacts.create({ email: 'grace@example.com' })
    await engine.start()
    const settled = async () => {
      for (let last = -1; ;) {
        for (let turns = 0; turns < 200; turns += 1) await turn()
        const { rounds } = (await wholeOf(engine)) as { rounds: number }
        if (rounds === last) return rounds
        last = rounds
      }
    }
    const before = await settled()
    expect((await api.workflows.test({ id, record: { type: 'contact', id: contact.id } })).steps).toHaveLength(1)
    expect(await settled()).toBe(before)
    await api.contacts.update({ id: contact.id, title: 'CFO' })
    expect(await settled()).toBeGreaterThan(before)
  })

  it('tell why a branch was taken, what a call would send, and how long all takes', async () => {
    const { api } = await open()
    const { id } = await api.workflows.create({ name: 'All', trigger, steps })
    const contact = await api.contacts.create({ email: 'grace@example.com', first_name: 'Grace', title: 'CFO' })
    const { steps: told, ...run } = await api.workflows.test({ id, record: { type: 'contact', id: contact.id } })
    expect(run.event).toMatchObject({ type: 'contact.created', sample: true })
    const byPath = new Map(told.map((each) => [each.path, each]))
    expect(byPath.get('s2')).toMatchObject({
      output: { branch: 'yes' },
      conditions: [{ field: 'contact.title', op: 'eq', value: 'cfo', actual: 'CFO', met: true }],
    })
    expect(byPath.get('s6')).toMatchObject({
      status: 'done',
      would: { action: 'http_request', method: 'POST', url: 'https://example.com' },
      input: { url: 'https://example.com/hook?***', headers: { Authorization: '***' } },
    })
    expect(JSON.stringify(told)).not.toContain('secret')
    expect(byPath.get('s7')).toMatchObject({ type: 'wait_for_event', status: 'done', reason: 'timeout' })
    expect(byPath.get('s2.yes.s3')?.emitted.map(({ type }) => type)).toContain('contact.score_changed')
    expect(new Date(run.ended_at ?? '').getTime() - new Date(run.started_at).getTime()).toBe(10 * 86_400_000)
  })

  it('let others write between their steps, and say the same', async () => {
    const clock = new SlowClock()
    const { api, engine } = await open({ clock, ports: [new Recorded()], plugins: [wholeDatabase] })
    const { id } = await api.workflows.create({ name: 'All', trigger, steps })
    const contact = await api.contacts.create({ email: 'grace@example.com', first_name: 'Grace', title: 'CFO' })
    await engine.tick()
    const told = async () => {
      const { steps: done, status, limit } = await api.workflows.test({ id, record: { type: 'contact', id: contact.id } })
      return {
        status,
        limit,
        steps: done.map(({ seq, path, status, input, emitted }) => [seq, path, status, input, emitted.map((each) => each.type)]),
      }
    }
    const before = await wholeOf(engine)
    const expected = await told()
    clock.isSlow = true
    expect(await told()).toEqual(expected)
    expect(await wholeOf(engine)).toEqual(before)

    const order: string[] = []
    const others = async () => {
      for (let nth = 0; nth < 3; nth += 1) await api.companies.create({ name: `Firm ${nth}` })
      // What the dry run writes, too.
      await api.contacts.create({ email: 'ann@example.com', tags: ['seen-Grace'] })
      await api.contacts.update({ id: contact.id, city: 'Graz' })
      order.push('others')
    }
    const dry = told().then((result) => {
      order.push('dry run')
      return result
    })
    await Promise.all([dry, others()])
    expect(await dry).toEqual(expected)
    expect(await api.contacts.get({ id: contact.id })).toMatchObject({ city: 'Graz', title: 'CFO', tags: [] })
    if (!name.startsWith('PostgreSQL')) expect(order).toEqual(['others', 'dry run'])
  })

  it('take events that are given as coming when a step waits for them', async () => {
    const { api } = await open()
    const { id } = await api.workflows.create({
      name: 'Waits',
      trigger,
      steps: [
        step('wait_for_event', { event_type: 'contact.note_added' }),
        step('if_else', { conditions: [{ field: 'wait.result', op: 'eq', value: 'received' }] }, { yes: [step('stop')] }),
        step('add_tag', { tag: 'late' }),
      ],
    })
    const { id: contact } = await api.contacts.create({ email: 'grace@example.com' })
    const record = { type: 'contact', id: contact }
    const came = await api.workflows.test({ id, record, events: [{ type: 'contact.note_added', payload: { note: 'yes' } }] })
    expect(came).toMatchObject({ status: 'completed', end_reason: 'stopped', steps: [{ reason: 'received' }, {}, {}] })
    expect(await api.workflows.test({ id, record })).toMatchObject({ end_reason: 'end', steps: [{ reason: 'timeout' }, {}, {}] })
  })

  it('say that the record would not be enrolled, and do the steps all the same', async () => {
    const { api } = await open()
    const { id } = await api.workflows.create({
      name: 'Guarded',
      trigger: { type: 'contact.score_changed', config: { above: 50 } },
      conditions: [{ field: 'country', op: 'eq', value: 'ES' }],
      steps: [step('add_tag', { tag: 'hot' })],
    })
    const { id: contact } = await api.contacts.create({ email: 'grace@example.com', country: 'GB' })
    const record = { type: 'contact', id: contact }
    expect(await api.workflows.test({ id, record })).toMatchObject({
      enrolled: false,
      reason: 'conditions',
      conditions: [{ field: 'contact.country', actual: 'GB', met: false }],
      event: { payload: { from: 50, to: 51 } },
      steps: [{ status: 'done' }],
    })
    const event = { type: 'contact.score_changed', payload: { from: 10, to: 20 } }
    expect(await api.workflows.test({ id, record, event })).toMatchObject({ enrolled: false, reason: 'trigger' })
  })

  it('end at the step that would fail, with its error', async () => {
    const { api } = await open()
    const { id } = await api.workflows.create({
      name: 'Fails',
      trigger,
      steps: [step('add_tag', { tag: 'new' }), step('update_contact', { field: 'lead_score', value: '{{contact.title}}' }), step('stop')],
    })
    const { id: contact } = await api.contacts.create({ email: 'grace@example.com', title: 'high' })
    const dry = await api.workflows.test({ id, record: { type: 'contact', id: contact } })
    expect(dry).toMatchObject({ status: 'failed', end_reason: 'error', steps: [{ status: 'done' }, { status: 'failed' }] })
    expect(dry.steps[1]?.error).toMatchObject({ code: 'invalid_input' })
    expect((await api.contacts.get({ id: contact })).tags).toEqual([])
  })

  it('refuse what they cannot be made with', async () => {
    const { api } = await open()
    const { id } = await api.workflows.create({ name: 'Tag', trigger, steps: [step('add_tag', { tag: 'new' })] })
    const { id: contact } = await api.contacts.create({ email: 'grace@example.com' })
    const { id: company } = await api.companies.create({ name: 'Acme' })
    const record = { type: 'contact', id: contact }
    const refused = async (input: object) => {
      // What is wrong is the point.
      const error: unknown = await api.workflows.test({ id, record, ...input } as never).catch((each: unknown) => each)
      const { code, details } = error as { code: string; details: { errors?: { path: string; code: string }[] } }
      return [code, ...(details.errors ?? []).map((each) => `${each.path} ${each.code}`)]
    }
    expect(await refused({ record: undefined })).toEqual(['invalid_input', '/record required'])
    expect(await refused({ record: { type: 'company', id: company } })).toEqual(['invalid_input', '/record/type not_allowed'])
    expect(await refused({ record: { type: 'contact', id: company } })).toEqual(['not_found'])
    expect(await refused({ event: { type: 'contact.creatd' } })).toEqual(['invalid_input', '/event/type unknown_event'])
    expect(await refused({ event: { type: 'contact.created', payload: { a: 'x'.repeat(40_000) } } })).toEqual([
      'invalid_input',
      '/event/payload too_large',
    ])
    expect(await refused({ at: '3026-01-01T00:00:00Z' })).toEqual(['invalid_input', '/at out_of_range'])
  })
})
