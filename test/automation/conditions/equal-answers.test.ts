import fc from 'fast-check'
import { expect, it } from 'vitest'
import { evaluate } from '../../../core/automation/conditions/evaluate.ts'
import { loadContexts } from '../../../core/automation/conditions/load.ts'
import { needs } from '../../../core/automation/conditions/needs.ts'
import { parseConditions, restoreConditions } from '../../../core/automation/conditions/parse.ts'
import { selectMatching } from '../../../core/automation/conditions/select.ts'
import { describeStorages } from '../../support/storages.ts'
import { companyInput, contactInput, filter } from '../../records/search/grammar.ts'
import { inUnit, withUnit } from './unit.ts'

// By hand: RAPPORT_CONDITION_CASES=10000 for the whole property.
const CASES = Number(process.env['RAPPORT_CONDITION_CASES'] ?? 300)
const days = ['today', 'yesterday', 'this week', 'last month', '-1d', '+3d', 'next year', '2026-01-16', '2025-12-31', '2 weeks ago']
const ranges = ['last 3 days', 'next 2 months', 'from 2026-01-10 to tomorrow', 'between 12 and 16 January', 'today 10:00']
const ordered = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in']
const of = (fields: readonly string[], ops: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.record({ field: fc.constantFrom(...fields), op: fc.constantFrom(...ops), value })
const ofRun = fc.oneof(
  of(['deal.close_date', 'created_at', 'company.created_at', 'last_contacted_at'], ordered, fc.constantFrom(...days)),
  of(['created_at', 'company.created_at', 'last_contacted_at'], ['eq', 'neq', 'in'], fc.constantFrom(...ranges)),
  of(['deal.close_date'], ['eq', 'neq', 'in'], fc.constantFrom(...ranges.slice(0, -1))),
  of(['deal.days_to_close', 'deal.days_in_stage', 'open_deals_count', 'won_deals_count'], ordered, fc.integer({ min: -3, max: 9 })),
  of(['open_deals_amount', 'deal.amount', 'company.open_deals_amount'], ordered, fc.constantFrom(0, 100, 150.5, '250.5')),
  of(
    ['wait.result', 'split.variant', 'event.channel', 'task.type'],
    ['eq', 'neq', 'contains', 'not_contains'],
    fc.constantFrom('a', 'timeout'),
  ),
  of(['deal.rotting'], ['eq', 'neq'], fc.boolean()),
)
const conditions = fc.array(
  fc.oneof(filter, ofRun, fc.record({ not: ofRun }), fc.record({ or: fc.array(ofRun, { minLength: 1, maxLength: 3 }) })),
  { maxLength: 2 },
)

describeStorages('Conditions in memory and the statement of the same conditions', (open) => {
  it('are met by the same records, whatever the conditions and the records', { timeout: 900_000 }, async () => {
    const { api, engine, clock } = await open(withUnit)
    await api.organization.update({ timezone: 'Asia/Kolkata', fiscal_year_start: 4 })
    const seed = { seed: 20_261_127, numRuns: CASES }
    const companies = []
    for (const each of fc.sample(companyInput, { ...seed, numRuns: 6 })) companies.push(await api.companies.create(each as never))
    clock.advance('1 day')
    const ids: string[] = []
    for (const [at, each] of fc.sample(contactInput, { ...seed, numRuns: 30 }).entries()) {
      const company = at % 3 === 0 ? undefined : companies[at % companies.length]
      const email = at % 4 === 0 ? {} : { email: `p${at}@Example-${at % 5}.com` }
      const { id } = await api.contacts.create({ ...each, ...email, ...(company && { company_id: company.id }) } as never)
      ids.push(id)
      if (at % 2 === 0)
        await api.deals.create({ name: `D${at}`, primary_lead_id: id, amount: at % 4 ? 100 : 150.5, close_date: `2026-01-1${at % 10}` })
      if (at % 6 === 0) await api.deals.create({ name: `E${at}`, primary_lead_id: id, amount: 100, currency: at === 6 ? 'CHF' : 'EUR' })
      if (at % 5 === 0) await api.tasks.create({ title: 'Call', lead_id: id })
    }
    for (const at of [1, 4]) await api.activities.logCall({ contact_id: ids[at]!, at: '2026-01-02T10:00:00Z' })
    clock.advance('2 days')
    const runs = ids.map((id) => ({ entity: { type: 'contact', id } }))
    await inUnit(engine, async ({ records, types }) => {
      await fc.assert(
        fc.asyncProperty(conditions, async (given) => {
          const parsed = await parseConditions({ records, types }, given, { entityType: 'contact', where: '' })
          const restored = restoreConditions(types, JSON.parse(JSON.stringify(parsed.stored)))
          const contexts = await loadContexts({ records, types }, needs(restored), runs)
          const met = ids.filter((_, at) => evaluate(restored, contexts[at]!).met)
          expect(await selectMatching(records, parsed, { limit: 1000 })).toEqual(met.toSorted())
        }),
        seed,
      )
    })
  })
})
