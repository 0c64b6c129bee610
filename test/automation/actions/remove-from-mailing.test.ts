import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { recurring } from './recurring-campaign.ts'
import { faultsAtSave, openBench } from './run-action.ts'

const NOBODY = '01a21d45-56f5-7000-8000-0264830ed6f2'

describeStorages('remove_from_mailing', (open) => {
  it('takes the contact out once, without an event', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const { id: contact } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const { id: other } = await api.contacts.create({ email: 'grace@hopper.test' })
    const campaign_id = await recurring(api)
    await api.campaigns.add({ id: campaign_id, ids: [contact, other] })
    expect(await run('remove_from_mailing', { campaign_id }, { contact })).toEqual({ done: { campaign_id } })
    expect(await run('remove_from_mailing', { campaign_id }, { contact })).toEqual({ skipped: 'no_change' })
    expect(await eventsOf('remove_from_mailing', { campaign_id }, { contact: other })).toEqual([])
    expect(await api.campaigns.add({ id: campaign_id, ids: [other] })).toMatchObject({ results: [{ added: true }] })
  })

  it('is skipped without a contact or a campaign, and refused for a bad id', async () => {
    const { api, run } = await openBench(open)
    const { id: contact } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const campaign_id = await recurring(api)
    expect(await run('remove_from_mailing', { campaign_id: NOBODY }, { contact })).toEqual({ skipped: 'inactive' })
    expect(await run('remove_from_mailing', { campaign_id })).toEqual({ skipped: 'no_contact' })
    expect(faultsAtSave('remove_from_mailing', {})).toEqual(['/campaign_id required'])
    expect(faultsAtSave('remove_from_mailing', { campaign_id: 'first' })).toEqual(['/campaign_id invalid_format'])
  })
})
