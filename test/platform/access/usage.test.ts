import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages(
  'GET /organization/usage',
  (open) => {
    it('says what of the quota is used and left, how many records there are, and what they take', async () => {
      const { engine, api, clock } = await open()
      await engine.access.createOrganization({ id: 'acme', plan: 'free', admin: 'ada@acme.test' })
      const { key } = await engine.access.createKey({ name: 'ERP', scopes: ['read'] })
      await api.users.invite({ email: 'eve@acme.test' })
      const first = await api.organization.usage()
      expect(first).toMatchObject({ plan: 'free', total_records: 0, storage: { bytes: 0 }, records: { contacts: { live: 0, deleted: 0 } } })
      const gone = await api.contacts.create({ first_name: 'Gone', assigned_to: 'eve@acme.test' })
      await api.contacts.delete({ id: gone.id })
      await api.contacts.create({ first_name: 'Ada', assigned_to: 'eve@acme.test' })
      await api.companies.create({ name: 'Lovelace', domain: 'lovelace-works.com' })
      await engine.as({ ...ada, organization: 'other' }).contacts.create({ first_name: 'Foreign' })
      expect((await api.organization.usage()).measured_at).toBe(first.measured_at)
      clock.advance('2 minutes')
      const bob = engine.as({ ...ada, user: 'bob@acme.test', role: 'member', visibility: 'own' })
      // The numbers of everybody's records are for those who see all of them.
      await expect(bob.organization.usage()).rejects.toMatchObject({ code: 'forbidden' })
      const counted = await api.organization.usage()
      expect(counted).toMatchObject({ total_records: 2, records: { contacts: { live: 1, deleted: 1 }, companies: { live: 1 } } })
      expect(counted.storage.bytes).toBeGreaterThan(1_000)
      expect(counted.storage.bytes).toBeLessThan(20_000)
      const actor = await engine.authenticate(key)
      expect((await engine.as(actor).organization.usage()).quota).toMatchObject({ limit: 1000, period: 'month', used: 1, remaining: 999 })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
