import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages('deals of contacts and companies', (open) => {
  it('are counted on both, with their amounts in the currency of the organization', async () => {
    const { api } = await open()
    const contact = await api.contacts.create({ email: 'bob@weber.test', company: 'Weber' })
    expect(contact).toMatchObject({ open_deals_count: 0, open_deals_amount: 0, won_deals_count: 0 })
    const of = { primary_lead_id: contact.id }
    const first = await api.deals.create({ name: 'One', amount: 0.1, ...of })
    expect(first).toMatchObject({ company_id: contact.company_id, contacts: [{ lead_id: contact.id, role: null, primary: true }] })
    await api.deals.create({ name: 'Two', amount: 0.2, contact_id: contact.id })
    await api.deals.create({ name: 'Dollars', amount: 5, currency: 'USD', ...of })
    await api.deals.create({ name: 'Won', amount: 7, stage_id: 'won', ...of })
    const gone = await api.deals.create({ name: 'Gone', amount: 9, ...of })
    await api.deals.delete({ id: gone.id })
    const left = { other_currencies: [{ currency: 'USD', records: 1 }] }
    const numbers = { open_deals_count: 3, open_deals_amount: 0.3, won_deals_count: 1 }
    expect(await api.contacts.get({ id: contact.id })).toMatchObject({ ...numbers, ...left })
    expect(await api.companies.get({ id: contact.company_id! })).toMatchObject({ ...numbers, ...left })
    const found = async (field: string, value: number) =>
      (await api.contacts.search({ filter: { field, op: 'eq', value } })).contacts.map(({ id }) => id)
    for (const [field, value] of Object.entries(numbers)) expect([field, await found(field, value)]).toEqual([field, [contact.id]])
    expect(await found('open_deals_count', 0)).toEqual([])
    expect((await api.companies.search({ filter: { field: 'deal.amount', op: 'gt', value: 4 } })).companies).toHaveLength(1)
    await api.currencies.set({ code: 'USD', rate: 0.8 })
    const worth = { ...numbers, open_deals_amount: 4.3, other_currencies: [] }
    expect(await api.contacts.get({ id: contact.id })).toMatchObject(worth)
    expect(await api.companies.get({ id: contact.company_id! })).toMatchObject(worth)
    expect(await found('open_deals_amount', 4.3)).toEqual([contact.id])
  })

  it('are included with both, and include both and their tasks', async () => {
    const { api } = await open()
    const contact = await api.contacts.create({ email: 'bob@weber.test', company: 'Weber' })
    const deal = await api.deals.create({ name: 'One', lead_id: contact.id })
    const task = await api.tasks.create({ title: 'Call', deal_id: deal.id })
    // Lists and included records leave out what only a single deal shows.
    const { lines: _, ...listed } = deal
    const { included } = await api.deals.get({ id: deal.id, include: ['company', 'contact', 'tasks'] })
    expect(included).toMatchObject({ company: { name: 'Weber' }, contact: { email: 'bob@weber.test' }, tasks: [{ id: task.id }] })
    expect((await api.contacts.get({ id: contact.id, include: ['deals'] })).included).toEqual({ deals: [listed] })
    expect((await api.companies.list({ include: ['deals'] })).companies[0]!.included).toEqual({ deals: [listed] })
  })

  it('have one primary contact among all, given by its field or in the list', async () => {
    const { api } = await open()
    const [ada, bob, cy] = await Promise.all(['ada', 'bob', 'cy'].map(async (name) => (await api.contacts.create({ email: `${name}@gmail.com` })).id)) as [string, string, string] // prettier-ignore
    const deal = await api.deals.create({
      name: 'One',
      contacts: [{ lead_id: ada, role: 'buyer' }, { lead_id: bob, primary: true }, { lead_id: ada }],
    })
    expect(deal.primary_lead_id).toBe(bob)
    expect(deal.contacts).toEqual([
      { lead_id: ada, role: null, primary: false },
      { lead_id: bob, role: null, primary: true },
    ])
    const changed = await api.deals.update({ id: deal.id, primary_lead_id: cy })
    expect(changed.contacts.map(({ lead_id, primary }) => [lead_id, primary])).toEqual([
      [cy, true],
      [ada, false],
      [bob, false],
    ])
    expect((await api.deals.list({ contact_id: ada })).deals.map(({ id }) => id)).toEqual([deal.id])
    expect(await api.deals.update({ id: deal.id, contacts: [] })).toMatchObject({ contacts: [], primary_lead_id: null })
    expect((await api.deals.list({ contact_id: ada })).deals).toEqual([])
    const nobody = '01900000-0000-7000-8000-000000000001'
    for (const [input, path] of [
      [{ primary_lead_id: nobody }, '/primary_lead_id'],
      [{ contacts: [{ lead_id: ada, primary: true }, { lead_id: nobody }] }, '/contacts/1/lead_id'],
      [{ company_id: nobody }, '/company_id'],
      [{ pipeline_id: nobody }, '/pipeline_id'],
      [{ stage_id: 'nowhere' }, '/stage_id'],
      [{ status: 'won' as const, stage_id: 'demo' }, '/stage_id'],
      [{ probability: 50, stage_id: 'won' }, '/probability'],
      [{ forecast_category: 'closed' as const }, '/forecast_category'],
    ] as const)
      await expect(api.deals.create({ name: 'X', ...(input as object) })).rejects.toMatchObject({
        code: 'invalid_input',
        details: { errors: [{ path }] },
      })
  })
})
