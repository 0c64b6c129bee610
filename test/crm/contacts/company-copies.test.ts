import type { Api } from 'rapport-crm'
import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../support/event-probe.ts'
import { ada, describeStorages } from '../../support/storages.ts'

const external_ids = [{ provider: 'custom:erp', id: 'C-1' }]
const doors: Readonly<Record<string, (api: Api, id: string) => Promise<unknown>>> = {
  'an update': (api, id) => api.companies.update({ id, name: 'New', industry: 'it', employees: 9 }),
  'a create that means it': (api) => api.companies.create({ name: 'New', industry: 'it', employees: 9, external_ids }),
  'a set': (api, id) => api.companies.bulkUpsert({ records: [{ id, name: 'New', industry: 'it', employees: 9 }] }),
  'an ingest': (api) =>
    api.sync.ingest({ provider: 'custom:erp', object: 'companies', records: [{ id: 'C-1', name: 'New', industry: 'it', employees: 9 }] }),
}

describeStorages(
  'the copies of a company on its contacts',
  (open) => {
    it.each(Object.entries(doors))('follows %s, whatever a contact called it', async (door, change) => {
      const { engine, api } = await open(withEvents)
      const company = await api.companies.create({ name: 'Old', domain: 'old.example', industry: 'food', employees: 5, external_ids })
      const [ann, bea] = [
        await api.contacts.create({ email: 'ann@old.example' }),
        await api.contacts.create({ email: 'bea@old.example', company: 'Old & Sons' }),
      ]
      await change(api, company.id)
      const shown = { organization_industry: 'it', ...(door !== 'an ingest' && { organization_num_employees: 9 }) }
      expect(await api.contacts.get({ id: ann.id })).toMatchObject({ company: 'New', ...shown })
      expect(await api.contacts.get({ id: bea.id })).toMatchObject({ company: 'New', ...shown })
      const told = await eventsOf(engine, 'contact.property_changed')
      expect(told.map(({ entity_id, payload }) => [entity_id, payload['changed']])).toEqual([
        [ann.id, ['company']],
        [bea.id, ['company']],
      ])
    })

    it('are what company_id says: the text is that of the company, and goes with it', async () => {
      const { api } = await open()
      const [old, other] = [
        await api.companies.create({ name: 'Old', domain: 'old.example', industry: 'food' }),
        await api.companies.create({ name: 'Other' }),
      ]
      const { id, company } = await api.contacts.create({ email: 'ann@old.example', company: 'Whatever' })
      expect(company).toBe('Old')
      const refused = { code: 'invalid_input', details: { errors: [{ path: '/company', code: 'not_allowed' }] } }
      await expect(api.contacts.update({ id, company: 'Other' })).rejects.toMatchObject(refused)
      await expect(api.contacts.update({ id, company: null })).rejects.toMatchObject(refused)
      expect(await api.contacts.update({ id, company: ' OLD ' })).toMatchObject({ company: 'Old', version: 1 })
      expect(await api.contacts.create({ email: 'ann@old.example', company: 'Other' })).toMatchObject({
        company: 'Old',
        company_id: old.id,
      })
      const moved = { company: 'Other', company_id: other.id, organization_industry: null }
      expect(await api.contacts.update({ id, company_id: other.id, company: 'Old' })).toMatchObject(moved)
      const left = { company: null, company_id: null }
      expect(await api.contacts.update({ id, company_id: null })).toMatchObject(left)
      expect(await api.contacts.update({ id, company: 'Freelance' })).toMatchObject({ company: 'Freelance', company_id: null })
      const set = async (records: object[]) => await api.contacts.bulkUpsert({ records })
      await set([{ id, company_id: old.id, company: 'Other' }])
      expect(await api.contacts.get({ id })).toMatchObject({ company: 'Old', company_id: old.id, organization_industry: 'food' })
      expect(await set([{ id, company: 'Other' }])).toMatchObject({ rejected: [{ index: 0, code: 'not_allowed', field: 'company' }] })
      await set([{ email: 'ann@old.example', company: 'Other', title: 'Boss' }])
      await api.contacts.bulkUpdate({ ids: [id], set: { title: 'Head' } })
      expect(await api.contacts.get({ id })).toMatchObject({ company: 'Old', title: 'Head' })
      expect(await api.contacts.bulkUpdate({ ids: [id], set: { company: 'Other' } })).toMatchObject({
        updated: 0,
        rejected: [{ id, code: 'not_allowed', field: 'company' }],
      })
      await api.contacts.bulkUpdate({ ids: [id], set: { company_id: other.id } })
      expect(await api.contacts.get({ id })).toMatchObject(moved)
      await api.contacts.bulkUpdate({ ids: [id], set: { company_id: null } })
      expect(await api.contacts.get({ id })).toMatchObject(left)
    })

    it('follow the name that a company takes within one set', async () => {
      const { api } = await open()
      const [first, second] = [await api.contacts.create({ email: 'a@one.example' }), await api.contacts.create({ email: 'b@one.example' })]
      await api.contacts.bulkUpsert({
        records: [
          { id: first.id, title: 'Boss' },
          { id: second.id, company: 'One Ltd' },
        ],
      })
      for (const { id } of [first, second]) expect((await api.contacts.get({ id })).company).toBe('One Ltd')
      expect((await api.companies.list({ domain: 'one.example' })).companies).toMatchObject([{ name: 'One Ltd' }])
    })

    it('follow the name that a company made from an e-mail address gets', async () => {
      const { api } = await open()
      const named = async (id: string) => (await api.contacts.get({ id })).company
      const first = await api.contacts.create({ email: 'a@one.example' })
      expect(first.company).toBe('one.example')
      await api.contacts.create({ email: 'b@one.example', company: 'One Ltd' })
      expect(await named(first.id)).toBe('One Ltd')
      const [second, third] = [await api.contacts.create({ email: 'a@two.example' }), await api.contacts.create({ email: 'b@two.example' })]
      expect(await api.contacts.update({ id: second.id, company: 'Two Ltd', title: 'Boss' })).toMatchObject({
        company: 'Two Ltd',
        version: 2,
      })
      expect(await named(third.id)).toBe('Two Ltd')
      const fourth = await api.contacts.create({ email: 'a@three.example' })
      const records = [
        { email: 'a@three.example', title: 'Boss' },
        { email: 'b@three.example', company: 'Three Ltd' },
      ]
      expect(await api.contacts.bulkUpsert({ records })).toMatchObject({ created: 1, updated: 1 })
      expect(await api.contacts.get({ id: fourth.id })).toMatchObject({ title: 'Boss' })
      expect((await api.companies.list({ domain: 'three.example' })).companies).toMatchObject([{ name: 'Three Ltd' }])
    })

    it('follow a merge and its undo', async () => {
      const { engine, api } = await open(withEvents)
      const stays = await api.companies.create({ name: 'Stays', industry: 'it', employees: 9 })
      const gone = await api.companies.create({ name: 'Gone', domain: 'gone.example', industry: 'food', employees: 5 })
      const contact = await api.contacts.create({ email: 'ann@gone.example' })
      const { merge_id } = await api.companies.merge({ id: stays.id, merge_ids: [gone.id] })
      const then = await api.contacts.get({ id: contact.id })
      expect(then).toMatchObject({ company_id: stays.id, company: 'Stays', organization_industry: 'it', organization_num_employees: 9 })
      await api.companies.update({ id: stays.id, industry: 'steel' })
      await api.merges.undo({ id: merge_id })
      const shown = { company_id: gone.id, company: 'Gone', organization_industry: 'food', organization_num_employees: 5 }
      expect(await api.contacts.get({ id: contact.id })).toMatchObject(shown)
      const told = await eventsOf(engine, 'contact.property_changed')
      expect(told.map(({ payload }) => payload['changed'])).toEqual([
        ['company', 'company_id'],
        ['company', 'company_id'],
      ])
    })

    it('follow on contacts that the caller may not see', async () => {
      const { engine, api } = await open()
      const { id } = await api.companies.create({ name: 'Old', domain: 'old.example', owner_email: 'bob@acme.test' })
      const contact = await api.contacts.create({ email: 'ann@old.example', assigned_to: 'ada@acme.test' })
      const bob = engine.as({ ...ada, user: 'bob@acme.test', role: 'member', visibility: 'own' })
      await bob.companies.update({ id, name: 'New', industry: 'it' })
      expect(await api.contacts.get({ id: contact.id })).toMatchObject({ company: 'New', organization_industry: 'it' })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
