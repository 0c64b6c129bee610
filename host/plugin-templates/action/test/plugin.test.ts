import { Http } from 'rapport-crm'
import { describeAction, receiver, testEngine } from 'rapport-crm/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { samplePart, samplePartAction } from '../src/index.ts'

// Stands for the other side. Only this port of the engine may call an address of this machine.
const server = await receiver()
afterAll(() => server.close())
const http = new Http({ allow: ['127.0.0.1'], ca: server.ca, ownAddresses: () => [] })
const options = { url: server.url, token: 'secret-token' }
const received = () => server.deliveries.map(({ headers }) => headers['idempotency-key'] ?? '')

// What every action must do: it refuses bad parameters, acts once wherever its process is killed, and calls nobody in a dry run.
describeAction(
  samplePartAction(options),
  {
    plugin: samplePart(options),
    config: { text: 'Hello {{contact.first_name}}' },
    bad: [{ text: '' }, { text: 'x'.repeat(501) }, { text: 'Hello', urgent: 'somewhat' }],
    ports: [http],
    received,
  },
  { describe, it },
)

describe('sample_part.send', () => {
  it.each([
    [200, 'completed'],
    [422, 'failed'],
  ])('of an answer %i is %s', async (status, expected) => {
    server.respondWith(status)
    await using opened = await testEngine({ plugins: [samplePart(options)], ports: [http] })
    const { crm, engine } = opened
    const { id } = await crm.contacts.create({ email: 'grace@example.com', first_name: 'Grace' })
    const workflow = await crm.workflows.create({
      name: 'Tell them',
      settings: { record_type: 'contact' },
      steps: [{ type: 'sample_part.send', config: { text: 'Hello {{contact.first_name}}' } }],
    })
    await crm.workflows.activate({ id: workflow.id })
    await crm.workflows.enroll({ id: workflow.id, ids: [id] })
    await engine.tick()
    const [run] = (await crm.workflowRuns.list({ workflow_id: workflow.id })).workflow_runs
    expect(run?.status).toBe(expected)
    const sent = server.deliveries.at(-1)
    expect(sent?.body).toEqual({ contact_id: id, text: 'Hello Grace', urgent: false })
    expect(sent?.headers['authorization']).toBe('Bearer secret-token')
  })
})
