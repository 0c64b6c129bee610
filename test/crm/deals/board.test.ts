import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages('the board', (open) => {
  it('shows for each stage the count, exact amounts by currency, stuck deals, and the deals that entered last', async () => {
    const { api, clock, engine } = await open()
    for (const amount of [0.1, 0.2, 99_999_999_999]) await api.deals.create({ name: `Deal ${amount}`, amount })
    clock.advance('15 days')
    await api.deals.create({ name: 'Dollars', amount: 10, currency: 'USD' })
    const sure = await api.deals.create({ name: 'Sure', amount: 3, probability: 33.333, owner_email: 'grace@acme.test' })
    const gone = await api.deals.create({ name: 'Gone', amount: 1000 })
    await api.deals.delete({ id: gone.id })
    await api.deals.create({ name: 'Won', amount: 7.5, stage_id: 'won' })
    await engine.as({ ...ada, organization: 'other' }).deals.create({ name: 'Foreign', amount: 5 })
    const board = await api.deals.board({ limit: 2 })
    expect(board).toMatchObject({ pipeline_name: 'Default', currency: 'EUR' })
    expect(board.stages.map(({ stage_id, count }) => [stage_id, count])).toEqual([
      ['qualification', 5],
      ['discovery', 0],
      ['demo', 0],
      ['proposal', 0],
      ['negotiation', 0],
      ['won', 1],
      ['lost', 0],
    ])
    const [first] = board.stages
    expect(first).toMatchObject({
      name: 'Qualification',
      amount: 100_000_000_002.3,
      weighted_amount: 10_000_000_000.93,
      stuck_count: 3,
      amounts: [
        { currency: 'EUR', count: 4, amount: 100_000_000_002.3, weighted_amount: 10_000_000_000.93 },
        { currency: 'USD', count: 1, amount: 10, weighted_amount: 1 },
      ],
    })
    expect(first!.deals.map(({ name }) => name)).toEqual(['Sure', 'Dollars'])
    const { lines: _, ...listed } = await api.deals.get({ id: sure.id })
    expect(first!.deals[0]).toEqual(listed)
    expect(board.other_currencies).toEqual([{ currency: 'USD', count: 1, amount: 10 }])
    expect(board.stages[5]).toMatchObject({ amount: 7.5, weighted_amount: 7.5, stuck_count: 0 })
    await api.currencies.set({ code: 'USD', rate: 0.5 })
    const converted = await api.deals.board({ limit: 0 })
    expect([converted.stages[0]!.amount, converted.stages[0]!.weighted_amount, converted.other_currencies]).toEqual([
      100_000_000_007.3,
      10_000_000_001.43,
      [],
    ])
    const mine = await api.deals.board({ owner: 'grace@acme.test', limit: 0 })
    expect([mine.stages[0]!.count, mine.stages[0]!.weighted_amount, mine.stages[0]!.deals]).toEqual([1, 1, []])
    await expect(api.deals.board({ pipeline_id: '01900000-0000-7000-8000-000000000001' })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
