import { createHmac } from 'node:crypto'
import type { Api } from 'rapport-crm'
import { erpOrder } from 'rapport-crm/plugins/erp-order'
import { describeAction, testEngine } from 'rapport-crm/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { localGateway } from './local-gateway.ts'

const gateway = await localGateway({ status: 201, body: JSON.stringify({ id: 'SO-7' }) })
afterAll(() => gateway.server.close())
const options = { url: gateway.url, token: 'secret-token', secret: 'signing-secret' }
const orders = erpOrder(options)
const [pushOrder] = orders.actions

async function wonDeal(crm: Api) {
  const company = await crm.companies.create({ name: 'Birke', vat_number: 'FR83404833048' })
  const { id } = await crm.deals.create({ name: 'Benches', currency: 'EUR', company_id: company.id })
  await crm.deals.replaceLines({ id, lines: [{ sku: 'B-1', name: 'Bench', quantity: 0.1, unit_price: 1000.8 }] })
  await crm.deals.win({ id })
  return { type: 'deal', id }
}

describeAction(
  pushOrder,
  {
    plugin: orders,
    config: { reference: '{{deal.name}}' },
    bad: [{ reference: 'x'.repeat(256) }, { reference: '{{deal' }],
    record: wonDeal,
    ports: [gateway.http],
    events: ['deal.property_changed'],
    again: 'no_change',
    received: () => gateway.keys(),
  },
  { describe, it },
)

describe('erp-order', () => {
  const run = async (crm: Api, id: string, tick: () => Promise<unknown>) => {
    const workflow = await crm.workflows.create({
      name: 'Orders',
      settings: { record_type: 'deal' },
      steps: [{ type: 'erp.push_order', config: { reference: '{{deal.name}}' } }],
    })
    await crm.workflows.activate({ id: workflow.id })
    await crm.workflows.enroll({ id: workflow.id, ids: [id] })
    await tick()
    const [found] = (await crm.workflowRuns.list({ workflow_id: workflow.id })).workflow_runs
    return await crm.workflowRuns.get({ id: found?.id ?? '' })
  }

  it('sends the lines as decimals, signed, keeps the id of the order, and shows its secrets nowhere', async () => {
    await using opened = await testEngine({ plugins: [orders], ports: [gateway.http] })
    const crm: Api = opened.crm
    const { id } = await wonDeal(crm)
    const told = await run(crm, id, () => opened.engine.tick())
    expect(told).toMatchObject({ status: 'completed', steps: [{ status: 'done', output: { order_id: 'SO-7', lines: 1 } }] })
    expect((await crm.deals.get({ id })).custom).toEqual({ erp_order_id: 'SO-7' })
    const sent = gateway.server.deliveries.at(-1)
    expect(sent?.body).toMatchObject({
      source: { system: 'rapport', deal_id: id },
      reference: 'Benches',
      currency: 'EUR',
      customer: { name: 'Birke', vat_number: 'FR83404833048' },
      lines: [{ position: 1, sku: 'B-1', quantity: '0.1', unit_price: '1000.8', total_excl_tax: '100.08' }],
    })
    expect(sent?.headers['authorization']).toBe('Bearer secret-token')
    const [, at = '', proof] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(sent?.headers['x-signature'] ?? '') ?? []
    expect(
      createHmac('sha256', options.secret)
        .update(`${at}.`)
        .update(sent?.rawBody ?? '')
        .digest('hex'),
    ).toBe(proof)
    expect(JSON.stringify(told)).not.toMatch(/secret/)
  })

  it('is skipped for a deal that is open or has no lines, and fails where the ERP refuses or answers no id', async () => {
    const refusing = await localGateway({ status: 422, body: 'no such customer' })
    await using opened = await testEngine({ plugins: [erpOrder({ url: refusing.url })], ports: [refusing.http] })
    const crm: Api = opened.crm
    const tick = () => opened.engine.tick()
    const open = await crm.deals.create({ name: 'Open' })
    expect((await run(crm, open.id, tick)).steps).toMatchObject([{ status: 'skipped', reason: 'not_won' }])
    await crm.deals.win({ id: open.id })
    expect((await run(crm, open.id, tick)).steps).toMatchObject([{ status: 'skipped', reason: 'no_lines' }])
    const { id } = await wonDeal(crm)
    const refused = { code: 'conflict', message: 'The ERP refused the order: 422 no such customer' }
    expect(await run(crm, id, tick)).toMatchObject({ status: 'failed', steps: [{ error: refused }] })
    refusing.server.respondWith({ status: 200, body: '[]' })
    expect(await run(crm, id, tick)).toMatchObject({ status: 'failed', steps: [{ error: { code: 'conflict' } }] })
    await refusing.server.close()
  })

  it('calls no private address unless the host allows it', async () => {
    await using opened = await testEngine({ plugins: [orders] })
    const crm: Api = opened.crm
    const { id } = await wonDeal(crm)
    const told = await run(crm, id, () => opened.engine.tick())
    expect(told).toMatchObject({ status: 'failed' })
  })
})
