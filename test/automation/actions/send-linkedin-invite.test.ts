import { expect, it } from 'vitest'
import { networkAccounts } from '../../../core/automation/workflows/ports.ts'
import { describeStorages } from '../../support/storages.ts'
import { RecordingNetwork } from './recording-network.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('send_linkedin_invite', (open) => {
  it('asks for a connection once, in the name of the owner of the contact', async () => {
    const network = new RecordingNetwork()
    const { api, run, eventsOf } = await openBench(open, { hooks: [networkAccounts.attach(network)] })
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test', linkedin_url: 'https://network.test/ada' })
    expect(await run('send_linkedin_invite', {}, { contact: id })).toEqual({ done: { invited: id } })
    expect(await eventsOf('send_linkedin_invite', {}, { contact: id })).toEqual([])
    expect(network.invited[0]).toMatchObject({
      contact_id: id,
      profile_url: 'https://network.test/ada',
      owner: 'ada@acme.test',
      text: null,
    })
    expect(network.invited[0]?.key).toBe(network.invited[1]?.key)
    for (const state of ['pending', 'connected'] as const) {
      await api.contacts.update({ id, linkedin_connection_status: state })
      expect(await run('send_linkedin_invite', {}, { contact: id })).toEqual({ skipped: `already_${state}` })
    }
    expect(await run('send_linkedin_invite', {})).toEqual({ skipped: 'no_contact' })
    expect(network.invited).toHaveLength(2)
    expect(faultsAtSave('send_linkedin_invite', { note: 'Hi' })).toEqual(['/note unknown_field'])
  })

  it('is skipped without an account', async () => {
    const { api, run } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    expect(await run('send_linkedin_invite', {}, { contact: id })).toEqual({ skipped: 'integration_missing' })
  })
})
