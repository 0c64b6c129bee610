import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages('A merge of deals', (open) => {
  async function two() {
    const opened = await open()
    const { api } = opened
    const firm = await api.companies.create({ name: 'Firm' })
    const [ada, ben] = [await api.contacts.create({ first_name: 'Ada' }), await api.contacts.create({ first_name: 'Ben' })]
    const kept = await api.deals.create({ name: 'Kept', tags: ['a'], contacts: [{ lead_id: ada.id, role: 'user' }] })
    const other = await api.deals.create({
      name: 'Other',
      company_id: firm.id,
      amount: 500,
      currency: 'CHF',
      mrr: 20,
      tags: ['b'],
      competitors: ['Rival'],
      contacts: [
        { lead_id: ben.id, primary: true },
        { lead_id: ada.id, role: 'buyer' },
      ],
      external_ids: [{ provider: 'custom:erp', id: '9' }],
    })
    const task = await api.tasks.create({ title: 'Call', deal_id: other.id })
    const quote = await api.quotes.create({
      deal_id: other.id,
      currency: 'CHF',
      lines: [{ name: 'License', quantity: 1, unit_price: 500 }],
    })
    return { ...opened, ada, ben, firm, kept, other, task, quote }
  }

  it('makes two deals one: it fills its gaps, has each contact once, and what named the other names it', async () => {
    const { api, ada, ben, firm, kept, other, task, quote } = await two()
    const merged = await api.deals.merge({ id: kept.id, merge_ids: [other.id], overrides: { next_step: 'Ask' } })
    expect(merged).toMatchObject({
      id: kept.id,
      name: 'Kept',
      company_id: firm.id,
      tags: ['a', 'b'],
      competitors: ['Rival'],
      next_step: 'Ask',
      primary_lead_id: ada.id,
      merged_ids: [other.id],
      contacts: [
        { lead_id: ada.id, role: 'user', primary: true },
        { lead_id: ben.id, role: null, primary: false },
      ],
    })
    expect((await api.tasks.get({ id: task.id })).deal_id).toBe(kept.id)
    expect((await api.quotes.get({ id: quote.id })).deal_id).toBe(kept.id)
    expect(await api.deals.get({ id: other.id })).toMatchObject({ id: kept.id, merged_from: other.id })
    expect(await api.contacts.get({ id: ben.id })).toMatchObject({ open_deals_count: 1 })
    const again = await api.deals.create({ name: 'Told again', external_ids: [{ provider: 'custom:erp', id: '9' }] })
    expect(again.id).toBe(kept.id)
  })

  it('keeps the place of the survivor in its pipeline, however another one ended', async () => {
    const { api, kept, other } = await two()
    await api.deals.lose({ id: other.id, lost_reason: 'Price' })
    const before = await api.deals.get({ id: kept.id })
    const { status, stage_id, probability, closed_at, lost_reason } = before
    const merged = await api.deals.merge({ id: kept.id, merge_ids: [other.id] })
    expect(merged).toMatchObject({ status, stage_id, probability, closed_at, lost_reason, stage_history: before.stage_history })
    expect([merged.status, merged.closed_at]).toEqual(['open', null])
  })

  it('takes the money of another one whole, with its currency and its lines, where it has none itself', async () => {
    const { api, kept, other } = await two()
    await api.deals.replaceLines({ id: other.id, lines: [{ name: 'License', quantity: 2, unit_price: 300 }] })
    const merged = await api.deals.merge({ id: kept.id, merge_ids: [other.id] })
    expect(merged).toMatchObject({ amount: 600, currency: 'CHF', mrr: 20 })
    expect((await api.deals.lines({ id: kept.id })).lines).toMatchObject([{ name: 'License', quantity: 2 }])
    await api.merges.undo({ id: merged.merge_id })
    expect(await api.deals.get({ id: kept.id })).toMatchObject({ amount: 0, currency: kept.currency, mrr: null })
    expect((await api.deals.lines({ id: kept.id })).lines).toEqual([])
    expect((await api.deals.lines({ id: other.id })).lines).toHaveLength(1)
  })

  it('keeps its own money and lines where it has some', async () => {
    const { api, kept, other } = await two()
    await api.deals.replaceLines({ id: kept.id, lines: [{ name: 'Own', quantity: 1, unit_price: 70 }] })
    await api.deals.replaceLines({ id: other.id, lines: [{ name: 'Theirs', quantity: 1, unit_price: 90 }] })
    const merged = await api.deals.merge({ id: kept.id, merge_ids: [other.id] })
    expect(merged).toMatchObject({ amount: 70, currency: kept.currency, mrr: null })
    expect((await api.deals.lines({ id: kept.id })).lines).toMatchObject([{ name: 'Own' }])
  })

  it('takes the costs of no lines but its own', async () => {
    const { api, kept, other } = await two()
    await api.deals.replaceLines({ id: other.id, lines: [{ name: 'License', quantity: 1, unit_price: 300, cost: 100 }] })
    expect(await api.deals.get({ id: other.id })).toMatchObject({ cost: 100, margin: 200 })
    const priced = await api.deals.create({ name: 'Priced', amount: 70 })
    expect(await api.deals.merge({ id: priced.id, merge_ids: [other.id] })).toMatchObject({ amount: 70, cost: null, margin: null })
    await api.merges.undo({ id: (await api.merges.list({ object: 'deals' })).merges[0]!.id })
    expect(await api.deals.merge({ id: kept.id, merge_ids: [other.id] })).toMatchObject({ amount: 300, cost: 100, margin: 200 })
  })

  it('keeps the primary contact that was chosen since, when it is undone', async () => {
    const { api, ada, ben, kept, other } = await two()
    const { merge_id } = await api.deals.merge({ id: kept.id, merge_ids: [other.id] })
    await api.deals.update({ id: kept.id, primary_lead_id: ben.id })
    await api.merges.undo({ id: merge_id })
    const { contacts, primary_lead_id } = await api.deals.get({ id: kept.id })
    expect(primary_lead_id).toBe(ben.id)
    expect(contacts.map(({ lead_id, primary }) => [lead_id, primary])).toEqual(
      expect.arrayContaining([
        [ada.id, false],
        [ben.id, true],
      ]),
    )
    expect(contacts).toHaveLength(2)
  })

  it('is undone: each deal is as it was, with what names it, but for what was changed since', async () => {
    const { api, ada, ben, kept, other, task } = await two()
    const { merge_id } = await api.deals.merge({ id: kept.id, merge_ids: [other.id] })
    await api.deals.update({ id: kept.id, next_step: 'Since', tags: ['a', 'b', 'c'] })
    await api.merges.undo({ id: merge_id })
    const now = await api.deals.get({ id: kept.id })
    expect(now).toMatchObject({ next_step: 'Since', tags: ['a', 'c'], company_id: null, merged_ids: [], primary_lead_id: ada.id })
    expect(now.contacts).toEqual(kept.contacts)
    expect(await api.deals.get({ id: other.id })).toMatchObject({
      id: other.id,
      amount: 500,
      primary_lead_id: ben.id,
      contacts: other.contacts,
    })
    expect((await api.tasks.get({ id: task.id })).deal_id).toBe(other.id)
    const told = (await api.events.list()).events.flatMap(({ type, entity_id }) => (entity_id === kept.id ? [type] : []))
    expect(told).toEqual(expect.arrayContaining(['deal.merged', 'deal.unmerged']))
  })

  it('refuses to move, close or price a deal on the way, unknown contacts, and more contacts than a deal has', async () => {
    const { api, kept, other } = await two()
    const merge = async (overrides: object) => await api.deals.merge({ id: kept.id, merge_ids: [other.id], overrides: { ...overrides } })
    for (const [field, value] of Object.entries({ status: 'won', stage_id: 'won', amount: 3, currency: 'EUR', closed_at: null }))
      await expect(merge({ [field]: value })).rejects.toMatchObject({
        code: 'invalid_input',
        details: { errors: [{ path: `/overrides/${field}`, code: 'unknown_field' }] },
      })
    const nobody = '0193a1f0-5c1e-7b7a-9c3d-2f4b8e6a1d05'
    await expect(merge({ primary_lead_id: nobody })).rejects.toMatchObject({ details: { errors: [{ code: 'unknown_record' }] } })
    const made = await api.contacts.bulkUpsert({ records: Array.from({ length: 101 }, (_, n) => ({ first_name: `P${n}` })) })
    const [first, ...rest] = made.results.map(({ id }) => ({ lead_id: String(id) }))
    await api.deals.update({ id: kept.id, contacts: rest })
    await api.deals.update({ id: other.id, contacts: [first!] })
    await expect(merge({})).rejects.toMatchObject({ code: 'invalid_input', details: { errors: [{ path: '/contacts', code: 'too_many' }] } })
    expect(await api.deals.get({ id: other.id })).toMatchObject({ id: other.id })
  })
})
