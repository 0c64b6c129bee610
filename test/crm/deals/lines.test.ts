import { Type } from '@sinclair/typebox'
import { group, operation, plugin, Records } from 'rapport-crm'
import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../support/event-probe.ts'
import { ada, describeStorages } from '../../support/storages.ts'

const probe = plugin({
  name: 'line-probe',
  version: '1.0.0',
  operations: {
    probe: group('Probe', {
      lines: operation({
        id: 'countDealLines',
        summary: 'Count the stored lines of deals',
        scope: 'read',
        route: 'GET /deal-lines/count',
        input: Type.Object({}),
        output: Type.Object({ count: Type.Integer() }),
        uses: { records: Records },
        handle: async (_input, { records }) => ({ count: (await records.db.selectFrom('deal_lines').selectAll().execute()).length }),
      }),
    }),
  },
})

describeStorages('lines of a deal', (open) => {
  it('stay with a deal that is deleted softly, and go with one that is deleted for good', async () => {
    const { engine, api } = await open({ plugins: [probe] })
    const count = async () => await engine.call(probe.operations.probe.lines, {}, ada)
    const { id } = await api.deals.create({ name: 'X' })
    await api.deals.replaceLines({ id, lines: [{ name: 'Set-up', unit_price: 1, quantity: 2 }] })
    await api.deals.delete({ id })
    expect(await count()).toEqual({ count: 1 })
    await api.deals.delete({ id, purge: true })
    expect(await count()).toEqual({ count: 0 })
  })

  it('are priced by catalog and price rules, exact in decimals, and decide the amount', async () => {
    const { api, engine } = await open(withEvents)
    const { id: company_id } = await api.companies.create({ name: 'Weber' })
    await api.products.create({ sku: 'A', name: 'Part', price: 10, tax_rate: 20 })
    await api.priceRules.create({ name: 'Weber', company_id, sku: 'A', kind: 'fixed_price', value: 8.35 } as never)
    const { id } = await api.deals.create({ name: 'X', company_id, amount: 5 })
    const answer = await api.deals.replaceLines({
      id,
      lines: [
        { sku: 'A', quantity: 3 },
        { name: 'Set-up', unit_price: 0.1, quantity: 2 },
      ],
    })
    expect(answer).toMatchObject({
      deal_id: id,
      currency: 'EUR',
      amount: 25.25,
      total_excl_tax: 25.25,
      tax_total: 5.01,
      total_incl_tax: 30.26,
      version: 2,
    })
    expect(answer.lines).toMatchObject([
      { position: 1, sku: 'A', name: 'Part', quantity: 3, unit_price: 8.35, total_excl_tax: 25.05, price_rule_id: expect.any(String) },
      { position: 2, sku: null, name: 'Set-up', quantity: 2, unit_price: 0.1, total_excl_tax: 0.2, price_rule_id: null },
    ])
    expect(await api.deals.lines({ id })).toEqual({ ...answer, next_cursor: null })
    const first = await api.deals.lines({ id, limit: 1 })
    expect(first).toMatchObject({ lines: [{ sku: 'A' }], total_incl_tax: 30.26 })
    expect(await api.deals.lines({ id, limit: 1, cursor: first.next_cursor! })).toMatchObject({
      lines: [{ name: 'Set-up' }],
      next_cursor: null,
    })
    const deal = await api.deals.get({ id, include: ['lines'] })
    expect(deal).toMatchObject({ amount: 25.25, version: 2, lines: answer.lines, included: { lines: answer.lines } })
    expect((await api.deals.list()).deals[0]).not.toHaveProperty('lines')
    expect((await eventsOf(engine, 'deal.amount_changed')).map(({ payload }) => [payload['from'], payload['to']])).toEqual([[5, 25.25]])
  })

  it('raise the version even when the amount stays; the same lines change nothing; no lines leave 0', async () => {
    const { api, clock } = await open()
    const { id } = await api.deals.create({ name: 'X' })
    const lines = [{ name: 'One', unit_price: 4 }]
    await api.deals.replaceLines({ id, lines })
    clock.advance('1 minute')
    expect((await api.deals.replaceLines({ id, lines })).version).toBe(2)
    expect((await api.deals.replaceLines({ id, lines: [{ name: 'Uno', unit_price: 4 }] })).version).toBe(3)
    await expect(api.deals.replaceLines({ id, lines }, { ifMatch: 2 })).rejects.toMatchObject({ code: 'version_mismatch' })
    expect(await api.deals.replaceLines({ id, lines: [] })).toMatchObject({ amount: 0, lines: [], version: 4 })
    await expect(api.deals.replaceLines({ id, lines: [{ sku: 'nobody knows' }] })).rejects.toMatchObject({
      details: { errors: [{ path: '/lines/0/unit_price' }] },
    })
    expect((await api.deals.lines({ id })).lines).toEqual([])
  })
})

describeStorages('the past of a deal', (open) => {
  it('is on its timeline, and field by field in its history', async () => {
    const { api } = await open()
    const { id } = await api.deals.create({ name: 'X', amount: 5 })
    await api.deals.win({ id, amount: 7 })
    expect(JSON.stringify(await api.deals.timeline({ id }))).toContain('deal.won')
    const { history } = await api.deals.history({ id })
    expect(history).toContainEqual(expect.objectContaining({ field: 'amount', from: 5, to: 7 }))
    expect(history).toContainEqual(expect.objectContaining({ field: 'stage_id', from: 'qualification', to: 'won' }))
  })
})
