import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages(
  'Numbers and addresses of merged records',
  (open) => {
    async function merged() {
      const { api } = await open()
      const stays = await api.companies.create({ name: 'Stays', code: 'C-1', vat_number: 'DE111', registration_number: 'HRB 1' })
      const gone = await api.companies.create({ name: 'Gone', code: 'C-2', vat_number: 'DE222', registration_number: 'HRB 2' })
      const { merge_id } = await api.companies.merge({ id: stays.id, merge_ids: [gone.id] })
      return { api, stays, gone, merge_id, numbers: { code: 'C-1', vat_number: 'DE111', registration_number: 'HRB 1' } }
    }

    it('find the survivor, which keeps its own', async () => {
      const { api, stays, numbers } = await merged()
      for (const said of [{ code: 'C-2' }, { vat_number: 'DE 222' }, { registration_number: 'HRB 2' }])
        expect(await api.companies.create({ name: 'Stays', ...said, tier: 'gold' })).toMatchObject({
          id: stays.id,
          tier: 'gold',
          ...numbers,
        })
      const records = [
        { name: 'Stays', code: 'C-2', industry: 'it' },
        { name: 'Stays', vat_number: 'DE222', industry: 'it' },
        { id: stays.id, name: 'Stays', industry: 'it' },
      ]
      expect(await api.companies.bulkUpsert({ records })).toMatchObject({ created: 0, updated: 1, unchanged: 2, rejected: [] })
      expect(await api.companies.get({ id: stays.id })).toMatchObject({ ...numbers, industry: 'it' })
      expect((await api.search.resolve({ code: 'C-2' })).matches).toMatchObject([{ id: stays.id, matched_by: 'code' }])
      expect((await api.companies.list({ code: 'C-2' })).companies).toMatchObject([{ id: stays.id }])
      expect((await api.companies.list({})).companies).toHaveLength(1)
    })

    it('find it for an ingest, too, in any order of its customers', async () => {
      const { api, stays, numbers } = await merged()
      const customers = (number: string) => ({
        provider: 'custom:erp',
        object: 'companies' as const,
        records: [{ customer_number: number, name: 'Stays' }],
      })
      for (const number of ['C-2', 'C-1', 'C-2'])
        expect(await api.sync.ingest(customers(number))).toMatchObject({ created: 0, rejected: [] })
      expect((await api.companies.list({})).companies).toMatchObject([{ id: stays.id, ...numbers }])
    })

    it('are free for who says them of another company, and come back with an undo', async () => {
      const { api, gone, merge_id } = await merged()
      const other = await api.companies.create({ name: 'Other', domain: 'other.example' })
      const records = [{ domain: 'other.example', code: 'C-2' }]
      expect(await api.companies.bulkUpsert({ records })).toMatchObject({ updated: 1, rejected: [] })
      expect((await api.search.resolve({ code: 'C-2' })).matches).toMatchObject([{ id: other.id }])
      await expect(api.merges.undo({ id: merge_id })).rejects.toMatchObject({ code: 'already_exists', details: { existing_id: other.id } })
      await api.companies.update({ id: other.id, code: null })
      await api.merges.undo({ id: merge_id })
      expect((await api.search.resolve({ code: 'C-2' })).matches).toMatchObject([{ id: gone.id }])
      expect(await api.companies.create({ name: 'Gone', vat_number: 'DE222' })).toMatchObject({ id: gone.id })
    })

    it('mean nobody once the survivor is deleted', async () => {
      const { api, stays } = await merged()
      await api.companies.delete({ id: stays.id })
      const later = await api.companies.create({ name: 'New', code: 'C-2' })
      expect([stays.id].includes(later.id)).toBe(false)
    })

    it('stay with the survivor that gets another first address, number or domain by the merge', async () => {
      const { api } = await open()
      const [ann, bea] = [
        await api.contacts.create({ email: 'ann@one.example', phone: '+49 30 901820' }),
        await api.contacts.create({ email: 'bea@two.example', phone: '+49 89 123456' }),
      ]
      const overrides = { primary_email: 'bea@two.example', phone: '+49 89 123456' }
      const one = await api.contacts.merge({ id: ann.id, merge_ids: [bea.id], overrides })
      expect(one.emails.map(({ email }) => email)).toEqual(['bea@two.example', 'ann@one.example'])
      expect(one.phones.map(({ phone }) => phone)).toEqual(['+4989123456', '+4930901820'])
      expect(await api.contacts.create({ email: 'ann@one.example' })).toMatchObject({ id: ann.id })
      await api.merges.undo({ id: one.merge_id })
      expect(await api.contacts.get({ id: ann.id })).toMatchObject({ email: 'ann@one.example', emails: [{}], phones: [{}] })
      const [left, right] = (await api.companies.list({ sort: 'created_at' })).companies
      const both = await api.companies.merge({ id: left!.id, merge_ids: [right!.id], overrides: { domain: 'two.example' } })
      expect(both).toMatchObject({ domain: 'two.example', domains: expect.arrayContaining(['one.example']) })
      expect((await api.companies.list({ domain: 'one.example' })).companies).toMatchObject([{ id: left!.id }])
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
