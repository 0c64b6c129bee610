import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { recurring } from './recurring-campaign.ts'
import { faultsAtSave, openBench } from './run-action.ts'

const NOBODY = '01a21d45-56f5-7000-8000-0264830ed6f2'

describeStorages('add_to_mailing', (open) => {
  it('subscribes the contact once, without an event', async () => {
    const { api, run, eventsOf } = await openBench(open)
    const { id: contact } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const { id: other } = await api.contacts.create({ email: 'grace@hopper.test' })
    const campaign_id = await recurring(api)
    expect(await run('add_to_mailing', { campaign_id }, { contact })).toEqual({ done: { campaign_id } })
    expect(await run('add_to_mailing', { campaign_id }, { contact })).toEqual({ skipped: 'no_change' })
    expect(await eventsOf('add_to_mailing', { campaign_id }, { contact: other })).toEqual([])
    expect(await api.campaigns.add({ id: campaign_id, ids: [other] })).toMatchObject({ results: [{ reason: 'already_subscribed' }] })
  })

  it('is skipped for a campaign that is sent once, is over or unknown, and for who has unsubscribed; it is refused for a bad id', async () => {
    const { api, run } = await openBench(open)
    const { id: contact } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const { id: once } = await api.campaigns.create({ name: 'Once' })
    const campaign_id = await recurring(api)
    expect(await run('add_to_mailing', { campaign_id: once }, { contact })).toEqual({ skipped: 'not_recurring' })
    expect(await run('add_to_mailing', { campaign_id: NOBODY }, { contact })).toEqual({ skipped: 'inactive' })
    expect(await run('add_to_mailing', { campaign_id })).toEqual({ skipped: 'no_contact' })
    await api.contacts.unsubscribe({ id: contact })
    expect(await run('add_to_mailing', { campaign_id }, { contact })).toEqual({ skipped: 'unsubscribed' })
    await api.campaigns.cancel({ id: campaign_id })
    expect(await run('add_to_mailing', { campaign_id }, { contact })).toEqual({ skipped: 'inactive' })
    expect(faultsAtSave('add_to_mailing', {})).toEqual(['/campaign_id required'])
    expect(faultsAtSave('add_to_mailing', { campaign_id: 'first' })).toEqual(['/campaign_id invalid_format'])
  })
})
