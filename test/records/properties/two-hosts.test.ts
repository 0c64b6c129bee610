import { Engine } from 'rapport-crm'
import { expect, it } from 'vitest'
import { ada, newPlace } from '../../support/storages.ts'

it('a default that one host defines is stored by another that has just made records without it', async () => {
  const place = await newPlace('PostgreSQL', true)
  const [one, other] = [await Engine.open({ storage: place.storage() }), await Engine.open({ storage: place.storage() })]
  await other.start()
  const api = other.as({ ...ada, role: 'admin' })
  await api.contacts.create({ first_name: 'Before' })
  await one.as({ ...ada, role: 'admin' }).properties.create({ object: 'contacts', name: 'tier', type: 'text', default: 'bronze' })
  // The first host does no background work, so that it tells nobody: the other one reads the definitions again within a second.
  const made = async () => (await api.contacts.create({ first_name: 'After' })).custom_properties
  await expect.poll(made, { timeout: 10_000 }).toEqual({ tier: 'bronze' })
  // What it writes meanwhile without a look at the new formula is computed by the second pass.
  const { id } = await api.deals.create({ name: 'D', amount: 1 })
  await api.deals.update({ id, amount: 2 })
  const formula = 'amount * 10'
  await one.as({ ...ada, role: 'admin' }).properties.create({ object: 'deals', name: 'ten', type: 'number', formula })
  const late = [await api.deals.update({ id, amount: 3 }), await api.deals.create({ name: 'E', amount: 4 })]
  const values = async () => await Promise.all(late.map(async (each) => (await api.deals.get({ id: each.id })).custom))
  await expect.poll(values, { timeout: 20_000 }).toEqual([{ ten: 30 }, { ten: 40 }])
  for (const engine of [one, other]) await engine.close()
  await place.remove()
})
