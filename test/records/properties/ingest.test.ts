import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages(
  'Unknown columns of an ingest that are defined as properties',
  (open) => {
    it('come into the type of the definition; what does not fit is left out with a warning, and costs no record', async () => {
      const { api } = await open()
      await api.properties.create({ object: 'companies', name: 'Shoe size', type: 'number', indexed: true })
      await api.properties.create({ object: 'companies', name: 'Badge', type: 'text', unique: true })
      const answer = await api.sync.ingest({
        provider: 'custom:erp',
        object: 'companies',
        records: [
          { external_id: 'C1', name: 'One', 'Shoe size': '41', Badge: 'X1', Mascot: 'Fox' },
          { external_id: 'C2', name: 'Two', 'Shoe size': 'large', Badge: 'X1', Mascot: 'Owl' },
        ],
      })
      expect(answer).toMatchObject({ created: 2, rejected: [] })
      const { companies } = await api.companies.search({ sort: 'name' })
      expect(companies.map(({ custom }) => custom)).toEqual([{ 'Shoe size': 41, Badge: 'X1', Mascot: 'Fox' }, { Mascot: 'Owl' }])
      const found = await api.companies.search({ filter: { field: 'custom.Shoe size', op: 'gt', value: 40 } as never })
      expect(found.companies.map(({ name }) => name)).toEqual(['One'])
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
