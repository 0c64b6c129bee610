import { expect, it } from 'vitest'
import type { GivenStep } from '../../../core/automation/workflows/definition/schema.ts'
import { describeStorages } from '../../support/storages.ts'

const stage = (type: string, config: Record<string, unknown> = {}, branches?: Record<string, GivenStep[]>): GivenStep => ({
  type,
  config,
  ...(branches && { branches }),
})

describeStorages('runs of workflows', (open) => {
  it('enroll a record that meets the trigger, and do its steps in their order', async () => {
    const { api, engine } = await open()
    const workflow = await api.workflows.create({
      name: 'Welcome',
      trigger: { type: 'contact.created' },
      steps: [
        stage(
          'if_else',
          { conditions: [{ field: 'title', op: 'eq', value: 'cfo' }] },
          { yes: [stage('delay', { amount: 0, unit: 'days' })], no: [] },
        ),
        stage('delay', { amount: '1', unit: 'hours' }),
        stage('stop'),
      ],
    })
    expect(workflow).toMatchObject({ status: 'draft', published_version: null, draft_version: 1, draft: null })
    expect(workflow.steps.map(({ id }) => id)).toEqual(['s1', 's3', 's4'])
    const active = await api.workflows.activate({ id: workflow.id })
    expect(active).toMatchObject({ status: 'active', published_version: 1, draft_version: 2 })
    const { id } = await api.contacts.create({ email: 'grace@example.com', title: 'CFO' })
    await engine.tick()
    const { workflow_runs } = await api.workflowRuns.list({ workflow_id: workflow.id })
    expect(workflow_runs).toMatchObject([{ entity: { type: 'contact', id }, status: 'waiting', waiting_for: 'delay', cursor: 's3' }])
    const run = await api.workflowRuns.get({ id: workflow_runs[0]!.id })
    expect(run.steps.map(({ seq }) => seq)).toEqual([0, 1, 2])
    expect(run.steps.map(({ path, type, status, output }) => ({ path, type, status, output }))).toEqual([
      { path: 's1', type: 'if_else', status: 'done', output: { branch: 'yes' } },
      { path: 's1.yes.s2', type: 'delay', status: 'done', output: {} },
      { path: 's3', type: 'delay', status: 'waiting', output: null },
    ])
  })

  it('go on when a delay is over, and end at a stop', async () => {
    const { api, engine, clock } = await open()
    const { id: workflow_id } = await api.workflows.create({
      name: 'Later',
      trigger: { type: 'contact.created' },
      steps: [stage('delay', { amount: 1, unit: 'hours' }), stage('stop'), stage('delay', { amount: 1, unit: 'days' })],
    })
    await api.workflows.activate({ id: workflow_id })
    await api.contacts.create({ email: 'grace@example.com' })
    await engine.tick()
    clock.advance('59 minutes')
    await engine.tick()
    expect((await api.workflowRuns.list({ workflow_id })).workflow_runs).toMatchObject([{ status: 'waiting' }])
    clock.advance('1 minute')
    await engine.tick()
    expect((await api.workflowRuns.list({ workflow_id })).workflow_runs).toMatchObject([{ status: 'completed', end_reason: 'stopped' }])
    const { diagram } = await api.workflows.get({ id: workflow_id, format: 'mermaid' })
    expect(diagram).toContain('n_s1["delay 1 done, 0 waiting, 0 failed"]\n  n_s1 --> n_s2')
    expect(await api.workflows.get({ id: workflow_id })).toMatchObject({ stats: { enrolled: 1, active: 0, completed: 1, failed: 0 } })
    const steps = ['a-b', 'a_b', 'a_m_b'].map((id) => ({ ...stage('stop'), id }))
    const named = await api.workflows.create({ name: 'Alike', trigger: { type: 'contact.created' }, steps })
    const boxes = (await api.workflows.get({ id: named.id, format: 'mermaid' })).diagram?.match(/n_\w+(?=\[)/g)
    expect(new Set(boxes).size).toBe(3)
  })

  it('tell the events that each step made, which tell the workflow', async () => {
    const { api, engine } = await open()
    const { id: workflow_id } = await api.workflows.create({
      name: 'Tag',
      trigger: { type: 'contact.created' },
      steps: [
        stage('add_tag', { tag: 'new' }),
        stage('create_task', { title: 'Call {{contact.first_name | them}}' }),
        stage('add_tag', { tag: 'new' }),
      ],
    })
    await api.workflows.activate({ id: workflow_id })
    const contact = await api.contacts.create({ email: 'grace@example.com', first_name: 'Grace' })
    await engine.tick()
    const [found] = (await api.workflowRuns.list({ workflow_id })).workflow_runs
    const { steps } = await api.workflowRuns.get({ id: found?.id ?? '' })
    expect(steps.map(({ status, reason }) => reason ?? status)).toEqual(['done', 'done', 'no_change'])
    const { events } = await api.events.list({ limit: 200 })
    const typesOf = (ids: readonly number[]) => events.flatMap(({ id, type }) => (ids.includes(id) ? [type] : [])).toSorted()
    expect(typesOf(steps[0]?.emitted ?? [])).toEqual(['contact.property_changed', 'contact.tags_changed'])
    expect(typesOf(steps[1]?.emitted ?? [])).toEqual(['task.created'])
    expect(steps[2]?.emitted).toEqual([])
    const { tasks } = await api.tasks.list({})
    expect(tasks).toMatchObject([{ title: 'Call Grace', created_via: `workflow:${found?.id}`, lead_id: contact.id }])
  })

  it('end at a step that fails, and go on from it when they are tried again', async () => {
    const { api, engine } = await open()
    const { id: workflow_id } = await api.workflows.create({
      name: 'Fails',
      trigger: { type: 'contact.created' },
      steps: [
        stage('add_tag', { tag: 'new' }),
        stage('update_contact', { field: 'lead_score', value: '{{contact.title}}' }),
        stage('stop'),
      ],
    })
    await api.workflows.activate({ id: workflow_id })
    const { id } = await api.contacts.create({ email: 'grace@example.com', title: 'high' })
    await engine.tick()
    const [run] = (await api.workflowRuns.list({ workflow_id })).workflow_runs
    expect(run).toMatchObject({ status: 'failed', end_reason: 'error', cursor: 's2' })
    expect((await api.contacts.get({ id })).tags).toEqual(['new'])
    await api.contacts.update({ id, title: '7' })
    await api.workflowRuns.retry({ id: run?.id ?? '' })
    await engine.tick()
    const { status, steps } = await api.workflowRuns.get({ id: run?.id ?? '' })
    expect([status, steps.at(-1)?.error ?? null]).toEqual(['completed', null])
    expect(steps.map((each) => `${each.step_id} ${each.status}`)).toEqual(['s1 done', 's2 failed', 's2 done', 's3 done'])
    expect((await api.contacts.get({ id })).lead_score).toBe(7)
    expect(await api.workflows.stats({ id: workflow_id })).toMatchObject({ enrolled: 1, completed: 1, failed: 0, active: 0, error_rate: 0 })
  })

  it('are of nobody where a filter has no condition', async () => {
    const { api } = await open()
    const { id } = await api.workflows.create({ name: 'All', steps: [stage('stop')] })
    await api.workflows.activate({ id })
    await api.contacts.create({ email: 'grace@example.com' })
    for (const filter of [{ and: [] }, { not: { or: [] } }])
      await expect(api.workflows.enroll({ id, filter })).rejects.toMatchObject({ details: { errors: [{ path: '/filter' }] } })
  })

  it('lead to no loop: what a workflow changes never enrolls in it again', async () => {
    const { api, engine } = await open()
    const loop = (name: string, steps: GivenStep[]) => api.workflows.create({ name, trigger: { type: 'contact.score_changed' }, steps })
    const first = await loop('A', [stage('adjust_score', { points: 1 })])
    const second = await loop('B', [stage('adjust_score', { points: -1 })])
    for (const { id } of [first, second]) await api.workflows.activate({ id })
    const { id } = await api.contacts.create({ email: 'grace@example.com' })
    await api.contacts.update({ id, lead_score: 10 })
    await engine.tick()
    const [of, other] = [await api.workflows.stats({ id: first.id }), await api.workflows.stats({ id: second.id })]
    expect(of.enrolled).toBeLessThanOrEqual(2)
    expect(other.enrolled).toBeLessThanOrEqual(2)
    expect(of.dropped['loop']).toBeGreaterThan(0)
  })

  it('wait for an event until it comes', async () => {
    const { api, engine, clock } = await open()
    const { id: workflow_id } = await api.workflows.create({
      name: 'Tagged',
      trigger: { type: 'contact.created' },
      steps: [
        stage('wait_for_event', { event_type: 'contact.tags_changed', timeout_days: 2 }),
        stage('if_else', { conditions: [{ field: 'wait.result', op: 'eq', value: 'received' }] }, { yes: [stage('stop')], no: [] }),
      ],
    })
    await api.workflows.activate({ id: workflow_id })
    const first = await api.contacts.create({ email: 'grace@example.com' })
    const second = await api.contacts.create({ email: 'ada@example.com' })
    await engine.tick()
    clock.advance('1 hour')
    await api.contacts.update({ id: first.id, tags: ['vip'] })
    await engine.tick()
    const runOf = async (entity_id: string) => (await api.workflowRuns.list({ workflow_id, entity_id })).workflow_runs[0]
    expect(await runOf(first.id)).toMatchObject({ status: 'completed', end_reason: 'stopped' })
    expect(await runOf(second.id)).toMatchObject({ status: 'waiting', waiting_for: 'contact.tags_changed' })
    clock.advance('2 days')
    await engine.tick()
    expect(await runOf(second.id)).toMatchObject({ status: 'completed', end_reason: 'end' })
  })

  it('freeze with their workflow, and go on when it is activated again', async () => {
    const { api, engine, clock } = await open()
    const { id } = await api.workflows.create({
      name: 'Frozen',
      trigger: { type: 'contact.created' },
      steps: [stage('delay', { amount: 1, unit: 'hours' }), stage('stop')],
    })
    await api.workflows.activate({ id })
    await api.contacts.create({ email: 'grace@example.com' })
    await engine.tick()
    await api.workflows.pause({ id })
    clock.advance('2 hours')
    await engine.tick()
    await api.contacts.create({ email: 'ada@example.com' })
    await engine.tick()
    const runs = async () => (await api.workflowRuns.list({ workflow_id: id })).workflow_runs
    expect(await runs()).toMatchObject([{ status: 'frozen' }])
    await api.workflows.activate({ id })
    await engine.tick()
    expect(await runs()).toMatchObject([{ status: 'completed' }])
  })

  it('end with their workflow when it is deleted', async () => {
    const { api, engine, clock } = await open()
    const { id } = await api.workflows.create({
      name: 'Gone',
      trigger: { type: 'contact.created' },
      steps: [stage('wait_for_event', { event_type: 'contact.tags_changed' })],
    })
    await api.workflows.activate({ id })
    await api.contacts.create({ email: 'grace@example.com' })
    await engine.tick()
    await api.workflows.delete({ id })
    clock.advance('60 days')
    await engine.tick()
    const { workflow_runs } = await api.workflowRuns.list({ workflow_id: id })
    expect(workflow_runs).toMatchObject([{ status: 'cancelled', end_reason: 'workflow_deleted', wake_at: null }])
  })

  it('are one for each record, until it has ended', async () => {
    const { api, engine } = await open()
    const { id } = await api.workflows.create({
      name: 'Once at a time',
      trigger: { type: 'contact.tags_changed' },
      steps: [stage('delay', { amount: 1, unit: 'hours' })],
    })
    await api.workflows.activate({ id })
    const contact = await api.contacts.create({ email: 'grace@example.com' })
    for (const tag of ['a', 'b', 'c']) {
      await api.contacts.update({ id: contact.id, tags: [tag] })
      await engine.tick()
    }
    expect((await api.workflowRuns.list({ workflow_id: id })).workflow_runs).toHaveLength(1)
    expect(await api.workflows.stats({ id })).toMatchObject({ enrolled: 1, dropped: { already_active: 2 } })
    expect(await api.workflows.enroll({ id, ids: [contact.id] })).toEqual({
      results: [{ id: contact.id, enrolled: false, reason: 'already_active' }],
    })
  })

  it('of a schedule start once for each local date', async () => {
    const { api, engine, clock } = await open()
    const { id } = await api.workflows.create({
      name: 'Daily',
      trigger: { type: 'schedule', config: { frequency: 'daily', time: '09:00' } },
      steps: [stage('stop')],
    })
    await api.workflows.activate({ id })
    clock.advance('3 days')
    await engine.tick()
    await engine.tick()
    const { workflow_runs } = await api.workflowRuns.list({ workflow_id: id })
    expect(workflow_runs).toMatchObject([{ entity: null, status: 'completed' }])
    expect((await api.workflows.stats({ id })).missed).toHaveLength(2)
  })
})
