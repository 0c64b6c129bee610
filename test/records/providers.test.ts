import { plugin } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeStorages } from '../support/storages.ts'

const erp = plugin({ name: 'erp', version: '1.0.0' })
const ids = (provider: string, id = '7') => ({
  external_ids: [
    { provider: 'custom:shop', id },
    { provider, id },
  ],
})
const refusal = { code: 'invalid_input', details: { errors: [{ path: '/external_ids/1/provider', code: 'not_allowed' }] } }

describeStorages(
  'The systems of external ids',
  (open) => {
    it('are those of the organization, custom:<name>, and plugins that are loaded; of others nothing is written', async () => {
      const { api } = await open({ plugins: [erp] })
      const lines = [{ name: 'Licence', quantity: 1, unit_price: 900 }]
      const makers = {
        contacts: (of: object) => api.contacts.create({ email: 'ada@lovelace.test', ...of }),
        companies: (of: object) => api.companies.create({ name: 'Lovelace', ...of }),
        deals: (of: object) => api.deals.create({ name: 'Licences', ...of }),
        tasks: (of: object) => api.tasks.create({ title: 'Call', ...of }),
        products: (of: object) => api.products.create({ sku: 'A', name: 'Licence', ...of }),
        invoices: (of: object) => api.invoices.create({ lines, ...of }),
        workflows: (of: object) => api.workflows.create({ name: 'None', trigger: { type: 'contact.created' }, steps: [], ...of }),
      }
      for (const [type, create] of Object.entries(makers)) {
        await expect(create(ids('dolibarr'))).rejects.toMatchObject(refusal)
        // The feature of the engine itself is no plugin.
        await expect(create(ids(type))).rejects.toMatchObject(refusal)
        const made = await create(ids('erp'))
        expect(made.external_ids.map(({ provider }) => provider)).toEqual(['custom:shop', 'erp'])
      }
      const more = [...ids('erp').external_ids, { provider: 'odoo', id: '7' }]
      await expect(makers.contacts({ external_ids: more })).rejects.toMatchObject({
        details: { errors: [{ path: '/external_ids/2/provider', code: 'not_allowed', allowed: ['custom:odoo', 'erp'] }] },
      })
      expect((await api.contacts.list({})).contacts).toHaveLength(1)
    })

    it('are judged of each record of a set, of documents, too', async () => {
      const { api } = await open()
      const contacts = [
        { email: 'a@a.test', ...ids('erp', '1') },
        { email: 'b@b.test', ...ids('custom:erp', '2') },
      ]
      const rejected = { index: 0, code: 'not_allowed', field: 'external_ids.1.provider' }
      expect(await api.contacts.bulkUpsert({ records: contacts })).toMatchObject({ created: 1, rejected: [rejected] })
      const known = [
        { email: 'b@b.test', external_ids: [{ provider: 'erp', id: '3' }] },
        { email: 'c@c.test', external_ids: [{ provider: 'custom:erp', id: '3' }] },
      ]
      expect(await api.contacts.bulkUpsert({ records: known })).toMatchObject({
        created: 1,
        rejected: [{ ...rejected, field: 'external_ids.0.provider' }],
      })
      const lines = [{ name: 'Licence', quantity: 1, unit_price: 900 }]
      const invoices = [
        { lines, ...ids('erp', '1') },
        { lines, ...ids('custom:erp', '2') },
      ]
      expect(await api.invoices.bulkUpsert({ records: invoices })).toMatchObject({ created: 1, rejected: [rejected] })
      expect((await api.invoices.list({})).invoices).toHaveLength(1)
    })

    it('stay on records, and find them, once their plugin is no longer loaded', async () => {
      const { engine, api, place } = await open({ plugins: [erp] })
      const { id } = await api.contacts.create({ email: 'ada@lovelace.test', ...ids('erp') })
      await engine.close()
      const { api: later } = await open({ place })
      expect((await later.contacts.get({ id })).external_ids).toHaveLength(2)
      expect(await later.contacts.create({ email: 'ada@lovelace.test', title: 'Countess', ...ids('erp') })).toMatchObject({
        id,
        title: 'Countess',
      })
      const bulk = await later.contacts.bulkUpsert({ records: [{ title: 'Programmer', external_ids: [{ provider: 'erp', id: '7' }] }] })
      expect(bulk.results).toMatchObject([{ status: 'updated', id }])
      const other = await later.contacts.create({ email: 'b@b.test' })
      const { id: survivor } = await later.contacts.merge({ id: other.id, merge_ids: [id] } as never)
      expect((await later.contacts.get({ id: survivor })).external_ids).toHaveLength(2)
      await later.contacts.delete({ id: survivor })
      await later.contacts.restore({ id: survivor })
      await expect(later.contacts.create({ email: 'b@b.test', ...ids('erp', '8') })).rejects.toMatchObject(refusal)
    })
  },
  ['SQLite file', 'PostgreSQL'],
)
