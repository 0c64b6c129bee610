import type { Api } from 'rapport-crm'
import { smsGateway } from 'rapport-crm/plugins/sms-gateway'
import { describeAction, type TestRunner } from 'rapport-crm/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { ada, describeStorages } from '../support/storages.ts'
import { localGateway } from './local-gateway.ts'

const gateway = await localGateway(202)
afterAll(() => gateway.server.close())
const sms = smsGateway({ url: gateway.url, token: 'secret-token', from: 'ACME' })
const [sendSms] = sms.actions
const runner: TestRunner = { describe, it }
const phone = '+34911234567'

describeAction(
  sendSms,
  {
    plugin: sms,
    config: { text: 'Hello {{contact.first_name | there}}' },
    bad: [{ text: '' }, { text: 'x'.repeat(1601) }, { text: '{{contact' }],
    record: async (crm: Api) => ({ type: 'contact', id: (await crm.contacts.create({ first_name: 'Grace', phone })).id }),
    ports: [gateway.http],
    received: () => gateway.keys(),
  },
  runner,
)

describeStorages('sms-gateway', (open) => {
  it('sends to those who want it, starts workflows by a keyword, and hears STOP', async () => {
    const { api, engine } = await open({ plugins: [sms], ports: [gateway.http] })
    const { id } = await api.contacts.create({ first_name: 'Grace', phone })
    const workflow = await api.workflows.create({
      name: 'Answer',
      trigger: { type: 'sms.received', config: { keyword: 'Price' } },
      steps: [
        {
          type: 'if_else',
          config: { conditions: [{ field: 'sms_opted_out', op: 'eq', value: false }] },
          branches: { yes: [{ type: 'sms.send', config: { text: 'Hello {{contact.first_name}}' } }], no: [] },
        },
      ],
    })
    await api.workflows.activate({ id: workflow.id })
    const receive = engine.registry.byId.get('receiveSms')
    const say = async (text: string) => {
      const answer = receive && (await engine.call(receive, { from: phone, text }, ada))
      await engine.tick()
      return answer
    }
    const before = gateway.server.deliveries.length
    expect(await say('hello')).toEqual({ contacts: 1, opted_out: false })
    expect(gateway.server.deliveries.length).toBe(before)
    await say(' PRICE list')
    expect(gateway.server.deliveries.at(-1)?.body).toEqual({ from: 'ACME', to: phone, text: 'Hello Grace' })
    const out = { field: 'sms_opted_out', op: 'eq', value: true } as const
    expect((await api.contacts.search({ filter: out })).contacts).toEqual([])
    expect(await say('Stop')).toEqual({ contacts: 1, opted_out: true })
    expect((await api.contacts.search({ filter: out })).contacts.map((each) => each.id)).toEqual([id])
    await say('price')
    expect(gateway.server.deliveries.length).toBe(before + 1)
    const { condition_fields, event_types } = await api.catalog.get({})
    expect(condition_fields?.['contact']).toContainEqual(expect.objectContaining({ field: 'sms_opted_out', type: 'boolean' }))
    expect(event_types).toContainEqual({ type: 'sms.received', label: 'Text message received', group: 'Text messages' })
  })
})
