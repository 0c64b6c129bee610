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
  for (const engine of [one, other]) await engine.close()
  await place.remove()
})
