import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { Answers } from '../actions/answers.ts'

const failing = { type: 'update_contact', config: { field: 'lead_score', value: '{{contact.title}}' } }
const refused = { type: 'http_request', config: { url: 'https://acme.test' } }
const [stop, goOn] = [{ on_error: 'stop' }, { on_error: 'continue' }] as const

describeStorages('a step that fails for good', (open) => {
  it('ends the run unless the workflow or the step says that it goes on, also where a call was refused', async () => {
    const http = new Answers()
    http.with({ status: 404 })
    const { api, engine } = await open({ ports: [http] })
    const cases = [
      [failing, {}, 'failed'],
      [failing, goOn, 'completed'],
      [{ ...failing, ...goOn }, {}, 'completed'],
      [{ ...failing, ...stop }, goOn, 'failed'],
      [refused, {}, 'failed'],
      [{ ...refused, ...goOn }, {}, 'completed'],
    ] as const
    for (const [at, [first, settings]] of cases.entries()) {
      const steps = [first, { type: 'add_note', config: { note: `after ${at}` } }]
      const { id } = await api.workflows.create({ name: `W${at}`, trigger: { type: 'contact.created' }, settings, steps })
      await api.workflows.activate({ id })
    }
    await api.contacts.create({ email: 'grace@example.com', title: 'high' })
    await engine.tick()
    const { workflow_runs } = await api.workflowRuns.list({ limit: 50 })
    const told = await Promise.all(workflow_runs.map(({ id }) => api.workflowRuns.get({ id })))
    const names = new Map((await api.workflows.list({})).workflows.map(({ id, name }) => [id, name]))
    const statuses = told.map(({ workflow_id, status, steps }) => [names.get(workflow_id), status, steps.map((each) => each.status).join()])
    expect(statuses.toSorted()).toEqual(cases.map(([, , status], at) => [`W${at}`, status, status === 'failed' ? 'failed' : 'failed,done']))
  })
})
