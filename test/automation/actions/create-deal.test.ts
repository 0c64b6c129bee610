import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('create_deal', (open) => {
  it('opens a deal for the contact and its company, by default named after the company', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const company = await api.companies.create({ name: 'Lovelace Ltd' })
    const contact = await api.contacts.create({ email: 'ada@lovelace.test', company_id: company.id, assigned_to: 'grace@acme.test' })
    const of = { contact: contact.id, company: company.id }
    expect(await run('create_deal', { amount: '1200.5' }, of)).toMatchObject({ done: { deal_id: expect.any(String) } })
    expect((await api.deals.list({})).deals).toMatchObject([
      {
        name: 'Lovelace Ltd',
        amount: 1200.5,
        status: 'open',
        owner_email: 'grace@acme.test',
        primary_lead_id: contact.id,
        company_id: company.id,
      },
    ])
    expect(await eventsOf('create_deal', { name: 'Engine' }, of)).toEqual(['deal.created'])
  })

  it('is skipped without anybody, and where its pipeline or stage is gone', async () => {
    const { api, run } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    expect(await run('create_deal', {})).toEqual({ skipped: 'no_contact' })
    expect(await run('create_deal', { pipeline_id: id }, { contact: id })).toEqual({ skipped: 'no_pipeline' })
    expect(await run('create_deal', { stage_id: 'nowhere' }, { contact: id })).toEqual({ skipped: 'no_stage' })
    expect((await api.deals.list({})).deals).toEqual([])
  })

  it('fails for an amount that is none once it is filled in, and is refused for a bad configuration', async () => {
    const { api, run } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const bad = { code: 'invalid_input', details: { errors: [{ path: '/amount' }] } }
    await expect(run('create_deal', { amount: 'a lot' }, { contact: id })).rejects.toMatchObject(bad)
    expect((await api.deals.list({})).deals).toEqual([])
    expect(faultsAtSave('create_deal', { pipeline_id: 'first' })).toEqual(['/pipeline_id invalid_format'])
  })
})
