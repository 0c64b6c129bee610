import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages(
  'Writes of custom values',
  (open) => {
    it('change those that they name and leave the others, on every way to write; null clears one', async () => {
      const { api } = await open()
      await api.properties.create({ object: 'contacts', name: 'size', type: 'select', options: [{ value: 'S' }, { value: 'M' }] })
      const email = 'ada@lovelace.test'
      const { id } = await api.contacts.create({ email, custom: { size: 'S', a: 1, never: null } })
      const values = async () => (await api.contacts.get({ id })).custom_properties
      expect(await values()).toEqual({ size: 'S', a: 1 })
      await api.contacts.update({ id, custom: { b: 2 } })
      await api.contacts.create({ email, custom: { c: 3 } })
      await api.contacts.bulkUpsert({
        records: [
          { email, custom: { d: 4, a: 5 } },
          { email, custom: { e: 5, a: null } },
        ],
      })
      await api.contacts.bulkUpdate({ ids: [id], set: { custom_properties: { f: 6, size: '' } } })
      expect(await values()).toEqual({ b: 2, c: 3, d: 4, e: 5, f: 6 })
      const { version } = await api.contacts.update({ id, custom: { size: 'M', b: null, c: null, d: null, e: null } })
      expect(await values()).toEqual({ f: 6, size: 'M' })
      expect((await api.contacts.update({ id, custom: { size: 'M' } })).version).toBe(version)
      const again = await api.contacts.bulkUpsert({ records: [{ email, custom: { f: 6, gone: null } }] })
      expect(again).toMatchObject({ updated: 0, unchanged: 1 })
    })

    it('are refused with every fault, each at its place', async () => {
      const { api } = await open()
      for (const [name, type] of [
        ['size', 'number'],
        ['born', 'date'],
        ['fits', 'text'],
      ] as const)
        await api.properties.create({ object: 'deals', name, type })
      const custom = { size: 'large', born: 'yesterday', fits: 'yes' }
      const errors = [
        { path: '/custom/size', code: 'invalid_type' },
        { path: '/custom/born', code: 'invalid_format' },
      ]
      await expect(api.deals.create({ name: 'D', custom })).rejects.toMatchObject({ code: 'invalid_input', details: { errors } })
    })

    it('count for what a stage requires of a deal together with the values that it has', async () => {
      const { api } = await open()
      const { id: pipeline_id } = await api.pipelines.create({
        name: 'P',
        stages: [{ name: 'First' }, { name: 'Second', required_fields: ['custom.size', 'custom.place'] }],
      })
      const { id } = await api.deals.create({ name: 'D', pipeline_id, custom: { size: 'S' } })
      await expect(api.deals.update({ id, stage_id: 'second', custom: { other: 1 } })).rejects.toMatchObject({
        details: { errors: [{ path: '/custom/place', code: 'required' }] },
      })
      const moved = await api.deals.update({ id, stage_id: 'second', custom: { place: 'Berlin' } })
      expect(moved).toMatchObject({ stage_id: 'second', custom: { size: 'S', place: 'Berlin' } })
    })

    it('are kept by documents, their next versions and survivors of merges', async () => {
      const { api } = await open()
      const lines = [{ name: 'Licence', quantity: 1, unit_price: 10 }]
      const { id, number } = await api.quotes.create({ lines, custom: { a: 1, b: 2 } })
      await api.quotes.bulkUpsert({ records: [{ number, custom: { c: 3 } }] })
      await api.quotes.send({ id })
      const next = await api.quotes.update({ id, title: 'Anew', custom: { b: null, d: 4 } })
      expect(next).toMatchObject({ quote_version: 2 })
      expect(next.custom).toEqual({ a: 1, c: 3, d: 4 })
      const one = await api.contacts.create({ first_name: 'One', custom: { a: 1 } })
      const other = await api.contacts.create({ first_name: 'Other', custom: { a: 2, b: 2 } })
      await api.contacts.merge({ id: one.id, merge_ids: [other.id], overrides: { custom: { c: 3 } } })
      expect((await api.contacts.get({ id: one.id })).custom_properties).toEqual({ a: 1, b: 2, c: 3 })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
