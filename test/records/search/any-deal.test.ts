import { expect, it } from 'vitest'
import type { Filter } from '../../../core/records/search/grammar/condition.ts'
import { describeStorages, type Open } from '../../support/storages.ts'

const on = (field: string, op: string, value?: unknown) => ({ field: `deal.${field}`, op, ...(value !== undefined && { value }) }) as Filter

// Whoever has a deal has one that was changed last: an open one in all cases but Won's.
async function people(open: Open) {
  const { api } = await open()
  const of = async (name: string, deals: readonly Readonly<Record<string, unknown>>[]) => {
    const { id, company_id } = await api.contacts.create({ email: `${name}@${name}.test`.toLowerCase(), first_name: name, company: name })
    for (const deal of deals) await api.deals.create({ name: 'Licences', primary_lead_id: id, company_id, ...deal } as never)
    return id
  }
  await of('Customer', [
    { status: 'won', amount: 10, priority: 'high' },
    { status: 'open', amount: 900, priority: 'low', recurring: true },
  ])
  await of('Prospect', [
    { status: 'open', amount: 50, priority: 'high' },
    { status: 'open', amount: 5, priority: 'low' },
  ])
  await of('Lost', [{ status: 'lost', amount: 900, priority: 'high', recurring: true }])
  await of('Nobody', [])
  const gone = await api.deals.create({ name: 'Gone', status: 'won', amount: 77, primary_lead_id: await of('Former', []) })
  await api.deals.delete({ id: gone.id })
  const find = async (filter: Filter) => ({
    contacts: (await api.contacts.search({ filter, sort: 'first_name', count: true })).contacts.map((each) => each.first_name),
    companies: (await api.companies.search({ filter, sort: 'name', count: true })).companies.map(({ name }) => name),
  })
  return { api, find }
}
const both = (...names: string[]) => ({ contacts: names, companies: names })

describeStorages('Conditions on the deals of a contact or company', (open) => {
  it('are met by any of its live deals, won and lost ones too, and by no deal of others', async () => {
    const { find } = await people(open)
    expect(await find(on('status', 'eq', 'won'))).toEqual(both('Customer'))
    expect(await find(on('status', 'in', 'won, lost'))).toEqual(both('Customer', 'Lost'))
    expect(await find(on('amount', 'gte', 50))).toEqual(both('Customer', 'Lost', 'Prospect'))
    expect(await find(on('recurring', 'eq', false))).toEqual(both('Customer', 'Prospect'))
    expect(await find(on('name', 'is_set'))).toEqual(both('Customer', 'Lost', 'Prospect'))
  })

  it('are denied by negative operators of all of its deals, so that who has none meets them', async () => {
    const { find } = await people(open)
    expect(await find(on('status', 'neq', 'won'))).toEqual(both('Former', 'Lost', 'Nobody', 'Prospect'))
    expect(await find(on('name', 'is_not_set'))).toEqual(both('Former', 'Nobody'))
    expect(await find(on('recurring', 'neq', true))).toEqual(both('Former', 'Nobody', 'Prospect'))
    expect(await find({ and: [on('status', 'neq', 'won'), on('status', 'neq', 'lost')] })).toEqual(both('Former', 'Nobody', 'Prospect'))
    for (const [op, contrary, value] of [
      ['eq', 'neq', 'high'],
      ['contains', 'not_contains', 'ig'],
      ['is_set', 'is_not_set', undefined],
    ] as const)
      expect(await find({ not: on('priority', op, value) })).toEqual(await find(on('priority', contrary, value)))
  })

  it('are about the same deal in one group of and, and about another in a group within', async () => {
    const { find } = await people(open)
    const [won, high] = [on('status', 'eq', 'won'), on('priority', 'eq', 'high')]
    const [unfinished, large] = [on('status', 'eq', 'open'), on('amount', 'gt', 100)]
    expect(await find({ and: [unfinished, high] })).toEqual(both('Prospect'))
    expect(await find({ and: [unfinished, large] })).toEqual(both('Customer'))
    expect(await find({ and: [unfinished, { or: [high, large] }] })).toEqual(both('Customer', 'Prospect'))
    expect(await find({ and: [won, large] })).toEqual(both())
    expect(await find({ and: [won, { and: [large] }] })).toEqual(both('Customer'))
    expect(await find({ or: [won, large] })).toEqual(both('Customer', 'Lost'))
    expect(await find({ not: { and: [won, large] } })).toEqual(both('Customer', 'Former', 'Lost', 'Nobody', 'Prospect'))
    expect(await find({ and: [unfinished, { not: { and: [unfinished, high] } }] })).toEqual(both('Customer'))
  })

  it('narrow by negative operators which deal is meant', async () => {
    const { find } = await people(open)
    expect(await find({ and: [on('status', 'eq', 'open'), on('priority', 'neq', 'high')] })).toEqual(both('Customer', 'Prospect'))
    expect(await find({ and: [on('priority', 'neq', 'high'), on('amount', 'gt', 5)] })).toEqual(both('Customer'))
    expect(await find({ and: [on('status', 'eq', 'won'), { not: on('priority', 'eq', 'high') }] })).toEqual(both())
  })

  it('mean the same in queries of lists, segments, bulk changes and reports', async () => {
    const { api } = await people(open)
    const filter = { and: [on('status', 'eq', 'won'), on('amount', 'lt', 100)] }
    const listed = await api.contacts.list({ filter: { 'deal.status': { eq: 'won' }, 'deal.amount': { lt: 100 } } })
    expect(listed.contacts.map(({ first_name }) => first_name)).toEqual(['Customer'])
    expect((await api.contacts.list({ filter: { 'deal.status': { eq: 'won' }, 'deal.amount': { gt: 100 } } })).contacts).toEqual([])
    const segment = await api.lists.create({ name: 'Customers', object: 'contacts', type: 'dynamic', filter })
    expect(segment.members_count).toBe(1)
    const report = { object: 'companies' as const, measures: [{ measure: 'count' as const }], filter }
    expect((await api.reports.query(report)).rows).toMatchObject([{ count: 1 }])
    expect(await api.contacts.bulkUpdate({ filter, set: { title: 'Customer' } })).toMatchObject({ matched: 1, updated: 1 })
  })
})
