import fc from 'fast-check'
import { expect, it } from 'vitest'
import { builtin } from '../../../core/builtin.ts'
import { composeFeatures } from '../../../core/records/record-type/compose-features.ts'
import { matches } from '../../../core/records/search/grammar/evaluate.ts'
import { parseFilter } from '../../../core/records/search/grammar/parse.ts'
import { describeStorages } from '../../support/storages.ts'
import { companyInput, contactInput, dealInput, filter } from './grammar.ts'

const contactSearch = composeFeatures(builtin).types.get('contacts').search

// By hand: RAPPORT_SEARCH_CASES=10000 for the whole property.
const CASES = Number(process.env['RAPPORT_SEARCH_CASES'] ?? 400)
const times = ['created_at', 'updated_at', 'last_contacted_at', 'last_activity_at', 'closed_at']

describeStorages(
  'A search and the same conditions in memory find the same records',
  (open) => {
    it('whatever the conditions and the records', { timeout: 600_000 }, async () => {
      const { api, clock } = await open()
      const seed = { seed: 20_261_121, numRuns: CASES }
      const companies = await Promise.all(
        fc.sample(companyInput, { ...seed, numRuns: 8 }).map((each) => api.companies.create(each as never)),
      )
      clock.advance('1 day')
      const contacts = []
      for (const [at, each] of fc.sample(contactInput, { ...seed, numRuns: 40 }).entries()) {
        const company = at % 3 === 0 ? undefined : companies[at % companies.length]
        const email = at % 4 === 0 ? {} : { email: `p${at}@Example-${at % 5}.com` }
        contacts.push(await api.contacts.create({ ...each, ...email, ...(company && { company_id: company.id }) } as never))
      }
      for (const at of [1, 4]) await api.activities.logCall({ contact_id: contacts[at]!.id, at: '2026-01-02T10:00:00Z' })
      for (const [at, topic] of ['ada', 'zoe', '100%', 'true', '12', 'ada'].entries())
        await api.privacy.setConsent({ id: contacts[at]!.id, topic, state: at % 2 === 0 ? 'subscribed' : 'unsubscribed' })
      for (const at of [0, 0, 3, 7]) await api.tasks.create({ title: 'Call', lead_id: contacts[at]!.id })
      const inMemory = (each: Readonly<Record<string, unknown>>) => ({
        ...each,
        ...Object.fromEntries(times.map((name) => [name, each[name] ? new Date(String(each[name])) : null])),
      })
      for (const [at, each] of fc.sample(dealInput, { ...seed, numRuns: 40 }).entries())
        await api.deals.create({
          ...each,
          primary_lead_id: contacts[(at * 7) % 25]!.id,
          contacts: at % 4 === 0 ? [{ lead_id: contacts[(at * 3) % 30]!.id }] : [],
        } as never)
      const ofEach = (await api.deals.list({ limit: 200 })).deals.flatMap((deal) =>
        deal.contacts.map(({ lead_id }) => ({ lead_id, deal: inMemory(deal) })),
      )
      const deals = new Map([...Map.groupBy(ofEach, ({ lead_id }) => lead_id)].map(([id, all]) => [id, all.map(({ deal }) => deal)]))
      const records = (await api.contacts.list({ limit: 200 })).contacts
      const now = clock.now()
      const shown = new Map((await api.companies.list({ limit: 200 })).companies.map((each) => [each.id, inMemory(each)]))
      const open_tasks = new Map([
        [contacts[0]!.id, 2],
        [contacts[3]!.id, 1],
        [contacts[7]!.id, 1],
      ])
      const subjects = records.map((each) => ({
        record: inMemory(each) as Record<string, unknown>,
        related: { company: shown.get(each.company_id ?? '') ?? null },
        several: { deal: deals.get(each.id) ?? [] },
        counted: { open_tasks: open_tasks.get(each.id) ?? 0 },
        now,
      }))
      await fc.assert(
        fc.asyncProperty(filter, async (given) => {
          const found = await api.contacts.search({ filter: given as never, limit: 200, count: true, fields: ['id'] })
          const condition = parseFilter(contactSearch, given)
          const expected = subjects.filter((each) => matches(condition, each)).map(({ record }) => record['id'])
          expect(found.contacts.map(({ id }) => id)).toEqual(expected)
          expect(found.total).toBe(expected.length)
        }),
        seed,
      )
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
