import { expect, it } from 'vitest'
import { evaluate } from '../../../core/automation/conditions/evaluate.ts'
import { nextFlip } from '../../../core/automation/conditions/flips.ts'
import { loadContexts } from '../../../core/automation/conditions/load.ts'
import { needs } from '../../../core/automation/conditions/needs.ts'
import { parseConditions, restoreConditions } from '../../../core/automation/conditions/parse.ts'
import { selectMatching } from '../../../core/automation/conditions/select.ts'
import { describeStorages } from '../../support/storages.ts'
import { inUnit, type Services, withUnit } from './unit.ts'

const where = '/conditions'

/** Whether each of these records meets conditions, by evaluation in memory, which must be what a statement selects. */
async function met({ records, types }: Services, entityType: string, ids: readonly string[], given: unknown): Promise<boolean[]> {
  const parsed = await parseConditions({ records, types }, given, { entityType, where })
  const restored = restoreConditions(types, JSON.parse(JSON.stringify(parsed.stored)))
  const runs = ids.map((id) => ({ entity: { type: entityType, id } }))
  const contexts = await loadContexts({ records, types }, needs(restored), runs)
  const answers = contexts.map((context) => evaluate(restored, context).met)
  const selected = new Set(await selectMatching(records, parsed, { limit: 1000 }))
  expect([given, ids.map((id) => selected.has(id))]).toEqual([given, answers])
  return answers
}

describeStorages('Fields of conditions that are computed', (open) => {
  it('follow from other records and from the time, and are loaded for many runs at once', async () => {
    const { api, engine, clock } = await open(withUnit)
    await api.organization.update({ timezone: 'America/New_York', currency: 'EUR' })
    const company = await api.companies.create({ name: 'Acme', tier: 'A' })
    const one = await api.contacts.create({ first_name: 'One', email: 'one@Example.com', company_id: company.id, lead_score: 50 })
    const two = await api.contacts.create({ first_name: 'Two' })
    const older = await api.deals.create({ name: 'Older', primary_lead_id: one.id, amount: 100, close_date: '2026-01-20' })
    clock.advance('1 minute')
    const deal = await api.deals.create({ name: 'Deal', primary_lead_id: one.id, amount: 50, company_id: company.id })
    await api.tasks.create({ title: 'Call', lead_id: one.id, due_at: '2026-01-20T09:00:00Z' })
    await api.tasks.create({ title: 'Write', lead_id: two.id, due_at: '2026-03-01T09:00:00Z' })
    const done = await api.tasks.create({ title: 'Done', lead_id: two.id, due_at: '2026-01-20T09:00:00Z' })
    await api.tasks.complete({ id: done.id })
    await api.activities.logCall({ contact_id: one.id, at: '2026-01-14T09:00:00Z' })
    clock.advance('10 days')
    const contacts = [one.id, two.id]
    const cases: readonly (readonly [conditions: unknown, expected: readonly boolean[]])[] = [
      [[], [true, true]],
      [[{ field: 'lead_score', op: 'gt', value: 40 }], [true, false]],
      [[{ field: 'contact.lead_score', op: 'gt', value: 40 }], [true, false]],
      [[{ field: 'email_domain', op: 'eq', value: 'EXAMPLE.com' }], [true, false]],
      [[{ field: 'open_tasks', op: 'eq', value: 1 }], [true, true]],
      [[{ field: 'overdue_tasks', op: 'gte', value: 1 }], [true, false]],
      [[{ field: 'open_deals_count', op: 'eq', value: '2' }], [true, false]],
      [[{ field: 'open_deals_amount', op: 'eq', value: 150 }], [true, false]],
      [[{ field: 'open_deals_amount', op: 'eq', value: 0 }], [false, true]],
      [[{ field: 'won_deals_count', op: 'eq', value: 0 }], [true, true]],
      [[{ field: 'active_sequences', op: 'gt', value: 0 }], [false, false]],
      [[{ field: 'days_since_created', op: 'gte', value: 10 }], [true, true]],
      [[{ field: 'days_since_last_contact', op: 'gte', value: 11 }], [true, false]],
      [[{ field: 'days_since_last_contact', op: 'is_not_set' }], [false, true]],
      [[{ field: 'company.tier', op: 'eq', value: 'a' }], [true, false]],
      [[{ field: 'company.tier', op: 'neq', value: 'a' }], [false, true]],
      [[{ field: 'deal.amount', op: 'eq', value: 50 }], [true, false]],
      [[{ field: 'deal.days_in_stage', op: 'eq', value: 10 }], [true, false]],
      [[{ field: 'deal.days_to_close', op: 'is_set' }], [false, false]],
      [[{ field: 'wait.result', op: 'neq', value: 'timeout' }], [true, true]],
      [[{ field: 'event.from', op: 'is_set' }], [false, false]],
      [{ or: [{ field: 'lead_score', op: 'eq', value: 0 }, { not: { field: 'first_name', op: 'eq', value: 'two' } }] }, [true, true]],
    ]
    await inUnit(engine, async (services) => {
      for (const [given, expected] of cases) expect([given, await met(services, 'contact', contacts, given)]).toEqual([given, expected])
      const deals = [older.id, deal.id]
      // At 04:01 of January 25 in New York.
      expect(await met(services, 'deal', deals, [{ field: 'days_to_close', op: 'eq', value: -5 }])).toEqual([true, false])
      expect(await met(services, 'deal', deals, [{ field: 'lead_score', op: 'eq', value: 50 }])).toEqual([true, true])
      expect(await met(services, 'deal', deals, [{ field: 'company.tier', op: 'eq', value: 'A' }])).toEqual([true, true])
      expect(await met(services, 'company', [company.id], [{ field: 'deal.amount', op: 'is_set' }])).toEqual([false])
      expect(await met(services, 'company', [company.id], [{ field: 'open_deals_amount', op: 'eq', value: 150 }])).toEqual([true])
    })
  })

  it('are the lists that records are in and the topics that they consent to', async () => {
    const { api, engine } = await open(withUnit)
    const of = async (first_name: string) => (await api.contacts.create({ first_name, email: `${first_name}@x.test` })).id
    const [one, two, three, twin] = [await of('one'), await of('two'), await of('three'), await of('twin')]
    const fair = await api.lists.create({ name: 'Fair', object: 'contacts', ids: [one, twin] })
    const vip = await api.lists.create({ name: 'VIP', object: 'contacts', ids: [one] })
    const gone = await api.lists.create({ name: 'Gone', object: 'contacts', ids: [three] })
    await api.lists.delete({ id: gone.id })
    await api.contacts.merge({ id: two, merge_ids: [twin] })
    await api.privacy.setConsent({ id: one, topic: 'newsletter', state: 'subscribed' })
    await api.privacy.setConsent({ id: two, topic: 'newsletter', state: 'unsubscribed' })
    const cases: readonly (readonly [conditions: unknown, expected: readonly boolean[]])[] = [
      [[{ field: 'lists', op: 'contains', value: 'fair' }], [true, true, false]],
      [[{ field: 'lists', op: 'contains', value: vip.id }], [true, false, false]],
      [[{ field: 'lists', op: 'not_contains', value: 'VIP' }], [false, true, true]],
      [[{ field: 'lists', op: 'in', value: ['VIP', 'Fair'] }], [true, true, false]],
      [[{ field: 'lists', op: 'eq', value: [fair.id] }], [false, true, false]],
      [[{ field: 'lists', op: 'is_not_set' }], [false, false, true]],
      [[{ field: 'subscribed_topics', op: 'contains', value: 'Newsletter' }], [true, false, false]],
      [[{ field: 'unsubscribed_topics', op: 'not_contains', value: 'newsletter' }], [true, false, true]],
      [[{ field: 'subscribed_topics', op: 'is_not_set' }], [false, true, true]],
    ]
    await inUnit(engine, async (services) => {
      for (const [given, expected] of cases)
        expect([given, await met(services, 'contact', [one, two, three], given)]).toEqual([given, expected])
    })
    for (const value of [gone.id, 'Fare'])
      await expect(
        api.lists.create({ name: 'Who', object: 'contacts', filter: { field: 'lists', op: 'contains', value } }),
      ).rejects.toThrow(`${value} is not known`)
    const both = await api.lists.create({ name: 'Both', object: 'contacts', filter: { field: 'lists', op: 'contains', value: 'Fair' } })
    expect([both.members_count, both.filter]).toEqual([2, { field: 'lists', op: 'contains', value: fair.id }])
  })

  it('are the records that one is linked with, and what those are to it', async () => {
    const { api, engine } = await open(withUnit)
    const of = async (first_name: string) => (await api.contacts.create({ first_name, email: `${first_name}@x.test` })).id
    const [one, two, three, twin] = [await of('one'), await of('two'), await of('three'), await of('twin')]
    const firm = (await api.companies.create({ name: 'Firm' })).id
    const link = async (from_id: string, label: string | null, to_object: string, to_id: string, inverse_label: string | null) =>
      await api.associations.create({ from_object: 'contacts', from_id, to_object, to_id, label, inverse_label })
    await link(one, 'Board of', 'companies', firm, 'Board member')
    await link(twin, null, 'contacts', three, null)
    await api.contacts.merge({ id: two, merge_ids: [twin] })
    const gone = (await api.companies.create({ name: 'Gone' })).id
    await link(three, 'Owner of', 'companies', gone, 'Owner')
    await api.companies.delete({ id: gone })
    const cases: readonly (readonly [conditions: unknown, expected: readonly boolean[]])[] = [
      [[{ field: 'associations', op: 'contains', value: firm }], [true, false, false]],
      [[{ field: 'associations', op: 'contains', value: 'board OF' }], [true, false, false]],
      [[{ field: 'associations', op: 'contains', value: 'Board member' }], [false, false, false]],
      [[{ field: 'associations', op: 'contains', value: two }], [false, false, true]],
      [[{ field: 'associations', op: 'contains', value: twin }], [false, false, false]],
      [[{ field: 'associations', op: 'in', value: [firm, three] }], [true, true, false]],
      [[{ field: 'associations', op: 'not_contains', value: firm }], [false, true, true]],
      [[{ field: 'associations', op: 'contains', value: 'Owner of' }], [false, false, false]],
      [[{ field: 'associations', op: 'is_not_set' }], [false, false, false]],
    ]
    await inUnit(engine, async (services) => {
      for (const [given, expected] of cases)
        expect([given, await met(services, 'contact', [one, two, three], given)]).toEqual([given, expected])
      const byFirm = await met(services, 'company', [firm], [{ field: 'associations', op: 'contains', value: 'board member' }])
      expect(byFirm).toEqual([true])
    })
  })

  it('change at the moment that is foretold', async () => {
    const { api, engine, clock } = await open(withUnit)
    await api.organization.update({ timezone: 'America/New_York' })
    const { id } = await api.contacts.create({ first_name: 'One' })
    const deal = await api.deals.create({ name: 'Deal', primary_lead_id: id, close_date: '2026-03-10' })
    const flip = (entityType: string, entity: string, given: unknown) =>
      inUnit(engine, async (services) => {
        const parsed = await parseConditions(services, given, { entityType, where })
        const [context] = await loadContexts(services, needs(parsed), [{ entity: { type: entityType, id: entity } }])
        return [parsed.met(context!), nextFlip(parsed, context!)?.toISOString() ?? null]
      })
    const created = [{ field: 'days_since_created', op: 'gte', value: 30 }]
    expect(await flip('contact', id, created)).toEqual([false, '2026-02-14T09:00:00.000Z'])
    expect(await flip('contact', id, [{ field: 'days_since_created', op: 'eq', value: 3 }])).toEqual([false, '2026-01-18T09:00:00.000Z'])
    expect(await flip('contact', id, [{ not: created[0] }])).toEqual([true, '2026-02-14T09:00:00.000Z'])
    expect(await flip('contact', id, [...created, { field: 'lead_score', op: 'gt', value: 5 }])).toEqual([false, null])
    expect(await flip('contact', id, [{ field: 'days_since_last_contact', op: 'gt', value: 5 }])).toEqual([false, null])
    expect(await flip('contact', id, [{ field: 'lead_score', op: 'gt', value: 5 }])).toEqual([false, null])
    // Midnight in New York, two days after its clocks have changed.
    expect(await flip('deal', deal.id, [{ field: 'days_to_close', op: 'lte', value: 0 }])).toEqual([false, '2026-03-10T04:00:00.000Z'])
    expect(await flip('contact', id, [{ field: 'deal.days_to_close', op: 'gte', value: 10.5 }])).toEqual([true, '2026-02-28T05:00:00.000Z'])
    clock.set('2026-02-14T08:59:59.999Z')
    expect(await flip('contact', id, created)).toEqual([false, '2026-02-14T09:00:00.000Z'])
    clock.set('2026-02-14T09:00:00.000Z')
    expect(await flip('contact', id, created)).toEqual([true, null])
    expect(await flip('contact', id, [{ field: 'days_since_created', op: 'eq', value: 30 }])).toEqual([true, '2026-02-15T09:00:00.000Z'])
  })
})
