import type { NetworkAccounts, NetworkMessage, PortCall, PortResult } from '../../../core/automation/workflows/ports.ts'

/** A professional network that keeps what it is asked to send. */
export class RecordingNetwork implements NetworkAccounts {
  readonly invited: (NetworkMessage & Pick<PortCall, 'key'>)[] = []
  readonly sent: (NetworkMessage & Pick<PortCall, 'key'>)[] = []

  invite(message: NetworkMessage, { key }: PortCall): Promise<PortResult> {
    this.invited.push({ ...message, key })
    return Promise.resolve({ done: { invited: message.contact_id } })
  }

  send(message: NetworkMessage, { key }: PortCall): Promise<PortResult> {
    this.sent.push({ ...message, key })
    return Promise.resolve({ done: { sent: message.contact_id } })
  }
}
