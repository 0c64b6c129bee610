import type { GivenStep } from '../../../core/automation/workflows/definition/schema.ts'
import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { Answers } from '../actions/answers.ts'

const failing = { type: 'update_contact', config: { field: 'lead_score', value: '{{contact.title}}' } }
const tag = { type: 'add_tag', config: { tag: 'after' } }

describeStorages('a step that fails for good', (open) => {
  const ran = async (steps: GivenStep[], settings: { on_error?: 'stop' | 'continue' } = {}, status = 200) => {
    const http = new Answers()
    http.with({ status })
    const { api, engine } = await open({ ports: [http] })
    const { id } = await api.workflows.create({ name: 'W', trigger: { type: 'contact.created' }, settings, steps })
    await api.workflows.activate({ id })
    const contact = await api.contacts.create({ email: 'grace@example.com', title: 'high' })
    await engine.tick()
    const [run] = (await api.workflowRuns.list({ workflow_id: id })).workflow_runs
    const { steps: told } = await api.workflowRuns.get({ id: run?.id ?? '' })
    return [run?.status, told.map((each) => each.status).join(), (await api.contacts.get({ id: contact.id })).tags] as const
  }

  it('ends the run unless the workflow or the step says that it goes on', async () => {
    expect(await ran([failing, tag])).toEqual(['failed', 'failed', []])
    expect(await ran([failing, tag], { on_error: 'continue' })).toEqual(['completed', 'failed,done', ['after']])
    expect(await ran([{ ...failing, on_error: 'continue' }, tag])).toEqual(['completed', 'failed,done', ['after']])
    expect(await ran([{ ...failing, on_error: 'stop' }, tag], { on_error: 'continue' })).toEqual(['failed', 'failed', []])
  })

  it('is passed over as a call that was refused is', async () => {
    const call = { type: 'http_request', config: { url: 'https://acme.test' } }
    expect(await ran([call, tag], {}, 404)).toEqual(['failed', 'failed', []])
    expect(await ran([{ ...call, on_error: 'continue' }, tag], {}, 404)).toEqual(['completed', 'failed,done', ['after']])
  })
})
