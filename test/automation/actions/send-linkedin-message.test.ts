import { expect, it } from 'vitest'
import { networkAccounts } from '../../../core/automation/workflows/ports.ts'
import { describeStorages } from '../../support/storages.ts'
import { RecordingNetwork } from './recording-network.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('send_linkedin_message', (open) => {
  it('reaches only contacts that are connected', async () => {
    const network = new RecordingNetwork()
    const { api, run } = await openBench(open, { hooks: [networkAccounts.attach(network)] })
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const config = { message: 'Hello Ada' }
    expect(await run('send_linkedin_message', config, { contact: id })).toEqual({ skipped: 'not_connected' })
    await api.contacts.update({ id, linkedin_connection_status: 'connected' })
    expect(await run('send_linkedin_message', config, { contact: id })).toEqual({ done: { sent: id } })
    expect(await run('send_linkedin_message', { message: ' ' }, { contact: id })).toEqual({ skipped: 'no_text' })
    expect(await run('send_linkedin_message', config)).toEqual({ skipped: 'no_contact' })
    expect(network.sent).toMatchObject([{ contact_id: id, text: 'Hello Ada' }])
    expect(faultsAtSave('send_linkedin_message', {})).toEqual(['/message required'])
  })

  it('is skipped without an account', async () => {
    const { api, run } = await openBench(open)
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    expect(await run('send_linkedin_message', { message: 'Hi' }, { contact: id })).toEqual({ skipped: 'integration_missing' })
  })
})
