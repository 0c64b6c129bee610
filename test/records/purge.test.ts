import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../support/event-probe.ts'
import { ada, describeStorages } from '../support/storages.ts'

describeStorages(
  'a record that is gone for good',
  (open) => {
    it('is named by no record any more, whoever may see it, and each change has its event', async () => {
      const { engine, api } = await open(withEvents)
      const [gone, other] = [await api.contacts.create({ first_name: 'Gone' }), await api.contacts.create({ first_name: 'Other' })]
      const contacts = [
        { lead_id: gone.id, primary: true },
        { lead_id: other.id, role: 'buyer' },
      ]
      const deal = await api.deals.create({ name: 'Ours', contacts })
      const theirs = await api.deals.create({ name: 'Not primary', contacts: [{ lead_id: other.id, primary: true }, { lead_id: gone.id }] })
      const task = await api.tasks.create({ title: 'Call', lead_id: gone.id })
      const deleted = await api.tasks.create({ title: 'Deleted', lead_id: gone.id })
      await api.tasks.delete({ id: deleted.id })
      const untouched = await api.tasks.create({ title: 'Of the other', lead_id: other.id })
      await api.contacts.delete({ id: gone.id })
      expect(await api.deals.get({ id: deal.id })).toMatchObject({ primary_lead_id: gone.id })
      await api.contacts.delete({ id: gone.id, purge: true })
      expect(await api.deals.get({ id: deal.id })).toMatchObject({
        primary_lead_id: null,
        contacts: [{ lead_id: other.id, role: 'buyer' }],
      })
      expect((await api.deals.get({ id: theirs.id })).contacts).toMatchObject([{ lead_id: other.id, primary: true }])
      expect(await api.tasks.get({ id: task.id })).toMatchObject({ lead_id: null })
      expect(await api.tasks.restore({ id: deleted.id })).toMatchObject({ lead_id: null })
      expect(await api.tasks.get({ id: untouched.id })).toMatchObject({ lead_id: other.id, version: 1 })
      expect((await eventsOf(engine, 'task.updated')).map(({ entity_id }) => entity_id)).toEqual([task.id])
    })

    it('is taken out of more records than are written at once', async () => {
      const { api } = await open()
      const { id } = await api.contacts.create({ first_name: 'Gone' })
      const records = Array.from({ length: 1100 }, (_, at) => ({ title: `Task ${at}`, lead_id: id }))
      await api.tasks.bulkUpsert({ records })
      await api.contacts.delete({ id, purge: true })
      expect(await api.tasks.search({ filter: { field: 'lead_id', op: 'is_set' }, limit: 1 })).toMatchObject({ tasks: [] })
    })

    it('takes its copies with it, and stays where only an administrator could have purged it', async () => {
      const { engine, api } = await open()
      const company = await api.companies.create({ name: 'Gone', industry: 'food' })
      const { id } = await api.contacts.create({ first_name: 'Ann', company_id: company.id })
      const member = engine.as({ ...ada, role: 'member' })
      await expect(member.companies.delete({ id: company.id, purge: true })).rejects.toMatchObject({ code: 'forbidden' })
      expect(await api.contacts.get({ id })).toMatchObject({ company_id: company.id, company: 'Gone', version: 1 })
      await api.companies.delete({ id: company.id, purge: true })
      expect(await api.contacts.get({ id })).toMatchObject({ company_id: null, company: null, organization_industry: null })
    })

    it('is forgotten by records of every type that name it', async () => {
      const { api } = await open()
      const deal = await api.deals.create({ name: 'Gone' })
      const task = await api.tasks.create({ title: 'Call', deal_id: deal.id })
      await api.deals.delete({ id: deal.id, purge: true })
      expect(await api.tasks.get({ id: task.id })).toMatchObject({ deal_id: null })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
