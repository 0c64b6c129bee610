import { type Api, contactType, type Engine, onChange, plugin } from 'rapport-crm'
import { expect, it } from 'vitest'
import type { TestClock } from '../../support/clock.ts'
import { ada, describeStorages } from '../../support/storages.ts'

const steps = [
  { id: 'tag', type: 'add_tag', config: { tag: 'hot {{contact.first_name}}' } },
  { id: 'untag', type: 'remove_tag', config: { tag: 'COLD' } },
  { id: 'score', type: 'adjust_score', config: { points: 7 } },
  {
    id: 'asked',
    type: 'if_else',
    config: { conditions: [{ field: 'contact.lead_score', op: 'eq', value: 7 }] },
    branches: { yes: [{ id: 'warm', type: 'add_tag', config: { tag: 'warm' } }], no: [] },
  },
  { id: 'call', type: 'create_task', config: { title: 'Call {{contact.first_name}} with {{contact.lead_score}}' } },
  { id: 'more', type: 'adjust_score', config: { points: 3 } },
  { id: 'title', type: 'update_contact', config: { field: 'title', value: 'Lead of {{contact.first_name}}' } },
  { id: 'same', type: 'update_contact', config: { field: 'language', value: 'en' } },
  { id: 'own', type: 'update_contact', config: { field: 'custom.channel', value: 'fair' } },
  { id: 'task', type: 'create_task', config: { title: 'Call {{contact.first_name}}', due_in_days: 2 } },
  { id: 'note', type: 'add_note', config: { note: 'Met {{contact.first_name}}' } },
  { id: 'deal', type: 'update_deal', config: { field: 'priority', value: 'high' } },
  { id: 'won', type: 'update_deal', config: { field: 'status', value: 'won' } },
]

describeStorages('steps that are done for many runs together', (open) => {
  it('come to what they come to one by one: records, history, events, and whose they are', async () => {
    const { engine, clock } = await open()
    const together = await outcomeOf(engine, clock, 'together', async (ids, enroll, settle) => {
      await enroll([...ids])
      await settle()
    })
    const alone = await outcomeOf(engine, clock, 'alone', async (ids, enroll, settle) => {
      for (const id of ids) {
        await enroll([id])
        await settle()
      }
    })
    expect(together).toEqual(alone)
    expect(together[0]?.steps.map((each) => `${each.step_id} ${each.status}`)).toEqual([
      'tag done',
      'untag done',
      'score done',
      'asked done',
      'warm done',
      'call done',
      'more done',
      'title done',
      'same skipped',
      'own done',
      'task done',
      'note done',
      'deal done',
      'won done',
    ])
    expect(together[0]?.contact).toMatchObject({
      tags: ['hot Anna', 'warm'],
      lead_score: 10,
      title: 'Lead of Anna',
      custom_properties: { channel: 'fair' },
    })
    expect(together[0]?.tasks.map(({ title }) => title)).toContain('Call Anna with 7')
  })

  it('see what hooks make of each other', async () => {
    const hook = onChange(contactType, { before: { update: ({ record }) => ({ lead_score: record.tags.length * 100 }) } })
    const { engine, api, clock } = await open({ plugins: [plugin({ name: 'scoring', version: '1.0.0', changeHooks: [hook] })] })
    const contacts = [await api.contacts.create({ email: 'one@sets.test' }), await api.contacts.create({ email: 'two@sets.test' })]
    const tags = ['first', 'second'].map((tag) => ({ type: 'add_tag', config: { tag } }))
    const call = { type: 'create_task', config: { title: 'Call with {{contact.lead_score}}' } }
    const { id } = await api.workflows.create({ name: 'Tags', trigger: { type: 'contact.deleted' }, steps: [...tags, call] })
    await api.workflows.activate({ id })
    await api.workflows.enroll({ id, ids: contacts.map((each) => each.id) })
    await settled(engine, clock)
    const { tasks } = await api.tasks.list({})
    expect(tasks.map(({ title }) => title)).toEqual(['Call with 200', 'Call with 200'])
  })

  it('fail the run alone that is at fault', async () => {
    const { engine, api, clock } = await open()
    const word = await api.contacts.create({ first_name: 'Many', email: 'word@sets.test' })
    const number = await api.contacts.create({ first_name: '7', email: 'number@sets.test' })
    const { id } = await api.workflows.create({
      name: 'Score',
      trigger: { type: 'contact.deleted' },
      steps: [{ type: 'update_contact', config: { field: 'lead_score', value: '{{contact.first_name}}' } }],
    })
    await api.workflows.activate({ id })
    await api.workflows.enroll({ id, ids: [word.id, number.id] })
    await settled(engine, clock)
    const { workflow_runs } = await api.workflowRuns.list({ workflow_id: id })
    const state = (contact: { id: string }) => workflow_runs.find(({ entity }) => entity?.id === contact.id)?.status
    expect([state(word), state(number)]).toEqual(['failed', 'completed'])
    expect((await api.contacts.get({ id: number.id })).lead_score).toBe(7)
  })

  it('take turns where runs share a record', async () => {
    const { engine, api, clock } = await open()
    const contact = await api.contacts.create({ email: 'shared@sets.test' })
    const deals = [
      await api.deals.create({ name: 'One', contact_id: contact.id }),
      await api.deals.create({ name: 'Two', contact_id: contact.id }),
    ]
    const { id } = await api.workflows.create({
      name: 'Score',
      trigger: { type: 'deal.deleted' },
      steps: [{ type: 'adjust_score', config: { points: 5 } }],
    })
    await api.workflows.activate({ id })
    await api.workflows.enroll({ id, ids: deals.map((each) => each.id) })
    await settled(engine, clock)
    expect((await api.contacts.get({ id: contact.id })).lead_score).toBe(10)
  })
})

type Work = (ids: readonly string[], enroll: (ids: string[]) => Promise<void>, settle: () => Promise<void>) => Promise<void>

// What became of three contacts of an organization, without what differs from run to run.
async function outcomeOf(engine: Engine<Api>, clock: TestClock, organization: string, work: Work) {
  const api = engine.as({ ...ada, organization })
  await api.properties.create({ object: 'contacts', name: 'channel', type: 'text' })
  const contacts = []
  for (const first_name of ['Anna', 'Bea', 'Cleo']) {
    const contact = await api.contacts.create({ first_name, email: `${first_name}@${organization}.test`, tags: ['cold'], language: 'en' })
    contacts.push({ contact, deal: await api.deals.create({ name: `Deal of ${first_name}`, contact_id: contact.id, amount: 10 }) })
  }
  const { id } = await api.workflows.create({ name: 'All', trigger: { type: 'contact.deleted' }, steps })
  await api.workflows.activate({ id })
  const enroll = async (ids: string[]) => void (await api.workflows.enroll({ id, ids }))
  await settled(engine, clock)
  await work(
    contacts.map(({ contact }) => contact.id),
    enroll,
    async () => await settled(engine, clock),
  )
  const { workflow_runs } = await api.workflowRuns.list({ workflow_id: id })
  const { events } = await api.events.list({ limit: 200 })
  const outcomes = []
  for (const { contact, deal } of contacts) {
    const run = await api.workflowRuns.get({ id: workflow_runs.find(({ entity }) => entity?.id === contact.id)?.id ?? '' })
    const { tasks } = await api.tasks.list({ contact_id: contact.id })
    const { activities } = await api.activities.list({ contact_id: contact.id })
    const { tags, lead_score, title, custom_properties, version, language } = await api.contacts.get({ id: contact.id })
    const own = events.filter(({ actor }) => actor?.id === run.id)
    outcomes.push({
      contact: { tags, lead_score, title, custom_properties, version, language },
      deal: { ...(await api.deals.get({ id: deal.id })), ...nothing },
      tasks: tasks.map((each) => ({
        title: each.title,
        owner: each.owner_email,
        source: each.source,
        isOwn: each.created_via === `workflow:${run.id}`,
      })),
      notes: activities.map(({ type, body }) => ({ type, body })),
      events: own.map(({ type, actor }) => `${type} ${actor?.label}`).toSorted(),
      steps: run.steps.map(({ step_id, status: became, reason, input, output, emitted }) => ({
        step_id,
        status: became,
        reason,
        input,
        output: output && Object.keys(output),
        emitted: emitted.map((each) => events.find((event) => Number(event.id) === Number(each))?.type).toSorted(),
      })),
    })
  }
  return outcomes
}

// What is another one in each organization and at each time.
const nothing = {
  id: null,
  name: null,
  contact_id: null,
  company_id: null,
  pipeline_id: null,
  stage_id: null,
  primary_lead_id: null,
  user_from: null,
  contacts: null,
}

// Until nothing is due.
async function settled(engine: Engine<Api>, clock: TestClock): Promise<void> {
  for (let next = await engine.tick(); next && next <= clock.now();) next = await engine.tick()
}
