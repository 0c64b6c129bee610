import Database from 'better-sqlite3'
import { type Api, CrmError } from 'rapport-crm'
import { expect, it, vi } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

const nobody = '0197f000-0000-7000-8000-0000000000ff'
type Definition = Omit<Parameters<Api['workflows']['create']>[0], 'name'>

/** The faults of a definition as `path code`; none when it is saved. */
async function faultsOf(api: Api, definition: Definition): Promise<string[]> {
  try {
    await api.workflows.create({ name: 'W', ...definition })
    return []
  } catch (error) {
    if (!(error instanceof CrmError) || error.code !== 'invalid_input') throw error
    return (error.details.errors ?? []).map(({ path, code }) => `${path} ${code}`)
  }
}
const step = (type: string, config: Record<string, unknown>): Definition => ({ steps: [{ type, config }] })

async function people(api: Api): Promise<void> {
  await api.users.invite({ email: 'grace@acme.test' })
}

describeStorages('what definitions name', (open) => {
  it('must be there when a workflow is saved, and each fault points into its step', async () => {
    const { api } = await open()
    await people(api)
    const [sales] = (await api.pipelines.list({})).pipelines
    const other = await api.pipelines.create({ name: 'Other', stages: [{ name: 'Only here' }, { name: 'Won', type: 'won' }] })
    await api.salesCycles.create({ name: 'Cycle', stages: [{ name: 'Lead' }, { name: 'Customer' }] })
    const cases: readonly (readonly [Definition, readonly string[]])[] = [
      [step('create_task', { title: 'x', owner: 'nobody@acme.test' }), ['/steps/0/config/owner unknown_user']],
      [step('create_task', { title: 'x', owner: 'Grace@acme.test' }), []],
      [step('create_task', { title: 'x', due_in_days: 3651 }), ['/steps/0/config/due_in_days too_big']],
      [step('notify', { title: 'x', recipient: 'nobody@acme.test' }), ['/steps/0/config/recipient unknown_user']],
      [step('assign_owner', { owner: 'grace@acme.test, nobody@acme.test', mode: 'round_robin' }), ['/steps/0/config/owner unknown_user']],
      [step('create_deal', { pipeline_id: nobody }), ['/steps/0/config/pipeline_id unknown_record']],
      [step('create_deal', { pipeline_id: sales?.id, stage_id: 'Only here' }), ['/steps/0/config/stage_id unknown_stage']],
      [step('create_deal', { pipeline_id: other.id, stage_id: 'only here' }), []],
      [step('create_deal', { amount: 'much' }), ['/steps/0/config/amount invalid_type']],
      [step('create_deal', { amount: '{{deal.amount}}' }), []],
      [step('update_deal', { field: 'stage_id', value: 'Nowhere' }), ['/steps/0/config/value unknown_stage']],
      [step('update_deal', { field: 'stage_id', value: '{{deal.stage}}' }), []],
      [step('update_deal', { field: 'owner_email', value: 'nobody@acme.test' }), ['/steps/0/config/value unknown_user']],
      [step('update_contact', { field: 'assigned_to', value: 'nobody@acme.test' }), ['/steps/0/config/value unknown_user']],
      [step('update_contact', { field: 'sales_cycle_id', value: nobody }), ['/steps/0/config/value unknown_record']],
      [step('update_company', { field: 'owner_email', value: 'nobody@acme.test' }), ['/steps/0/config/value unknown_user']],
      [step('move_cycle_stage', { stage: 'Nowhere' }), ['/steps/0/config/stage unknown_stage']],
      [step('move_cycle_stage', { stage: 'lead', cycle: 'cycle' }), []],
      [step('move_cycle_stage', { stage: 'Lead', cycle: 'Nothing' }), ['/steps/0/config/cycle unknown_record']],
      [step('enroll_workflow', { automation_id: nobody }), ['/steps/0/config/automation_id unknown_record']],
      [
        {
          steps: [
            { type: 'if_else', config: {}, branches: { yes: [{ type: 'enroll_workflow', config: { automation_id: nobody } }], no: [] } },
          ],
        },
        ['/steps/0/branches/yes/0/config/automation_id unknown_record'],
      ],
      [
        {
          conditions: [
            { field: 'lead_score', op: 'gt', value: 1 },
            { field: 'pipeline_stage', op: 'eq', value: 'Nowhere' },
          ],
        },
        ['/conditions/1/value not_allowed'],
      ],
      [step('wait_until', { field: 'contact.pipeline_stage', op: 'eq', value: 'Nowhere' }), ['/steps/0/config/value not_allowed']],
      [{ trigger: { type: 'deal.stage_changed', config: { pipeline_id: nobody } } }, ['/trigger/config/pipeline_id unknown_record']],
      [
        { trigger: { type: 'deal.stage_changed', config: { pipeline_id: sales?.id ?? '', to: 'Only here' } } },
        ['/trigger/config/to unknown_stage'],
      ],
      [{ trigger: { type: 'deal.stage_changed', config: { to: 'won' } } }, []],
      [{ trigger: { type: 'contact.stage_changed', config: { to: 'Nowhere' } } }, ['/trigger/config/to unknown_stage']],
    ]
    for (const [definition, faults] of cases) expect([definition, await faultsOf(api, definition)]).toEqual([definition, faults])
    await expect(api.contacts.search({ filter: { field: 'pipeline_stage', op: 'eq', value: 'Nowhere' } })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('and set must be what properties and picklists take, where that is known before a run', async () => {
    const { api } = await open()
    const define = (name: string, given: object) => api.properties.create({ object: 'contacts', name, type: 'number', ...given })
    await define('seats', {})
    await define('double', { formula: 'lead_score * 2' })
    await define('card', { type: 'select', options: [{ value: 'gold', label: 'Gold card' }] })
    const value = (fault: string) => [`/steps/0/config/value ${fault}`]
    const cases: readonly (readonly [string, string, unknown, readonly string[]])[] = [
      ['update_deal', 'priority', 'hgih', value('not_allowed')],
      ['update_deal', 'priority', 'High', []],
      ['update_deal', 'priority', '{{contact.title}}', []],
      ['update_contact', 'custom.card', 'silver', value('not_allowed')],
      ['update_contact', 'custom.card', 'gold card', []],
      ['update_contact', 'custom.seats', 'many', value('invalid_type')],
      ['update_contact', 'custom.seats', '12', []],
      ['update_contact', 'custom.seats', '', []],
      ['update_contact', 'custom_properties.seats', '{{contact.title}}', []],
      ['update_contact', 'custom.double', 3, ['/steps/0/config/field read_only']],
      ['update_contact', 'custom.double', '{{contact.lead_score}}', ['/steps/0/config/field read_only']],
      ['update_contact', 'custom.unknown', 'anything', []],
    ]
    for (const [type, field, given, faults] of cases)
      expect([field, given, await faultsOf(api, step(type, { field, value: given }))]).toEqual([field, given, faults])
    const { valid, errors } = await api.workflows.validate(step('update_contact', { field: 'custom.double', value: 3 }))
    expect([valid, errors.map(({ code }) => code)]).toEqual([false, ['read_only']])
    // What becomes one meanwhile is found at activation.
    const { id } = await api.workflows.create({
      name: 'W',
      trigger: { type: 'contact.created' },
      ...step('update_contact', { field: 'custom.late', value: 1 }),
    })
    await define('late', { formula: 'lead_score' })
    await expect(api.workflows.activate({ id })).rejects.toMatchObject({ details: { errors: [{ code: 'read_only' }] } })
  })

  it('may be a custom property in a trigger: only a change of that one starts the workflow, alone or in a set', async () => {
    const { api, engine } = await open()
    const { id: workflow_id } = await api.workflows.create({
      name: 'W',
      trigger: { type: 'contact.property_changed', config: { property: 'custom_properties.plan' } },
      steps: [{ type: 'stop', config: {} }],
    })
    await api.workflows.activate({ id: workflow_id })
    const { id } = await api.contacts.create({ email: 'kim@theirs.example', custom_properties: { plan: 'small', seats: 1 } })
    const runs = async () => {
      await engine.tick()
      return (await api.workflowRuns.list({ workflow_id })).workflow_runs.length
    }
    await api.contacts.update({ id, title: 'CTO', custom_properties: { seats: 2 } })
    expect(await runs()).toBe(0)
    await api.contacts.update({ id, custom_properties: { plan: 'large' } })
    expect(await runs()).toBe(1)
    await api.contacts.bulkUpsert({ records: [{ email: 'kim@theirs.example', custom_properties: { seats: 3 } }] })
    expect(await runs()).toBe(1)
    await api.contacts.bulkUpsert({ records: [{ email: 'kim@theirs.example', custom_properties: { seats: 4, plan: null } }] })
    expect(await runs()).toBe(2)
    const { events } = await api.events.list({ type: 'contact.property_changed', limit: 1 })
    expect(events).toMatchObject([{ payload: { changed: ['custom_properties'], changed_custom: ['plan', 'seats'] } }])
    const dry = await api.workflows.test({ id: workflow_id, record: { type: 'contact', id } })
    expect(dry).toMatchObject({ enrolled: true })
    for (const property of ['custom_properties.', 'nonsense', 'custom_properties_plan'])
      expect(await faultsOf(api, { trigger: { type: 'contact.property_changed', config: { property } } })).toHaveLength(1)
  })

  it('have no merge tags in addresses and headers, where none are filled in', async () => {
    const { api } = await open()
    const fault = (at: string) => [`/steps/0/config/${at} not_available`]
    const url = 'https://hooks.example/{{contact.id}}'
    expect(await faultsOf(api, step('http_request', { url }))).toEqual(fault('url'))
    expect(await faultsOf(api, step('http_request', { url: 'https://a.example', headers: { 'X-Id': '{{contact.id}}' } }))).toEqual(
      fault('headers/X-Id'),
    )
    expect(await faultsOf(api, step('send_slack', { webhook_url: url, text: 'x' }))).toEqual(fault('webhook_url'))
  })

  it('are stored by id in triggers, so that an event is met by it', async () => {
    const { api, engine } = await open()
    const pipeline = await api.pipelines.create({
      name: 'Other',
      stages: [
        { id: 'o1', name: 'First' },
        { id: 'o2', name: 'Second' },
        { name: 'Won', type: 'won' },
      ],
    })
    const config = { pipeline_id: pipeline.id.toUpperCase(), to: ' second' }
    const workflow = await api.workflows.create({
      name: 'W',
      trigger: { type: 'deal.stage_changed', config },
      steps: [{ type: 'stop', config: {} }],
    })
    expect(workflow.triggers).toEqual([{ type: 'deal.stage_changed', config: { pipeline_id: pipeline.id, to: 'o2' } }])
    await api.workflows.activate({ id: workflow.id })
    const { id } = await api.deals.create({ name: 'D', pipeline_id: pipeline.id })
    await engine.tick()
    await api.deals.update({ id, stage_id: 'o2' })
    await engine.tick()
    expect((await api.workflowRuns.list({ workflow_id: workflow.id })).workflow_runs).toMatchObject([{ status: 'completed' }])
  })

  it('are left out of what is stored where a form sent them empty, and lifecycle stages are meant by their labels', async () => {
    const { api } = await open()
    const stored = async (definition: Definition) => {
      const { triggers, steps } = await api.workflows.create({ name: 'W', ...definition })
      return [...triggers, ...steps].map(({ config }) => config)
    }
    const trigger = (type: string, config: Record<string, unknown>) => stored({ trigger: { type, config } })
    expect(await trigger('contact.lifecycle_changed', { to: 'marketing Qualified' })).toEqual([{ to: 'mql' }])
    expect(await trigger('contact.lifecycle_changed', { to: '' })).toEqual([{}])
    expect(await trigger('email.opened', { campaign_id: '' })).toEqual([{}])
    expect(await trigger('deal.stage_changed', { pipeline_id: null, to: ' ' })).toEqual([{}])
    expect(await trigger('contact.score_changed', { above: '' })).toEqual([{}])
    expect(await trigger('schedule', { frequency: 'daily', time: '09:00', weekday: '', timezone: '' })).toEqual([
      { frequency: 'daily', time: '09:00' },
    ])
    expect(await faultsOf(api, { trigger: { type: 'schedule', config: { frequency: 'daily', time: '' } } })).toEqual([
      '/trigger/config/time invalid_format',
    ])
    const steps = (type: string, config: Record<string, unknown>) =>
      stored({ trigger: { type: 'workflow.enrolled' }, ...step(type, config) })
    expect(await steps('unenroll_sequence', { sequence_id: '' })).toEqual([{}, {}])
    expect(await steps('create_deal', { name: '', pipeline_id: '', stage_id: '', amount: '' })).toEqual([{}, { name: '' }])
    expect(await steps('wait_for_event', { event_type: 'contact.replied', timeout_days: '' })).toEqual([
      {},
      { event_type: 'contact.replied' },
    ])
    expect(await faultsOf(api, step('update_contact', { field: 'title', value: '' }))).toEqual([])
  })

  it('are looked for once more at activation, and what is gone when a step runs is skipped with the reason', async () => {
    const { api, engine } = await open()
    await people(api)
    const { id: other } = await api.workflows.create({ name: 'Other' })
    const { id: pipeline_id } = await api.pipelines.create({ name: 'Short', stages: [{ name: 'Open' }, { name: 'Won', type: 'won' }] })
    const { id } = await api.workflows.create({
      name: 'W',
      trigger: { type: 'contact.created' },
      steps: [
        { type: 'create_deal', config: { pipeline_id } },
        { type: 'enroll_workflow', config: { automation_id: other } },
      ],
    })
    await api.workflows.activate({ id })
    await api.workflows.delete({ id: other })
    await api.pipelines.delete({ id: pipeline_id })
    await api.contacts.create({ email: 'grace@example.com' })
    await engine.tick()
    const [run] = (await api.workflowRuns.list({ workflow_id: id })).workflow_runs
    const { steps } = await api.workflowRuns.get({ id: run?.id ?? '' })
    expect(steps.map(({ reason }) => reason)).toEqual(['no_pipeline', 'inactive'])
    await api.workflows.pause({ id })
    await expect(api.workflows.activate({ id })).rejects.toMatchObject({
      code: 'invalid_input',
      details: {
        errors: [
          { path: '/steps/0/config/pipeline_id', code: 'unknown_record' },
          { path: '/steps/1/config/automation_id', code: 'unknown_record' },
        ],
      },
    })
  })
})

describeStorages(
  'the look-ups of a check',
  (open) => {
    it('do not grow with the number of steps and conditions', async () => {
      const { api } = await open()
      await people(api)
      const statement: { all(): unknown } = Object.getPrototypeOf(new Database(':memory:').prepare('select 1'))
      const asked = vi.spyOn(statement, 'all')
      const lookUps = async (count: number) => {
        asked.mockClear()
        const steps = Array.from({ length: count }, (_, at) => [
          { type: 'create_task', config: { title: `${at}`, owner: at % 2 ? 'grace@acme.test' : 'ada@acme.test' } },
          { type: 'if_else', config: { conditions: [{ field: 'deal.stage_id', op: 'eq', value: 'won' }] } },
          { type: 'update_deal', config: { field: 'stage_id', value: 'won' } },
        ]).flat()
        expect((await api.workflows.validate({ steps })).errors).toEqual([])
        return asked.mock.calls.length
      }
      await lookUps(2)
      const few = await lookUps(2)
      expect(few).toBeGreaterThan(0)
      expect(await lookUps(60)).toBe(few)
      asked.mockRestore()
    })
  },
  ['SQLite memory'],
)
