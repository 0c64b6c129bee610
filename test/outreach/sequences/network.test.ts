import { CrmError, plugin } from 'rapport-crm'
import { expect, it } from 'vitest'
import { networkAccounts, type NetworkMessage, type PortCall, type PortResult } from '../../../core/automation/workflows/ports.ts'
import { RecordingNetwork } from '../../automation/actions/recording-network.ts'
import { describeStorages } from '../../support/storages.ts'
import { SequenceLab } from './lab.ts'

class Network extends RecordingNetwork {
  override invite(message: NetworkMessage, call: PortCall): Promise<PortResult> {
    if (message.profile_url?.endsWith('/closed')) throw new CrmError('conflict', 'The account is closed')
    return message.profile_url?.endsWith('/none') ? Promise.resolve({ skipped: 'no_account' }) : super.invite(message, call)
  }
}

describeStorages('steps of sequences on the professional network', (open) => {
  it('stand in the history of the enrollment, whatever became of them', async () => {
    const network = new Network()
    const hooks = [networkAccounts.attach(network)]
    const lab = await SequenceLab.open(open, {
      plugins: [plugin({ name: 'network', version: '1.0.0', requires: { workflows: '^1.0.0' }, hooks })],
    })
    const id = await lab.sequence([{ type: 'linkedin_invite' }, { type: 'linkedin_message', body: 'Hello {{contact.first_name}}' }])
    const all = {
      'new@x.example': { linkedin_url: 'https://network.test/new' },
      'known@x.example': { linkedin_url: 'https://network.test/known', linkedin_connection_status: 'connected' },
      'none@x.example': { linkedin_url: 'https://network.test/none' },
      'closed@x.example': { linkedin_url: 'https://network.test/closed' },
    }
    for (const [email, more] of Object.entries(all)) await lab.enrolled(id, email, more)
    await lab.work(8)
    const [invite, message] = (await lab.api.sequences.get({ id })).steps
    const { enrollments } = await lab.api.sequences.enrollments({ id })
    const histories = enrollments.toReversed().map(({ history }) => history.map(({ step_id, result }) => [step_id, result]))
    expect(histories).toEqual([
      [
        [invite?.id, 'sent'],
        [message?.id, 'not_connected'],
      ],
      [
        [invite?.id, 'already_connected'],
        [message?.id, 'sent'],
      ],
      [
        [invite?.id, 'no_account'],
        [message?.id, 'not_connected'],
      ],
      [[invite?.id, 'failed']],
    ])
    expect(network.sent).toMatchObject([{ text: 'Hello Kim' }])
    expect((await lab.states(id)).toSorted()).toEqual(['completed', 'completed', 'completed', 'failed: error'])
  })
})
