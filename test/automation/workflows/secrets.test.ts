import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

const SECRETS = ['Bearer hush', 'token=hush', 'T0/B0/hush', 'hush-in-a-branch']
const call = (headers: object) => ({ type: 'http_request', config: { url: 'https://erp.example/in?token=hush', headers } })
const steps = [
  call({ Authorization: 'Bearer hush' }),
  {
    type: 'if_else',
    config: { conditions: [{ field: 'contact.title', op: 'eq', value: 'CEO' }] },
    branches: {
      yes: [call({ 'X-Key': 'hush-in-a-branch' })],
      no: [{ type: 'send_slack', config: { webhook_url: 'https://hooks.slack.example/services/T0/B0/hush', text: 'Hello' } }],
    },
  },
]

describeStorages('the secrets in a workflow', (open) => {
  it('are shown to those who may change it, and to nobody who only reads', async () => {
    const { api, engine } = await open()
    const { id } = await api.workflows.create({ name: 'Told', trigger: { type: 'contact.created' }, steps })
    await api.workflows.activate({ id })
    await api.workflows.update({ id, description: 'Changed', steps: steps.slice(0, 1) })
    const reader = engine.as({ ...ada, scopes: new Set(['read']) })
    for (const [caller, isShown] of [
      [api, true],
      [reader, false],
    ] as const) {
      const [got, diagram] = [await caller.workflows.get({ id }), await caller.workflows.get({ id, format: 'mermaid' })]
      const [listed, versions] = [await caller.workflows.list(), await caller.workflows.versions({ id })]
      for (const each of [got, diagram, listed, versions])
        expect(SECRETS.map((secret) => JSON.stringify(each).includes(secret))).toEqual(SECRETS.map(() => isShown))
      expect(got.draft?.steps[0]?.config?.['headers']).toEqual({ Authorization: isShown ? 'Bearer hush' : '***' })
      expect(JSON.stringify(got.steps)).toContain('https://erp.example/in?')
    }
  })
})
