import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('associate_company', (open) => {
  it('links the contact to the company of its domain, else of its name, else to a new one', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const known = await api.companies.create({ name: 'Babbage', domain: 'babbage.fr' })
    const without = async (email: string, company: string | null) => {
      const { id } = await api.contacts.create({ email, ...(company !== null && { company }) })
      await api.contacts.update({ id, company_id: null, company })
      return id
    }
    const byDomain = await without('charles@babbage.fr', null)
    expect(await run('associate_company', {}, { contact: byDomain })).toEqual({ done: { company_id: known.id } })
    const byName = await without('charles@gmail.com', 'BABBAGE')
    expect(await run('associate_company', {}, { contact: byName })).toEqual({ done: { company_id: known.id } })
    const fresh = await api.contacts.create({ email: 'ada@gmail.com' })
    expect(await run('associate_company', {}, { contact: fresh.id })).toEqual({ skipped: 'no_company' })
    expect(await run('associate_company', {}, { contact: byName })).toEqual({ skipped: 'no_change' })
    expect(await run('associate_company', {})).toEqual({ skipped: 'no_contact' })
    await api.contacts.update({ id: fresh.id, company: 'Lovelace Ltd' })
    expect(await eventsOf('associate_company', {}, { contact: fresh.id })).toEqual(['company.created', 'contact.property_changed'])
    expect(faultsAtSave('associate_company', { domain: 'x' })).toEqual(['/domain unknown_field'])
  })
})
