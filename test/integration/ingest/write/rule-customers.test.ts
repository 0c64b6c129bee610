import { expect, test } from 'vitest'
import { describeStorages } from '../../../support/storages.ts'

describeStorages(
  'a price that a source has for one customer',
  (open) => {
    test.each([
      ['customer_external_id', 'C-1'],
      ['Customer', 'C-1'],
      ['Customer name', 'Acme'],
      ['Kundenname', 'Acme'],
      ['Nom du client', 'Acme'],
    ])('is the price of that customer, who is named by %s, and of nobody else', async (column, customer) => {
      const { api } = await open()
      const { id } = await api.companies.create({ name: 'Acme', external_ids: [{ provider: 'custom:erp', id: 'C-1' }] })
      const records = [{ sku: 'S-1', [column]: customer, price: 5 }]
      expect(await api.sync.ingest({ provider: 'custom:erp', object: 'price_rules', records })).toMatchObject({ created: 1, rejected: [] })
      expect((await api.priceRules.list({})).price_rules).toMatchObject([{ sku: 'S-1', company_id: id, custom: {} }])
      expect((await api.companies.list({})).companies).toHaveLength(1)
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
